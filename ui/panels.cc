#include "ui/panels.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "analysis/diff.h"
#include "analysis/memory.h"
#include "analysis/sweep.h"
#include "report/cost.h"
#include "report/diff.h"
#include "report/explain.h"
#include "report/memory.h"
#include "report/roofline.h"
#include "report/sweep.h"
#include "report/tables.h"

namespace whichchip::ui {
namespace {

std::string option(const PanelOptions& options, const char* key, const std::string& otherwise) {
  const auto found = options.find(key);
  return found == options.end() ? otherwise : found->second;
}

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
    metric.choices.push_back({analysis::name(each), analysis::name(each)});
  }
  return {against, metric};
}

analysis::EnergyReport energy_of(const PanelContext& context) {
  return analysis::energy(*context.comparison.workload, {context.device->device}, context.comparison.scenario);
}

report::Document energy(const PanelContext& context) {
  if (context.device == nullptr) return {"Energy", "No device has an estimate.", {}};
  constexpr std::size_t kTop = 5;
  return report::energy_document(energy_of(context), kTop);
}
std::string energy_json(const PanelContext& context, const report::Versions& versions) {
  return report::energy_json(energy_of(context), versions);
}

report::Document hardware(const PanelContext& context) {
  if (context.device == nullptr) return {"Hardware", "No device has an estimate.", {}};
  return report::hardware_document(context.device->device);
}
std::string hardware_json(const PanelContext& context, const report::Versions& versions) {
  return report::hardware_json({context.device->device}, versions);
}

report::Document cost(const PanelContext& context) { return report::cost_document(context.comparison); }

report::Document model(const PanelContext& context) {
  return report::inspect_document(*context.comparison.workload, context.comparison.scenario.runtime, true);
}
std::string model_json(const PanelContext& context, const report::Versions& versions) {
  return report::inspect_json(*context.comparison.workload, context.comparison.scenario, versions);
}

std::string compare_json(const PanelContext& context, const report::Versions& versions) {
  return report::compare_json(context.comparison, context.request.level, versions);
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

// --- sweep and memory: made where the graph is
// --------------------------------------------------------------------------

constexpr const char* kBatchAxis = "batch";
constexpr const char* kPrecisionAxis = "precision";
constexpr double kAdvisedLatency_s = 0.01;

// Values around the one that is shown: a quarter, half, itself, twice and four times.
std::vector<std::int64_t> around(std::int64_t value) {
  std::vector<std::int64_t> values;
  for (const std::int64_t each : {value / 4, value / 2, value, value * 2, value * 4}) {
    if (each >= 1 && (values.empty() || values.back() != each)) values.push_back(each);
  }
  return values;
}

report::Document sweep(const GraphContext& context) {
  const std::string axis = option(context.options, "axis", kBatchAxis);
  analysis::Request request = context.request;
  analysis::SweepAxes axes;
  axes.batches = {request.batch};
  axes.precisions = {request.scenario.precision};
  if (axis == kBatchAxis) {
    axes.batches = {1, 2, 4, 8, 16, 32, 64};
  } else if (axis == kPrecisionAxis) {
    axes.precisions.clear();
    for (const char* each : {"fp32", "bf16", "fp16", "int8"})
      axes.precisions.push_back(hardware::parse_precision(each));
  } else {
    const workload::Workload shown = context.model(request);
    for (const model::Symbol& symbol : shown.model.symbols) {
      if (symbol.name == axis) axes.dims = {{axis, around(symbol.value)}};
    }
  }
  const auto devices = analysis::select_devices(request, context.catalog);
  return report::sweep_document(analysis::sweep({context.model}, devices, request, axes, kAdvisedLatency_s));
}

std::vector<Setting> sweep_settings(const PanelContext& context) {
  Setting axis{"axis",
               "Over",
               {{kBatchAxis, "Batch"}, {kPrecisionAxis, "Precision"}},
               option(context.options, "axis", kBatchAxis)};
  for (const model::Symbol& symbol : context.comparison.workload->model.symbols) {
    if (symbol.name != kBatchAxis && symbol.origin != model::SymbolOrigin::derived)
      axis.choices.push_back({symbol.name, symbol.name});
  }
  return {axis};
}

report::Document memory(const GraphContext& context) {
  const auto devices = analysis::select_devices(context.request, context.catalog);
  const workload::Workload workload = context.model(context.request);
  const analysis::Comparison comparison =
      analysis::compare(workload, devices, context.request.scenario, analysis::Metric::memory);
  analysis::MemoryReport report = analysis::memory_report(comparison);
  analysis::add_alternatives(context.model, context.request, comparison, report);
  return report::memory_document(comparison, report);
}

constexpr Panel kPanels[] = {
    {kComparisonPanel, "Compare", false, nullptr, nullptr, nullptr, compare_json},
    {"roofline", "Roofline", true, roofline, nullptr, nullptr, roofline_json},
    {"energy", "Energy", true, energy, nullptr, nullptr, energy_json},
    {"layers", "Layers", false, layers, nullptr, nullptr, nullptr},
    {"sweep", "Sweep", false, nullptr, sweep, sweep_settings, nullptr},
    {"explain", "Explain", true, explain, nullptr, explain_settings, explain_json},
    {"memory", "Memory", false, nullptr, memory, nullptr, nullptr},
    {"cost", "Cost", false, cost},
    {"device", "Device", true, device, nullptr, nullptr, nullptr},
    {"hardware", "Hardware", true, hardware, nullptr, nullptr, hardware_json},
    {"model", "Model", false, model, nullptr, nullptr, model_json},
    {"difference", "Two models", false, difference, nullptr, difference_settings, difference_json},
};

}  // namespace

std::span<const Panel> panels() { return kPanels; }

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
