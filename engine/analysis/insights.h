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

// The verdict for one goal: the best device, the next, and what that loses by.
struct GoalVerdict {
  Metric metric;
  const char* title;  // "Lowest latency"
  const char* use;    // what it matters for: "real time"
  std::string sentence;
};
// For every metric that is a merit; goals that no device has a figure for are left out.
std::vector<GoalVerdict> goal_verdicts(const Comparison& comparison);

// What the estimate warns of, then the red flags low-compute-utilisation (< 20 %), bandwidth-bottleneck (> 90 %),
// idle-units (> 80 %), static-energy (> 50 %): appended to row.warnings, each with the layer that has most of it.
void add_warnings(const workload::Workload& workload, Row& row);

// "excellent" above 90 % of the peak, "good" above 70, "fair" above 50, "poor" above 20, else "very low".
const char* utilisation_band(double utilisation);
// The band and why: "poor, 32 %: most is lost to padding and partly filled waves, 41 % of the time". Empty without a
// peak.
std::string utilisation_verdict(const Row& row);
// What bounds the run and for how much of the time; where its memory does for a good part, which operand those layers
// read: "bound by memory for 61 % of the time: weights are 93 % of the bytes that those layers move". Empty without
// time.
std::string bottleneck_verdict(const workload::Workload& workload, const Row& row);
// For this model: what the device is best and worst at among those compared, by the layers that it wins and loses.
std::vector<std::string> strengths(const Comparison& comparison, const Row& row);
// What to do next, as commands, each with the reason that the figures give.
std::vector<std::string> next_steps(const Comparison& comparison);

// Seconds per rung of the whole run; the request's fixed time belongs to `fixed`. Adds up to the batch latency.
std::array<double, estimate::kRungCount> ladder(const estimate::Estimate& estimate);
// "launch and dispatch"
const char* describe(estimate::Rung rung);

}  // namespace whichchip::analysis
