#include "ui/panels.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "analysis/diff.h"
#include "report/compare_charts.h"
#include "report/cost.h"
#include "report/diff.h"
#include "report/explain.h"
#include "report/heat_map.h"
#include "report/layer.h"
#include "report/plain_text.h"
#include "report/roofline.h"
#include "report/support.h"
#include "report/tables.h"
#include "report/toolchains.h"
#include "report/treemap.h"
#include "ui/catalogue_panel.h"
#include "ui/graph_panels.h"

namespace whichchip::ui {
namespace {

report::SubgraphQuantity layers_quantity(const PanelOptions& options) {
  return option(options, "metric", "latency") == "energy" ? report::SubgraphQuantity::energy
                                                          : report::SubgraphQuantity::latency;
}

std::vector<Setting> layers_settings(const PanelContext& context) {
  const bool energy = layers_quantity(context.options) == report::SubgraphQuantity::energy;
  return {{"metric", "By", {{"latency", "Latency"}, {"energy", "Energy"}}, energy ? "energy" : "latency"}};
}

report::Document layers(const PanelContext& context) {
  const analysis::Comparison& comparison = context.comparison;
  report::Document document{"Layers",
                            "Every subgraph on every device, and which device wins it. A click on a layer picks it.",
                            report::layer_sections(comparison, context.layer)};
  // The canvas shows shades. (It would have to paint the glyphs with the system's typefaces, at the price of a copy of
  // all that is shown.)
  for (report::Section& section :
       report::subgraph_sections(comparison, report::HeatLegend::words, layers_quantity(context.options)))
    document.sections.push_back(std::move(section));
  if (comparison.rows.empty()) return document;
  document.sections.push_back(report::support_section(comparison));
  document.sections.push_back(report::toolchains_section(comparison));
  return document;
}

report::Document device(const PanelContext& context) {
  if (context.device == nullptr) return {"Device", "No device has an estimate.", {}};
  const analysis::Row& row = *context.device;
  report::Document document{row.key, "Every figure of the prediction, and where the time goes.", {}};
  report::add_table(document.sections, "Prediction", report::device_table(context.comparison, row));
  report::add_table(document.sections, "What bounds the time", report::bounds_table(row));
  document.sections.push_back(
      {"Subgraphs in schedule order", {}, {report::device_subgraphs_table(context.comparison, row, 0)}});
  return document;
}

// The picked device among the best of the others: more roofs than that cannot be told apart.
std::vector<analysis::Roofline> rooflines_of(const PanelContext& context) {
  constexpr std::size_t kRoofs = 3;
  const analysis::Comparison& comparison = context.comparison;
  std::vector<analysis::Roofline> rooflines{analysis::roofline(*comparison.workload, *context.device)};
  for (const analysis::Row& row : comparison.rows) {
    if (rooflines.size() == kRoofs) break;
    if (&row != context.device) rooflines.push_back(analysis::roofline(*comparison.workload, row));
  }
  return rooflines;
}

report::Document roofline(const PanelContext& context) {
  if (context.device == nullptr) return {"Roofline", "No device has an estimate.", {}};
  return report::roofline_document(context.comparison, rooflines_of(context));
}
std::string roofline_json(const PanelContext& context, const report::Versions& versions) {
  return report::roofline_json(context.comparison, rooflines_of(context), versions);
}

// The device that the picked one is held against: the chosen one, else the best of the others; null when it is alone.
const analysis::Row* other_device(const PanelContext& context) {
  const std::string wanted = option(context.options, "against", "");
  const analysis::Row* best = nullptr;
  for (const analysis::Row& row : context.comparison.rows) {
    if (&row == context.device) continue;
    if (row.key == wanted) return &row;
    if (best == nullptr) best = &row;
  }
  return best;
}

analysis::ExplainMetric metric_of(const PanelOptions& options) {
  const std::string wanted = option(options, "metric", "");
  for (const analysis::ExplainMetric metric : analysis::kExplainMetrics) {
    if (wanted == analysis::name(metric)) return metric;
  }
  return analysis::ExplainMetric::latency;
}

// Why the picked device differs from another; alone, where its own time goes.
analysis::Explanation explanation_of(const PanelContext& context) {
  const analysis::Comparison& comparison = context.comparison;
  const analysis::Row* other = other_device(context);
  if (other == nullptr) return analysis::explain(*comparison.workload, *context.device);
  return analysis::explain(*comparison.workload, *other, *context.device, metric_of(context.options),
                           comparison.scenario);
}

report::Document explain(const PanelContext& context) {
  if (context.device == nullptr) return {"Explain", "No device has an estimate.", {}};
  const analysis::Comparison& comparison = context.comparison;
  return report::explain_document(*comparison.workload, comparison.scenario, explanation_of(context), true);
}
std::string explain_json(const PanelContext& context, const report::Versions& versions) {
  const analysis::Comparison& comparison = context.comparison;
  return report::explain_json(*comparison.workload, comparison.scenario, explanation_of(context), versions);
}

std::vector<Setting> explain_settings(const PanelContext& context) {
  const analysis::Row* other = other_device(context);
  if (other == nullptr) return {};
  Setting against{"against", "Compared with", {}, other->key};
  for (const analysis::Row& row : context.comparison.rows) {
    if (&row != context.device) against.choices.push_back({row.key, row.key});
  }
  Setting metric{"metric", "What differs", {}, analysis::name(metric_of(context.options))};
  for (const analysis::ExplainMetric each : analysis::kExplainMetrics) {
    // A device without a price has no cost to explain.
    if (each == analysis::ExplainMetric::cost && !(other->cost_usd_per_million && context.device->cost_usd_per_million))
      continue;
    metric.choices.push_back({analysis::name(each), report::sentence_case(analysis::name(each))});
  }
  return {against, metric};
}

analysis::EnergyReport energy_of(const PanelContext& context) {
  return analysis::energy(*context.comparison.workload, {context.device->device}, context.comparison.scenario);
}

report::Document energy(const PanelContext& context) {
  if (context.device == nullptr) return {"Energy", "No device has an estimate.", {}};
  constexpr std::size_t kTop = 5;
  const analysis::EnergyReport energy = energy_of(context);
  report::Document document = report::energy_document(energy, kTop);
  for (const analysis::EnergyRow& row : energy.rows)
    document.sections.front().charts.push_back(report::energy_treemap(row));
  document.sections.push_back({"Across the devices", {}, {}, {report::energy_chart(context.comparison)}});
  return document;
}
std::string energy_json(const PanelContext& context, const report::Versions& versions) {
  return report::energy_json(energy_of(context), versions);
}

report::Document verdict(const PanelContext& context) { return report::verdict_document(context.comparison); }

report::Document cost(const PanelContext& context) { return report::cost_document(context.comparison); }

std::string percent(double value) { return core::format_given(value * 100) + " %"; }

// The value that is in force is among the choices, whoever has set it.
Setting assumption(const char* option, const char* label, double value, std::initializer_list<double> usual,
                   std::string (*shown)(double)) {
  Setting setting{option, label, {}, core::format_given(value)};
  std::vector<double> values(usual);
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  std::sort(values.begin(), values.end());
  for (const double each : values) setting.choices.push_back({core::format_given(each), shown(each)});
  return setting;
}

std::vector<Setting> cost_settings(const PanelContext& context) {
  const analysis::Economics& economics = context.request.economics;
  Setting basis{"basis", "Paid by", {}, analysis::name(economics.basis)};
  for (const analysis::CostBasis each : analysis::kCostBases)
    basis.choices.push_back({analysis::name(each), report::sentence_case(analysis::name(each))});
  Setting grid{"grid", "Grid", {}, economics.grid};
  for (const analysis::Grid& each : analysis::grids())
    grid.choices.push_back({each.id, report::sentence_case(each.name)});
  if (std::none_of(grid.choices.begin(), grid.choices.end(),
                   [&](const Choice& each) { return each.value == grid.value; }))
    grid.choices.push_back({grid.value, grid.value + " g/kWh"});
  return {basis,
          assumption("life", "Life", economics.life_years, {1, 2, 3, 4, 5, 7, 10},
                     [](double years) { return core::format_given(years) + (years == 1 ? " year" : " years"); }),
          assumption("duty", "At work, of its life", economics.duty, {0.05, 0.1, 0.25, 0.5, 0.75, 1}, percent),
          assumption("load", "In use, of paid time", economics.load, {0.1, 0.25, 0.5, 0.75, 1}, percent),
          assumption("tariff", "Electricity", economics.tariff_usd_per_kwh, {0.05, 0.1, 0.15, 0.2, 0.3, 0.4},
                     [](double usd) { return "$" + core::format_given(usd) + "/kWh"; }),
          grid};
}

report::Document model(const PanelContext& context) {
  return report::inspect_document(*context.comparison.workload, context.comparison.scenario.runtime, true);
}
std::string model_json(const PanelContext& context, const report::Versions& versions) {
  return report::inspect_json(*context.comparison.workload, context.comparison.scenario, versions);
}

std::string compare_json(const PanelContext& context, const report::Versions& versions) {
  return report::compare_json(context.comparison, context.request.level, versions);
}
std::string layers_json(const PanelContext& context, const report::Versions& versions) {
  return report::compare_json(context.comparison, analysis::Level::subgraph, versions);
}
// The comparison of the picked device alone, with its layers.
std::string device_json(const PanelContext& context, const report::Versions& versions) {
  const analysis::Comparison& all = context.comparison;
  const analysis::Comparison alone = analysis::compare(*all.workload, {context.device->device}, all.scenario, all.sort);
  return report::compare_json(alone, analysis::Level::subgraph, versions);
}

// --- another model beside this one
// --------------------------------------------------------------------------------------

const std::pair<const std::string, workload::Workload>* other_model(const PanelContext& context) {
  const auto chosen = context.others.find(option(context.options, "model", ""));
  if (chosen != context.others.end()) return &*chosen;
  return context.others.empty() ? nullptr : &*context.others.begin();
}

std::optional<analysis::Difference> difference_of(const PanelContext& context) {
  const auto* other = other_model(context);
  if (other == nullptr) return std::nullopt;
  const analysis::Comparison& comparison = context.comparison;
  std::vector<hardware::Device> devices;
  for (const analysis::Row& row : comparison.rows) devices.push_back(row.device);
  const analysis::Comparison before =
      analysis::compare(other->second, devices, comparison.scenario, comparison.sort, comparison.baseline);
  return analysis::difference(analysis::revision(before), analysis::revision(comparison));
}

report::Document difference(const PanelContext& context) {
  const auto difference = difference_of(context);
  if (!difference)
    return {"Two models", "Open another model: it stays beside this one, and what differs is said here.", {}};
  return report::diff_document(*difference, true);
}
std::string difference_json(const PanelContext& context, const report::Versions& versions) {
  const auto difference = difference_of(context);
  return difference ? report::diff_json(*difference, versions) : std::string();
}

std::vector<Setting> difference_settings(const PanelContext& context) {
  const auto* other = other_model(context);
  if (other == nullptr) return {};
  Setting model{"model", "Held against", {}, other->first};
  for (const auto& [name, workload] : context.others) model.choices.push_back({name, name});
  return {model};
}

constexpr Panel kPanels[] = {
    {kComparisonPanel, "Compare", false, nullptr, nullptr, nullptr, compare_json},
    {"verdict", "Verdict", false, verdict, nullptr, nullptr, compare_json},
    {"roofline", "Roofline", true, roofline, nullptr, nullptr, roofline_json},
    {"energy", "Energy", true, energy, nullptr, nullptr, energy_json},
    {"layers", "Layers", false, layers, nullptr, layers_settings, layers_json},
    {"sweep", "Sweep", false, nullptr, sweep_panel, sweep_settings, nullptr, sweep_json},
    {"explain", "Explain", true, explain, nullptr, explain_settings, explain_json},
    {"memory", "Memory", false, nullptr, memory_panel, nullptr, nullptr, memory_json},
    {"phases", "Phases", false, nullptr, phases_panel, nullptr, nullptr, phases_json},
    {"budgets", "Budgets", false, nullptr, budget_panel, budget_settings, nullptr, budget_json},
    {"cost", "Cost", false, cost, nullptr, cost_settings, compare_json},
    {"device", "Device", true, device, nullptr, nullptr, device_json},
    {"hardware", "Hardware", true, hardware_panel, nullptr, hardware_settings, hardware_panel_json},
    {"model", "Model", false, model, nullptr, nullptr, model_json},
    {"difference", "Diff", false, difference, nullptr, difference_settings, difference_json},
};

}  // namespace

std::span<const Panel> panels() { return kPanels; }

std::string option(const PanelOptions& options, const char* key, const std::string& otherwise) {
  const auto found = options.find(key);
  return found == options.end() ? otherwise : found->second;
}

const Panel* find_panel(const std::string& id) {
  for (const Panel& panel : kPanels) {
    if (id == panel.id) return &panel;
  }
  return nullptr;
}

std::string panel_text(const std::string& id, const PanelOptions& options) {
  std::string text = id;
  for (const auto& [key, value] : options) text += (text.size() == id.size() ? "?" : "&") + key + "=" + value;
  return text;
}

PanelChoice parse_panel(const std::string& text) {
  const std::size_t mark = text.find('?');
  PanelChoice choice{text.substr(0, mark), {}};
  for (std::size_t at = mark; at != std::string::npos;) {
    const std::size_t next = text.find('&', at + 1);
    const std::string part = text.substr(at + 1, next == std::string::npos ? next : next - at - 1);
    if (const std::size_t equals = part.find('='); equals != std::string::npos)
      choice.options[part.substr(0, equals)] = part.substr(equals + 1);
    at = next;
  }
  return choice;
}

}  // namespace whichchip::ui
