#include "analysis/sweep.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include "analysis/sweep_text.h"
#include "core/error.h"
#include "core/order.h"
#include "core/suggest.h"

namespace whichchip::analysis {
namespace {

constexpr std::int64_t kLargestValue = std::int64_t{1} << 32;
constexpr double kMostlyStatic = 0.5;
constexpr double kSweetFrom = 0.40, kSweetTo = 0.80;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> items;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find_first_of(", ", start), text.size());
    if (end > start) items.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return items;
}

std::int64_t whole(std::string_view option, const std::string& text) {
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || number < 1 || number > kLargestValue)
    throw core::Error(core::ErrorCode::bad_usage, "'" + text + "' is not a positive whole number",
                      "--" + std::string(option), "write --batch 1,4,8,16 or --dim seq=128,256");
  return number;
}

std::vector<std::int64_t> numbers(std::string_view option, std::string_view text) {
  std::vector<std::int64_t> values;
  for (const std::string& item : split(text)) values.push_back(whole(option, item));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty())
    throw core::Error(core::ErrorCode::bad_usage, "--" + std::string(option) + " has no value",
                      "--" + std::string(option), "write --batch 1,4,8,16 or --dim seq=128,256");
  return values;
}

// Every combination of the dimensions' values, the last one fastest.
std::vector<model::DimensionBindings> combinations(const SweepAxes& axes) {
  std::vector<model::DimensionBindings> all{{}};
  for (const auto& [symbol, values] : axes.dims) {
    std::vector<model::DimensionBindings> next;
    for (const model::DimensionBindings& before : all) {
      for (const std::int64_t value : values) {
        next.push_back(before);
        next.back()[symbol] = value;
      }
    }
    all = std::move(next);
  }
  return all;
}

PowerZone zone_of(const Row& row) {
  if (row.static_share > kMostlyStatic) return PowerZone::idle_dominated;
  return row.bound == estimate::Bound::power ? PowerZone::capped : PowerZone::efficient;
}

SweepPoint point_of(const Row& row, const workload::Workload& workload, std::optional<hardware::Precision> asked,
                    const model::DimensionBindings& dims) {
  SweepPoint point;
  point.model = workload.model.name;
  point.hardware = row.key;
  point.batch = workload.batch;
  point.asked = asked;
  point.precision = row.estimate.precision.precision;
  point.dims = dims;
  point.latency_s = row.batch_latency_s;
  point.throughput_per_s = row.throughput_per_s;
  point.energy_j = row.energy_j;
  point.power_w = row.estimate.power_w;
  point.peak_memory_bytes = row.estimate.memory.total_bytes();
  point.compute_utilisation = row.compute_utilisation;
  if (row.compute_utilisation && row.estimate.power_w > 0) {
    point.zone_index = *row.compute_utilisation * row.attained_ops_per_s / row.estimate.power_w;
    point.sweet_spot = *row.compute_utilisation >= kSweetFrom && *row.compute_utilisation <= kSweetTo;
  }
  point.zone = zone_of(row);
  point.fits = row.estimate.fits != estimate::Fit::no;
  return point;
}

using SeriesKey = std::tuple<std::string, std::string, std::optional<hardware::Precision>, model::DimensionBindings>;

void add_batch_efficiency(std::vector<SweepPoint>& points) {
  std::map<SeriesKey, std::size_t> least;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SeriesKey key{points[i].model, points[i].hardware, points[i].asked, points[i].dims};
    const auto [found, added] = least.emplace(key, i);
    if (!added && points[i].batch < points[found->second].batch) found->second = i;
  }
  for (SweepPoint& point : points) {
    const SweepPoint& first = points[least.at({point.model, point.hardware, point.asked, point.dims})];
    const double ratio = static_cast<double>(point.batch) / static_cast<double>(first.batch);
    point.batch_efficiency = point.throughput_per_s / (ratio * first.throughput_per_s);
  }
}

void add_best(Sweep& result) {
  struct Metric {
    const char* name;
    bool (*better)(const SweepPoint&, const SweepPoint&);
  };
  static constexpr Metric kMetrics[] = {
      {"latency", [](const SweepPoint& a, const SweepPoint& b) { return a.latency_s < b.latency_s; }},
      {"throughput", [](const SweepPoint& a, const SweepPoint& b) { return a.throughput_per_s > b.throughput_per_s; }},
      {"energy", [](const SweepPoint& a, const SweepPoint& b) { return a.energy_j < b.energy_j; }}};
  std::vector<std::pair<std::string, std::string>> seen;  // in the points' order
  for (const SweepPoint& point : result.points) {
    const std::pair<std::string, std::string> id{point.model, point.hardware};
    if (std::find(seen.begin(), seen.end(), id) == seen.end()) seen.push_back(id);
  }
  for (const auto& [model, hardware] : seen) {
    for (const Metric& metric : kMetrics) {
      const SweepPoint* best = nullptr;
      for (const SweepPoint& point : result.points) {
        if (point.model != model || point.hardware != hardware || !point.fits) continue;
        if (best == nullptr || metric.better(point, *best)) best = &point;
      }
      if (best != nullptr)
        result.best.push_back({model, hardware, metric.name, static_cast<std::size_t>(best - result.points.data())});
    }
  }
}

// "int8, seq 128": what was asked for on the other axes.
std::string setting_of(const SweepPoint& point) {
  std::string text = point.asked ? hardware::name(*point.asked) : "";
  for (const auto& [symbol, value] : point.dims)
    text += (text.empty() ? "" : ", ") + symbol + " " + std::to_string(value);
  return text;
}

void add_decisions(Sweep& result) {
  const std::vector<SweepPoint>& points = result.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].fits) continue;
    const std::string setting = setting_of(points[i]);
    const auto cell = std::find_if(result.decisions.begin(), result.decisions.end(), [&](const Decision& known) {
      return known.model == points[i].model && known.setting == setting && known.batch == points[i].batch;
    });
    if (cell == result.decisions.end()) {
      result.decisions.push_back({points[i].model, setting, points[i].batch, i, i});
      continue;
    }
    if (points[i].latency_s < points[cell->fastest].latency_s) cell->fastest = i;
    if (points[i].energy_j < points[cell->least_energy].energy_j) cell->least_energy = i;
  }
  // One series after the other, as the models and settings were given, each by batch.
  std::vector<std::pair<std::string, std::string>> series;
  for (const Decision& cell : result.decisions) {
    const std::pair<std::string, std::string> id{cell.model, cell.setting};
    if (std::find(series.begin(), series.end(), id) == series.end()) series.push_back(id);
  }
  const auto place = [&](const Decision& cell) {
    return std::find(series.begin(), series.end(), std::pair{cell.model, cell.setting}) - series.begin();
  };
  core::stable_sort(result.decisions, [&](const Decision& a, const Decision& b) {
    return std::pair{place(a), a.batch} < std::pair{place(b), b.batch};
  });
}

// Where the best device of two neighbouring batches differs the lead passes on. At one batch the fastest device has the
// highest throughput.
void add_crossovers(Sweep& result) {
  for (const bool energy : {false, true}) {
    for (std::size_t i = 1; i < result.decisions.size(); ++i) {
      const Decision& last = result.decisions[i - 1];
      const Decision& next = result.decisions[i];
      if (last.model != next.model || last.setting != next.setting) continue;
      const std::string& before = result.points[energy ? last.least_energy : last.fastest].hardware;
      const std::string& after = result.points[energy ? next.least_energy : next.fastest].hardware;
      if (before != after)
        result.crossovers.push_back({next.model, energy ? "energy" : "throughput", "batch", next.setting, last.batch,
                                     next.batch, before, after});
    }
  }
}

void add_together(Sweep& result) {
  std::vector<std::string> models;
  for (const SweepPoint& point : result.points)
    if (std::find(models.begin(), models.end(), point.model) == models.end()) models.push_back(point.model);
  if (models.size() < 2) return;
  std::vector<Together> all;
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const SweepPoint& point = result.points[i];
    if (!point.fits) continue;
    const std::string setting = setting_of(point);
    auto found = std::find_if(all.begin(), all.end(), [&](const Together& known) {
      return known.hardware == point.hardware && known.setting == setting && known.batch == point.batch;
    });
    if (found == all.end()) found = all.insert(all.end(), {point.hardware, setting, point.batch, {}, 0, 0, 0});
    if (!found->points.empty() && point.latency_s > result.points[found->points[found->slowest]].latency_s)
      found->slowest = found->points.size();
    found->points.push_back(i);
    found->latency_s += point.latency_s;
    found->energy_j += point.energy_j;
  }
  std::erase_if(all, [&](const Together& each) { return each.points.size() != models.size(); });
  core::stable_sort(all, [](const Together& a, const Together& b) {
    return a.batch != b.batch       ? a.batch < b.batch
           : a.setting != b.setting ? a.setting < b.setting
                                    : a.latency_s < b.latency_s;
  });
  result.together = std::move(all);
}

// Absent, and the reason in `refused`, when the graph does not resolve so: the rest of the grid goes on.
std::optional<workload::Workload> resolve(const OpenModel& model, const Request& request,
                                          std::optional<core::Error>& refused) {
  try {
    return model(request);
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    refused = error;
    return std::nullopt;
  }
}

}  // namespace

const char* name(PowerZone zone) {
  static constexpr const char* kNames[] = {"idle-dominated", "efficient", "capped"};
  return kNames[static_cast<std::size_t>(zone)];
}

void set_axis(SweepAxes& axes, std::string_view option, std::string_view value) {
  if (option == "batch") {
    axes.batches = numbers(option, value);
  } else if (option == "precision") {
    axes.precisions.clear();
    for (const std::string& item : split(value)) {
      Request one;  // knows the names and the error texts
      set_option(one, "precision", item);
      if (std::find(axes.precisions.begin(), axes.precisions.end(), one.scenario.precision) == axes.precisions.end())
        axes.precisions.push_back(one.scenario.precision);
    }
  } else {
    const std::size_t equals = value.find('=');
    if (equals == std::string_view::npos || equals == 0)
      throw core::Error(core::ErrorCode::bad_usage, "'" + std::string(value) + "' is not NAME=N,N,…", "--dim",
                        "write --dim seq=128,256,384");
    axes.dims.emplace_back(value.substr(0, equals), numbers(option, value.substr(equals + 1)));
  }
}

Sweep sweep(const std::vector<OpenModel>& models, const std::vector<hardware::Device>& devices, const Request& request,
            const SweepAxes& axes, double latency_limit_s, const SweepProgress& progress) {
  Sweep result;
  result.axes = axes;
  result.scenario = request.scenario;
  const std::vector<model::DimensionBindings> settings = combinations(axes);
  const std::size_t count = models.size() * settings.size() * axes.batches.size();
  std::size_t done = 0;
  std::set<std::pair<std::string, std::string>> failures;
  std::optional<core::Error> refused;  // the last
  for (const OpenModel& model : models) {
    for (const model::DimensionBindings& dims : settings) {
      std::set<std::int64_t> built;
      for (const std::int64_t batch : axes.batches) {
        if (progress) progress(done, count);
        ++done;
        Request bound = request;
        bound.batch = batch;
        for (const auto& [symbol, value] : dims) bound.dims[symbol] = value;
        const std::optional<workload::Workload> resolved = resolve(model, bound, refused);
        if (!resolved)
          result.failed.push_back(
              {"model " + std::to_string(&model - models.data() + 1) + ", batch " + std::to_string(batch),
               refused->message});
        // A model that fixes its batch is the same at every other.
        if (!resolved || !built.insert(resolved->batch).second) continue;
        const workload::Workload& workload = *resolved;
        for (const std::optional<hardware::Precision>& precision : axes.precisions) {
          estimate::Scenario scenario = request.scenario;
          scenario.precision = precision;
          for (const hardware::Device& device : devices) {
            try {
              const Row row =
                  derive(workload, {device, estimate::estimate(workload, device, scenario)}, request.economics);
              result.points.push_back(point_of(row, workload, precision, dims));
            } catch (const core::Error& error) {
              if (error.code == core::ErrorCode::internal) throw;
              if (failures.emplace(hardware::key(device), error.message).second)
                result.failed.push_back({hardware::key(device), error.message});
            }
          }
        }
      }
    }
  }
  if (progress) progress(count, count);
  if (result.points.empty() && refused) throw *refused;
  add_batch_efficiency(result.points);
  add_best(result);
  add_decisions(result);
  add_crossovers(result);
  add_together(result);
  result.text = sweep_text(result, latency_limit_s);
  return result;
}

}  // namespace whichchip::analysis
