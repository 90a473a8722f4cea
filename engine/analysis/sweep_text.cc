#include "analysis/sweep_text.h"

#include <algorithm>

#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;

// The points of one model, device and setting along the batch, upwards.
using Series = std::vector<const SweepPoint*>;

std::vector<Series> series_of(const Sweep& sweep) {
  std::vector<Series> all;
  for (const SweepPoint& point : sweep.points) {
    if (!point.fits) continue;
    const auto same = [&](const Series& series) {
      const SweepPoint& first = *series.front();
      return first.model == point.model && first.hardware == point.hardware && first.asked == point.asked &&
             first.dims == point.dims;
    };
    const auto found = std::find_if(all.begin(), all.end(), same);
    if (found == all.end()) {
      all.push_back({&point});
    } else {
      found->push_back(&point);
    }
  }
  return all;
}

std::string label(const SweepPoint& point, bool several_models) {
  std::string text = several_models ? point.model + " on " + point.hardware : point.hardware;
  if (point.asked) text += std::string(" ") + hardware::name(*point.asked);
  for (const auto& [symbol, value] : point.dims) text += " " + symbol + "=" + std::to_string(value);
  return text;
}

std::string growth_line(const Series& series, bool several_models) {
  constexpr double kSaturated = 0.9;  // of the best throughput
  const SweepPoint& first = *series.front();
  const SweepPoint& last = *series.back();
  const SweepPoint* best = &first;
  const SweepPoint* thrifty = &first;
  for (const SweepPoint* point : series) {
    if (point->throughput_per_s > best->throughput_per_s) best = point;
    if (point->energy_j < thrifty->energy_j) thrifty = point;
  }
  const SweepPoint* saturated = best;
  for (const SweepPoint* point : series) {
    if (point->throughput_per_s >= kSaturated * best->throughput_per_s) {
      saturated = point;
      break;
    }
  }
  std::string line = label(first, several_models) + ": from batch " + std::to_string(first.batch) + " to " +
                     std::to_string(last.batch) + " throughput grows " +
                     format(Quantity::ratio, last.throughput_per_s / first.throughput_per_s) + ", latency " +
                     format(Quantity::ratio, last.latency_s / first.latency_s) + ", memory " +
                     format(Quantity::ratio, last.peak_memory_bytes / first.peak_memory_bytes) +
                     "; 90 % of its best throughput at batch " + std::to_string(saturated->batch) +
                     ", least energy at batch " + std::to_string(thrifty->batch) + ".";
  if (best != &last)
    line += " Throughput peaks at batch " + std::to_string(best->batch) + ": " +
            format(Quantity::rate, best->throughput_per_s, 4) + " against " +
            format(Quantity::rate, last.throughput_per_s, 4) + " at batch " + std::to_string(last.batch) + ".";
  return line;
}

// Most throughput within a latency.
std::string limit_line(const Sweep& sweep, double limit_s, bool several_models) {
  const SweepPoint* best = nullptr;
  for (const SweepPoint& point : sweep.points) {
    if (!point.fits || point.latency_s > limit_s) continue;
    if (best == nullptr || point.throughput_per_s > best->throughput_per_s) best = &point;
  }
  if (best == nullptr) return "No point is within " + format(Quantity::time, limit_s) + ".";
  return "Within " + format(Quantity::time, limit_s) + ": " + label(*best, several_models) + " at batch " +
         std::to_string(best->batch) + " gives the most, " + format(Quantity::rate, best->throughput_per_s, 4) +
         " in " + format(Quantity::time, best->latency_s) + ".";
}

}  // namespace

std::vector<std::string> sweep_text(const Sweep& sweep, double latency_limit_s) {
  constexpr std::size_t kMostSeries = 8;
  std::vector<std::string> lines;
  if (sweep.points.empty()) return lines;
  bool several = false;
  for (const SweepPoint& point : sweep.points) several = several || point.model != sweep.points.front().model;
  lines.push_back(limit_line(sweep, latency_limit_s, several));
  for (const Crossover& crossover : sweep.crossovers) {
    lines.push_back((several ? crossover.model + ": in " : "In ") + crossover.metric +
                    (crossover.setting.empty() ? "" : " (" + crossover.setting + ")") + " " + crossover.before +
                    " leads up to batch " + std::to_string(crossover.from) + ", " + crossover.after + " from batch " +
                    std::to_string(crossover.to) + ".");
  }
  const std::vector<Series> all = series_of(sweep);
  if (all.size() <= kMostSeries) {
    for (const Series& series : all) {
      if (series.size() > 1) lines.push_back(growth_line(series, several));
    }
  }
  return lines;
}

}  // namespace whichchip::analysis
