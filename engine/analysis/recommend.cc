#include "analysis/recommend.h"

#include <algorithm>
#include <cmath>

#include "core/order.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

struct Against {
  double a = 0, b = 0;
  estimate::Interval of_a, of_b;
};

std::vector<Against> figures(const Row& a, const Row& b) {
  std::vector<Against> all{
      {a.batch_latency_s, b.batch_latency_s, a.estimate.latency_interval_s, b.estimate.latency_interval_s},
      {a.energy_j, b.energy_j, a.energy_interval_j, b.energy_interval_j}};
  const auto cost_a = interval(a, BudgetMetric::cost), cost_b = interval(b, BudgetMetric::cost);
  if (cost_a && cost_b) all.push_back({*a.cost_usd_per_million, *b.cost_usd_per_million, *cost_a, *cost_b});
  return all;
}

std::optional<estimate::Interval> spread(const Row& row, Goal goal) {
  switch (goal) {
    case Goal::latency:
    case Goal::throughput:
      return row.estimate.latency_interval_s;
    case Goal::energy:
    case Goal::carbon:
      return row.energy_interval_j;
    case Goal::cost:
      return interval(row, BudgetMetric::cost);
    case Goal::balance:
      break;
  }
  return std::nullopt;
}

bool about_equal(const Row& a, const Row& b, Goal goal) {
  constexpr double kTie = 0.05;  // of energy × delay
  if (goal == Goal::balance) return std::fabs(a.edp_js - b.edp_js) <= kTie * std::min(a.edp_js, b.edp_js);
  const auto x = spread(a, goal), y = spread(b, goal);
  return x && y && x->low <= y->high && y->low <= x->high;
}

Miss miss_of(const Comparison& comparison, std::size_t index, const std::vector<Budget>& budgets,
             std::optional<hardware::Precision> floor) {
  const Row& row = comparison.rows[index];
  Miss miss;
  miss.row = index;
  const auto add = [&](double distance, const std::string& lack) {
    ++miss.broken;
    miss.distance = std::max(miss.distance, distance);
    miss.lacks += (miss.lacks.empty() ? "" : "; ") + lack;
  };
  if (row.estimate.fits == estimate::Fit::no) add(1, row.unfit_reason);
  const hardware::Precision used = row.estimate.precision.precision;
  if (floor && hardware::storage_bits(used) < hardware::storage_bits(*floor))
    add(1, std::string("runs it in ") + hardware::name(used) + ", not at least " + hardware::name(*floor));
  for (const Budget& budget : budgets) {
    const std::optional<double> v = value(row, budget.metric);
    if (!v) {
      add(1, std::string("no ") + name(budget.metric) + " is known");
      continue;
    }
    const double beyond = at_least(budget.metric) ? budget.limit / *v - 1 : *v / budget.limit - 1;
    if (beyond > 0)
      add(beyond, std::string(name(budget.metric)) + " " + core::format(quantity(budget.metric), *v) + ", wanted " +
                      describe(budget));
  }
  return miss;
}

std::string pick_line(const Comparison& comparison, const Recommendation& r) {
  const Row& pick = comparison.rows[r.feasible.front()];
  std::string line =
      "Take " + pick.key + ": of " +
      (r.budgets.empty()
           ? core::counted(static_cast<std::int64_t>(r.feasible.size()), "device", "devices")
           : core::counted(static_cast<std::int64_t>(r.feasible.size()), "device that keeps", "devices that keep") +
                 " every limit") +
      " it has the best " + name(r.goal) + ", " + core::format(quantity(r.goal), *value(pick, r.goal));
  for (const Budget& budget : r.budgets) {
    line += "; " + std::string(name(budget.metric)) + " " +
            core::format(quantity(budget.metric), *value(pick, budget.metric)) + " (" + describe(budget) + ")";
  }
  return line + ".";
}

}  // namespace

const char* name(Goal goal) {
  static constexpr const char* kNames[] = {"latency", "throughput", "energy", "cost", "carbon", "balance"};
  return kNames[static_cast<std::size_t>(goal)];
}

core::Quantity quantity(Goal goal) {
  static constexpr core::Quantity kQuantities[] = {core::Quantity::time,   core::Quantity::rate,
                                                   core::Quantity::energy, core::Quantity::money,
                                                   core::Quantity::mass,   core::Quantity::energy_delay};
  return kQuantities[static_cast<std::size_t>(goal)];
}

std::optional<double> value(const Row& row, Goal goal) {
  switch (goal) {
    case Goal::latency:
      return row.batch_latency_s;
    case Goal::throughput:
      return row.throughput_per_s;
    case Goal::energy:
      return row.energy_j;
    case Goal::cost:
      return row.cost_usd_per_million;
    case Goal::carbon:
      return row.carbon_g;
    case Goal::balance:
      break;
  }
  return row.edp_js;
}

bool dominates(const Row& a, const Row& b) {
  bool clearly = false;
  for (const Against& figure : figures(a, b)) {
    if (figure.a > figure.b) return false;
    clearly = clearly || figure.of_a.high < figure.of_b.low;
  }
  return clearly;
}

Recommendation recommend(const Comparison& comparison, const std::vector<Budget>& budgets, Goal goal,
                         std::optional<hardware::Precision> floor) {
  Recommendation result;
  result.goal = goal;
  result.budgets = budgets;
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    Miss miss = miss_of(comparison, i, budgets, floor);
    if (miss.broken == 0 && value(comparison.rows[i], goal)) {
      result.feasible.push_back(i);
    } else {
      if (miss.broken == 0) miss.lacks = std::string("no ") + name(goal) + " is known";
      result.misses.push_back(std::move(miss));
    }
  }
  const double sign = goal == Goal::throughput ? -1 : 1;
  core::stable_sort(result.feasible, [&](std::size_t x, std::size_t y) {
    const Row &first = comparison.rows[x], &second = comparison.rows[y];
    const double a = sign * *value(first, goal), b = sign * *value(second, goal);
    if (a != b) return a < b;
    if (first.batch_latency_s != second.batch_latency_s) return first.batch_latency_s < second.batch_latency_s;
    return first.key < second.key;
  });
  core::stable_sort(result.misses, [&](const Miss& x, const Miss& y) {
    return x.broken != y.broken ? x.broken < y.broken : x.distance < y.distance;
  });
  for (const std::size_t i : result.feasible) {
    const bool beaten = std::any_of(result.feasible.begin(), result.feasible.end(), [&](std::size_t other) {
      return other != i && dominates(comparison.rows[other], comparison.rows[i]);
    });
    if (!beaten) result.pareto.push_back(i);
    if (i != result.feasible.front() && about_equal(comparison.rows[result.feasible.front()], comparison.rows[i], goal))
      result.equals.push_back(i);
  }
  if (result.feasible.empty()) {
    result.text.emplace_back("No device keeps every limit; the nearest misses are below.");
    return result;
  }
  result.text.push_back(pick_line(comparison, result));
  if (!result.equals.empty()) {
    std::string list;
    for (const std::size_t i : result.equals) list += (list.empty() ? "" : ", ") + comparison.rows[i].key;
    result.text.push_back("About equal, their intervals overlap: " + list + ".");
  }
  std::string front;
  for (const std::size_t i : result.pareto) front += (front.empty() ? "" : ", ") + comparison.rows[i].key;
  result.text.push_back("Nothing is better in latency, energy and cost at once than: " + front + ".");
  return result;
}

}  // namespace whichchip::analysis
