// What narrower types bring a model on each device: two points of a sweep that differ in nothing else.
#pragma once

#include <string>
#include <vector>

#include "analysis/sweep.h"

namespace whichchip::analysis {

struct PrecisionGain {
  std::string model, hardware, setting;  // setting: "batch 8, seq 128"
  hardware::Precision from = hardware::Precision::fp32, to = hardware::Precision::int8;
  double faster = 1;       // latency before ÷ after
  double less_energy = 1;  // energy before ÷ after
};

// At the least batch, against the first precision of the axis; devices in the order of the points. Empty where the axis
// has one value, or a device runs the same type for both.
std::vector<PrecisionGain> precision_gains(const Sweep& sweep);
// "T4 at batch 1: int8 is 5.20× as fast as fp32 and takes 9.04× less energy."
std::string told(const PrecisionGain& gain);

}  // namespace whichchip::analysis
