// What must not get worse, and what is fitted.
#pragma once

#include <array>

namespace whichchip::fidelity {

// Of one class × runtime, over the measurements that can be predicted.
struct Limit {
  const char* group;
  double median, mean;    // at most
  const char* fitted[2];  // the two constants that the measurements of the group decide
};

inline constexpr std::array<Limit, 13> kLimits{{
    {"gpu/engine", 0.135, 0.19, {"compute_efficiency", "kernel_s"}},
    {"gpu/graph", 0.16, 0.23, {"grouped_efficiency", "end_to_end_s"}},
    {"gpu/eager", 0.21, 0.22, {"enqueue_s", "grouped_efficiency"}},
    {"gpu_mobile/engine", 0.44, 0.57, {"compute_efficiency", "kernel_s"}},
    {"gpu_portable/graph", 0.28, 0.39, {"compute_efficiency", "kernel_s"}},
    {"cpu/graph", 0.29, 0.37, {"compute_efficiency", "thread_doubling_s"}},
    {"cpu/eager", 0.14, 0.3, {"compute_efficiency", "kernel_s"}},
    {"edge_tpu/engine", 0.06, 0.17, {"compute_efficiency", "request_s"}},
    {"systolic/engine", 0.11, 0.16, {"compute_efficiency", "kernel_s"}},
    {"dpu/engine", 0.12, 0.13, {"memory_efficiency_lpddr", "request_s"}},
    {"dpu_ai_engine/engine", 0.26, 0.35, {"compute_efficiency", "memory_efficiency_lpddr"}},
    {"npu/engine", 0.36, 0.45, {"compute_efficiency", "kernel_s"}},
    {"dataflow/engine", 0.18, 0.24, {"compute_efficiency", "depthwise_efficiency"}},
}};
// Median errors of power by whether the device's idle watts were measured.
inline constexpr double kPowerIdleMeasured = 0.20, kPowerIdleByDefault = 0.35;
// 90 % intervals hold this share of all measured times, at least and at most.
inline constexpr double kLeastCoverage = 0.85, kMostCoverage = 0.97;
// Pairs of devices in the measured order.
inline constexpr double kLeastOrder = 0.74;

}  // namespace whichchip::fidelity
