// What would change the answer: single changes of a run, each estimated anew, never a constant.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/explain.h"
#include "analysis/open_model.h"
#include "analysis/request.h"

namespace whichchip::analysis {

// One change of the conditions, and what the device does under it.
struct Change {
  std::string code;    // its kind: "batch", "precision", "power-mode", "runtime", "bandwidth"
  std::string option;  // what to write: "--batch 8", "--hardware Jetson-Orin-Nano-8GB@25w"; empty where no flag does it
  std::string text;    // "batch 8", "int8", "power mode 25w", "1.6× the memory bandwidth"
  Row row;
};

// Batches, precisions, power modes and compiled execution that this device can run, one change at a time, in the order
// batch (upwards), precision (widest first), mode, runtime. What does not run is left out.
std::vector<Change> single_changes(const OpenModel& model, const Request& request, const hardware::Device& device);

// The least change of memory bandwidth, up to 16 times, with which `wanted` holds, to 1 %; absent when none does.
std::optional<Change> bandwidth_change(const workload::Workload& workload, const Request& request,
                                       const hardware::Device& device, const std::function<bool(const Row&)>& wanted);

// "What would have to change for the loser to win": batch and precision for both, bandwidth, mode and price for the
// loser. One sentence each, with both values.
std::vector<std::string> flip_points(const OpenModel& model, const Request& request, const Row& a, const Row& b,
                                     ExplainMetric metric);

// For one device: the changes that lower its time per inference most, the best of each kind, with the gain that a run
// with them has; precisions with an unchecked accuracy are a kind of their own ("quantisation"). Where most of the
// energy is static, the batch or power mode that lowers the energy most, too ("spread-static").
std::vector<Remedy> remedies(const OpenModel& model, const Request& request, const Row& row);
// Those of every row, for the faces that hold the model.
void add_remedies(Comparison& comparison, const OpenModel& model, const Request& request);

// The estimate of one device with its derived figures. Throws as estimate() does.
Row row_for(const workload::Workload& workload, const hardware::Device& device, const Request& request);

}  // namespace whichchip::analysis
