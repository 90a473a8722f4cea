#include "report/explain.h"

#include <algorithm>
#include <cmath>

#include "core/order.h"
#include "report/json_parts.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using analysis::Explanation;
using core::Quantity;

constexpr std::size_t kLayersShown = 12;

std::optional<double> share(double part, double whole) {
  return whole != 0 ? std::optional<double>(part / whole) : std::nullopt;
}

bool one_device(const Explanation& e) { return e.a.hardware == e.b.hardware + " at its peak"; }

core::Scale scale_of(const Explanation& e) {
  const double values[] = {e.a.value, e.b.value, e.difference};
  return core::scale_for(analysis::quantity(e.metric), values);
}

std::vector<std::size_t> with_difference(const Explanation& e) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < e.causes.size(); ++i) {
    if (e.causes[i].difference != 0) list.push_back(i);
  }
  return list;
}

// Those that get a column: all, or the largest ones in their own order.
std::vector<std::size_t> causes_shown(const Explanation& e) {
  constexpr std::size_t kMost = 10;
  std::vector<std::size_t> list = with_difference(e);
  if (list.size() <= kMost) return list;
  core::stable_sort(list, [&](std::size_t x, std::size_t y) {
    return std::fabs(e.causes[x].difference) > std::fabs(e.causes[y].difference);
  });
  list.resize(kMost);
  std::sort(list.begin(), list.end());
  return list;
}

std::string method_line(const Explanation& e) {
  switch (e.method) {
    case analysis::Method::shapley:
      return "Method: what the two chips differ in is exchanged group by group, in every order; a cause is its mean "
             "gain (Shapley value).";
    case analysis::Method::ladder:
      return one_device(e) ? "Method: the latency ladder, from arithmetic at peak rate up to the prediction."
                           : "Method: the two latency ladders, rung by rung; the chips are of different kinds.";
    case analysis::Method::balance:
      return e.metric == analysis::ExplainMetric::energy
                 ? "Method: the two event trees, leaf by leaf; an event that a chip does not have is 0 there."
                 : "Method: the figure is a sum; each cause is the difference of one of its parts.";
  }
  return {};
}

}  // namespace

Table causes_table(const Explanation& e) {
  const Quantity q = analysis::quantity(e.metric);
  const core::Scale scale = scale_of(e);
  TableBuilder table("causes", "");
  table.text("cause", "Cause");
  table.number("a", e.a.hardware, q, false).scale(scale).number("b", e.b.hardware, q, false).scale(scale);
  table.number("difference", "Difference", q).scale(scale).number("share", "Share", Quantity::fraction);
  for (const analysis::Cause& cause : e.causes) {
    if (cause.difference == 0 && cause.a.value_or(0) == 0 && cause.b.value_or(0) == 0) continue;
    table.row(cause.id).cell(cause.title).cell(cause.a).cell(cause.b).cell(cause.difference);
    table.cell(share(cause.difference, e.difference));
  }
  table.row("total").cell("sum").cell(e.a.value).cell(e.b.value).cell(e.difference);
  table.cell(share(e.difference, e.difference));
  return table.build();
}

namespace {

struct LayerLine {
  std::string key, id, name;
  double difference = 0;
  std::vector<double> parts;
};

// Largest first.
Table layers_table(const Explanation& e, const char* id_title, std::vector<LayerLine> lines) {
  const Quantity q = analysis::quantity(e.metric);
  core::stable_sort(
      lines, [](const LayerLine& x, const LayerLine& y) { return std::fabs(x.difference) > std::fabs(y.difference); });
  std::vector<double> sizes;
  for (const LayerLine& line : lines) sizes.push_back(line.difference);
  const core::Scale scale = core::scale_for(q, sizes);
  // Parts are sums of differences: what rounding leaves of them is nothing.
  constexpr double kRounding = 1e-12;  // of the largest difference
  const double nothing = lines.empty() ? 0 : kRounding * std::fabs(lines.front().difference);
  const auto part = [nothing](double value) { return std::fabs(value) < nothing ? 0 : value; };
  TableBuilder table("layers", "");
  table.text("id", id_title).text("name", "Layer").number("difference", "Difference", q).scale(scale);
  table.number("share", "Share", Quantity::fraction);
  const std::vector<std::size_t> used = causes_shown(e);
  for (const std::size_t i : used) table.number(e.causes[i].id, e.causes[i].id, q, false).scale(scale);
  const bool others = used.size() < with_difference(e).size();
  if (others) table.number("others", "others", q, false).scale(scale);
  for (const LayerLine& line : lines) {
    table.row(line.key).cell(line.id).cell(line.name).cell(line.difference);
    table.cell(share(line.difference, e.difference));
    double rest = line.difference;
    for (const std::size_t cause : used) {
      table.cell(part(line.parts[cause]));
      rest -= line.parts[cause];
    }
    if (others) table.cell(part(rest));
  }
  return table.build();
}

// Layers of one name are one line: a transformer's are all alike.
Table layer_kinds_table(const Explanation& e) {
  std::vector<LayerLine> kinds;
  std::vector<std::int64_t> counts;
  for (const analysis::LayerDifference& layer : e.layers) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const LayerLine& kind) { return kind.name == layer.name; });
    const auto index = static_cast<std::size_t>(found - kinds.begin());
    if (found == kinds.end()) {
      kinds.push_back({layer.name, "", layer.name, 0, std::vector<double>(layer.parts.size(), 0)});
      counts.push_back(0);
    }
    LayerLine& kind = kinds[index];
    kind.difference += layer.difference;
    for (std::size_t i = 0; i < layer.parts.size(); ++i) kind.parts[i] += layer.parts[i];
    ++counts[index];
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i].id = std::to_string(counts[i]) + " ×";
  return layers_table(e, "", std::move(kinds));
}

}  // namespace

Table layer_differences_table(const Explanation& e) {
  std::vector<LayerLine> lines;
  for (const analysis::LayerDifference& layer : e.layers) {
    const std::string id = layer.subgraph ? std::to_string(*layer.subgraph) : kNotAvailable;
    lines.push_back({layer.subgraph ? id : layer.name, id, layer.name, layer.difference, layer.parts});
  }
  return layers_table(e, "#", std::move(lines));
}

namespace {

// A tornado: the figures with the widest swing first.
Section sensitivity_section(const Explanation& e) {
  constexpr std::size_t kMost = 8;
  std::vector<double> times;
  for (const analysis::Sensitivity& s : e.sensitivities) times.insert(times.end(), {s.less_s, s.more_s});
  const core::Scale scale = core::scale_for(Quantity::time, times);
  TableBuilder table("sensitivity", "");
  table.text("figure", "Figure")
      .label("value", "Value")
      .number("less_s", "With a fifth less", Quantity::time)
      .scale(scale);
  table.number("more_s", "With a fifth more", Quantity::time).scale(scale);
  table.number("swing", "Swing", Quantity::fraction, true, "Between the two, of the predicted time");
  for (std::size_t i = 0; i < std::min(kMost, e.sensitivities.size()); ++i) {
    const analysis::Sensitivity& s = e.sensitivities[i];
    table.row(s.figure).cell(s.figure);
    table.cell(core::format_given(s.value) + (s.unit.empty() ? "" : " " + s.unit), s.value);
    table.cell(s.less_s).cell(s.more_s).cell(s.swing_s() / e.b.value);
  }
  return {
      "What the prediction rests on most",
      {"Figures of " + e.b.hardware + " divided and multiplied by 1.2, one at a time; --set changes them for good."},
      {table.build()}};
}

Json sensitivities_part(const Explanation& e) {
  Json result = Json::array();
  for (const analysis::Sensitivity& s : e.sensitivities)
    result.push_back({{"figure", s.figure},
                      {"value", number(s.value)},
                      {"unit", text_or_null(s.unit)},
                      {"less_s", number(s.less_s)},
                      {"more_s", number(s.more_s)}});
  return result;
}

}  // namespace

Chart waterfall_chart(const Explanation& e) {
  const Quantity q = analysis::quantity(e.metric);
  Chart chart;
  chart.id = "waterfall";
  chart.title = "From " + e.a.hardware + " to " + e.b.hardware;
  chart.description = "Bars from " + core::format(q, e.a.value) + " to " + core::format(q, e.b.value) +
                      "; each starts where the one above ends.";
  chart.x = {std::string(analysis::name(e.metric)), scale_of(e), false};
  chart.bars.push_back({e.a.hardware, 0, e.a.value, core::format(q, e.a.value), true});
  double level = e.a.value;
  const auto add = [&](const std::string& title, double difference) {
    const std::string sign = difference < 0 ? "−" : "+";
    chart.bars.push_back({title, level, level + difference, sign + core::format(q, std::fabs(difference)), false});
    level += difference;
  };
  double rest = e.difference;
  const std::vector<std::size_t> shown = causes_shown(e);
  for (const std::size_t i : shown) {
    add(e.causes[i].title, e.causes[i].difference);
    rest -= e.causes[i].difference;
  }
  if (shown.size() < with_difference(e).size()) add("others", rest);
  chart.bars.push_back({e.b.hardware, 0, e.b.value, core::format(q, e.b.value), true});
  return chart;
}

Document explain_document(const workload::Workload& workload, const estimate::Scenario& scenario, const Explanation& e,
                          bool all_layers) {
  Document document;
  document.title = workload.model.name + ", " + analysis::name(e.metric) + ": " +
                   (one_device(e) ? "where the time goes on " + e.b.hardware
                                  : "why " + e.b.hardware + " differs from " + e.a.hardware);
  document.subtitle = scenario_line(workload, scenario);
  document.sections.push_back({"", e.text, {}});
  Section helps{"What would help", {}, {}};
  for (const analysis::Remedy& remedy : e.remedies) helps.lines.push_back(analysis::told(remedy));
  if (!helps.lines.empty()) document.sections.push_back(std::move(helps));
  document.sections.push_back({"By cause", {}, {causes_table(e)}, {waterfall_chart(e)}});
  Table layers = all_layers ? layer_differences_table(e) : layer_kinds_table(e);
  Section by_layer{"By layer", {}, {}};
  if (!all_layers) {
    const std::size_t kinds = layers.rows.size();
    std::string line = kinds > kLayersShown ? "The " + std::to_string(kLayersShown) + " largest of " +
                                                  std::to_string(kinds) + " kinds of layers"
                                            : "Layers of one name together";
    by_layer.lines.push_back(line + "; --verbose lists all " + std::to_string(e.layers.size()) + " layers.");
    layers.rows.resize(std::min(kinds, kLayersShown));
  }
  by_layer.tables.push_back(std::move(layers));
  if (!e.layers.empty()) document.sections.push_back(std::move(by_layer));
  if (!e.sensitivities.empty()) document.sections.push_back(sensitivity_section(e));
  document.sections.push_back({"Notes", {method_line(e)}, {}});
  return document;
}

std::string explain_json(const workload::Workload& workload, const estimate::Scenario& scenario, const Explanation& e,
                         const Versions& versions, int indent) {
  Json document = document_head("explain", versions);
  document["model"] = model_part(workload);
  document["scenario"] = scenario_part(workload, scenario);
  document["metric"] = analysis::name(e.metric);
  document["unit"] = analysis::unit(e.metric);
  document["method"] = analysis::name(e.method);
  document["a"] = {{"hardware", e.a.hardware}, {"value", number(e.a.value)}};
  document["b"] = {{"hardware", e.b.hardware}, {"value", number(e.b.value)}};
  document["difference"] = number(e.difference);
  document["parts"] = Json::array();
  for (const analysis::Cause& cause : e.causes)
    document["parts"].push_back({{"cause", cause.id},
                                 {"title", cause.title},
                                 {"difference", number(cause.difference)},
                                 {"a", number(cause.a)},
                                 {"b", number(cause.b)}});
  document["layers"] = Json::array();
  for (const analysis::LayerDifference& layer : e.layers) {
    Json parts = Json::array();
    for (std::size_t i = 0; i < layer.parts.size(); ++i)
      parts.push_back({{"cause", e.causes[i].id}, {"difference", number(layer.parts[i])}});
    document["layers"].push_back({{"subgraph", layer.subgraph ? Json(*layer.subgraph) : Json(nullptr)},
                                  {"name", layer.name},
                                  {"difference", number(layer.difference)},
                                  {"parts", std::move(parts)}});
  }
  document["text"] = e.text;
  if (one_device(e)) {
    document["suggestions"] = remedies_part(e.remedies);
    document["sensitivities"] = sensitivities_part(e);
  }
  return dumped(document, indent);
}

}  // namespace whichchip::report
