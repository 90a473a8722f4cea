// What is worth knowing of a model of this family, and what would make it lighter: only what this graph gives reason
// for, with the figures of this graph. No hardware. docs/advice.md lists the codes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/finding.h"

namespace whichchip::analysis {

// How much sound one run takes, from the shape of an input that holds audio.
struct Sound {
  std::string input;
  std::int64_t steps = 0;  // frames, or samples
  double step_s = 0;       // 10 ms a frame, as all common front ends have; 1/16000 s a sample
  double seconds() const { return static_cast<double>(steps) * step_s; }
};
// Absent where no input looks like sound: features of 40, 64, 80, 128 or a multiple of 80 values a frame, or samples.
std::optional<Sound> sound_of(const workload::Workload& workload);

// What a run computes from some of its inputs alone.
struct Component {
  std::string inputs;  // "pixel_values"; "joint" for what rests on several components
  std::int64_t operators = 0, macs = 0;
  double weight_bytes = 0;
};

struct Guidance {
  std::vector<Finding> facts;
  std::vector<Remedy> remedies;
  std::vector<Component> components;  // of a graph with several parts; empty for one
};
Guidance guidance(const workload::Workload& workload, workload::Runtime runtime);

}  // namespace whichchip::analysis
