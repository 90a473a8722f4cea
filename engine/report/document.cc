#include "report/document.h"

#include <algorithm>

#include "analysis/insights.h"
#include "core/units.h"
#include "model/resolve.h"
#include "report/arithmetic.h"
#include "report/cost.h"
#include "report/figures.h"
#include "report/heat_map.h"
#include "report/language.h"
#include "report/layer.h"
#include "report/partitions.h"
#include "report/support.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

constexpr std::size_t kCostliest = 5;

std::string warning_line(const model::Warning& warning) {
  return warning.where.empty() ? warning.message : warning.message + " (" + warning.where + ")";
}

// Whether the answer is about money or carbon: then they have sections of their own.
bool about_cost(const analysis::Comparison& comparison) {
  return comparison.sort == analysis::Metric::cost || comparison.sort == analysis::Metric::carbon ||
         comparison.economics != analysis::Economics();
}

Section notes_of(const analysis::Comparison& comparison, bool economics) {
  Section section{"Notes", {}, {}};
  bool quantised = false;
  bool emulated = false;
  for (const analysis::Row& row : comparison.rows) {
    quantised = quantised || row.estimate.precision.status == estimate::PrecisionStatus::quantised;
    emulated = emulated || row.estimate.precision.status == estimate::PrecisionStatus::emulated;
  }
  if (quantised)
    section.lines.emplace_back(
        "quantised: the device runs the model in integers only; its accuracy after quantisation is not checked.");
  if (emulated)
    section.lines.emplace_back(
        "emulated: the device has no such path and computes it by several passes of another type.");
  if (economics) {
    for (std::string& line : economics_lines(comparison, false)) section.lines.push_back(std::move(line));
  }
  for (const model::Warning& warning : comparison.workload->warnings) section.lines.push_back(warning_line(warning));
  return section;
}

void add_cards(const analysis::Comparison& comparison, Document& document) {
  for (const analysis::Row& row : comparison.rows) {
    Section section{row.key, {}, {device_table(comparison, row), bounds_table(row)}};
    Table costliest = device_subgraphs_table(comparison, row, kCostliest);
    costliest.caption = "Subgraphs that take most time";
    section.tables.push_back(std::move(costliest));
    document.sections.push_back(std::move(section));
  }
}

// The place of `text` in the list, from 1; it joins the list when it is new.
std::size_t number_of(const std::string& text, std::vector<std::string>& list) {
  const auto found = std::find(list.begin(), list.end(), text);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin()) + 1;
  list.push_back(text);
  return list.size();
}

}  // namespace

std::string scenario_line(const workload::Workload& workload, const estimate::Scenario& scenario) {
  std::string line = "batch " + std::to_string(workload.batch);
  for (const model::Symbol& symbol : workload.model.symbols) {
    if (symbol.origin == model::SymbolOrigin::derived || model::names_batch(symbol.name)) continue;
    line += " · " + symbol.name + " " + std::to_string(symbol.value);
  }
  if (workload.decoder) line += std::string(" · ") + model::name(workload.phase);
  line += std::string(" · precision ") + (scenario.precision ? hardware::name(*scenario.precision) : "auto");
  line += std::string(" · ") + workload::name(scenario.runtime) + " runtime";
  line += std::string(" · ") + estimate::name(scenario.timing) + " time";
  line += std::string(" · ") + estimate::name(scenario.boundary) + " power";
  return line;
}

Document compare_document(const analysis::Comparison& comparison, analysis::Level level) {
  const workload::Workload& workload = *comparison.workload;
  const std::size_t devices = comparison.rows.size() + comparison.failed.size();
  Document document;
  document.title =
      workload.model.name + " on " + core::counted(static_cast<std::int64_t>(devices), "device", "devices");
  document.subtitle = scenario_line(workload, comparison.scenario);
  if (!comparison.insights.empty()) document.sections.push_back({"", comparison.insights, {}});
  if (!comparison.rows.empty()) {
    const std::string title = std::string("Comparison, by ") + analysis::name(comparison.sort);
    add_table(document.sections, title, comparison_table(comparison));
  }
  if (!comparison.winners.empty() && comparison.rows.size() > 1)
    add_table(document.sections, "Best for", winners_table(comparison));
  if (comparison.language) {
    for (Section& section : language_sections(*comparison.language)) document.sections.push_back(std::move(section));
  }
  Table measured = measured_table(comparison);
  if (!measured.rows.empty()) add_table(document.sections, "Published measurements", std::move(measured));
  Table failed = failed_table(comparison);
  if (!failed.rows.empty()) add_table(document.sections, "Not in the ranking", std::move(failed));
  if (level == analysis::Level::detailed) add_cards(comparison, document);
  if (level == analysis::Level::subgraph) {
    for (Section& section : subgraph_sections(comparison, HeatLegend::glyphs))
      document.sections.push_back(std::move(section));
    if (!comparison.rows.empty()) document.sections.push_back(support_section(comparison));
  }
  const bool costs = about_cost(comparison) || level == analysis::Level::detailed;
  if (costs) {
    const bool grids = comparison.sort == analysis::Metric::carbon;
    for (Section& section : cost_sections(comparison, grids)) document.sections.push_back(std::move(section));
  }
  Section next{"Next", analysis::next_steps(comparison), {}};
  if (!next.lines.empty()) document.sections.push_back(std::move(next));
  document.sections.push_back(notes_of(comparison, !costs));
  for (Section& section : arithmetic_sections(comparison)) document.sections.push_back(std::move(section));
  return document;
}

void add_table(std::vector<Section>& sections, std::string_view title, Table table) {
  Section& section = sections.emplace_back();
  section.title = title;
  section.tables.push_back(std::move(table));
}

Document verdict_document(const analysis::Comparison& comparison) {
  Document document{"Verdict", "The best device for every goal, the next, and what that loses by.", {}};
  for (const analysis::GoalVerdict& each : analysis::goal_verdicts(comparison))
    document.sections.push_back({std::string("For ") + each.use, {each.sentence}, {}});
  if (comparison.insights.size() > 1)
    document.sections.push_back({"Besides", {comparison.insights.begin() + 1, comparison.insights.end()}, {}});
  return document;
}

Document inspect_document(const workload::Workload& workload, workload::Runtime runtime, bool layers, bool arithmetic) {
  const analysis::Inspection inspection = analysis::inspect(workload, runtime);
  Document document;
  document.title = workload.model.name;
  document.subtitle =
      "MACs count matrix and convolution products; FLOPs = 2 × MACs; vector operations and bytes apart.";
  add_table(document.sections, "", model_table(workload, inspection));
  add_table(document.sections, "Operators", operators_table(inspection));
  document.sections.push_back(partitions_section(analysis::fusion_report(workload, runtime)));
  Section guide = guidance_section(analysis::guidance(workload, runtime));
  if (!guide.lines.empty() || !guide.tables.empty()) document.sections.push_back(std::move(guide));
  if (!workload.coverage.unknown.empty())
    document.sections.push_back({"Operators that are not counted",
                                 {"Their bytes count, their work does not. --cost-like OPERATOR=Gelu counts one that "
                                  "has no rule like one that has; shapes are known once --dim gives them."},
                                 {coverage_table(workload)}});
  if (layers) {
    const std::string title = std::string("Layers: subgraphs of the ") + workload::name(runtime) + " runtime";
    add_table(document.sections, title, layers_table(workload, inspection, runtime));
  }
  if (arithmetic) {
    Section section{"Arithmetic: T is a transcendental operation", {}, {}};
    for (const workload::Subgraph& subgraph : workload.partition(runtime).subgraphs) {
      for (std::string& line : arithmetic_lines(workload, subgraph)) section.lines.push_back(std::move(line));
    }
    document.sections.push_back(std::move(section));
  }
  Section notes{"Notes", {}, {}};
  for (const model::Warning& warning : workload.warnings) notes.lines.push_back(warning_line(warning));
  if (!notes.lines.empty()) document.sections.push_back(std::move(notes));
  return document;
}

Document hardware_document(const hardware::Device& device) {
  Document document;
  document.title = hardware::key(device) + ": " + full_name(device);
  document.subtitle = std::string(hardware::name(device.device_class)) + ", power mode " + device.power_mode;
  TableBuilder sheet("figures", "");
  sheet.text("figure", "Figure")
      .label("value", "Value")
      .text("status", "Status")
      .text("source", "Source")
      .text("note", "Note", false);
  Section sources{"Sources", {}, {}};
  for (const Figure& figure : figures(device)) {
    std::string numbers;
    for (const std::string& source : figure.sources) {
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(number_of(source, sources.lines));
    }
    sheet.row(figure.key).cell(figure.title).cell(figure.value ? figure.shown : kNotAvailable, figure.value);
    std::string status = figure.status.empty() ? kNotAvailable : figure.status;
    std::replace(status.begin(), status.end(), '_', ' ');
    sheet.cell(status).cell(numbers.empty() ? kNotAvailable : numbers).cell(figure.note);
  }
  add_table(document.sections, "", sheet.build());

  TableBuilder modes("power_modes", "");
  modes.text("id", "Id").text("name", "Name").number("cap_w", "Cap", core::Quantity::power).scale({1, "W"});
  modes.number("clock_hz", "Clock", core::Quantity::frequency)
      .number("bandwidth_bytes_per_s", "Bandwidth", core::Quantity::bandwidth);
  modes.label("units_on", "Units on");
  for (const hardware::PowerMode& mode : device.power_modes) {
    modes.row(mode.id)
        .cell(mode.id)
        .cell(mode.name)
        .cell(mode.cap_w)
        .cell(mode.clock_hz)
        .cell(mode.bandwidth_bytes_per_s);
    const std::string units = mode.units_on ? std::to_string(*mode.units_on) : kNotAvailable;
    modes.cell(units, mode.units_on ? std::optional<double>(*mode.units_on) : std::nullopt);
  }
  add_table(document.sections, "Power modes", modes.build());
  for (std::size_t i = 0; i < sources.lines.size(); ++i) sources.lines[i].insert(0, std::to_string(i + 1) + ": ");
  if (!sources.lines.empty()) document.sections.push_back(std::move(sources));
  if (!device.notes.empty()) document.sections.push_back({"Notes", device.notes, {}});
  return document;
}

}  // namespace whichchip::report
