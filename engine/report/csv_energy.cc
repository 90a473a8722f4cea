#include <map>

#include "report/csv_line.h"
#include "report/render.h"

namespace whichchip::report {
namespace {

constexpr double kMicro = 1e6, kMilli = 1e3;

struct Place {
  const analysis::EnergyReport& report;
  const analysis::EnergyRow& row;
  const estimate::SubgraphEnergy* subgraph;  // null: the whole model
};

void add_leaves(const estimate::EnergyNode& node, const std::string& group, double total_j, const Place& place,
                std::string& out) {
  if (!node.children.empty()) {
    const bool top = node.id == "total";
    for (const estimate::EnergyNode& child : node.children)
      add_leaves(child, top ? child.id : group, total_j, place, out);
    return;
  }
  Line line;
  line.text(place.report.workload->model.name).text(place.row.key).text(place.row.device.power_mode);
  line.text(estimate::name(place.report.scenario.boundary)).count(place.report.workload->batch);
  if (place.subgraph == nullptr)
    line.unavailable().unavailable();
  else if (place.subgraph->id)
    line.count(*place.subgraph->id).text(place.subgraph->name);
  else
    line.unavailable().text(place.subgraph->name);
  line.text(group).text(node.id).text(node.name).number(node.count).text(node.unit).number(node.energy_per_event_j);
  line.number(node.energy_j).number(total_j > 0 ? node.energy_j / total_j * 100 : 0).text(node.source);
  out += line.str();
}

void sum_leaves(const estimate::EnergyNode& node, std::map<std::string, double>& sums) {
  if (node.children.empty()) sums[node.id] += node.energy_j;
  for (const estimate::EnergyNode& child : node.children) sum_leaves(child, sums);
}

}  // namespace

std::string energy_csv(const analysis::EnergyReport& report) {
  const std::vector<std::string> leaves = estimate::leaf_ids();
  Line head;
  for (const char* name : {"model", "hardware", "architecture", "power_mode", "boundary", "runtime", "precision_used",
                           "batch", "latency_ms", "throughput_per_s", "power_w", "energy_mj", "static_pct"})
    head.text(name);
  for (const std::string& leaf : leaves) head.text(leaf + "_uj");
  std::string out = head.str();
  for (const analysis::EnergyRow& row : report.rows) {
    const estimate::Estimate& e = row.breakdown.estimate;
    Line line;
    line.text(report.workload->model.name).text(row.key).text(row.breakdown.class_name).text(row.device.power_mode);
    line.text(estimate::name(report.scenario.boundary)).text(workload::name(e.runtime_used));
    line.text(hardware::name(e.precision.precision)).count(report.workload->batch).number(e.latency_s * kMilli);
    line.number(static_cast<double>(report.workload->batch) / e.latency_s).number(e.power_w);
    line.number(row.energy_j * kMilli).number(row.static_share * 100);
    std::map<std::string, double> sums;
    sum_leaves(row.breakdown.tree, sums);
    for (const std::string& leaf : leaves) {
      const auto found = sums.find(leaf);
      line.number(found == sums.end() ? std::nullopt : std::optional<double>(found->second * kMicro));
    }
    out += line.str();
  }
  return out;
}

std::string energy_events_csv(const analysis::EnergyReport& report, bool by_subgraph) {
  std::string out = header({"model", "hardware", "power_mode", "boundary", "batch", "subgraph_id", "subgraph", "group",
                            "event", "name", "count", "unit", "energy_per_event_j", "energy_j", "share_pct", "source"});
  for (const analysis::EnergyRow& row : report.rows) {
    if (!by_subgraph) {
      add_leaves(row.breakdown.tree, "", row.breakdown.tree.energy_j, {report, row, nullptr}, out);
      continue;
    }
    for (const estimate::SubgraphEnergy& subgraph : row.breakdown.subgraphs)
      add_leaves(subgraph.tree, "", row.breakdown.tree.energy_j, {report, row, &subgraph}, out);
  }
  return out;
}

}  // namespace whichchip::report
