// What a run keeps in memory, by kind, whether each device holds it, and what would make it fit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/advice.h"
#include "analysis/compare.h"
#include "analysis/open_model.h"

namespace whichchip::analysis {

struct DeviceMemory {
  std::string hardware;
  hardware::Precision precision = hardware::Precision::fp32;
  estimate::PeakMemory peak;
  std::optional<double> capacity_bytes;  // absent: not known; 0: none of its own
  estimate::Fit fits = estimate::Fit::yes;
  double latency_s = 0, link_s = 0;  // of a run, and of it what crosses the host's link
  double on_chip_bytes = 0;          // caches or scratchpads that activations can stay in; 0: none
  bool weights_on_chip = false, activations_on_chip = false;
  std::optional<std::int64_t> largest_batch;  // of 1, 2, 4 … 1024 that fits; absent when none does or it is fixed
  std::string change;  // the first single change that makes it fit; empty when it fits or none does
  std::optional<std::int64_t>
      devices_together;  // that hold it with the weights split evenly; absent when one does, or none
};

struct MemoryReport {
  // Of the engine's schedule, at the model's own types.
  std::int64_t peak_bytes = 0, lower_bound_bytes = 0, arena_bytes = 0;
  int peak_subgraph = 0;
  std::string peak_name;
  struct LiveTensor {
    std::string name, role;  // "read", "written"
    std::int64_t bytes = 0;
  };
  std::vector<LiveTensor> at_peak;  // what the subgraph at the peak itself reads and writes, the largest first
  struct Step {
    int subgraph = 0;
    std::string name;
    workload::LiveSet live;
  };
  std::vector<Step> timeline;    // of the schedule; empty for a workload stored by an older version
  double mean_bytes = 0;         // over the steps
  std::vector<Remedy> remedies;  // what would keep less, from the same schedule
  std::vector<DeviceMemory> devices;
};

// From the comparison alone: footprints, fit, timeline, advice.
MemoryReport memory_report(const Comparison& comparison);
// Fills in what takes other batches, precisions and modes: largest_batch and change.
void add_alternatives(const OpenModel& model, const Request& request, const Comparison& comparison,
                      MemoryReport& report);
std::vector<std::string> memory_text(const MemoryReport& report);

}  // namespace whichchip::analysis
