// What to make of one device, and what to ask next: sentences from the figures of a comparison.
#include <algorithm>
#include <array>

#include "analysis/insights.h"
#include "analysis/likelihood.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;

bool holds(const Row& row) { return row.estimate.fits != estimate::Fit::no; }

bool about_equal(const Row& a, const Row& b) {
  const double ahead = probability_less(a.batch_latency_s, a.estimate.latency_interval_s, b.batch_latency_s,
                                        b.estimate.latency_interval_s, a.device.device_class == b.device.device_class);
  return ahead <= kSureEnough && ahead >= 1 - kSureEnough;
}

// Time of the device and the least of all others, by kind of layer.
struct KindTime {
  double own = 0, best_other = 0;
};
using KindTimes = std::array<KindTime, static_cast<std::size_t>(workload::OperatorKind::unknown) + 1>;

KindTimes times_by_kind(const Comparison& comparison, const Row& row) {
  KindTimes times{};
  const std::vector<workload::Subgraph>& subgraphs =
      comparison.workload->partition(row.estimate.runtime_used).subgraphs;
  for (std::size_t i = 0; i < subgraphs.size() && i < row.estimate.subgraphs.size(); ++i) {
    double least = -1;
    for (const Row& other : comparison.rows) {
      const bool comparable = &other != &row && holds(other) &&
                              other.estimate.runtime_used == row.estimate.runtime_used &&
                              i < other.estimate.subgraphs.size();
      if (comparable && (least < 0 || other.estimate.subgraphs[i].latency_s < least))
        least = other.estimate.subgraphs[i].latency_s;
    }
    if (least < 0) continue;
    KindTime& kind = times[static_cast<std::size_t>(subgraphs[i].kind)];
    kind.own += row.estimate.subgraphs[i].latency_s;
    kind.best_other += least;
  }
  return times;
}

// What it is worth having it for: the metrics that it wins.
std::string best_use(const Comparison& comparison, const Row& row) {
  std::string won;
  for (const auto& [metric, winner] : comparison.winners) {
    if (winner == row.key) won += (won.empty() ? "" : ", ") + metric;
  }
  return won.empty() ? won : "Best of all here in " + won + ".";
}

std::string command(const char* name, const Comparison& comparison) {
  return std::string("whichchip ") + name + " " + comparison.workload->model.name;
}

const Row* baseline_of(const Comparison& comparison) {
  for (const Row& row : comparison.rows) {
    if (row.key == comparison.baseline) return &row;
  }
  return nullptr;
}

}  // namespace

const char* utilisation_band(double utilisation) {
  if (utilisation > 0.90) return "excellent";
  if (utilisation > 0.70) return "good";
  if (utilisation > 0.50) return "fair";
  return utilisation > 0.20 ? "poor" : "very low";
}

std::string utilisation_verdict(const Row& row) {
  if (!row.compute_utilisation || row.batch_latency_s <= 0) return {};
  std::string line = std::string("compute utilisation ") + utilisation_band(*row.compute_utilisation) + ", " +
                     format(Quantity::fraction, *row.compute_utilisation);
  const auto rungs = ladder(row.estimate);
  std::size_t largest = 1;
  for (std::size_t i = 2; i < rungs.size(); ++i) {
    if (rungs[i] > rungs[largest]) largest = i;
  }
  if (rungs[largest] <= 0) return line;
  return line + ": most is lost to " + describe(static_cast<estimate::Rung>(largest)) + ", " +
         format(Quantity::fraction, rungs[largest] / row.batch_latency_s) + " of the time";
}

std::string bottleneck_verdict(const workload::Workload& workload, const Row& row) {
  if (row.batch_latency_s <= 0) return {};
  constexpr double kWorthAWord = 0.30;
  const std::size_t largest = static_cast<std::size_t>(row.bound);
  std::string line = std::string("bound by ") + estimate::name(row.bound) + " for " +
                     format(Quantity::fraction, row.bound_share[largest]) + " of the time";
  const double by_memory = row.bound_share[static_cast<std::size_t>(estimate::Bound::memory)];
  if (by_memory <= kWorthAWord) {
    if (row.bandwidth_utilisation)
      line += "; its memory is at " + format(Quantity::fraction, *row.bandwidth_utilisation) + " of its bandwidth";
    return line;
  }
  double weights = 0;
  double activations = 0;
  const std::vector<workload::Subgraph>& subgraphs = workload.partition(row.estimate.runtime_used).subgraphs;
  const auto bytes = [](const workload::Accesses& accesses, double bits) {
    double elements = 0;
    for (const workload::Access& access : accesses) elements += static_cast<double>(access.elements);
    return elements * bits / 8;
  };
  const hardware::Precision precision = row.estimate.precision.precision;
  for (std::size_t i = 0; i < subgraphs.size() && i < row.estimate.subgraphs.size(); ++i) {
    if (row.estimate.subgraphs[i].bound != estimate::Bound::memory) continue;
    const double repeat = static_cast<double>(subgraphs[i].repeat);
    weights += repeat * bytes(subgraphs[i].weights, hardware::weight_bits(precision));
    for (const auto* accesses : {&subgraphs[i].reads, &subgraphs[i].writes})
      activations += repeat * bytes(*accesses, hardware::storage_bits(precision));
  }
  if (weights + activations <= 0) return line;
  const bool mostly_weights = weights > activations;
  if (row.bound != estimate::Bound::memory) line += ", by memory for " + format(Quantity::fraction, by_memory);
  return line + ": " + (mostly_weights ? "weights" : "activations") + " are " +
         format(Quantity::fraction, std::max(weights, activations) / (weights + activations)) +
         " of the bytes that the layers bound by memory take in and give out";
}

std::vector<std::string> strengths(const Comparison& comparison, const Row& row) {
  std::vector<std::string> lines;
  if (comparison.rows.size() < 2 || !holds(row)) return lines;
  const KindTimes times = times_by_kind(comparison, row);
  constexpr double kWorthAWord = 0.05;  // of the device's time
  const KindTime* strong = nullptr;
  const KindTime* weak = nullptr;
  for (const KindTime& kind : times) {
    if (kind.own < kWorthAWord * row.batch_latency_s || kind.best_other <= 0) continue;
    const double ratio = kind.own / kind.best_other;
    if (strong == nullptr || ratio < strong->own / strong->best_other) strong = &kind;
    if (weak == nullptr || ratio > weak->own / weak->best_other) weak = &kind;
  }
  const auto name = [&](const KindTime* kind) {
    return std::string(workload::name(static_cast<workload::OperatorKind>(kind - times.data())));
  };
  const auto against = [](const KindTime* kind) {
    const double ratio = kind->own / kind->best_other;
    return ratio < 1 ? format(Quantity::ratio, 1 / ratio) + " as fast as the best other device"
                     : format(Quantity::ratio, ratio) + " the time of the best other device";
  };
  if (strong != nullptr)
    lines.push_back((strong->own < strong->best_other ? "Strongest at " : "Least behind at ") + name(strong) + ": " +
                    against(strong) + ".");
  if (weak != nullptr && weak != strong) lines.push_back("Weakest at " + name(weak) + ": " + against(weak) + ".");
  if (std::string use = best_use(comparison, row); !use.empty()) lines.push_back(std::move(use));
  return lines;
}

std::vector<std::string> next_steps(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.withheld || comparison.rows.empty() || !holds(comparison.rows.front())) return lines;
  const Row& best = comparison.rows.front();
  const Row* baseline = baseline_of(comparison);
  const Row* other = comparison.rows.size() > 1 && holds(comparison.rows[1]) ? &comparison.rows[1] : nullptr;
  if (baseline != nullptr && baseline != &best) other = baseline;
  if (other != nullptr) {
    const std::string why = about_equal(best, *other) ? " are about equal: what each is better at: "
                                                      : " differ: which causes and layers make it: ";
    lines.push_back(best.key + " and " + other->key + why + command("explain", comparison) + " " + other->key + " " +
                    best.key);
  }
  const auto rungs = ladder(best.estimate);
  const double spread =
      rungs[static_cast<std::size_t>(estimate::Rung::fixed)] + rungs[static_cast<std::size_t>(estimate::Rung::padding)];
  constexpr double kMuch = 0.2;
  if (best.batch_latency_s > 0 && spread > kMuch * best.batch_latency_s)
    lines.push_back(format(Quantity::fraction, spread / best.batch_latency_s) + " of " + best.key +
                    "'s time is launch and partly filled units, which a batch spreads: " +
                    command("sweep", comparison) + " --hardware " + best.key + " --batch 1,4,16,64");
  const bool quantised = std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const Row& row) {
    return row.estimate.precision.status == estimate::PrecisionStatus::quantised;
  });
  const bool wide = hardware::storage_bits(best.estimate.precision.precision) > 8;
  if (wide && !quantised)
    lines.push_back("What 8 bits would bring: " + command("sweep", comparison) + " --hardware " + best.key +
                    " --batch " + std::to_string(comparison.workload->batch) + " --precision auto,int8");
  const bool unfit =
      std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const Row& row) { return !holds(row); });
  if (comparison.workload->decoder && !comparison.language)
    lines.push_back("Prompt and single tokens over the length of context: " + command("compare", comparison) +
                    " --hardware " + best.key + " --context 512,2048,8192");
  if (unfit) lines.push_back("What would make it fit everywhere: " + command("memory", comparison));
  return lines;
}

}  // namespace whichchip::analysis
