// Which figures of a device its prediction rests on most: each made a fifth smaller and a fifth larger, one at a time,
// with what follows from it (hardware/edit.h).
#pragma once

#include <string>
#include <vector>

#include "analysis/request.h"

namespace whichchip::analysis {

struct Sensitivity {
  std::string figure;  // "memory.bandwidth"
  double value = 0;    // in `unit`
  std::string unit;
  double less_s = 0, more_s = 0;  // the batch latency with value ÷ 1.2 and value × 1.2
  double swing_s() const { return less_s > more_s ? less_s - more_s : more_s - less_s; }
};

// Of a device of the built-in catalogue, those that change the latency by a hundredth or more, the largest swing first;
// none for a device of one's own.
std::vector<Sensitivity> sensitivities(const workload::Workload& workload, const hardware::Device& device,
                                       const Request& request);

}  // namespace whichchip::analysis
