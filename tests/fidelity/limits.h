// What must not get worse, and what is fitted.
#pragma once

#include <array>
#include <cstddef>

namespace whichchip::fidelity {

// Of one class × runtime, over the measurements that can be predicted.
struct Limit {
  const char* group;
  double median, mean;    // at most
  const char* fitted[2];  // the constants that the measurements of the group decide: two at most, null where fewer
};

inline constexpr std::array<Limit, 15> kLimits{{
    {"gpu/engine", 0.125, 0.165, {"compute_efficiency", "kernel_s"}},
    {"gpu/graph", 0.14, 0.205, {"depthwise_efficiency", "end_to_end_s"}},
    {"gpu/eager", 0.195, 0.195, {"enqueue_s", nullptr}},
    {"gpu_mobile/engine", 0.42, 0.54, {"compute_efficiency", "kernel_s"}},
    {"gpu_portable/graph", 0.26, 0.37, {"compute_efficiency", "kernel_s"}},
    {"cpu/graph", 0.26, 0.31, {"thread_loss", "thread_doubling_s"}},
    {"cpu/eager", 0.11, 0.265, {"kernel_s", nullptr}},
    {"edge_tpu/engine", 0.045, 0.165, {"compute_efficiency", "request_s"}},
    {"systolic/engine", 0.1, 0.15, {"compute_efficiency", "kernel_s"}},
    {"dpu/engine", 0.075, 0.09, {"memory_efficiency_lpddr", "overlap_loss"}},
    {"dpu_ai_engine/engine", 0.17, 0.235, {"compute_efficiency", "memory_efficiency_lpddr"}},
    {"npu/engine", 0.24, 0.275, {"compute_efficiency", "overlap_loss"}},
    {"hexagon/engine", 0.205, 0.345, {"compute_efficiency", "request_s"}},
    {"hexagon_phone/engine", 0.265, 0.375, {"compute_efficiency", "kernel_s"}},
    {"dataflow/engine", 0.165, 0.225, {"compute_efficiency", "depthwise_efficiency"}},
}};
// Mean errors on TensorRT's own BERT tables. η_c and the floor of gpu/engine were fitted on the A100's; the T4 was
// unseen.
struct BertLimit {
  const char* device;
  double mean;  // at most
};
inline constexpr std::array<BertLimit, 2> kBertLimits{{{"A100-SXM-40GB", 0.10}, {"T4", 0.07}}};
// Median errors of power by whether the device's idle watts were measured.
inline constexpr double kPowerIdleMeasured = 0.20, kPowerIdleByDefault = 0.35;
// 90 % intervals hold this share of all measured times, at least and at most; of a group's, at least, where it has
// enough rows to tell.
inline constexpr std::size_t kEnoughRows = 16;
inline constexpr double kLeastCoverage = 0.85, kMostCoverage = 0.97;
// Pairs of devices in the measured order.
inline constexpr double kLeastOrder = 0.79;

}  // namespace whichchip::fidelity
