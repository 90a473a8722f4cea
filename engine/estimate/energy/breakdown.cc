#include "estimate/energy/breakdown.h"

#include <algorithm>
#include <utility>

#include "core/units.h"
#include "estimate/power.h"
#include "estimate/run.h"

namespace whichchip::estimate {
namespace {

using core::format_number;

// "0.3 pJ at 7 nm × 1.85 (logic, 12 nm) × 0.85 (class): estimated"
std::string arithmetic(const energy::Price& price, const hardware::Device& device) {
  constexpr double kPicojoule = 1e-12;
  std::string text = format_number(price.base_j / kPicojoule) + " pJ";
  if (price.scaling != Scaling::none) {
    const std::string node = device.process_nm ? core::format_given(*device.process_nm) + " nm"
                                               : std::string("node not published, as 12 nm");
    text += " at 7 nm × " + format_number(price.node_factor) + " (" + name(price.scaling) + ", " + node + ")";
  }
  if (price.class_factor != 1) text += " × " + format_number(price.class_factor) + " (class)";
  if (price.voltage_factor != 1) text += " × " + format_number(price.voltage_factor) + " (voltage of the mode)";
  return price.source != nullptr && !price.source->empty() ? text + ": " + *price.source : text;
}

double sum_children(const EnergyNode& node) {
  double sum = 0;
  for (const EnergyNode& child : node.children) sum += child.energy_j;
  return sum;
}

EnergyNode branch(std::string id, std::string name, std::vector<EnergyNode> children, std::string source = {}) {
  EnergyNode node;
  node.id = std::move(id);
  node.name = std::move(name);
  node.source = std::move(source);
  node.children = std::move(children);
  node.energy_j = sum_children(node);
  return node;
}

// Watts for a time.
EnergyNode seconds_of(std::string id, std::string name, double watts, double seconds, std::string source) {
  EnergyNode node;
  node.id = std::move(id);
  node.name = std::move(name);
  node.energy_j = watts * seconds;
  node.count = seconds;
  node.unit = "second";
  node.energy_per_event_j = watts;
  node.source = std::move(source);
  return node;
}

// What the boundary adds to a subgraph, or to the whole.
struct Outside {
  double fallback_j = 0, latency_s = 0;
  double spare_s = 0;  // of it, what the mean unit has no work
};

// Units that a subgraph leaves without work; all of them while the host works, or prepares a request.
double spare_s(const SubgraphEstimate& subgraph, int units_total) {
  const double used = subgraph.on_host ? 0 : subgraph.units_used;
  return units_total > 0 ? subgraph.latency_s * std::max(0.0, 1 - used / units_total) : 0;
}

class TreeMaker {
 public:
  TreeMaker(const Observation& seen, const Technology& technology, Boundary boundary, double batch)
      : seen_(seen), technology_(technology), boundary_(boundary), batch_(batch) {
    idle_source_ = "idle watts × time: " + idle_source(seen.context.device, technology.energy);
    for (std::size_t i = 0; i < seen.events.classes().events.size(); ++i)
      sources_.push_back(arithmetic(seen.events.prices()[i], seen.context.device));
  }

  EnergyNode tree(const energy::Counts& counts, const Outside& outside) const {
    const energy::ClassEnergy& model = seen_.events.classes();
    std::vector<EnergyNode> branches;
    bool attributed_apart = false;
    for (const energy::Group& group : model.groups) {
      const bool residual = group.kind == EnergyKind::unattributed;
      attributed_apart = attributed_apart || residual;
      std::vector<EnergyNode> leaves;
      for (std::size_t i = group.first; i < group.last; ++i) leaves.push_back(leaf(i, counts[i], residual));
      branches.push_back(branch(group.id, group.name, std::move(leaves), residual ? model.unattributed : ""));
    }
    if (!attributed_apart) branches.push_back(branch("unattributed", "unattributed", {}, model.unattributed));

    const double seconds = outside.latency_s / batch_;
    branches.push_back(
        branch("static", "static",
               {idle(seconds, outside.spare_s / batch_),
                seconds_of("uncore", "uncore", seen_.power.uncore_w, seconds,
                           "watts of running clocks × time: static power of the device or its class, less idle")}));
    if (boundary_ != Boundary::chip) branches.push_back(host(outside.fallback_j / batch_, seconds));
    EnergyNode root = branch("total", "total", std::move(branches));
    if (boundary_ == Boundary::wall) {
      EnergyNode supply;
      supply.id = "supply";
      supply.name = "supply";
      supply.energy_j = root.energy_j * (1 / technology_.energy.supply_efficiency - 1);
      supply.source = "lost in a supply of efficiency " + format_number(technology_.energy.supply_efficiency);
      root.children.push_back(std::move(supply));
      root.energy_j = sum_children(root);
    }
    return root;
  }

 private:
  // The same watts flow into units with and without work: what the second take is what gating could save.
  EnergyNode idle(double seconds, double spare) const {
    const double watts = seen_.power.idle_w;
    EnergyNode node =
        branch("idle", "idle",
               {seconds_of("busy_units", "units at work", watts, std::max(0.0, seconds - spare), idle_source_),
                seconds_of("spare_units", "units without work", watts, spare, idle_source_)},
               idle_source_);
    node.count = seconds;
    node.unit = "second";
    node.energy_per_event_j = watts;
    return node;
  }

  EnergyNode leaf(std::size_t i, double count, bool residual) const {
    const energy::Event& event = seen_.events.classes().events[i];
    EnergyNode node;
    node.id = event.id;
    node.name = event.name;
    node.energy_j = count / batch_ * seen_.events.prices()[i].energy_j;
    if (residual) {
      node.source = seen_.events.classes().unattributed;
      return node;
    }
    node.count = count / batch_;
    node.unit = event.unit;
    node.energy_per_event_j = seen_.events.prices()[i].energy_j;
    node.source = sources_[i];
    return node;
  }

  EnergyNode host(double fallback_j, double seconds) const {
    EnergyNode fallback;
    fallback.id = "fallback";
    fallback.name = "fallback";
    fallback.energy_j = fallback_j;
    fallback.source = "the host's cores at their share of its TDP while they run what the device cannot";
    return branch("host", "host",
                  {std::move(fallback), seconds_of("waiting", "waiting", seen_.estimate.host_w, seconds,
                                                   "watts that host and board draw for this device × time")});
  }

  const Observation& seen_;
  const Technology& technology_;
  Boundary boundary_;
  double batch_;
  std::string idle_source_;
  std::vector<std::string> sources_;
};

// Maps between the operators of a subgraph, which no memory beyond its units sees.
double fused_bytes(const workload::Workload& workload, const Observation& seen) {
  const double bits = hardware::storage_bits(seen.estimate.precision.precision);
  double elements = 0;
  const auto add = [&elements](const workload::Accesses& accesses, double times) {
    for (const workload::Access& access : accesses) elements += times * static_cast<double>(access.elements);
  };
  for (std::size_t i = 0; i < seen.partition.subgraphs.size(); ++i) {
    const workload::Subgraph& subgraph = seen.partition.subgraphs[i];
    if (seen.estimate.subgraphs[i].on_host) continue;
    for (const int index : subgraph.operators) {
      const workload::Operator& op = workload.operators[static_cast<std::size_t>(index)];
      if (op.kind == workload::OperatorKind::view) continue;
      add(op.reads, static_cast<double>(op.repeat));
      add(op.writes, static_cast<double>(op.repeat));
    }
    for (const auto* accesses : {&subgraph.reads, &subgraph.weights, &subgraph.writes})
      add(*accesses, -static_cast<double>(subgraph.repeat));
  }
  return std::max(0.0, elements) * bits / 8;
}

energy::Totals totals_of(const workload::Workload& workload, const Observation& seen) {
  energy::Totals totals{seen.context};
  for (std::size_t i = 0; i < seen.events.classes().events.size(); ++i) {
    for (const energy::Counts& counts : seen.counts) totals.counts[i] += counts[i];
    totals.energy_j[i] = totals.counts[i] * seen.events.prices()[i].energy_j;
    totals.dynamic_j += totals.energy_j[i];
  }
  for (std::size_t i = 0; i < seen.counts.size(); ++i)
    if (!seen.estimate.subgraphs[i].on_host) totals.macs += static_cast<double>(seen.partition.subgraphs[i].macs);
  totals.fused_bytes = fused_bytes(workload, seen);
  return totals;
}

void add_static_sentences(const Observation& seen, EnergyBreakdown& result) {
  const Estimate& e = seen.estimate;
  const double fixed = e.idle_energy_j + e.uncore_energy_j;
  if (e.energy_j <= 0) return;
  result.characteristics.push_back("Static power, " + core::format(core::Quantity::power, seen.power.static_w()) +
                                   " whether it works or not, takes " +
                                   core::format(core::Quantity::fraction, fixed / e.energy_j) + " of the energy.");
  if (e.fallback_energy_j > 0)
    result.characteristics.push_back("The host's cores spend " +
                                     core::format(core::Quantity::energy, e.fallback_energy_j) +
                                     " a run on what the device cannot execute" +
                                     (e.host_energy_j > 0 ? "." : "; it counts at the boundaries board and wall."));
}

}  // namespace

std::vector<std::string> leaf_ids() {
  using hardware::Mapping;
  std::vector<std::string> ids;
  const auto add = [&ids](const char* id) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.emplace_back(id);
  };
  for (const Mapping mapping : {Mapping::gpu, Mapping::cpu, Mapping::systolic, Mapping::kpu, Mapping::npu, Mapping::dsp,
                                Mapping::dpu, Mapping::dataflow, Mapping::cgra}) {
    for (const energy::Event& event : architecture_class(mapping).energy.events) add(event.id);
  }
  for (const char* id : {"unattributed", "busy_units", "spare_units", "uncore", "fallback", "waiting", "supply"})
    add(id);
  return ids;
}

EnergyBreakdown energy_breakdown(const workload::Workload& workload, const hardware::Device& device,
                                 const Scenario& scenario, const Technology& technology) {
  EnergyBreakdown result;
  const double batch = static_cast<double>(std::max<std::int64_t>(1, workload.batch));
  run(workload, device, scenario, technology, [&](const Observation& seen) {
    const TreeMaker maker(seen, technology, scenario.boundary, batch);
    const energy::Totals totals = totals_of(workload, seen);
    result.estimate = seen.estimate;
    result.class_name = architecture_class(device.mapping).name;
    const int units = seen.estimate.units_total;
    double spare = units > 0 ? seen.estimate.request_s : 0;
    for (const SubgraphEstimate& subgraph : seen.estimate.subgraphs) spare += spare_s(subgraph, units);
    result.tree = maker.tree(totals.counts, {seen.estimate.fallback_energy_j, seen.estimate.latency_s, spare});
    for (std::size_t i = 0; i < seen.counts.size(); ++i) {
      const workload::Subgraph& subgraph = seen.partition.subgraphs[i];
      const SubgraphEstimate& estimate = seen.estimate.subgraphs[i];
      result.subgraphs.push_back(
          {subgraph.id, subgraph.name, estimate.latency_s, static_cast<double>(subgraph.macs), estimate.on_host,
           maker.tree(seen.counts[i], {estimate.host_energy_j, estimate.latency_s, spare_s(estimate, units)})});
    }
    if (seen.estimate.request_s > 0)
      result.subgraphs.push_back(
          {std::nullopt, "request overhead", seen.estimate.request_s, 0, false,
           maker.tree({}, {0, seen.estimate.request_s, units > 0 ? seen.estimate.request_s : 0})});
    result.characteristics = seen.events.classes().describe(totals);
    add_static_sentences(seen, result);
  });
  return result;
}

EnergyBreakdown energy_breakdown(const workload::Workload& workload, const hardware::Device& device,
                                 const Scenario& scenario) {
  return energy_breakdown(workload, device, scenario, builtin_technology());
}

std::optional<double> dedicated_energy_j(const Estimate& estimate, double batch, double rate_per_s) {
  const double seconds = estimate.latency_s / batch;
  if (rate_per_s <= 0 || rate_per_s * seconds > 1) return std::nullopt;
  return estimate.idle_w / rate_per_s + (estimate.power_w - estimate.idle_w) * seconds;
}

}  // namespace whichchip::estimate
