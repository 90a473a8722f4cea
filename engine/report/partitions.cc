#include "report/partitions.h"

#include "core/units.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using core::Quantity;

const char* level_id(const analysis::FusionLevel& level) {
  return level.runtime ? workload::name(*level.runtime) : "unfused";
}

std::optional<double> share(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::optional<double> saved_share(const analysis::FusionReport& report, const analysis::FusionLevel& level) {
  const double unfused = report.levels.front().bytes;
  return unfused > 0 ? std::optional<double>(level.saved_bytes / unfused) : std::nullopt;
}

Table partitions_table(const analysis::FusionReport& report) {
  TableBuilder table("partitions", "");
  table.text("level", "Runtime")
      .label("subgraphs", "Subgraphs")
      .label("mean_operators", "Ops each", "", true, "Operators of a subgraph, mean")
      .label("most_operators", "Most ops", "", false)
      .number("bytes", "Moved", Quantity::bytes, true, "Read and written by all subgraphs, at the model's own types")
      .number("saved_bytes", "Saved", Quantity::bytes, false, "Against every operator by itself")
      .number("saved_share", "Saved", Quantity::fraction)
      .number("alone", "Alone", Quantity::fraction, true, "Of the subgraphs with MACs, those with a single operator")
      .number("balance", "Balance", Quantity::fraction, false,
              "Mean MACs of a subgraph that has any, over those of the largest")
      .number("macs", "MACs", Quantity::operations, false, "The same however it is fused")
      .at_least(report.least);
  for (const analysis::FusionLevel& level : report.levels) {
    table.row(level_id(level)).cell(level.runtime ? workload::name(*level.runtime) : "none: operator by operator");
    table.count(level.subgraphs).cell(core::format_number(level.mean_operators), level.mean_operators);
    table.count(level.most_operators).cell(level.bytes).cell(level.saved_bytes).cell(saved_share(report, level));
    table.cell(share(level.alone, level.compute_subgraphs));
    table.cell(level.compute_subgraphs > 0 ? std::optional<double>(level.balance) : std::nullopt);
    table.cell(static_cast<double>(level.macs));
  }
  return table.build();
}

Table components_table(const analysis::Guidance& guidance) {
  TableBuilder table("components", "Parts by what they rest on");
  table.text("inputs", "Inputs").label("operators", "Operators").number("macs", "MACs", Quantity::operations);
  table.number("share", "Share", Quantity::fraction).number("weight_bytes", "Weights", Quantity::bytes);
  std::int64_t all = 0;
  for (const analysis::Component& component : guidance.components) all += component.macs;
  for (const analysis::Component& component : guidance.components) {
    table.row(component.inputs).cell(component.inputs).count(component.operators);
    table.cell(static_cast<double>(component.macs)).cell(share(component.macs, all)).cell(component.weight_bytes);
  }
  return table.build();
}

}  // namespace

Section partitions_section(const analysis::FusionReport& report) {
  return {"How runtimes fuse it", report.text, {partitions_table(report)}};
}

Json partitions_part(const analysis::FusionReport& report) {
  Json result = Json::array();
  for (const analysis::FusionLevel& level : report.levels)
    result.push_back(
        {{"level", level_id(level)},
         {"subgraphs", level.subgraphs},
         {"mean_operators", number(level.mean_operators)},
         {"most_operators", level.most_operators},
         {"bytes", number(level.bytes)},
         {"saved_bytes", number(level.saved_bytes)},
         {"compute_subgraphs", level.compute_subgraphs},
         {"alone", level.alone},
         {"balance", number(level.compute_subgraphs > 0 ? std::optional<double>(level.balance) : std::nullopt)},
         {"macs", level.macs}});
  return result;
}

Section guidance_section(const analysis::Guidance& guidance) {
  Section section{"For a model of this kind", {}, {}};
  for (const analysis::Finding& fact : guidance.facts) section.lines.push_back(analysis::told(fact));
  for (const analysis::Remedy& remedy : guidance.remedies) section.lines.push_back(analysis::told(remedy));
  if (!guidance.components.empty()) section.tables.push_back(components_table(guidance));
  return section;
}

Json guidance_part(const analysis::Guidance& guidance) {
  Json components = Json::array();
  for (const analysis::Component& component : guidance.components)
    components.push_back({{"inputs", component.inputs},
                          {"operators", component.operators},
                          {"macs", component.macs},
                          {"weight_bytes", number(component.weight_bytes)}});
  return {{"facts", findings_part(guidance.facts)},
          {"suggestions", remedies_part(guidance.remedies)},
          {"components", std::move(components)}};
}

}  // namespace whichchip::report
