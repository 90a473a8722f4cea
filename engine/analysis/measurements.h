// Published measurements beside the predictions: what others measured with the same network on the same device.
//
// The network is recognised by its structure, not by its name: a model whose parameters are exactly those of a measured
// sample, and whose MACs agree with it where the input has the sample's default size. Points of another precision,
// runtime or power mode are left out, because each of them changes the figure by as much as another device does; of the
// rest the nearest batches are given. MLPerf figures are their submitters' results: they carry round, division, system
// and link, and nothing that is predicted here is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/estimate.h"
#include "hardware/device.h"
#include "workload/workload.h"

namespace whichchip::analysis {

struct Benchmark {
  std::string name, round, division, submitter, system, link;  // "MLPerf Inference", "v3.0", "closed", …
};

struct Measured {
  std::string metric;  // "latency_s", of a whole batch, or "throughput_per_s"
  double value = 0;    // s or 1/s
  std::string model;   // the measured sample
  std::int64_t batch = 1;
  std::string precision, runtime;
  std::string boundary;    // "device" or "end-to-end": with copies and dispatch
  std::string units_used;  // "1 of 3 DPU cores"; empty when all of the device worked
  int year = 0;
  std::string source, software, note;
  std::optional<Benchmark> benchmark;
  bool whole_device = true;
  // Predicted ÷ measured time − 1: of this run, absent at another batch, type, timing or part of the device; and of a
  // run as the measured one was, absent where nothing predicted it (residuals.h).
  std::optional<double> residual, own_residual;

  double seconds() const { return metric == "latency_s" ? value : static_cast<double>(batch) / value; }
};

// For a program that loads the measurements after its start (builtin_measurements.h): from now on they are known.
void attach_measurements(std::string_view json);

// The name of the measured sample that the workload is; nothing when it is none of them.
std::optional<std::string> recognise(const workload::Workload& workload);

// At most three: those of the estimate's type first, then by how near their batch is. Only those that were run as the
// estimate is have a residual.
std::vector<Measured> measured_near(const workload::Workload& workload, const std::string& model,
                                    const hardware::Device& device, const estimate::Estimate& estimate);

}  // namespace whichchip::analysis
