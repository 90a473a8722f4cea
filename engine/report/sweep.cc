#include "report/sweep.h"

#include <algorithm>
#include <set>

#include "report/json_parts.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using analysis::SweepPoint;
using core::Quantity;

std::string dims_text(const model::DimensionBindings& dims) {
  std::string text;
  for (const auto& [symbol, value] : dims) text += (text.empty() ? "" : " ") + symbol + "=" + std::to_string(value);
  return text;
}

const std::string kBatch = "batch";
constexpr std::size_t kMostLines = 7;  // as there are colours; more would cross each other, too

// The axis that lines can be drawn over: the batch, or a dimension where the batch is one; empty when neither varies.
std::string drawn_axis(const analysis::Sweep& sweep) {
  if (sweep.axes.batches.size() > 1) return kBatch;
  for (const auto& [symbol, values] : sweep.axes.dims) {
    if (values.size() > 1) return symbol;
  }
  return {};
}

std::string series_name(const SweepPoint& point, bool several_models, const std::string& axis) {
  std::string name = several_models ? point.model + " on " + point.hardware : point.hardware;
  if (point.asked) name += std::string(" ") + hardware::name(*point.asked);
  model::DimensionBindings others = point.dims;
  others.erase(axis);
  const std::string dims = dims_text(others);
  return dims.empty() ? name : name + " " + dims;
}

bool several_models(const analysis::Sweep& sweep) {
  return std::any_of(sweep.points.begin(), sweep.points.end(),
                     [&](const SweepPoint& point) { return point.model != sweep.points.front().model; });
}

// How many lines a chart over `axis` would have.
std::size_t settings_count(const analysis::Sweep& sweep, const std::string& axis) {
  const bool several = several_models(sweep);
  std::set<std::string> names;
  for (const SweepPoint& point : sweep.points) {
    if (point.fits) names.insert(series_name(point, several, axis));
  }
  return names.size();
}

// The lines that reach the best value; their order and colours stay.
void keep_best(Chart& chart, bool least) {
  if (chart.series.size() <= kMostLines) return;
  const auto best = [least](const ChartSeries& series) {
    const auto less = [](const ChartPoint& a, const ChartPoint& b) { return a.y < b.y; };
    return least ? std::min_element(series.points.begin(), series.points.end(), less)->y
                 : -std::max_element(series.points.begin(), series.points.end(), less)->y;
  };
  std::vector<double> values;
  for (const ChartSeries& series : chart.series) values.push_back(best(series));
  std::nth_element(values.begin(), values.begin() + kMostLines - 1, values.end());
  const double limit = values[kMostLines - 1];
  std::erase_if(chart.series, [&](const ChartSeries& series) { return best(series) > limit; });
  for (std::size_t i = 0; i < chart.series.size(); ++i) chart.series[i].colour = static_cast<int>(i);
}

// "latency, energy" for a point that is its device's best.
std::string stars(const analysis::Sweep& sweep, std::size_t point) {
  std::string text;
  for (const analysis::SweepBest& best : sweep.best) {
    if (best.point == point) text += (text.empty() ? "" : ", ") + best.metric;
  }
  return text;
}

Json dims_part(const model::DimensionBindings& dims) {
  Json result = Json::object();
  for (const auto& [symbol, value] : dims) result[symbol] = value;
  return result;
}

Json point_part(const SweepPoint& point) {
  return {{"hardware", point.hardware},
          {"model", point.model},
          {"batch", point.batch},
          {"precision", hardware::name(point.precision)},
          {"dims", dims_part(point.dims)},
          {"latency_s", number(point.latency_s)},
          {"throughput_per_s", number(point.throughput_per_s)},
          {"energy_j", number(point.energy_j)},
          {"power_w", number(point.power_w)},
          {"peak_memory_bytes", number(point.peak_memory_bytes)},
          {"compute_utilisation", number(point.compute_utilisation)},
          {"batch_efficiency", number(point.batch_efficiency)},
          {"power_zone", analysis::name(point.zone)},
          {"zone_index", number(point.zone_index)},
          {"sweet_spot", point.sweet_spot},
          {"fits", point.fits}};
}

}  // namespace

Table sweep_table(const analysis::Sweep& sweep) {
  TableBuilder table("sweep", "");
  table.text("model", "Model").text("hardware", "Hardware").label("batch", "Batch").text("precision", "Precision");
  table.text("dims", "Dimensions", !sweep.axes.dims.empty());
  table.number("latency_s", "Latency", Quantity::time).number("throughput_per_s", "Throughput", Quantity::rate);
  table.number("energy_j", "Energy", Quantity::energy).number("power_w", "Power", Quantity::power);
  table.number("peak_memory_bytes", "Memory", Quantity::bytes, false);
  table.number("compute_utilisation", "Compute", Quantity::fraction, false);
  table.number(
      "batch_efficiency", "Batch efficiency", Quantity::ratio, false,
      "Throughput over that of the least batch times the ratio of batches; above 1 the overhead is amortised.");
  table.text("power_zone", "Power zone", false, "Sweet spot: 40 to 80 % of the peak attained");
  table.number("zone_index", "Zone index", Quantity::ratio, false, "Utilisation × attained operations per joule")
      .scale({1e12, "TOPS/W"});
  table.text("best", "Best of its device", false);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    table.row(point.hardware, !point.fits).cell(point.model).cell(point.hardware).count(point.batch);
    table.cell(hardware::name(point.precision)).cell(dims_text(point.dims));
    table.cell(point.latency_s).cell(point.throughput_per_s).cell(point.energy_j).cell(point.power_w);
    table.cell(point.peak_memory_bytes).cell(point.compute_utilisation).cell(point.batch_efficiency);
    const std::string zone = std::string(analysis::name(point.zone)) + (point.sweet_spot ? ", sweet spot" : "");
    table.cell(point.fits ? zone : "does not fit").cell(point.zone_index).cell(stars(sweep, i));
  }
  return table.build();
}

Chart sweep_chart(const analysis::Sweep& sweep, bool energy) {
  const std::string axis = drawn_axis(sweep);
  Chart chart;
  chart.id = energy ? "sweep_energy" : "sweep_throughput";
  chart.title = (energy ? "Energy per inference over " : "Throughput over ") + (axis == kBatch ? "the batch" : axis);
  const bool several = several_models(sweep);
  std::vector<double> values;
  for (const SweepPoint& point : sweep.points) {
    if (!point.fits) continue;
    const std::int64_t x = axis == kBatch ? point.batch : point.dims.at(axis);
    const std::string name = series_name(point, several, axis);
    auto series = std::find_if(chart.series.begin(), chart.series.end(),
                               [&](const ChartSeries& known) { return known.name == name; });
    if (series == chart.series.end())
      series =
          chart.series.insert(chart.series.end(), {name, Mark::line, {}, "", static_cast<int>(chart.series.size())});
    const double y = energy ? point.energy_j : point.throughput_per_s;
    const Quantity q = energy ? Quantity::energy : Quantity::rate;
    series->points.push_back(
        {static_cast<double>(x), y, name + ", " + axis + " " + std::to_string(x) + ": " + core::format(q, y), 0});
    values.push_back(y);
  }
  keep_best(chart, energy);
  chart.x = {axis, {1, ""}, true};
  chart.y = {energy ? "energy per inference" : "throughput",
             core::scale_for(energy ? Quantity::energy : Quantity::rate, values), true};
  chart.description = core::counted(static_cast<std::int64_t>(chart.series.size()), "line", "lines") +
                      ", one per device and setting; both axes are logarithmic.";
  return chart;
}

Table decision_table(const analysis::Sweep& sweep, bool energy) {
  TableBuilder table(energy ? "least_energy" : "fastest", energy ? "Least energy per inference" : "Fastest");
  table.text("model", "Model").text("setting", "Setting");
  std::set<std::int64_t> batches;
  for (const analysis::Decision& decision : sweep.decisions) batches.insert(decision.batch);
  for (const std::int64_t batch : batches)
    table.text("batch_" + std::to_string(batch), "Batch " + std::to_string(batch));
  auto cell = sweep.decisions.begin();
  while (cell != sweep.decisions.end()) {
    const analysis::Decision& first = *cell;
    table.row(first.model).cell(first.model).cell(first.setting.empty() ? "auto" : first.setting);
    for (const std::int64_t batch : batches) {
      const bool here = cell != sweep.decisions.end() && cell->model == first.model && cell->setting == first.setting &&
                        cell->batch == batch;
      if (here) {
        table.cell(sweep.points[energy ? cell->least_energy : cell->fastest].hardware);
        ++cell;
      } else {
        table.cell(kNotAvailable, std::nullopt, "no device that fits");
      }
    }
  }
  return table.build();
}

namespace {

// A matrix says more than a sentence only where there is something to choose, and more than one case to choose in.
bool worth_a_matrix(const analysis::Sweep& sweep) {
  const auto another = [&](const SweepPoint& point) { return point.hardware != sweep.points.front().hardware; };
  return sweep.decisions.size() > 1 && std::any_of(sweep.points.begin(), sweep.points.end(), another);
}

// The parts of a pipeline: what each takes, and all of them.
Table together_table(const analysis::Sweep& sweep) {
  constexpr std::size_t kMostColumns = 6;
  const std::vector<std::size_t>& first = sweep.together.front().points;
  const bool each = first.size() <= kMostColumns;
  std::vector<double> times;
  for (const analysis::Together& row : sweep.together) times.push_back(row.latency_s);
  const core::Scale scale = core::scale_for(Quantity::time, times);
  TableBuilder table("components", "");
  table.text("hardware", "Hardware").label("batch", "Batch").text("setting", "Setting", false);
  for (std::size_t i = 0; i < first.size() && each; ++i)
    table.number("part_" + std::to_string(i + 1), sweep.points[first[i]].model, Quantity::time).scale(scale);
  table.number("latency_s", "Together", Quantity::time).scale(scale).text("slowest", "Slowest part");
  table.number("share", "Its share", Quantity::fraction).number("energy_j", "Energy", Quantity::energy);
  for (const analysis::Together& row : sweep.together) {
    table.row(row.hardware).cell(row.hardware).count(row.batch).cell(row.setting.empty() ? "auto" : row.setting);
    for (std::size_t i = 0; i < row.points.size() && each; ++i) table.cell(sweep.points[row.points[i]].latency_s);
    const SweepPoint& slowest = sweep.points[row.points[row.slowest]];
    table.cell(row.latency_s).cell(slowest.model).cell(slowest.latency_s / row.latency_s).cell(row.energy_j);
  }
  return table.build();
}

}  // namespace

Document sweep_document(const analysis::Sweep& sweep) {
  Document document;
  document.title = "Sweep: " + core::counted(static_cast<std::int64_t>(sweep.points.size()), "point", "points");
  document.subtitle = std::string(workload::name(sweep.scenario.runtime)) + " runtime · " +
                      estimate::name(sweep.scenario.timing) + " time · " + estimate::name(sweep.scenario.boundary) +
                      " power";
  if (!sweep.text.empty()) document.sections.push_back({"", sweep.text, {}});
  if (const std::string axis = drawn_axis(sweep); !axis.empty()) {
    Section plots{"Over " + (axis == kBatch ? "the batch" : axis), {}, {}};
    for (const bool energy : {false, true}) {
      Chart chart = sweep_chart(sweep, energy);
      if (!chart.series.empty()) plots.charts.push_back(std::move(chart));
    }
    const std::size_t lines = settings_count(sweep, axis);
    if (lines > kMostLines)
      plots.lines.push_back("The best " + std::to_string(kMostLines) + " of " + std::to_string(lines) +
                            " lines are drawn; the table has them all.");
    document.sections.push_back(std::move(plots));
  }
  if (worth_a_matrix(sweep))
    document.sections.push_back({"Which device when", {}, {decision_table(sweep, false), decision_table(sweep, true)}});
  if (!sweep.together.empty())
    add_table(document.sections, "As parts of one pipeline, one after the other", together_table(sweep));
  add_table(document.sections, "Points", sweep_table(sweep));
  Section failed{"Not in the sweep", {}, {}};
  for (const analysis::Failure& failure : sweep.failed)
    failed.lines.push_back(failure.hardware + ": " + failure.reason);
  if (!failed.lines.empty()) document.sections.push_back(std::move(failed));
  return document;
}

std::string sweep_json(const analysis::Sweep& sweep, const Versions& versions, int indent) {
  Json document = document_head("sweep", versions);
  document["scenario"] = {{"runtime", workload::name(sweep.scenario.runtime)},
                          {"timing", estimate::name(sweep.scenario.timing)},
                          {"boundary", estimate::name(sweep.scenario.boundary)}};
  Json precisions = Json::array();
  for (const auto& precision : sweep.axes.precisions)
    precisions.push_back(precision ? hardware::name(*precision) : "auto");
  Json dims = Json::object();
  for (const auto& [symbol, values] : sweep.axes.dims) dims[symbol] = values;
  document["axes"] = {{"batch", sweep.axes.batches}, {"precision", precisions}, {"dims", dims}};
  document["points"] = Json::array();
  for (const SweepPoint& point : sweep.points) document["points"].push_back(point_part(point));
  document["best"] = Json::array();
  for (const analysis::SweepBest& best : sweep.best) {
    const SweepPoint& point = sweep.points[best.point];
    document["best"].push_back({{"hardware", best.hardware},
                                {"model", best.model},
                                {"metric", best.metric},
                                {"batch", point.batch},
                                {"precision", hardware::name(point.precision)},
                                {"dims", dims_part(point.dims)}});
  }
  document["decisions"] = Json::array();
  for (const analysis::Decision& cell : sweep.decisions)
    document["decisions"].push_back({{"model", cell.model},
                                     {"setting", text_or_null(cell.setting)},
                                     {"batch", cell.batch},
                                     {"fastest", sweep.points[cell.fastest].hardware},
                                     {"least_energy", sweep.points[cell.least_energy].hardware}});
  document["crossovers"] = Json::array();
  for (const analysis::Crossover& crossover : sweep.crossovers)
    document["crossovers"].push_back({{"model", crossover.model},
                                      {"metric", crossover.metric},
                                      {"axis", crossover.axis},
                                      {"setting", text_or_null(crossover.setting)},
                                      {"from", crossover.from},
                                      {"to", crossover.to},
                                      {"before", crossover.before},
                                      {"after", crossover.after}});
  document["together"] = Json::array();
  for (const analysis::Together& row : sweep.together) {
    Json parts = Json::array();
    for (const std::size_t point : row.points)
      parts.push_back({{"model", sweep.points[point].model},
                       {"latency_s", number(sweep.points[point].latency_s)},
                       {"energy_j", number(sweep.points[point].energy_j)}});
    document["together"].push_back({{"hardware", row.hardware},
                                    {"batch", row.batch},
                                    {"setting", text_or_null(row.setting)},
                                    {"latency_s", number(row.latency_s)},
                                    {"energy_j", number(row.energy_j)},
                                    {"parts", std::move(parts)}});
  }
  document["failed"] = Json::array();
  for (const analysis::Failure& failure : sweep.failed)
    document["failed"].push_back({{"hardware", failure.hardware}, {"reason", failure.reason}});
  document["text"] = sweep.text;
  return dumped(document, indent);
}

}  // namespace whichchip::report
