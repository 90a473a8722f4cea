#include "report/explain.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  std::stable_sort(list.begin(), list.end(), [&](std::size_t x, std::size_t y) {
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

Table layer_differences_table(const Explanation& e) {
  const Quantity q = analysis::quantity(e.metric);
  std::vector<double> sizes;
  for (const analysis::LayerDifference& layer : e.layers) sizes.push_back(layer.difference);
  const core::Scale scale = core::scale_for(q, sizes);
  TableBuilder table("layers", "");
  table.text("id", "#").text("name", "Layer").number("difference", "Difference", q).scale(scale);
  table.number("share", "Share", Quantity::fraction);
  const std::vector<std::size_t> used = causes_shown(e);
  for (const std::size_t i : used) table.number(e.causes[i].id, e.causes[i].id, q, false).scale(scale);
  const bool others = used.size() < with_difference(e).size();
  if (others) table.number("others", "others", q, false).scale(scale);
  std::vector<std::size_t> order(e.layers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return std::fabs(e.layers[x].difference) > std::fabs(e.layers[y].difference);
  });
  for (const std::size_t i : order) {
    const analysis::LayerDifference& layer = e.layers[i];
    const std::string id = layer.subgraph ? std::to_string(*layer.subgraph) : kNotAvailable;
    table.row(layer.subgraph ? id : layer.name).cell(id).cell(layer.name).cell(layer.difference);
    table.cell(share(layer.difference, e.difference));
    double rest = layer.difference;
    for (const std::size_t cause : used) {
      table.cell(layer.parts[cause]);
      rest -= layer.parts[cause];
    }
    if (others) table.cell(rest);
  }
  return table.build();
}

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
  document.sections.push_back({"By cause", {}, {causes_table(e)}, {waterfall_chart(e)}});
  Table layers = layer_differences_table(e);
  Section by_layer{"By layer", {}, {}};
  if (!all_layers && layers.rows.size() > kLayersShown) {
    by_layer.lines.push_back("The " + std::to_string(kLayersShown) + " largest of " +
                             std::to_string(layers.rows.size()) + " layers; --verbose lists all.");
    layers.rows.resize(kLayersShown);
  }
  by_layer.tables.push_back(std::move(layers));
  if (!e.layers.empty()) document.sections.push_back(std::move(by_layer));
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
  return dumped(document, indent);
}

}  // namespace whichchip::report
