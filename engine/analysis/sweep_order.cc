#include "analysis/sweep_order.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/order.h"

namespace whichchip::analysis {
namespace {

using Figure = double (*)(const SweepPoint&);  // less is better

Figure figure_by(const std::string& metric) {
  static const std::pair<const char*, Figure> kFigures[] = {
      {"latency", [](const SweepPoint& point) { return point.latency_s; }},
      {"throughput", [](const SweepPoint& point) { return -point.throughput_per_s; }},
      {"power", [](const SweepPoint& point) { return point.power_w; }},
      {"efficiency", [](const SweepPoint& point) { return point.energy_j; }},
      {"energy", [](const SweepPoint& point) { return point.energy_j; }},
      {"memory", [](const SweepPoint& point) { return point.peak_memory_bytes; }},
  };
  for (const auto& [name, figure] : kFigures) {
    if (metric == name) return figure;
  }
  throw core::Error(core::ErrorCode::bad_usage, "a sweep's points have no '" + metric + "'", "--sort",
                    "choose latency, throughput, power, efficiency, energy or memory");
}

}  // namespace

void sort_points(Sweep& sweep, const std::string& metric) {
  const Figure figure = figure_by(metric);
  const std::vector<SweepPoint>& points = sweep.points;
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  core::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (points[a].fits != points[b].fits) return points[a].fits;
    return figure(points[a]) < figure(points[b]);
  });
  std::vector<std::size_t> place(order.size());
  std::vector<SweepPoint> sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted.push_back(points[order[i]]);
  }
  sweep.points = std::move(sorted);
  for (SweepBest& best : sweep.best) best.point = place[best.point];
  for (Decision& decision : sweep.decisions) {
    decision.fastest = place[decision.fastest];
    decision.least_energy = place[decision.least_energy];
  }
  for (Together& together : sweep.together) {
    for (std::size_t& point : together.points) point = place[point];
  }
}

}  // namespace whichchip::analysis
