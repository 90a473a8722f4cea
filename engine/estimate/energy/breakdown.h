// Where the joules of an inference go: the event tree of a device on a model, in total and per subgraph.
//
// A tree closes by construction: the energy of every node with children is defined as their sum, in order. Its root is
// the energy of the estimate (Estimate::energy_j ÷ batch), to rounding. Branches, in reading order: the class's groups,
// unattributed, static (idle, uncore), and at boundary board or wall the host and the supply.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "estimate/estimate.h"
#include "estimate/parameters.h"

namespace whichchip::estimate {

// Per inference: counts and energies are those of a run ÷ batch.
struct EnergyNode {
  std::string id, name;
  double energy_j = 0;
  std::optional<double> count;  // energy_j = count · energy_per_event_j
  std::string unit;             // of the count, singular; empty without one
  std::optional<double> energy_per_event_j;
  std::string source;  // how the energy of one event came about
  std::vector<EnergyNode> children;
};

struct SubgraphEnergy {
  std::optional<int> id;  // of the partition; absent for what belongs to no subgraph (t0 of the request)
  std::string name;
  double latency_s = 0;  // of the batch
  double macs = 0;       // of the batch
  bool on_host = false;
  EnergyNode tree;
};

struct EnergyBreakdown {
  Estimate estimate;
  std::string class_name;  // "GPU (SIMT)"
  EnergyNode tree;
  std::vector<SubgraphEnergy> subgraphs;     // in schedule order; their trees add up to `tree`, event by event
  std::vector<std::string> characteristics;  // sentences computed from this breakdown
};

// The leaves that trees of the catalogue can have, by their ids, each once: the events of every architecture class in
// the order of the classes, then static, host and supply. A table with a column for each has the same head for every
// device.
std::vector<std::string> leaf_ids();

// Throws as estimate() does.
EnergyBreakdown energy_breakdown(const workload::Workload& workload, const hardware::Device& device,
                                 const Scenario& scenario, const Technology& technology);
EnergyBreakdown energy_breakdown(const workload::Workload& workload, const hardware::Device& device,
                                 const Scenario& scenario);

// A device that is there for requests at `rate_per_s` and idles between them: P_idle ÷ r + (P_busy − P_idle) · t per
// inference, t = latency ÷ batch (modelling §4.4). Absent when it cannot keep up with the rate.
std::optional<double> dedicated_energy_j(const Estimate& estimate, double batch, double rate_per_s);

}  // namespace whichchip::estimate
