// What the subgraphs of one estimate draw, at the chip: dynamic and static energy ÷ time.
#pragma once

#include <cstddef>
#include <optional>

#include "estimate/estimate.h"

namespace whichchip::analysis {

struct LayerPower {
  std::size_t index = 0;  // in Estimate::subgraphs
  double watts = 0;
};

// The subgraph that draws most; of equals the first. Absent when nothing runs on the device. Never above the cap: what
// would be takes longer (modelling law, t_power).
std::optional<LayerPower> most_power(const estimate::Estimate& estimate);

}  // namespace whichchip::analysis
