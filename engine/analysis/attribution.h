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

// The joules of the run that a row is of, by event: the leaves of its tree, each once, in reading order.
using Joules = std::vector<double>;
struct EnergyEvents {
  std::vector<std::string> ids, titles;  // "dram/read", "DRAM: read"
  Joules total;
  std::vector<Joules> subgraphs;  // as the estimate's
};
EnergyEvents energy_events(const workload::Workload& workload, const Row& row, const estimate::Scenario& scenario);

// Fills causes' differences, layers' differences and the total from the layers' parts.
void sum_up(Explanation& explanation);

// True when every group of fields can be exchanged one by one: same mapping, same parameters, same runtime.
bool exchangeable(const Row& a, const Row& b, const estimate::Scenario& scenario);
// Causes, and the layers' parts by Shapley over the field groups (and the precision, where both run both sides' types).
void attribute_by_exchange(const workload::Workload& workload, const Row& a, const Row& b,
                           const estimate::Scenario& scenario, Explanation& explanation);

void attribute_ladder(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation);
void attribute_energy(const workload::Workload& workload, const Row& a, const EnergyEvents& of_a, const Row& b,
                      const EnergyEvents& of_b, Explanation& explanation);
void attribute_memory(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation);
void attribute_cost(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation);

// A finished attribution without its sentences. The events may be given by who asks for many pairs of the same rows.
Explanation attribution(const workload::Workload& workload, const Row& a, const Row& b, ExplainMetric metric,
                        const estimate::Scenario& scenario, const EnergyEvents* of_a = nullptr,
                        const EnergyEvents* of_b = nullptr);

// The sentences of a finished attribution.
std::vector<std::string> explanation_text(const Explanation& explanation, const Row& a, const Row& b);

}  // namespace whichchip::analysis
