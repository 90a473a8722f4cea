#include "report/json.h"
#include "report/json_parts.h"

namespace whichchip::report {
namespace {

// Shares are of the tree's root. Sources stand in the model's tree; those of the subgraphs are the same.
Json node_part(const estimate::EnergyNode& node, double total_j, bool sources) {
  Json children = Json::array();
  for (const estimate::EnergyNode& child : node.children) children.push_back(node_part(child, total_j, sources));
  return {{"id", node.id},
          {"name", node.name},
          {"energy_j", number(node.energy_j)},
          {"share", number(total_j > 0 ? node.energy_j / total_j : 0)},
          {"count", number(node.count)},
          {"unit", text_or_null(node.unit)},
          {"energy_per_event_j", number(node.energy_per_event_j)},
          {"source", sources ? text_or_null(node.source) : Json(nullptr)},
          {"children", std::move(children)}};
}

Json subgraph_part(const estimate::SubgraphEnergy& subgraph) {
  return {{"id", subgraph.id ? Json(*subgraph.id) : Json(nullptr)},
          {"name", subgraph.name},
          {"latency_s", number(subgraph.latency_s)},
          {"on_host", subgraph.on_host},
          {"total_j", number(subgraph.tree.energy_j)},
          {"tree", node_part(subgraph.tree, subgraph.tree.energy_j, false)}};
}

Json modes_part(const analysis::EnergyRow& row) {
  Json result = Json::array();
  for (const analysis::ModeEnergy& mode : row.modes)
    result.push_back({{"power_mode", mode.mode},
                      {"cap_w", number(mode.cap_w)},
                      {"latency_s", number(mode.latency_s)},
                      {"power_w", number(mode.power_w)},
                      {"energy_j", number(mode.energy_j)}});
  return result;
}

Json row_part(const analysis::EnergyReport& report, const analysis::EnergyRow& row) {
  const estimate::Estimate& e = row.breakdown.estimate;
  Json subgraphs = Json::array();
  for (const estimate::SubgraphEnergy& subgraph : row.breakdown.subgraphs) subgraphs.push_back(subgraph_part(subgraph));
  return {{"hardware", row.key},
          {"class", hardware::name(row.device.device_class)},
          {"architecture", row.breakdown.class_name},
          {"power_mode", row.device.power_mode},
          {"precision_used", hardware::name(e.precision.precision)},
          {"boundary", estimate::name(report.scenario.boundary)},
          {"latency_s", number(e.latency_s)},
          {"throughput_per_s", number(static_cast<double>(report.workload->batch) / e.latency_s)},
          {"power_w", number(e.power_w)},
          {"idle_w", number(e.idle_w)},
          {"cap_w", number(e.cap_w)},
          {"total_j", number(row.energy_j)},
          {"dedicated_j", number(row.dedicated_energy_j)},
          {"static_share", number(row.static_share)},
          {"wasted_static_j", number(row.wasted_static_j)},
          {"gating_saving_j", number(row.gating_saving_j)},
          {"characteristics", row.breakdown.characteristics},
          {"suggestions", remedies_part(row.remedies)},
          {"modes", modes_part(row)},
          {"tree", node_part(row.breakdown.tree, row.breakdown.tree.energy_j, true)},
          {"subgraphs", std::move(subgraphs)}};
}

}  // namespace

std::string energy_json(const analysis::EnergyReport& report, const Versions& versions, int indent) {
  Json document = document_head("energy", versions);
  document["model"] = model_part(*report.workload);
  document["scenario"] = scenario_part(*report.workload, report.scenario);
  document["rate_per_s"] = number(report.rate_per_s);
  document["results"] = Json::array();
  for (const analysis::EnergyRow& row : report.rows) document["results"].push_back(row_part(report, row));
  document["failed"] = Json::array();
  for (const analysis::Failure& failure : report.failed)
    document["failed"].push_back({{"hardware", failure.hardware}, {"reason", failure.reason}});
  return dumped(document, indent);
}

}  // namespace whichchip::report
