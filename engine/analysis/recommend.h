// From limits to a chip: which devices keep them, which of those nothing beats, the pick, and what the nearest misses
// lack.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/budget.h"
#include "analysis/compare.h"

namespace whichchip::analysis {

enum class Goal : std::uint8_t { latency, throughput, energy, cost, carbon, balance };
constexpr std::array<Goal, 6> kGoals{Goal::latency, Goal::throughput, Goal::energy,
                                     Goal::cost,    Goal::carbon,     Goal::balance};
const char* name(Goal goal);
core::Quantity quantity(Goal goal);
std::optional<double> value(const Row& row, Goal goal);  // balance: energy × delay

struct Miss {
  std::size_t row = 0;     // of the comparison
  std::size_t broken = 0;  // budgets
  double distance = 0;     // how far off the worst one is: 0.2 is 20 % beyond the limit
  std::string lacks;       // "latency 61.0 ms, at most 50.0 ms"
  std::optional<Suggestion> change;
};

struct Recommendation {
  Goal goal = Goal::latency;
  std::vector<Budget> budgets;
  std::vector<std::size_t> feasible;  // rows, best first
  std::vector<std::size_t> pareto;    // of them: nothing is better in time, energy and cost at once
  std::vector<std::size_t> equals;    // of them: about equal to the pick, their intervals overlap
  std::vector<Miss> misses;           // nearest first
  std::vector<std::string> text;
};

// `floor`: storage of at least as many bits as this type; a device that would run the model narrower is a miss.
Recommendation recommend(const Comparison& comparison, const std::vector<Budget>& budgets, Goal goal,
                         std::optional<hardware::Precision> floor);

// True when `a` is nowhere worse than `b` in latency, energy and cost, and in one of them better beyond both intervals.
bool dominates(const Row& a, const Row& b);

}  // namespace whichchip::analysis
