// What is worth knowing about a run, and what would change it: a stable code for programs, a sentence for people, and
// where it is. docs/advice.md lists the codes.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "estimate/estimate.h"
#include "workload/workload.h"

namespace whichchip::analysis {

struct Place {
  std::string figure;           // of the JSON: "compute_utilisation"; empty where no single one stands for it
  std::optional<int> subgraph;  // that has most of it; absent where it is of the whole run
  std::string layer;            // its name
};

struct Finding {
  std::string code;  // kebab-case: "low-compute-utilisation"
  std::string message;
  Place place;
};

// One figure now and with the change, both from runs.
struct Gain {
  std::string figure;  // of the JSON, per inference where that is: "throughput_per_s"
  double before = 0, after = 0;
};

struct Remedy {
  std::string code;  // "batch"
  std::string message;
  Place place;         // of what it lessens
  std::string option;  // that makes the change: "--batch 8"; empty where no flag does
  Gain gain;
};

// The figure in the subgraph that has most of `amount`; of the whole run where none has any.
Place most_of(const workload::Workload& workload, const estimate::Estimate& estimate, std::string figure,
              const std::function<double(std::size_t index)>& amount);

// "compute_utilisation, most of it in #20 Conv 3×3 512→512"; empty for a place without either.
std::string describe(const Place& place);
// The message, then code and place: for those who read.
std::string told(const Finding& finding);
std::string told(const Remedy& remedy);

}  // namespace whichchip::analysis
