// Sentences and red flags, each computed from the figures that it prints: without its condition a sentence is not
// there.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "analysis/compare.h"

namespace whichchip::analysis {

// The verdict with its reason, then what it means against the baseline, trade-offs, and where the fastest device loses
// time.
std::vector<std::string> insights(const Comparison& comparison);

// low-compute-utilisation (< 20 %), bandwidth-bottleneck (> 90 %), idle-units (> 80 %), static-energy (> 50 %):
// appended to row.warnings.
void add_red_flags(Row& row);

// Seconds per rung of the whole run; the request's fixed time belongs to `fixed`. Adds up to the batch latency.
std::array<double, estimate::kRungCount> ladder(const estimate::Estimate& estimate);
// "launch and dispatch"
const char* describe(estimate::Rung rung);

}  // namespace whichchip::analysis
