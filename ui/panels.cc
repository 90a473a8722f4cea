#include "ui/panels.h"

#include <algorithm>
#include <string>
#include <utility>

#include "report/explain.h"
#include "report/roofline.h"
#include "report/tables.h"

namespace whichchip::ui {
namespace {

report::Document layers(const PanelContext& context) {
  const analysis::Comparison& comparison = context.comparison;
  report::Document all = report::compare_document(comparison, analysis::Level::subgraph);
  report::Document document{"Layers", "Every subgraph on every device, and which device wins it.", {}};
  for (report::Section& section : all.sections) {
    const bool of_subgraphs = std::any_of(section.tables.begin(), section.tables.end(), [](const report::Table& table) {
      return table.id == "subgraphs" || table.id == "wins" || table.id == "costliest";
    });
    if (of_subgraphs) document.sections.push_back(std::move(section));
  }
  return document;
}

report::Document device(const PanelContext& context) {
  if (context.device == nullptr) return {"Device", "No device has an estimate.", {}};
  const analysis::Row& row = *context.device;
  report::Document document{row.key, "Every figure of the prediction, and where the time goes.", {}};
  document.sections.push_back({"Prediction", {}, {report::device_table(context.comparison, row)}});
  document.sections.push_back({"What bounds the time", {}, {report::bounds_table(row)}});
  document.sections.push_back(
      {"Subgraphs in schedule order", {}, {report::device_subgraphs_table(context.comparison, row, 0)}});
  return document;
}

// The picked device among the best of the others: more roofs than that cannot be told apart.
report::Document roofline(const PanelContext& context) {
  if (context.device == nullptr) return {"Roofline", "No device has an estimate.", {}};
  constexpr std::size_t kRoofs = 3;
  const analysis::Comparison& comparison = context.comparison;
  std::vector<analysis::Roofline> rooflines{analysis::roofline(*comparison.workload, *context.device)};
  for (const analysis::Row& row : comparison.rows) {
    if (rooflines.size() == kRoofs) break;
    if (&row != context.device) rooflines.push_back(analysis::roofline(*comparison.workload, row));
  }
  return report::roofline_document(comparison, rooflines);
}

// Why the picked device differs from the best of the others; alone, where its own time goes.
report::Document explain(const PanelContext& context) {
  if (context.device == nullptr) return {"Explain", "No device has an estimate.", {}};
  const analysis::Comparison& comparison = context.comparison;
  const analysis::Row* other = nullptr;
  for (const analysis::Row& row : comparison.rows) {
    if (&row == context.device) continue;
    other = &row;
    break;
  }
  const analysis::Explanation explanation =
      other == nullptr ? analysis::explain(*comparison.workload, *context.device)
                       : analysis::explain(*comparison.workload, *other, *context.device,
                                           analysis::ExplainMetric::latency, comparison.scenario);
  return report::explain_document(*comparison.workload, comparison.scenario, explanation, true);
}

report::Document energy(const PanelContext& context) {
  if (context.device == nullptr) return {"Energy", "No device has an estimate.", {}};
  constexpr std::size_t kTop = 5;
  const analysis::Comparison& comparison = context.comparison;
  return report::energy_document(
      analysis::energy(*comparison.workload, {context.device->device}, comparison.scenario), kTop);
}

report::Document hardware(const PanelContext& context) {
  if (context.device == nullptr) return {"Hardware", "No device has an estimate.", {}};
  return report::hardware_document(context.device->device);
}

report::Document model(const PanelContext& context) {
  return report::inspect_document(*context.comparison.workload, context.comparison.scenario.runtime, true);
}

constexpr Panel kPanels[] = {
    {kComparisonPanel, "Compare", false, nullptr},
    {"roofline", "Roofline", true, roofline},
    {"energy", "Energy", true, energy},
    {"layers", "Layers", false, layers},
    {"explain", "Explain", true, explain},
    {"device", "Device", true, device},
    {"hardware", "Hardware", true, hardware},
    {"model", "Model", false, model},
};

}  // namespace

std::span<const Panel> panels() { return kPanels; }

const Panel* find_panel(const std::string& id) {
  for (const Panel& panel : kPanels) {
    if (id == panel.id) return &panel;
  }
  return nullptr;
}

}  // namespace whichchip::ui
