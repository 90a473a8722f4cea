#include <string>

#include "core/integer.h"
#include "report/counting.h"
#include "report/json.h"
#include "report/json_parts.h"
#include "report/partitions.h"
#include "workload/provenance.h"

namespace whichchip::report {
namespace {

Json coverage_part(const workload::Coverage& coverage) {
  Json unknown = Json::array();
  for (const workload::UnknownOperator& entry : coverage.unknown) {
    unknown.push_back({{"op", entry.op_type},
                       {"domain", entry.domain.empty() ? "ai.onnx" : entry.domain},
                       {"count", entry.count},
                       {"reason", entry.reason}});
  }
  return {{"nodes", coverage.nodes},
          {"nodes_modelled", coverage.nodes_modelled},
          {"macs_fraction", number(coverage.macs_fraction)},
          {"unknown", std::move(unknown)}};
}

// null for models that keep nothing from run to run.
Json decoder_part(const workload::Workload& workload) {
  if (!workload.decoder) return nullptr;
  const workload::Decoder& decoder = *workload.decoder;
  return {{"phase", model::name(workload.phase)},
          {"new_tokens", decoder.new_tokens},
          {"past_tokens", decoder.past_tokens},
          {"caches", decoder.caches.size()},
          {"cache_bytes_per_token", decoder.cache_bytes_per_token},
          {"state_bytes", decoder.state_bytes},
          {"cache_bytes", decoder.cache_bytes},
          {"parameters", workload.model.parameters.parameters},
          {"active_parameters", workload.model.parameters.active_parameters},
          {"evidence", decoder.evidence}};
}

Json operators_part(const analysis::Inspection& inspection) {
  Json result = Json::array();
  for (const analysis::OperatorGroup& group : inspection.operators) {
    const bool counted = group.unknown < group.count;
    result.push_back({{"op", group.op_type},
                      {"domain", group.domain.empty() ? "ai.onnx" : group.domain},
                      {"count", group.count},
                      {"macs", counted ? Json(group.macs) : Json(nullptr)},
                      {"vector_ops", counted ? Json(group.vector_ops) : Json(nullptr)},
                      {"bytes", number(group.bytes)}});
  }
  return result;
}

Json counting_part(const analysis::Counting& counting) {
  Json operators = Json::array();
  for (const analysis::CountedGroup& group : counting.operators) {
    operators.push_back({{"op", group.op_type},
                         {"domain", group.domain.empty() ? "ai.onnx" : group.domain},
                         {"count", group.count},
                         {"macs", number(group.macs)},
                         {"counted", number(group.counted)}});
  }
  return {{"convention", analysis::name(counting.convention)},
          {"unit", counting.unit},
          {"definition", counting.definition},
          {"total", number(counting.total)},
          {"operators", std::move(operators)}};
}

Json subgraphs_part(const workload::Workload& workload, const workload::Partition& partition,
                    const analysis::Inspection& inspection) {
  Json result = Json::array();
  for (std::size_t i = 0; i < partition.subgraphs.size(); ++i) {
    const workload::Subgraph& subgraph = partition.subgraphs[i];
    const analysis::SubgraphBytes& bytes = inspection.subgraph_bytes[i];
    const double total = bytes.total();
    const bool counted = subgraph.kind != workload::OperatorKind::unknown;
    const core::SharedText& node = workload.operators[static_cast<std::size_t>(subgraph.anchor)].name;
    result.push_back({{"id", subgraph.id},
                      {"name", subgraph.name},
                      {"node", text_or_null(node)},
                      {"kind", workload::name(subgraph.kind)},
                      {"operators", subgraph.operators.size()},
                      {"macs", counted ? Json(subgraph.macs) : Json(nullptr)},
                      {"vector_ops", counted ? Json(subgraph.vector_ops) : Json(nullptr)},
                      {"weight_bytes", number(bytes.weight)},
                      {"input_bytes", number(bytes.input)},
                      {"output_bytes", number(bytes.output)},
                      {"arithmetic_intensity",
                       counted && total > 0 ? number(2 * static_cast<double>(subgraph.macs) / total) : Json(nullptr)}});
  }
  return result;
}

// How each operator of a subgraph was counted, with the numbers filled in.
Json arithmetic_part(const workload::Workload& workload, const workload::Subgraph& subgraph) {
  Json result = Json::array();
  for (const int i : subgraph.operators) {
    const workload::Operator& op = workload.operators[static_cast<std::size_t>(i)];
    const workload::Provenance shown = workload::provenance(workload, op);
    result.push_back({{"op", op.op_type},
                      {"node", text_or_null(op.name)},
                      {"rule", text_or_null(shown.rule)},
                      {"lines", shown.arithmetic},
                      {"assumptions", shown.assumptions}});
  }
  return result;
}

Json inspect_part(const workload::Workload& workload, const estimate::Scenario& scenario, const Versions& versions,
                  analysis::Level level) {
  const analysis::Inspection inspection = analysis::inspect(workload, scenario.runtime);
  const workload::Partition& partition = workload.partition(scenario.runtime);
  const workload::Totals& totals = workload.totals;
  Json document = document_head("inspect", versions);
  document["model"] = model_part(workload);
  document["scenario"] = scenario_part(workload, scenario);
  document["totals"] = {{"macs", totals.macs},
                        {"flops", core::saturating_multiply(2, totals.macs)},
                        {"vector_ops", totals.vector_ops},
                        {"transcendental_ops", totals.transcendental_ops},
                        {"weight_bytes", totals.weight_bytes},
                        {"activation_bytes", totals.activation_bytes},
                        {"peak_activation_bytes", partition.peak_activation_bytes},
                        {"peak_activation_lower_bound_bytes", partition.peak_activation_lower_bound_bytes},
                        {"activation_arena_bytes", partition.activation_arena_bytes}};
  document["decoder"] = decoder_part(workload);
  document["coverage"] = coverage_part(workload.coverage);
  document["operators"] = operators_part(inspection);
  document["subgraphs"] = subgraphs_part(workload, partition, inspection);
  if (level == analysis::Level::subgraph) {
    for (std::size_t i = 0; i < partition.subgraphs.size(); ++i)
      document["subgraphs"][i]["arithmetic"] = arithmetic_part(workload, partition.subgraphs[i]);
  }
  document["partitions"] = partitions_part(analysis::fusion_report(workload, scenario.runtime));
  document["guidance"] = guidance_part(analysis::guidance(workload, scenario.runtime));
  document["warnings"] = warnings_part(workload.warnings);
  return document;
}

}  // namespace

std::string inspect_json(const workload::Workload& workload, const estimate::Scenario& scenario,
                         const Versions& versions, analysis::Level level, int indent) {
  return dumped(inspect_part(workload, scenario, versions, level), indent);
}

std::string inspect_json(const workload::Workload& workload, const estimate::Scenario& scenario,
                         const Versions& versions, analysis::Level level, const analysis::Counting& counting,
                         int indent) {
  Json document = inspect_part(workload, scenario, versions, level);
  document["counted_like"] = counting_part(counting);
  return dumped(document, indent);
}

}  // namespace whichchip::report
