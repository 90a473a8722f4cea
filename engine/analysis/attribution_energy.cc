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
using Joules = std::vector<double>;  // by event, in the order of Events

// The events of both trees, each once, in reading order.
class Events {
 public:
  void add(const EnergyNode& tree) {
    visit(tree, "", "", [&](const std::string& id, const std::string& title, double) {
      if (place_.emplace(id, ids_.size()).second) {
        ids_.push_back(id);
        titles_.push_back(title);
      }
    });
  }

  void sum(const EnergyNode& tree, Joules& joules) const {
    joules.resize(ids_.size(), 0);
    visit(tree, "", "",
          [&](const std::string& id, const std::string&, double energy_j) { joules[place_.at(id)] += energy_j; });
  }

  std::size_t size() const { return ids_.size(); }
  const std::string& id(std::size_t i) const { return ids_[i]; }
  const std::string& title(std::size_t i) const { return titles_[i]; }

 private:
  // Calls `leaf(id, title, energy)` for every leaf below the root: "dram/read", "DRAM: read".
  template <typename Leaf>
  static void visit(const EnergyNode& node, const std::string& path, const std::string& group, const Leaf& leaf) {
    for (const EnergyNode& child : node.children) {
      const std::string id = path.empty() ? child.id : path + "/" + child.id;
      const std::string title = group.empty() || group == child.name ? child.name : group + ": " + child.name;
      if (child.children.empty())
        leaf(id, title, child.energy_j);
      else
        visit(child, id, child.name, leaf);
    }
  }

  std::vector<std::string> ids_, titles_;
  std::map<std::string, std::size_t> place_;
};

// The breakdown of the run that the row is of.
estimate::EnergyBreakdown breakdown_of(const workload::Workload& workload, const Row& row,
                                       estimate::Scenario scenario) {
  const estimate::PrecisionChoice& used = row.estimate.precision;
  if (estimate::choose_precision(workload, row.device, scenario).precision != used.precision)
    scenario.precision = used.precision;
  return estimate::energy_breakdown(workload, row.device, scenario);
}

Joules sum_of(const Events& events, const estimate::EnergyBreakdown& breakdown,
              const std::vector<std::size_t>& subgraphs) {
  Joules joules(events.size(), 0);
  for (const std::size_t i : subgraphs) events.sum(breakdown.subgraphs[i].tree, joules);
  return joules;
}

}  // namespace

void attribute_energy(const workload::Workload& workload, const Row& a, const Row& b,
                      const estimate::Scenario& scenario, Explanation& explanation) {
  explanation.method = Method::balance;
  const estimate::EnergyBreakdown of_a = breakdown_of(workload, a, scenario);
  const estimate::EnergyBreakdown of_b = breakdown_of(workload, b, scenario);
  Events events;
  events.add(of_a.tree);
  events.add(of_b.tree);
  Joules total_a, total_b;
  events.sum(of_a.tree, total_a);
  events.sum(of_b.tree, total_b);
  Joules rest(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    explanation.causes.push_back({events.id(i), events.title(i), 0, total_a[i], total_b[i]});
    rest[i] = total_b[i] - total_a[i];
  }
  for (const MatchedLayer& matched : match_layers(workload, a.estimate.runtime_used, b.estimate.runtime_used)) {
    const Joules layer_a = sum_of(events, of_a, matched.a);
    const Joules layer_b = sum_of(events, of_b, matched.b);
    LayerDifference layer{matched.first, matched.name, 0, Joules(events.size(), 0)};
    for (std::size_t i = 0; i < events.size(); ++i) {
      layer.parts[i] = layer_b[i] - layer_a[i];
      rest[i] -= layer.parts[i];
    }
    explanation.layers.push_back(std::move(layer));
  }
  const bool any = std::any_of(rest.begin(), rest.end(), [](double part) { return part != 0; });
  if (any) explanation.layers.push_back({std::nullopt, "outside the layers: per run, supply", 0, std::move(rest)});
}

}  // namespace whichchip::analysis
