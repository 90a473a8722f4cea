// Energy by event: the leaves of the two devices' event trees, side by side. Devices of one class have the same events;
// across classes an event that one side does not have is 0 there.
#include <algorithm>
#include <map>
#include <utility>

#include "analysis/attribution.h"
#include "estimate/energy/breakdown.h"

namespace whichchip::analysis {
namespace {

using estimate::EnergyNode;

// Calls `leaf(id, title, energy)` for every leaf below the root: "dram/read", "DRAM: read".
template <typename Leaf>
void visit_leaves(const EnergyNode& node, const std::string& path, const std::string& group, const Leaf& leaf) {
  for (const EnergyNode& child : node.children) {
    const std::string id = path.empty() ? child.id : path + "/" + child.id;
    const std::string title = group.empty() || group == child.name ? child.name : group + ": " + child.name;
    if (child.children.empty())
      leaf(id, title, child.energy_j);
    else
      visit_leaves(child, id, child.name, leaf);
  }
}

// The breakdown of the run that the row is of.
estimate::EnergyBreakdown breakdown_of(const workload::Workload& workload, const Row& row,
                                       estimate::Scenario scenario) {
  const estimate::PrecisionChoice& used = row.estimate.precision;
  if (estimate::choose_precision(workload, row.device, scenario).precision != used.precision)
    scenario.precision = used.precision;
  return estimate::energy_breakdown(workload, row.device, scenario);
}

// Where the events of one side stand among those of both.
using Places = std::vector<std::size_t>;

Joules placed(const Joules& joules, const Places& places, std::size_t events) {
  Joules result(events, 0);
  for (std::size_t i = 0; i < joules.size(); ++i) result[places[i]] = joules[i];
  return result;
}

Joules sum_of(const EnergyEvents& events, const std::vector<std::size_t>& subgraphs, const Places& places,
              std::size_t size) {
  Joules sum(size, 0);
  for (const std::size_t subgraph : subgraphs) {
    for (std::size_t i = 0; i < places.size(); ++i) sum[places[i]] += events.subgraphs[subgraph][i];
  }
  return sum;
}

}  // namespace

EnergyEvents energy_events(const workload::Workload& workload, const Row& row, const estimate::Scenario& scenario) {
  const estimate::EnergyBreakdown breakdown = breakdown_of(workload, row, scenario);
  EnergyEvents events;
  std::map<std::string, std::size_t> place;
  visit_leaves(breakdown.tree, "", "", [&](const std::string& id, const std::string& title, double energy_j) {
    const auto [at, fresh] = place.emplace(id, events.ids.size());
    if (fresh) {
      events.ids.push_back(id);
      events.titles.push_back(title);
      events.total.push_back(0);
    }
    events.total[at->second] += energy_j;
  });
  for (const estimate::SubgraphEnergy& subgraph : breakdown.subgraphs) {
    Joules joules(events.ids.size(), 0);
    visit_leaves(subgraph.tree, "", "",
                 [&](const std::string& id, const std::string&, double energy_j) { joules[place.at(id)] += energy_j; });
    events.subgraphs.push_back(std::move(joules));
  }
  return events;
}

void attribute_energy(const workload::Workload& workload, const Row& a, const EnergyEvents& of_a, const Row& b,
                      const EnergyEvents& of_b, Explanation& explanation) {
  explanation.method = Method::balance;
  std::map<std::string, std::size_t> place;
  const auto places_of = [&](const EnergyEvents& events) {
    Places places;
    for (std::size_t i = 0; i < events.ids.size(); ++i) {
      const auto [at, fresh] = place.emplace(events.ids[i], explanation.causes.size());
      if (fresh) explanation.causes.push_back({events.ids[i], events.titles[i], 0, std::nullopt, std::nullopt});
      places.push_back(at->second);
    }
    return places;
  };
  const Places at_a = places_of(of_a), at_b = places_of(of_b);
  const std::size_t size = explanation.causes.size();
  const Joules total_a = placed(of_a.total, at_a, size), total_b = placed(of_b.total, at_b, size);
  Joules rest(size);
  for (std::size_t i = 0; i < size; ++i) {
    explanation.causes[i].a = total_a[i];
    explanation.causes[i].b = total_b[i];
    rest[i] = total_b[i] - total_a[i];
  }
  for (const MatchedLayer& matched : match_layers(workload, a.estimate.runtime_used, b.estimate.runtime_used)) {
    const Joules layer_a = sum_of(of_a, matched.a, at_a, size);
    const Joules layer_b = sum_of(of_b, matched.b, at_b, size);
    LayerDifference layer{matched.first, matched.name, 0, Joules(size, 0)};
    for (std::size_t i = 0; i < size; ++i) {
      layer.parts[i] = layer_b[i] - layer_a[i];
      rest[i] -= layer.parts[i];
    }
    explanation.layers.push_back(std::move(layer));
  }
  const bool any = std::any_of(rest.begin(), rest.end(), [](double part) { return part != 0; });
  if (any) explanation.layers.push_back({std::nullopt, "outside the layers: per run, supply", 0, std::move(rest)});
}

}  // namespace whichchip::analysis
