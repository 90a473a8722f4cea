// What must not get worse: the median error of each class × runtime over the measurements that can be predicted.
#pragma once

#include <array>

namespace whichchip::fidelity {

struct Limit {
  const char* group;
  double median;
};

inline constexpr std::array<Limit, 11> kLimits{{
    {"gpu/engine", 0.14},
    {"gpu/graph", 0.36},
    {"gpu/eager", 0.31},
    {"gpu_portable/engine", 0.62},
    {"cpu/graph", 0.38},
    {"cpu/eager", 0.20},
    {"edge_tpu/engine", 0.08},
    {"systolic/engine", 0.14},
    {"dpu/engine", 0.20},
    {"npu/engine", 0.40},
    {"dataflow/engine", 0.25},
}};

}  // namespace whichchip::fidelity
