// Where a model is to run, and which of the compared devices suits that: the usual situations, each with the budget
// that it stands for, and only where a device that is made for it takes part.
#pragma once

#include <string>
#include <vector>

#include "analysis/recommend.h"

namespace whichchip::analysis {

struct SituationAnswer {
  std::string name;             // "Edge, on a battery"
  std::vector<Budget> budgets;  // that it stands for
  Goal goal = Goal::latency;
  std::size_t candidates = 0;  // compared devices that are made for it; for cars: that are listed for them
  std::string pick;            // a device's key; empty when none keeps the budget
  double value = 0;            // of the pick, at the goal
  std::vector<std::string> equals;
  std::string nearest;  // without a pick: the nearest miss and what it lacks
};

// Nothing where the verdict is withheld.
std::vector<SituationAnswer> situations(const Comparison& comparison);
// "Edge, on a battery (energy at most 100 mJ, …): Hailo-8 of 71 made for it, energy 2.43 mJ. About equal: A, B."
std::string told(const SituationAnswer& answer);

}  // namespace whichchip::analysis
