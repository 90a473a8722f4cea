#include <map>
#include <string>

#include "analysis/layer_power.h"
#include "report/json.h"
#include "report/json_parts.h"

namespace whichchip::report {
namespace {

Json ranks_part(const analysis::Row& row) {
  Json result = Json::object();
  for (const analysis::Metric metric : analysis::kMetrics) {
    if (metric == analysis::Metric::power) continue;
    const auto rank = row.ranks.find(metric);
    result[analysis::name(metric)] = rank == row.ranks.end() ? Json(nullptr) : Json(rank->second);
  }
  result["tier"] = row.tier == 0 ? Json(nullptr) : Json(std::string(1, row.tier));
  result["first_ahead"] = number(row.first_ahead);
  return result;
}

Json bound_part(const analysis::Row& row) {
  Json result = Json::object();
  for (std::size_t i = 0; i < row.bound_share.size(); ++i)
    result[estimate::name(static_cast<estimate::Bound>(i))] = number(row.bound_share[i]);
  return result;
}

Json benchmark_part(const std::optional<analysis::Benchmark>& benchmark) {
  if (!benchmark) return nullptr;
  return {{"name", benchmark->name},           {"round", benchmark->round},   {"division", benchmark->division},
          {"submitter", benchmark->submitter}, {"system", benchmark->system}, {"link", benchmark->link}};
}

Json measured_part(const analysis::Row& row) {
  Json result = Json::array();
  for (const analysis::Measured& m : row.measured)
    result.push_back({{"metric", m.metric},
                      {"value", number(m.value)},
                      {"unit", m.metric == "latency_s" ? "s" : "1/s"},
                      {"model", m.model},
                      {"batch", m.batch},
                      {"precision", m.precision},
                      {"runtime", m.runtime},
                      {"boundary", m.boundary},
                      {"units_used", text_or_null(m.units_used)},
                      {"year", m.year},
                      {"source", m.source},
                      {"software", m.software},
                      {"note", text_or_null(m.note)},
                      {"benchmark", benchmark_part(m.benchmark)},
                      {"residual", number(m.residual)},
                      {"own_residual", number(m.own_residual)}});
  return result;
}

// Per inference; the parts add up to energy_j.
Json split_part(const analysis::Row& row, double batch) {
  const estimate::Estimate& e = row.estimate;
  Json result = Json::object();
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i)
    result[estimate::name(static_cast<estimate::EnergyKind>(i))] = number(e.energy_split_j[i] / batch);
  result["idle"] = number(e.idle_energy_j / batch);
  result["uncore"] = number(e.uncore_energy_j / batch);
  result["host"] = number(e.host_energy_j / batch);
  result["supply"] = number(e.supply_energy_j / batch);
  return result;
}

std::optional<double> peak_power_w(const estimate::Estimate& estimate) {
  const std::optional<analysis::LayerPower> most = analysis::most_power(estimate);
  return most ? std::optional<double>(most->watts) : std::nullopt;
}

Json row_part(const analysis::Row& row, double batch) {
  const estimate::Estimate& estimate = row.estimate;
  Json part{{"hardware", row.key},
            {"class", hardware::name(row.device.device_class)},
            {"power_mode", row.device.power_mode},
            {"fits", estimate::name(estimate.fits)},
            {"precision_used", hardware::name(estimate.precision.precision)},
            {"precision_status", estimate::name(estimate.precision.status)},
            {"runtime_used", workload::name(estimate.runtime_used)},
            {"latency_s", number(row.batch_latency_s)},
            {"latency_interval_s", interval(estimate.latency_interval_s)},
            {"throughput_per_s", number(row.throughput_per_s)},
            {"power_w", number(estimate.power_w)},
            {"peak_power_w", number(peak_power_w(estimate))},
            {"energy_j", number(row.energy_j)},
            {"energy_interval_j", interval(row.energy_interval_j)},
            {"energy_split_j", split_part(row, batch)},
            {"inferences_per_j", number(row.inferences_per_j)},
            {"peak_memory_bytes", number(estimate.memory.total_bytes())},
            {"attained_tops", number(row.attained_ops_per_s * 1e-12)},
            {"peak_tops", number(estimate.peak_ops_per_s * 1e-12)},
            {"compute_utilisation", number(row.compute_utilisation)},
            {"bandwidth_utilisation", number(row.bandwidth_utilisation)},
            {"arithmetic_intensity", number(row.arithmetic_intensity)},
            {"ridge_point", number(row.ridge_point)},
            {"units_used", estimate.units_used},
            {"units_total", estimate.units_total},
            {"bound", bound_part(row)},
            {"edp_js", number(row.edp_js)},
            {"cost_usd_per_million", number(row.cost_usd_per_million)},
            {"carbon_g", number(row.carbon_g)},
            {"cost", nullptr},
            {"confidence", estimate::name(estimate.confidence)},
            {"measured", measured_part(row)},
            {"ranks", ranks_part(row)},
            {"warnings", findings_part(row.warnings)}};
  if (!row.remedies.empty()) part["suggestions"] = remedies_part(row.remedies);
  return part;
}

Json winners_part(const analysis::Comparison& comparison) {
  Json result = Json::object();
  for (const char* metric : {"energy", "latency", "throughput", "memory", "balance", "cost"}) {
    const auto winner = comparison.winners.find(metric);
    result[metric] = winner == comparison.winners.end() ? Json(nullptr) : Json(winner->second);
  }
  return result;
}

Json subgraph_part(const analysis::Comparison& comparison, workload::Runtime runtime,
                   const workload::Subgraph& subgraph, std::size_t index) {
  const workload::Workload& workload = *comparison.workload;
  const double batch = static_cast<double>(workload.batch);
  Json results = Json::array();
  for (const analysis::Row& row : comparison.rows) {
    if (row.estimate.runtime_used != runtime || index >= row.estimate.subgraphs.size()) continue;
    const estimate::SubgraphEstimate& part = row.estimate.subgraphs[index];
    Json rungs = Json::object();
    for (std::size_t i = 0; i < estimate::kRungCount; ++i)
      rungs[estimate::name(static_cast<estimate::Rung>(i))] = number(part.rungs_s[i]);
    results.push_back({{"hardware", row.key},
                       {"latency_s", number(part.latency_s)},
                       {"energy_j", number((part.dynamic_energy_j + part.static_energy_j) / batch)},
                       {"bound", estimate::name(part.bound)},
                       {"units_used", part.units_used},
                       {"dram_bytes", number(part.dram_bytes)},
                       {"on_host", part.on_host},
                       {"rungs_s", std::move(rungs)}});
  }
  const core::SharedText& node = workload.operators[static_cast<std::size_t>(subgraph.anchor)].name;
  return {{"id", subgraph.id},
          {"runtime", workload::name(runtime)},
          {"name", subgraph.name},
          {"node", text_or_null(node)},
          {"kind", workload::name(subgraph.kind)},
          {"macs", subgraph.macs},
          {"vector_ops", subgraph.vector_ops},
          {"results", std::move(results)}};
}

// Every partition that a device ran, in the runtimes' order.
Json subgraphs_part(const analysis::Comparison& comparison) {
  Json result = Json::array();
  for (const workload::Runtime runtime : workload::kRuntimes) {
    bool used = false;
    for (const analysis::Row& row : comparison.rows) used = used || row.estimate.runtime_used == runtime;
    if (!used) continue;
    const std::vector<workload::Subgraph>& subgraphs = comparison.workload->partition(runtime).subgraphs;
    for (std::size_t i = 0; i < subgraphs.size(); ++i)
      result.push_back(subgraph_part(comparison, runtime, subgraphs[i], i));
  }
  return result;
}

}  // namespace

std::string compare_json(const analysis::Comparison& comparison, analysis::Level level, const Versions& versions,
                         int indent) {
  Json document = document_head("compare", versions);
  document["model"] = model_part(*comparison.workload);
  document["scenario"] = scenario_part(*comparison.workload, comparison.scenario);
  document["economics"] = economics_part(comparison.economics);
  document["results"] = Json::array();
  for (const analysis::Row& row : comparison.rows)
    document["results"].push_back(row_part(row, static_cast<double>(comparison.workload->batch)));
  const analysis::Costing costing = analysis::costing(comparison);
  for (const analysis::CostRow& cost : costing.rows)
    document["results"][cost.row]["cost"] = cost_part(comparison.rows[cost.row], cost);
  if (comparison.language) document["language"] = language_part(*comparison.language);
  document["failed"] = Json::array();
  for (const analysis::Failure& failure : comparison.failed) {
    document["failed"].push_back({{"hardware", failure.hardware}, {"reason", failure.reason}});
  }
  document["winners"] = winners_part(comparison);
  document["insights"] = comparison.insights;
  if (level == analysis::Level::subgraph) document["subgraphs"] = subgraphs_part(comparison);
  return dumped(document, indent);
}

}  // namespace whichchip::report
