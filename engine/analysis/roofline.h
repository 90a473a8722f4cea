// Where a model's subgraphs stand under a device's roofs: attained rate over arithmetic intensity (Williams, Waterman,
// Patterson, 2009), with the ceilings that this engine's law knows, each with its source.
//
// Intensity counts DRAM bytes after fusion and residency; a subgraph that moves none has no place on that axis. No
// point stands above its roof: attained ≤ peak, and bytes per second ≤ bandwidth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare.h"
#include "core/units.h"

namespace whichchip::analysis {

struct Ceiling {
  std::string id;          // "peak", "peak_int8", "vector", "power", "dram", "llc"
  std::string title;       // "fp16 peak"
  double ops_per_s = 0;    // flat; 0 for a slanted one
  double bytes_per_s = 0;  // slanted: ops/s = bytes/s × intensity
  std::string source;      // "looked_up: NVIDIA T4 data sheet", or how it came about
};

struct RooflinePoint {
  int subgraph = 0;
  std::string name;
  std::optional<double> intensity;  // FLOP per DRAM byte
  double ops_per_s = 0;             // 2·MAC ÷ its time
  double time_share = 0;            // of the run
  estimate::Bound bound = estimate::Bound::compute;
};

struct Roofline {
  std::string hardware;
  hardware::Precision precision = hardware::Precision::fp32;
  std::vector<Ceiling> ceilings;  // the peak at the precision used first, then DRAM
  std::optional<double> ridge_point;
  std::vector<RooflinePoint> points;  // subgraphs with MACs, in schedule order
  double time_without_macs = 0;       // share of the run in subgraphs that are not shown
};

Roofline roofline(const workload::Workload& workload, const Row& row);
// What binds the run, and how far the model as a whole is from the roof above it.
std::string roofline_text(const Roofline& roofline, const Row& row);

}  // namespace whichchip::analysis
