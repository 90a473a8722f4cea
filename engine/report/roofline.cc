#include "report/roofline.h"

#include <algorithm>

#include "core/math.h"
#include "core/order.h"
#include "report/json_parts.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using analysis::Ceiling;
using analysis::Roofline;
using core::Quantity;

constexpr std::size_t kPointsShown = 10;

struct Extent {
  double low = 1, high = 1000;
  double kept(double value) const { return std::clamp(value, low, high); }
};

// Between Tukey's outer fences of the logarithms, or within two decades of the quartiles where these lie closer
// together: one point far out would press all others into a corner.
Extent without_outliers(std::vector<double> values) {
  constexpr double kFence = 3, kLeast = 100;
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double first = values[values.size() / 4], third = values[values.size() * 3 / 4];
  const double reach = std::max(kLeast, core::pow(third / first, kFence));
  const auto inside = [&](double value) { return value >= first / reach && value <= third * reach; };
  return {*std::find_if(values.begin(), values.end(), inside), *std::find_if(values.rbegin(), values.rend(), inside)};
}

// What the picture holds: every ridge, and all points but outliers.
struct Extents {
  Extent intensity;  // FLOP/byte
  Extent rate;       // operations per second, of the points alone
};

Extents extents_of(const std::vector<Roofline>& rooflines) {
  constexpr double kRoom = 2;
  std::vector<double> intensities, rates;
  for (const Roofline& roofline : rooflines) {
    for (const analysis::RooflinePoint& point : roofline.points) {
      if (point.intensity && *point.intensity > 0) intensities.push_back(*point.intensity);
      if (point.intensity && point.ops_per_s > 0) rates.push_back(point.ops_per_s);
    }
  }
  std::optional<Extent> seen;
  if (!intensities.empty()) seen = without_outliers(std::move(intensities));
  for (const Roofline& roofline : rooflines) {
    if (!roofline.ridge_point || !(*roofline.ridge_point > 0)) continue;
    const double ridge = *roofline.ridge_point;
    seen = seen ? Extent{std::min(seen->low, ridge), std::max(seen->high, ridge)} : Extent{ridge, ridge};
  }
  Extents extents{{}, without_outliers(std::move(rates))};
  if (!seen) return extents;
  // As the axis will end, so that roofs reach both edges.
  const ChartRange range({seen->low / kRoom, seen->high * kRoom}, true);
  extents.intensity = {range.low(), range.high()};
  return extents;
}

// Slanted by `bytes_per_s` up to `ops_per_s`, then flat.
ChartSeries roof(const std::string& name, double bytes_per_s, double ops_per_s, const Extent& extent, int colour) {
  ChartSeries series{name, Mark::line, {}, "", colour};
  const double ridge = ops_per_s / bytes_per_s;
  if (ridge > extent.low) series.points.push_back({extent.low, extent.low * bytes_per_s, "", 0});
  if (ridge > extent.low && ridge < extent.high) {
    series.points.push_back({ridge, ops_per_s, "ridge at " + core::format_number(ridge) + " FLOP/byte", 0});
  } else if (ridge <= extent.low) {
    series.points.push_back({extent.low, ops_per_s, "", 0});
  }
  series.points.push_back({extent.high, std::min(ops_per_s, extent.high * bytes_per_s), "", 0});
  return series;
}

// Lines that lie upon each other in a picture.
bool coincide(double a, double b) { return a < 1.02 * b && b < 1.02 * a; }

std::string rate_text(const Ceiling& ceiling) {
  return ceiling.ops_per_s > 0 ? core::format(Quantity::throughput, ceiling.ops_per_s)
                               : core::format(Quantity::bandwidth, ceiling.bytes_per_s);
}

const Ceiling* find(const Roofline& roofline, const char* id) {
  for (const Ceiling& ceiling : roofline.ceilings) {
    if (ceiling.id == id) return &ceiling;
  }
  return nullptr;
}

}  // namespace

Chart roofline_chart(const std::vector<Roofline>& rooflines) {
  Chart chart;
  chart.id = "roofline";
  chart.title = "Roofline";
  chart.description =
      "Attained rate of every subgraph over its arithmetic intensity, under the roofs of memory "
      "bandwidth and peak rate; both axes are logarithmic, a point's area is its share of the time.";
  const Extents extents = extents_of(rooflines);
  const Extent& extent = extents.intensity;
  std::vector<double> rates;
  for (std::size_t d = 0; d < rooflines.size(); ++d) {
    const Roofline& roofline = rooflines[d];
    const int colour = static_cast<int>(d);
    const Ceiling* peak = find(roofline, "peak");
    const Ceiling* dram = find(roofline, "dram");
    if (peak != nullptr && dram != nullptr) {
      ChartSeries series = roof(roofline.hardware + " roof", dram->bytes_per_s, peak->ops_per_s, extent, colour);
      series.note = rate_text(*peak) + " " + peak->title + ", " + rate_text(*dram) + " " + dram->title + ", ridge at " +
                    core::format_number(peak->ops_per_s / dram->bytes_per_s) + " FLOP/byte";
      chart.series.push_back(std::move(series));
      rates.push_back(peak->ops_per_s);
    }
    // Of one device every roof that it has; of several what bounds them, each in its device's colour.
    const bool alone = rooflines.size() == 1;
    int next = colour + 2;
    for (const Ceiling& ceiling : roofline.ceilings) {
      const std::string name = alone ? ceiling.title : roofline.hardware + " " + ceiling.title;
      if (peak == nullptr) break;
      if (ceiling.id == "llc") {
        const int ink = alone ? next++ : colour;
        ChartSeries series = roof(name, ceiling.bytes_per_s, peak->ops_per_s, extent, ink);
        series.note = rate_text(ceiling);
        chart.series.push_back(std::move(series));
      } else if ((alone || ceiling.id == "power") && ceiling.ops_per_s > 0 &&
                 !coincide(ceiling.ops_per_s, peak->ops_per_s)) {
        // Flat, from where the memory allows as much.
        const double meets = dram != nullptr ? ceiling.ops_per_s / dram->bytes_per_s : extent.low;
        const double from = std::clamp(meets, extent.low, extent.high);
        chart.series.push_back({name,
                                Mark::steps,
                                {{from, ceiling.ops_per_s, "", 0}, {extent.high, ceiling.ops_per_s, "", 0}},
                                rate_text(ceiling),
                                alone ? next++ : colour});
      }
    }
    std::int64_t outside = 0;
    ChartSeries points{roofline.hardware + " subgraphs", Mark::points, {}, "", alone ? 1 : colour};
    for (const analysis::RooflinePoint& point : roofline.points) {
      if (!point.intensity) continue;
      const double x = extent.kept(*point.intensity);
      // None is lifted above its roof.
      const double roofed = std::min(peak != nullptr ? peak->ops_per_s : point.ops_per_s,
                                     dram != nullptr ? x * dram->bytes_per_s : point.ops_per_s);
      const double y = std::max(point.ops_per_s, std::min(extents.rate.kept(point.ops_per_s), roofed));
      const bool beyond = x != *point.intensity || y != point.ops_per_s;
      std::string label = "#" + std::to_string(point.subgraph) + " " + point.name + ": " +
                          core::format(Quantity::throughput, point.ops_per_s) + ", bound by " +
                          estimate::name(point.bound);
      if (beyond) {
        label += ", beyond the picture at " + core::format_number(*point.intensity) + " FLOP/byte";
        ++outside;
      }
      points.points.push_back({x, y, std::move(label), point.time_share, std::to_string(point.subgraph)});
    }
    if (outside > 0)
      points.note = core::counted(outside, "lies", "lie") + " beyond the picture and " +
                    (outside == 1 ? "stands" : "stand") + " at its edge";
    chart.series.push_back(std::move(points));
  }
  chart.x = {"arithmetic intensity", {1, "FLOP/byte"}, true};
  chart.y = {"attained", core::scale_for(Quantity::throughput, rates), true};
  return chart;
}

Table ceilings_table(const std::vector<Roofline>& rooflines) {
  TableBuilder table("ceilings", "");
  table.text("hardware", "Hardware").text("ceiling", "Ceiling").label("rate", "Rate").text("source", "Source");
  for (const Roofline& roofline : rooflines) {
    for (const Ceiling& ceiling : roofline.ceilings) {
      table.row(roofline.hardware).cell(roofline.hardware).cell(ceiling.title);
      table.cell(rate_text(ceiling), ceiling.ops_per_s > 0 ? ceiling.ops_per_s : ceiling.bytes_per_s);
      table.cell(ceiling.source);
    }
  }
  return table.build();
}

Table roofline_points_table(const Roofline& roofline, bool by_time) {
  std::vector<const analysis::RooflinePoint*> order;
  for (const analysis::RooflinePoint& point : roofline.points) order.push_back(&point);
  if (by_time) core::stable_sort(order, [](const auto* a, const auto* b) { return a->time_share > b->time_share; });
  TableBuilder table("roofline", "");
  table.text("hardware", "Hardware", false).text("id", "#").text("name", "Subgraph");
  table.label("intensity", "Intensity", "FLOP/byte").number("ops_per_s", "Attained", Quantity::throughput);
  table.number("time_share", "Time", Quantity::fraction).text("bound", "Bound");
  for (const auto* point : order) {
    const std::string id = std::to_string(point->subgraph);
    table.row(id).cell(roofline.hardware).cell(id).cell(point->name);
    table.cell(point->intensity ? core::format_number(*point->intensity) : kNotAvailable, point->intensity,
               point->intensity ? "" : "moves nothing to or from DRAM");
    table.cell(point->ops_per_s).cell(point->time_share).cell(estimate::name(point->bound));
  }
  return table.build();
}

Document roofline_document(const analysis::Comparison& comparison, const std::vector<Roofline>& rooflines) {
  Document document;
  document.title = comparison.workload->model.name + ": roofline";
  document.subtitle = scenario_line(*comparison.workload, comparison.scenario);
  Section summary{"", {}, {}};
  for (std::size_t i = 0; i < rooflines.size(); ++i)
    summary.lines.push_back(analysis::roofline_text(rooflines[i], comparison.rows[i]));
  summary.charts.push_back(roofline_chart(rooflines));
  document.sections.push_back(std::move(summary));
  add_table(document.sections, "Ceilings", ceilings_table(rooflines));
  for (const Roofline& roofline : rooflines) {
    Table points = roofline_points_table(roofline, true);
    const std::size_t count = points.rows.size();
    if (points.rows.size() > kPointsShown) points.rows.resize(kPointsShown);
    std::string title = "Subgraphs on " + roofline.hardware;
    if (count > kPointsShown)
      title += ", the " + std::to_string(kPointsShown) + " that take most time of " + std::to_string(count);
    add_table(document.sections, title, std::move(points));
  }
  Section failed{"Cannot run it", {}, {}};
  for (const analysis::Failure& failure : comparison.failed)
    failed.lines.push_back(failure.hardware + ": " + failure.reason);
  if (!failed.lines.empty()) document.sections.push_back(std::move(failed));
  return document;
}

std::string roofline_json(const analysis::Comparison& comparison, const std::vector<Roofline>& rooflines,
                          const Versions& versions, int indent) {
  Json document = document_head("roofline", versions);
  document["model"] = model_part(*comparison.workload);
  document["scenario"] = scenario_part(*comparison.workload, comparison.scenario);
  document["results"] = Json::array();
  for (const Roofline& roofline : rooflines) {
    Json ceilings = Json::array(), points = Json::array();
    for (const Ceiling& ceiling : roofline.ceilings)
      ceilings.push_back({{"id", ceiling.id},
                          {"title", ceiling.title},
                          {"ops_per_s", ceiling.ops_per_s > 0 ? number(ceiling.ops_per_s) : Json(nullptr)},
                          {"bytes_per_s", ceiling.bytes_per_s > 0 ? number(ceiling.bytes_per_s) : Json(nullptr)},
                          {"source", ceiling.source}});
    for (const analysis::RooflinePoint& point : roofline.points)
      points.push_back({{"subgraph", point.subgraph},
                        {"name", point.name},
                        {"arithmetic_intensity", number(point.intensity)},
                        {"ops_per_s", number(point.ops_per_s)},
                        {"time_share", number(point.time_share)},
                        {"bound", estimate::name(point.bound)}});
    document["results"].push_back({{"hardware", roofline.hardware},
                                   {"precision_used", hardware::name(roofline.precision)},
                                   {"ridge_point", number(roofline.ridge_point)},
                                   {"ceilings", std::move(ceilings)},
                                   {"points", std::move(points)},
                                   {"time_without_macs", number(roofline.time_without_macs)}});
  }
  document["failed"] = Json::array();
  for (const analysis::Failure& failure : comparison.failed)
    document["failed"].push_back({{"hardware", failure.hardware}, {"reason", failure.reason}});
  return dumped(document, indent);
}

}  // namespace whichchip::report
