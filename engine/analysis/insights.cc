#include "analysis/insights.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/guidance.h"
#include "analysis/inspect.h"
#include "analysis/likelihood.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;

constexpr const char* kLeast =
    "What is not counted is missing from the sums: every time and energy is at least what is shown.";

const Row* find(const Comparison& comparison, const std::string& key) {
  for (const Row& row : comparison.rows) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

const Row* winner(const Comparison& comparison, const char* metric) {
  const auto found = comparison.winners.find(metric);
  return found == comparison.winners.end() ? nullptr : find(comparison, found->second);
}

Quantity quantity(Metric metric) {
  switch (metric) {
    case Metric::latency:
      return Quantity::time;
    case Metric::throughput:
      return Quantity::rate;
    case Metric::power:
      return Quantity::power;
    case Metric::efficiency:
      return Quantity::rate;
    case Metric::energy:
      return Quantity::energy;
    case Metric::cost:
      return Quantity::money;
    case Metric::carbon:
      return Quantity::mass;
    case Metric::memory:
      return Quantity::bytes;
    case Metric::balance:
      return Quantity::energy_delay;
  }
  return Quantity::ratio;
}

const char* superlative(Metric metric) {
  switch (metric) {
    case Metric::latency:
      return "Lowest latency";
    case Metric::throughput:
      return "Highest throughput";
    case Metric::power:
      return "Lowest power";
    case Metric::efficiency:
      return "Most inferences per joule";
    case Metric::energy:
      return "Least energy per inference";
    case Metric::cost:
      return "Lowest cost per million inferences";
    case Metric::carbon:
      return "Least carbon per inference";
    case Metric::memory:
      return "Least memory";
    case Metric::balance:
      return "Least energy × delay";
  }
  return "";
}

std::string show(const Row& row, Metric metric) {
  const std::optional<double> v = value(row, metric);
  if (!v) return "—";
  if (metric == Metric::efficiency) return core::format_number(*v) + " per J";
  return format(quantity(metric), *v);
}

// That `a` is in truth the better one; absent where nothing is said of the figure's spread.
std::optional<double> probability_ahead(const Row& a, const Row& b, Metric metric) {
  const bool one_class = a.device.device_class == b.device.device_class;
  switch (metric) {
    case Metric::latency:
    case Metric::throughput:
      return probability_less(a.batch_latency_s, a.estimate.latency_interval_s, b.batch_latency_s,
                              b.estimate.latency_interval_s, one_class);
    case Metric::efficiency:
    case Metric::energy:
    case Metric::carbon:
      return probability_less(a.energy_j, a.energy_interval_j, b.energy_j, b.energy_interval_j, one_class);
    default:
      return std::nullopt;
  }
}

// What the runner-up loses most by, in the parts that its figure is the sum of.
std::string largest_loss(const Row& best, const Row& next, Metric metric) {
  double loss = 0;
  std::string cause;
  if (metric == Metric::latency || metric == Metric::throughput) {
    const auto a = ladder(best.estimate);
    const auto b = ladder(next.estimate);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (b[i] - a[i] <= loss) continue;
      loss = b[i] - a[i];
      cause = describe(static_cast<estimate::Rung>(i));
    }
    return cause.empty() ? "" : "it loses most by " + cause + ", " + format(Quantity::time, loss) + " more";
  }
  if (metric == Metric::energy || metric == Metric::efficiency || metric == Metric::carbon) {
    const double dynamic = next.estimate.dynamic_energy_j - best.estimate.dynamic_energy_j;
    const double leakage = next.estimate.idle_energy_j + next.estimate.uncore_energy_j - best.estimate.idle_energy_j -
                           best.estimate.uncore_energy_j;
    loss = std::max(dynamic, leakage);
    if (loss <= 0) return "";
    cause = dynamic >= leakage ? "switching energy" : "static energy (idle watts over its longer time)";
    if (dynamic < leakage && next.batch_latency_s <= best.batch_latency_s) cause = "static energy (idle watts)";
    return "it loses most by " + cause + ", " + format(Quantity::energy, loss) + " a batch more";
  }
  return "";
}

bool answers(const Row& row, Metric metric) { return row.estimate.fits != estimate::Fit::no && value(row, metric); }

// Empty when even the best has no figure. `next`: null when there is none.
std::string verdict(const Row& best, const Row* next, const Row* third, Metric metric) {
  if (!answers(best, metric)) return {};
  std::string line = std::string(superlative(metric)) + ": " + best.key + ", " + show(best, metric);
  if (metric == Metric::latency) {
    const estimate::Interval& interval = best.estimate.latency_interval_s;
    line += " (90 %: " + format(Quantity::time, interval.low) + " to " + format(Quantity::time, interval.high) + ")";
  }
  line += ".";
  if (next != nullptr && answers(*next, metric)) {
    line += " Next is " + next->key + " with " + show(*next, metric);
    const std::optional<double> ahead = probability_ahead(best, *next, metric);
    if (ahead && *ahead <= kSureEnough)
      line += ", about equal: " + best.key + " is ahead with a probability of " + format(Quantity::fraction, *ahead, 2);
    const std::string loss = largest_loss(best, *next, metric);
    if (!loss.empty()) line += "; " + loss;
    line += ".";
  }
  if (third != nullptr && answers(*third, metric)) {
    const std::string loss = largest_loss(best, *third, metric);
    line += " Third is " + third->key + " with " + show(*third, metric) + (loss.empty() ? "" : "; " + loss) + ".";
  }
  return line;
}

void add_verdict(const Comparison& comparison, std::vector<std::string>& lines) {
  const std::vector<Row>& rows = comparison.rows;
  if (rows.empty()) return;
  const auto at = [&rows](std::size_t i) { return i < rows.size() ? &rows[i] : nullptr; };
  std::string line = verdict(rows.front(), at(1), at(2), comparison.sort);
  if (!line.empty()) lines.push_back(std::move(line));
}

// "A uses 3.2× less energy per inference than the baseline B: 1.2 mJ against 3.9 mJ."
void add_baseline(const Comparison& comparison, std::vector<std::string>& lines) {
  const Row* baseline = find(comparison, comparison.baseline);
  if (baseline == nullptr) return;
  const Row* energy = winner(comparison, "energy");
  if (energy != nullptr && energy != baseline && energy->energy_j > 0 && baseline->energy_j > energy->energy_j) {
    lines.push_back(energy->key + " uses " + format(Quantity::ratio, baseline->energy_j / energy->energy_j) +
                    " less energy per inference than the baseline " + baseline->key + ": " +
                    format(Quantity::energy, energy->energy_j) + " against " +
                    format(Quantity::energy, baseline->energy_j) + ".");
  }
  const Row* latency = winner(comparison, "latency");
  if (latency != nullptr && latency != baseline && latency->batch_latency_s > 0 &&
      baseline->batch_latency_s > latency->batch_latency_s) {
    lines.push_back(
        latency->key + " is " + format(Quantity::ratio, baseline->batch_latency_s / latency->batch_latency_s) +
        " faster than the baseline " + baseline->key + ": " + format(Quantity::time, latency->batch_latency_s) +
        " against " + format(Quantity::time, baseline->batch_latency_s) + ".");
  }
}

void add_trade_off(const Comparison& comparison, std::vector<std::string>& lines) {
  const Row* energy = winner(comparison, "energy");
  const Row* latency = winner(comparison, "latency");
  const Row* balance = winner(comparison, "balance");
  if (energy == nullptr || latency == nullptr || energy == latency || latency->batch_latency_s <= 0 ||
      energy->energy_j <= 0)
    return;
  lines.push_back("Speed and energy pull apart: " + energy->key + " needs " +
                  format(Quantity::ratio, latency->energy_j / energy->energy_j) + " less energy than the fastest, " +
                  latency->key + ", and takes " +
                  format(Quantity::ratio, energy->batch_latency_s / latency->batch_latency_s) + " its time.");
  if (balance != nullptr && balance != energy && balance != latency) {
    lines.push_back(balance->key + " balances the two best, with the least energy × delay: " +
                    format(Quantity::energy_delay, balance->edp_js) + " (" +
                    format(Quantity::energy, balance->energy_j) + ", " +
                    format(Quantity::time, balance->batch_latency_s) + ").");
  }
}

// Where the fastest device loses its time, and whether a batch would help.
void add_loss_of_fastest(const Comparison& comparison, std::vector<std::string>& lines) {
  const Row* row = winner(comparison, "latency");
  if (row == nullptr || !row->compute_utilisation || *row->compute_utilisation >= 0.5 || row->batch_latency_s <= 0)
    return;
  const auto rungs = ladder(row->estimate);
  std::size_t largest = 1;
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    if (rungs[i] > rungs[largest]) largest = i;
  }
  const double share = rungs[largest] / row->batch_latency_s;
  if (share <= 0) return;
  const auto rung = static_cast<estimate::Rung>(largest);
  std::string line = "The largest loss on " + row->key + " at batch " + std::to_string(comparison.workload->batch) +
                     " is " + describe(rung) + ": " + format(Quantity::fraction, share) +
                     " of the time; compute utilisation is " + format(Quantity::fraction, *row->compute_utilisation) +
                     ".";
  if (rung == estimate::Rung::fixed || rung == estimate::Rung::padding)
    line += " A larger batch spreads it over more inferences.";
  lines.push_back(std::move(line));
}

void add_speed_up(const Comparison& comparison, std::vector<std::string>& lines) {
  const Row* cpu = nullptr;
  const Row* gpu = nullptr;
  for (const Row& row : comparison.rows) {
    if (row.estimate.fits == estimate::Fit::no) continue;
    const bool is_cpu = row.device.device_class == hardware::DeviceClass::cpu;
    const bool is_gpu = row.device.device_class == hardware::DeviceClass::gpu;
    if (is_cpu && (cpu == nullptr || row.batch_latency_s < cpu->batch_latency_s)) cpu = &row;
    if (is_gpu && (gpu == nullptr || row.batch_latency_s < gpu->batch_latency_s)) gpu = &row;
  }
  if (cpu == nullptr || gpu == nullptr || cpu->batch_latency_s <= 0 || gpu->batch_latency_s <= 0) return;
  const bool gpu_first = gpu->batch_latency_s <= cpu->batch_latency_s;
  const Row& fast = gpu_first ? *gpu : *cpu;
  const Row& slow = gpu_first ? *cpu : *gpu;
  lines.push_back("Best " + std::string(gpu_first ? "GPU against best CPU" : "CPU against best GPU") + ": " + fast.key +
                  " is " + format(Quantity::ratio, slow.batch_latency_s / fast.batch_latency_s) + " faster than " +
                  slow.key + " (" + format(Quantity::time, fast.batch_latency_s) + " against " +
                  format(Quantity::time, slow.batch_latency_s) + ").");
}

// How much faster than the sound itself, for a model that takes sound.
void add_real_time(const Comparison& comparison, std::vector<std::string>& lines) {
  const std::optional<Sound> sound = sound_of(*comparison.workload);
  if (!sound || !(sound->seconds() > 0)) return;
  const double seconds = sound->seconds() * static_cast<double>(std::max<std::int64_t>(1, comparison.workload->batch));
  const Row* fastest = nullptr;
  std::int64_t able = 0, all = 0;
  for (const Row& row : comparison.rows) {
    if (row.estimate.fits == estimate::Fit::no) continue;
    ++all;
    able += row.batch_latency_s <= seconds ? 1 : 0;
    if (fastest == nullptr || row.batch_latency_s < fastest->batch_latency_s) fastest = &row;
  }
  if (fastest == nullptr) return;
  lines.push_back("Real-time factor: " + fastest->key + " takes " + format(Quantity::time, fastest->batch_latency_s) +
                  " for " + format(Quantity::time, seconds) + " of sound, " +
                  core::format_number(fastest->batch_latency_s / seconds) + "; " + std::to_string(able) + " of " +
                  core::counted(all, "device keeps", "devices keep") + " up with it.");
}

std::string coverage_line(const Comparison& comparison) {
  const workload::Coverage& coverage = comparison.workload->coverage;
  std::string line = format(Quantity::fraction, coverage.macs_fraction) + " of the MACs are modelled";
  if (!coverage.unknown.empty()) {
    line += " (not counted: ";
    const std::size_t shown = std::min<std::size_t>(coverage.unknown.size(), 3);
    for (std::size_t i = 0; i < shown; ++i) {
      if (i > 0) line += ", ";
      line += coverage.unknown[i].op_type + " ×" + std::to_string(coverage.unknown[i].count);
    }
    if (coverage.unknown.size() > shown) line += ", …";
    line += ")";
  }
  return line;
}

}  // namespace

std::array<double, estimate::kRungCount> ladder(const estimate::Estimate& estimate) {
  std::array<double, estimate::kRungCount> total{};
  for (const estimate::SubgraphEstimate& subgraph : estimate.subgraphs) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += subgraph.rungs_s[i];
  }
  total[static_cast<std::size_t>(estimate::Rung::fixed)] += estimate.request_s;
  return total;
}

const char* describe(estimate::Rung rung) {
  switch (rung) {
    case estimate::Rung::ideal:
      return "arithmetic at peak rate";
    case estimate::Rung::padding:
      return "padding and partly filled waves";
    case estimate::Rung::efficiency:
      return "attained efficiency below peak";
    case estimate::Rung::power:
      return "its power limit";
    case estimate::Rung::memory:
      return "memory traffic";
    case estimate::Rung::link:
      return "the host link";
    case estimate::Rung::fixed:
      return "fixed launch and dispatch time";
    case estimate::Rung::fallback:
      return "operators that run on the host";
  }
  return "";
}

std::vector<std::string> insights(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.withheld) {
    lines.push_back("No verdict: only " + coverage_line(comparison) + ".");
    lines.emplace_back(kLeast);
    return lines;
  }
  add_verdict(comparison, lines);
  if (!comparison.rows.empty() && comparison.rows.front().estimate.fits == estimate::Fit::no)
    lines.emplace_back("It fits on none of these devices.");
  if (sums_are_least(comparison.workload->coverage)) {
    const bool partial = coverage_band(comparison.workload->coverage) != CoverageBand::complete;
    lines.push_back((partial ? "Only " : "") + coverage_line(comparison) + ". " + kLeast);
  }
  add_baseline(comparison, lines);
  add_trade_off(comparison, lines);
  add_loss_of_fastest(comparison, lines);
  add_speed_up(comparison, lines);
  add_real_time(comparison, lines);
  if (!comparison.best_batch.empty()) lines.push_back(comparison.best_batch);
  return lines;
}

std::vector<GoalVerdict> goal_verdicts(const Comparison& comparison) {
  constexpr std::pair<Metric, const char*> kGoals[] = {
      {Metric::latency, "real time"},         {Metric::throughput, "offline load"},
      {Metric::energy, "battery and heat"},   {Metric::memory, "small devices"},
      {Metric::cost, "the cloud bill"},       {Metric::carbon, "the climate"},
      {Metric::efficiency, "sustained load"},
  };
  std::vector<GoalVerdict> verdicts;
  for (const auto& [metric, use] : kGoals) {
    const std::vector<Row>& rows = comparison.rows;
    const std::vector<std::size_t> order = best_first(rows, metric);
    if (order.empty()) continue;
    const auto at = [&](std::size_t i) { return i < order.size() ? &rows[order[i]] : nullptr; };
    std::string sentence = verdict(rows[order.front()], at(1), at(2), metric);
    if (!sentence.empty()) verdicts.push_back({metric, superlative(metric), use, std::move(sentence)});
  }
  return verdicts;
}

}  // namespace whichchip::analysis
