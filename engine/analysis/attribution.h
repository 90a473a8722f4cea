// The arithmetic behind explain(): per layer and cause, how much of a difference it makes. Private to analysis/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/explain.h"

namespace whichchip::analysis {

// Subgraphs of the two sides that hold the same operators. Where both ran the same partition that is subgraph by
// subgraph; else the smallest groups that share no operator with another group.
struct MatchedLayer {
  int first = 0;  // of A's partition, or of B's where A has none
  std::string name;
  std::vector<std::size_t> a, b;  // positions in the estimates
};
std::vector<MatchedLayer> match_layers(const workload::Workload& workload, workload::Runtime a, workload::Runtime b);

// Fills causes' differences, layers' differences and the total from the layers' parts.
void sum_up(Explanation& explanation);

// True when every group of fields can be exchanged one by one: same mapping, same parameters, same runtime.
bool exchangeable(const Row& a, const Row& b, const estimate::Scenario& scenario);
// Causes, and the layers' parts by Shapley over the field groups (and the precision, where both run both sides' types).
void attribute_by_exchange(const workload::Workload& workload, const Row& a, const Row& b,
                           const estimate::Scenario& scenario, Explanation& explanation);

void attribute_ladder(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation);
void attribute_energy(const workload::Workload& workload, const Row& a, const Row& b,
                      const estimate::Scenario& scenario, Explanation& explanation);
void attribute_memory(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation);
void attribute_cost(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation);

// The sentences of a finished attribution.
std::vector<std::string> explanation_text(const Explanation& explanation, const Row& a, const Row& b);

}  // namespace whichchip::analysis
