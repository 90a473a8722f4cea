#include "report/csv_line.h"
#include "report/render.h"

namespace whichchip::report {
namespace {

struct Place {
  const analysis::EnergyReport& report;
  const analysis::EnergyRow& row;
  const estimate::SubgraphEnergy* subgraph;  // null: the whole model
};

void leaves(const estimate::EnergyNode& node, const std::string& group, double total_j, const Place& place,
            std::string& out) {
  if (!node.children.empty()) {
    const bool top = node.id == "total";
    for (const estimate::EnergyNode& child : node.children) leaves(child, top ? child.id : group, total_j, place, out);
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

}  // namespace

std::string energy_csv(const analysis::EnergyReport& report, bool by_subgraph) {
  std::string out = header({"model", "hardware", "power_mode", "boundary", "batch", "subgraph_id", "subgraph", "group",
                            "event", "name", "count", "unit", "energy_per_event_j", "energy_j", "share_pct", "source"});
  for (const analysis::EnergyRow& row : report.rows) {
    if (!by_subgraph) {
      leaves(row.breakdown.tree, "", row.breakdown.tree.energy_j, {report, row, nullptr}, out);
      continue;
    }
    for (const estimate::SubgraphEnergy& subgraph : row.breakdown.subgraphs)
      leaves(subgraph.tree, "", row.breakdown.tree.energy_j, {report, row, &subgraph}, out);
  }
  return out;
}

}  // namespace whichchip::report
