#include "analysis/compare.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/insights.h"
#include "analysis/inspect.h"
#include "analysis/likelihood.h"
#include "core/error.h"
#include "core/order.h"
#include "core/suggest.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

std::optional<double> ratio(double numerator, double denominator) {
  if (denominator <= 0 || !std::isfinite(denominator) || !std::isfinite(numerator)) return std::nullopt;
  return numerator / denominator;
}

void add_cost_and_carbon(Row& row, double batch, const Economics& economics) {
  Cost cost = cost_of(row.device, row.batch_latency_s / batch, row.energy_j, economics);
  row.cost_usd_per_million = cost.usd_per_million;
  row.electricity_usd_per_million = cost.electricity_usd_per_million;
  row.cost_basis = cost.basis;
  row.cost_source = std::move(cost.source);
  row.price_usd = purchase_usd(row.device, economics);
  row.carbon_g = carbon_g(row.device, row.energy_j, economics);
}

void add_bounds(Row& row) {
  const estimate::Estimate& estimate = row.estimate;
  if (estimate.latency_s <= 0) return;
  std::array<double, 5> seconds{};
  for (const estimate::SubgraphEstimate& subgraph : estimate.subgraphs) {
    seconds[static_cast<std::size_t>(subgraph.bound)] += subgraph.latency_s;
  }
  seconds[static_cast<std::size_t>(estimate::Bound::overhead)] += estimate.request_s;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    row.bound_share[i] = seconds[i] / estimate.latency_s;
    if (seconds[i] > seconds[largest]) largest = i;
  }
  row.bound = static_cast<estimate::Bound>(largest);
}

std::string unfit_reason(const Row& row) {
  if (row.estimate.fits != estimate::Fit::no) return {};
  std::string reason = "does not fit: needs " + core::format(core::Quantity::bytes, row.estimate.memory.total_bytes());
  const std::optional<double> capacity = row.device.memory.capacity_bytes;
  if (capacity && *capacity > 0) reason += ", has " + core::format(core::Quantity::bytes, *capacity);
  return reason;
}

// A figure with copies and dispatch says nothing of the error of one without them.
std::vector<Measured> published_for(const Row& row, const std::string& model, const workload::Workload& workload,
                                    estimate::Timing timing) {
  std::vector<Measured> near = measured_near(workload, model, row.device, row.estimate);
  for (Measured& m : near)
    if (m.boundary != estimate::name(timing)) m.residual.reset();
  return near;
}

bool ranked(const Row& row) { return row.estimate.fits != estimate::Fit::no; }

// A total order: fitting rows first, then rows that have the value, then by value, of equals the faster, then by key.
bool before(const Row& a, const Row& b, Metric metric) {
  if (ranked(a) != ranked(b)) return ranked(a);
  const std::optional<double> x = value(a, metric);
  const std::optional<double> y = value(b, metric);
  if (x.has_value() != y.has_value()) return x.has_value();
  if (x && *x != *y) return less_is_better(metric) ? *x < *y : *x > *y;
  if (a.batch_latency_s != b.batch_latency_s) return a.batch_latency_s < b.batch_latency_s;
  return a.key < b.key;
}

std::vector<Row*> order_by(std::vector<Row>& rows, Metric metric) {
  std::vector<Row*> order;
  for (const std::size_t i : best_first(rows, metric)) order.push_back(&rows[i]);
  return order;
}

// Equal values share a rank; the next rank counts them all (1, 1, 3).
void assign_ranks(std::vector<Row>& rows) {
  for (const Metric metric : kMetrics) {
    if (metric == Metric::power) continue;  // a description of the chip at work, not a merit
    const std::vector<Row*> order = order_by(rows, metric);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool tie = i > 0 && *value(*order[i], metric) == *value(*order[i - 1], metric);
      order[i]->ranks[metric] = tie ? order[i - 1]->ranks[metric] : static_cast<int>(i) + 1;
    }
  }
}

void assign_tiers(std::vector<Row>& rows) {
  std::vector<Row*> rest = order_by(rows, Metric::latency);
  for (char tier = 'A'; !rest.empty(); tier = static_cast<char>(std::min(tier + 1, static_cast<int>('Z')))) {
    const estimate::Interval head = rest.front()->estimate.latency_interval_s;
    std::vector<Row*> apart;
    for (Row* row : rest) {
      const estimate::Interval& own = row->estimate.latency_interval_s;
      const bool overlaps = row == rest.front() || (own.low <= head.high && own.high >= head.low);
      if (overlaps) {
        row->tier = tier;
      } else {
        apart.push_back(row);
      }
    }
    rest = std::move(apart);
  }
}

void add_probabilities(std::vector<Row>& rows) {
  const std::vector<Row*> order = order_by(rows, Metric::latency);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Row& first = *order.front();
    Row& row = *order[i];
    row.first_ahead =
        probability_less(first.batch_latency_s, first.estimate.latency_interval_s, row.batch_latency_s,
                         row.estimate.latency_interval_s, first.device.device_class == row.device.device_class);
  }
}

void choose_baseline(Comparison& comparison, const std::string& wanted) {
  const Row* chosen = nullptr;
  for (const Row& row : comparison.rows) {
    if (!wanted.empty() && core::equal_ignoring_case(row.key, wanted)) chosen = &row;
  }
  if (chosen == nullptr) {
    for (const Row* row : order_by(comparison.rows, Metric::latency)) {
      const bool gpu = row->device.device_class == hardware::DeviceClass::gpu;
      if (gpu && chosen == nullptr) chosen = row;
    }
  }
  for (const Row& row : comparison.rows) {
    if (chosen == nullptr && ranked(row)) chosen = &row;
  }
  if (chosen == nullptr) return;
  comparison.baseline = chosen->key;
  const double latency = chosen->batch_latency_s;
  const double energy = chosen->energy_j;
  for (Row& row : comparison.rows) {
    row.latency_ratio = ratio(row.batch_latency_s, latency);
    row.energy_ratio = ratio(row.energy_j, energy);
  }
}

void choose_winners(Comparison& comparison) {
  static constexpr std::pair<const char*, Metric> kWinners[] = {
      {"energy", Metric::energy}, {"latency", Metric::latency}, {"throughput", Metric::throughput},
      {"memory", Metric::memory}, {"cost", Metric::cost},       {"balance", Metric::balance}};
  for (const auto& [name, metric] : kWinners) {
    const std::vector<Row*> order = order_by(comparison.rows, metric);
    if (!order.empty()) comparison.winners[name] = order.front()->key;
  }
}

}  // namespace

std::optional<double> Row::measured_latency_s() const {
  for (const Measured& m : measured) {
    if (m.residual && m.value > 0) return m.metric == "latency_s" ? m.value : static_cast<double>(m.batch) / m.value;
  }
  return std::nullopt;
}

Row derive(const workload::Workload& workload, Estimated estimated, const Economics& economics) {
  Row row;
  row.key = hardware::key(estimated.device);
  row.device = std::move(estimated.device);
  row.estimate = std::move(estimated.estimate);
  const estimate::Estimate& estimate = row.estimate;
  const double batch = static_cast<double>(std::max<std::int64_t>(workload.batch, 1));

  row.batch_latency_s = estimate.latency_s;
  row.throughput_per_s = batch / estimate.latency_s;
  row.energy_j = estimate.energy_j / batch;
  row.energy_interval_j = {estimate.energy_interval_j.low / batch, estimate.energy_interval_j.high / batch};
  row.inferences_per_j = 1 / row.energy_j;
  row.edp_js = row.energy_j * row.batch_latency_s;
  row.static_share = ratio(estimate.idle_energy_j + estimate.uncore_energy_j, estimate.energy_j).value_or(0);

  const double operations = 2 * estimate.macs;
  row.attained_ops_per_s = ratio(operations, estimate.latency_s).value_or(0);
  row.compute_utilisation = ratio(row.attained_ops_per_s, estimate.peak_ops_per_s);
  const double bandwidth = row.device.memory.bandwidth_bytes_per_s;
  row.bandwidth_utilisation = ratio(estimate.dram_bytes, estimate.latency_s * bandwidth);
  row.arithmetic_intensity = ratio(operations, estimate.dram_bytes);
  row.ridge_point = ratio(estimate.peak_ops_per_s, bandwidth);

  add_cost_and_carbon(row, batch, economics);
  add_bounds(row);
  row.unfit_reason = unfit_reason(row);
  add_warnings(workload, row);
  return row;
}

const char* name(Metric metric) {
  static constexpr const char* kNames[] = {"latency", "throughput", "power",  "efficiency", "energy",
                                           "cost",    "carbon",     "memory", "balance"};
  return kNames[static_cast<std::size_t>(metric)];
}

std::optional<Metric> parse_metric(std::string_view text) {
  for (const Metric metric : kMetrics) {
    if (core::equal_ignoring_case(text, name(metric))) return metric;
  }
  return std::nullopt;
}

std::optional<double> value(const Row& row, Metric metric) {
  switch (metric) {
    case Metric::latency:
      return row.batch_latency_s;
    case Metric::throughput:
      return row.throughput_per_s;
    case Metric::power:
      return row.estimate.power_w;
    case Metric::efficiency:
      return row.inferences_per_j;
    case Metric::energy:
      return row.energy_j;
    case Metric::cost:
      return row.cost_usd_per_million;
    case Metric::carbon:
      return row.carbon_g;
    case Metric::memory:
      return row.estimate.memory.total_bytes();
    case Metric::balance:
      return row.edp_js;
  }
  return std::nullopt;
}

bool less_is_better(Metric metric) { return metric != Metric::throughput && metric != Metric::efficiency; }

const char* purpose(Metric metric) {
  switch (metric) {
    case Metric::latency:
      return "real time";
    case Metric::throughput:
      return "offline load";
    case Metric::power:
      return "power budget";
    case Metric::efficiency:
      return "sustained work";
    case Metric::energy:
      return "battery";
    case Metric::cost:
      return "cloud bill";
    case Metric::carbon:
      return "footprint";
    case Metric::memory:
      return "small devices";
    case Metric::balance:
      return "time and energy alike";
  }
  return "";
}

std::vector<std::size_t> best_first(const std::vector<Row>& rows, Metric metric) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (ranked(rows[i]) && value(rows[i], metric)) order.push_back(i);
  }
  core::stable_sort(order, [&](std::size_t a, std::size_t b) { return before(rows[a], rows[b], metric); });
  return order;
}

void sort_rows(Comparison& comparison, Metric metric) {
  comparison.sort = metric;
  core::stable_sort(comparison.rows, [metric](const Row& a, const Row& b) { return before(a, b, metric); });
  comparison.insights = insights(comparison);
}

Comparison rank(const workload::Workload& workload, std::vector<Estimated> estimates, std::vector<Failure> failed,
                const estimate::Scenario& scenario, Metric sort, const std::string& baseline,
                const Economics& economics) {
  Comparison comparison;
  comparison.workload = &workload;
  comparison.scenario = scenario;
  comparison.economics = economics;
  comparison.failed = std::move(failed);
  comparison.rows.reserve(estimates.size());
  for (Estimated& estimated : estimates) comparison.rows.push_back(derive(workload, std::move(estimated), economics));
  if (const std::optional<std::string> known = recognise(workload))
    for (Row& row : comparison.rows) row.measured = published_for(row, *known, workload, scenario.timing);
  // Before sorting: the baseline falls back to the first row as the devices were given.
  choose_baseline(comparison, baseline);
  assign_ranks(comparison.rows);
  assign_tiers(comparison.rows);
  add_probabilities(comparison.rows);
  // Below that a verdict would rest on guesses.
  comparison.withheld = coverage_band(workload.coverage) == CoverageBand::incomplete;
  if (!comparison.withheld) choose_winners(comparison);
  sort_rows(comparison, sort);
  return comparison;
}

Comparison compare(const workload::Workload& workload, std::vector<hardware::Device> devices,
                   const estimate::Scenario& scenario, Metric sort, const std::string& baseline,
                   const Economics& economics) {
  std::vector<Estimated> estimates;
  std::vector<Failure> failed;
  estimates.reserve(devices.size());
  for (hardware::Device& device : devices) {
    try {
      estimate::Estimate estimated = estimate::estimate(workload, device, scenario);
      estimates.push_back({std::move(device), std::move(estimated)});
    } catch (const core::Error& error) {
      if (error.code == core::ErrorCode::internal) throw;
      failed.push_back({hardware::key(device), error.message});
    }
  }
  return rank(workload, std::move(estimates), std::move(failed), scenario, sort, baseline, economics);
}

}  // namespace whichchip::analysis
