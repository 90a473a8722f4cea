#include "report/language.h"

#include <algorithm>

#include "core/units.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using analysis::ContextPoint;
using analysis::LanguageDevice;
using analysis::LanguageReport;
using core::Quantity;

constexpr std::size_t kLines = 6;

const ContextPoint& reference(const LanguageReport& report, const LanguageDevice& device) {
  return device.points[report.reference];
}

std::string counted(const std::optional<std::int64_t>& count) {
  if (!count) return kNotAvailable;
  return *count == 0 ? "none" : std::to_string(*count);
}

std::optional<double> number_of(const std::optional<std::int64_t>& count) {
  return count ? std::optional<double>(static_cast<double>(*count)) : std::nullopt;
}

Table over_context(const LanguageReport& report, const char* id, const char* caption, double ContextPoint::* member) {
  std::vector<double> all;
  for (const LanguageDevice& device : report.devices) {
    for (const ContextPoint& point : device.points) all.push_back(point.*member);
  }
  const core::Scale scale = core::scale_for(Quantity::time, all);
  TableBuilder table(id, std::string(caption) + ", by tokens of context");
  table.text("hardware", "Hardware");
  for (const std::int64_t context : report.contexts)
    table.number(std::to_string(context), std::to_string(context), Quantity::time).scale(scale);
  for (const LanguageDevice& device : report.devices) {
    table.row(device.hardware).cell(device.hardware);
    for (const ContextPoint& point : device.points)
      table.cell(point.*member, point.fits == estimate::Fit::no ? "its memory does not hold it" : "");
  }
  return table.build();
}

}  // namespace

Table language_table(const LanguageReport& report) {
  TableBuilder table("language", "");
  table.text("hardware", "Hardware")
      .text("precision_used", "Precision", false)
      .number("first_token_s", "First token", Quantity::time, true, "The whole prompt at once")
      .number("token_s", "Per token", Quantity::time, true, "One more token of every sequence")
      .number("tokens_per_s", "Tokens", Quantity::rate, true, "Of all sequences: batch ÷ time per token")
      .number("token_j", "Energy", Quantity::energy, true, "Of one token of one sequence")
      .number("cache_bytes", "KV cache", Quantity::bytes, true,
              "Keys and values of all sequences, at the precision used")
      .number("memory_bytes", "Memory", Quantity::bytes, false, "All that a step of decoding keeps")
      .label("largest_batch", "Largest batch", "", true, "Sequences of this context that its memory holds")
      .label("largest_context", "Longest context", "", true, "Tokens at this batch; the model itself may allow fewer")
      .text("fits", "Fits", false);
  for (const LanguageDevice& device : report.devices) {
    const ContextPoint& point = reference(report, device);
    table.row(device.hardware, point.fits == estimate::Fit::no).cell(device.hardware);
    table.cell(hardware::name(device.precision)).cell(point.first_token_s).cell(point.token_s);
    table.cell(point.tokens_per_s).cell(point.token_j).cell(point.cache_bytes).cell(point.memory_bytes);
    table.cell(counted(device.largest_batch), number_of(device.largest_batch));
    table.cell(counted(device.largest_context), number_of(device.largest_context));
    table.cell(estimate::name(point.fits));
  }
  return table.build();
}

Table token_energy_table(const LanguageReport& report) {
  std::vector<double> totals;
  for (const LanguageDevice& device : report.devices) totals.push_back(reference(report, device).token_j);
  const core::Scale scale = core::scale_for(Quantity::energy, totals);
  TableBuilder table("token_energy", "");
  table.text("hardware", "Hardware");
  for (std::size_t kind = 0; kind < estimate::kEnergyKindCount; ++kind) {
    const char* name = estimate::name(static_cast<estimate::EnergyKind>(kind));
    table.number(name, name, Quantity::energy).scale(scale);
  }
  table.number("static", "static", Quantity::energy, true,
               "Watts that are drawn without work, host and supply included");
  table.scale(scale).number("token_j", "Total", Quantity::energy).scale(scale);
  for (const LanguageDevice& device : report.devices) {
    const ContextPoint& point = reference(report, device);
    table.row(device.hardware).cell(device.hardware);
    for (const double joules : point.dynamic_j) table.cell(joules);
    table.cell(point.static_j).cell(point.token_j);
  }
  return table.build();
}

Table first_token_table(const LanguageReport& report) {
  return over_context(report, "first_token", "Time to the first token", &ContextPoint::first_token_s);
}

Table token_table(const LanguageReport& report) {
  return over_context(report, "token", "Time of a further token", &ContextPoint::token_s);
}

Chart token_chart(const LanguageReport& report) {
  Chart chart;
  chart.id = "token_over_context";
  chart.title = "Time of a token over the context";
  std::vector<double> values;
  for (const LanguageDevice& device : report.devices) {
    if (chart.series.size() == kLines) break;
    ChartSeries series{device.hardware, Mark::line, {}, "", static_cast<int>(chart.series.size())};
    for (const ContextPoint& point : device.points) {
      if (point.fits == estimate::Fit::no) continue;
      series.points.push_back({static_cast<double>(point.context), point.token_s,
                               device.hardware + ", " + std::to_string(point.context) +
                                   " tokens: " + core::format(Quantity::time, point.token_s),
                               0});
      values.push_back(point.token_s);
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  chart.x = {"tokens of context", {1, ""}, true};
  chart.y = {"time per token", core::scale_for(Quantity::time, values), true};
  chart.description =
      "A line per device, the fastest first; both axes are logarithmic. A flat line reads weights, a rising "
      "one reads its cache.";
  return chart;
}

std::vector<Section> language_sections(const LanguageReport& report) {
  const std::string tokens = std::to_string(report.contexts[report.reference]) + " tokens of context";
  const std::string batch = "batch " + std::to_string(report.batch);
  std::vector<Section> sections;
  sections.push_back({"Language model, " + tokens + ", " + batch, report.text, {language_table(report)}});
  add_table(sections, "Energy of a token, " + tokens, token_energy_table(report));
  if (report.contexts.size() > 1) {
    Section over{"Over the context, " + batch, {}, {first_token_table(report), token_table(report)}};
    if (Chart chart = token_chart(report); !chart.series.empty()) over.charts.push_back(std::move(chart));
    sections.push_back(std::move(over));
  }
  return sections;
}

Document language_document(const analysis::Comparison& comparison) {
  Document document;
  document.title = comparison.workload->model.name + ": prompt and tokens";
  document.subtitle = scenario_line(*comparison.workload, comparison.scenario);
  if (comparison.language)
    document.sections = language_sections(*comparison.language);
  else
    document.sections.push_back({"", {"The model keeps no cache from token to token."}, {}});
  return document;
}

}  // namespace whichchip::report
