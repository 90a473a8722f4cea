#include "analysis/compare.h"

#include <gtest/gtest.h>

#include "analysis/insights.h"
#include "support/comparison_builder.h"

namespace whichchip::analysis {
namespace {

using tests::estimated;
using tests::ranked;
using tests::small_workload;

std::vector<std::string> keys(const Comparison& comparison) {
  std::vector<std::string> result;
  for (const Row& row : comparison.rows) result.push_back(row.key);
  return result;
}

const Row& row(const Comparison& comparison, const std::string& key) {
  for (const Row& candidate : comparison.rows) {
    if (candidate.key == key) return candidate;
  }
  throw std::out_of_range(key);
}

TEST(Compare, PerInferenceIsTheBatchDividedByIt) {
  const workload::Workload workload = small_workload(8);
  const Comparison comparison = ranked(workload, {estimated("A", {.latency_s = 4e-3, .energy_j = 0.08}, 8)});
  const Row& a = comparison.rows.front();
  EXPECT_DOUBLE_EQ(a.batch_latency_s, 4e-3);
  EXPECT_DOUBLE_EQ(a.throughput_per_s, 8 / 4e-3);
  EXPECT_DOUBLE_EQ(a.energy_j, 0.01);
  EXPECT_DOUBLE_EQ(a.inferences_per_j, 100);
  EXPECT_DOUBLE_EQ(a.edp_js, 0.01 * 4e-3);
  EXPECT_DOUBLE_EQ(a.energy_interval_j.high, 0.08 * 1.1 / 8);
}

TEST(Compare, DerivedMetrics) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("A", {.latency_s = 1e-3, .energy_j = 0.036, .usd_per_hour = 3.6})});
  const Row& a = comparison.rows.front();
  EXPECT_DOUBLE_EQ(a.attained_ops_per_s, 2e8 / 1e-3);
  EXPECT_DOUBLE_EQ(*a.compute_utilisation, 0.2);
  EXPECT_DOUBLE_EQ(*a.bandwidth_utilisation, 4e6 / (1e-3 * 1e12));
  EXPECT_DOUBLE_EQ(*a.arithmetic_intensity, 50);
  EXPECT_DOUBLE_EQ(*a.ridge_point, 1);
  EXPECT_DOUBLE_EQ(*a.cost_usd_per_million, 1.0);  // the cheaper of two prices
  EXPECT_EQ(a.cost_source, "Cloud spot, $3.60/h, 2024");
  EXPECT_DOUBLE_EQ(*a.carbon_g, 0.036 / 3.6e6 * 1.15 * 475);
  EXPECT_DOUBLE_EQ(a.static_share, 0.25);
}

TEST(Compare, PriceAndCarbonOfPublishedExamples) {
  // 2.50 $/h at 10 000 inferences a second is 0.069 $ per million; 3.6 MJ at 475 g/kWh is 475 g × PUE.
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("A", {.latency_s = 1e-4, .energy_j = 3.6e6, .usd_per_hour = 2.5})});
  EXPECT_NEAR(*comparison.rows.front().cost_usd_per_million, 0.069, 0.0005);
  EXPECT_DOUBLE_EQ(*comparison.rows.front().carbon_g, 475 * 1.15);
}

TEST(Compare, WithoutAPriceThereIsNoCost) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {estimated("A", {})});
  EXPECT_FALSE(comparison.rows.front().cost_usd_per_million);
  EXPECT_FALSE(comparison.rows.front().ranks.contains(Metric::cost));
  EXPECT_FALSE(comparison.winners.contains("cost"));
}

TEST(Compare, SharesOfTimeByBoundAddUp) {
  const workload::Workload workload = small_workload();
  Estimated a = estimated("A", {.latency_s = 1e-3});
  a.estimate.request_s = 1e-3;
  a.estimate.latency_s = 2e-3;
  const Comparison comparison = ranked(workload, {a});
  const Row& only = comparison.rows.front();
  double sum = 0;
  for (const double share : only.bound_share) sum += share;
  EXPECT_DOUBLE_EQ(sum, 1);
  EXPECT_DOUBLE_EQ(only.bound_share[static_cast<std::size_t>(estimate::Bound::overhead)], 0.5);
  EXPECT_EQ(only.bound, estimate::Bound::overhead);
}

TEST(Compare, SortsByEveryMetricAndRanksStay) {
  const workload::Workload workload = small_workload();
  Comparison comparison =
      ranked(workload, {estimated("slow", {.latency_s = 9e-3, .energy_j = 1e-3, .memory_bytes = 3e6}),
                        estimated("fast", {.latency_s = 1e-3, .energy_j = 9e-3, .memory_bytes = 2e6}),
                        estimated("mid", {.latency_s = 4e-3, .energy_j = 4e-3, .memory_bytes = 1e6})});
  EXPECT_EQ(keys(comparison), (std::vector<std::string>{"fast", "mid", "slow"}));
  sort_rows(comparison, Metric::energy);
  EXPECT_EQ(keys(comparison), (std::vector<std::string>{"slow", "mid", "fast"}));
  sort_rows(comparison, Metric::throughput);
  EXPECT_EQ(keys(comparison), (std::vector<std::string>{"fast", "mid", "slow"}));
  sort_rows(comparison, Metric::memory);
  EXPECT_EQ(keys(comparison), (std::vector<std::string>{"mid", "fast", "slow"}));
  EXPECT_EQ(row(comparison, "slow").ranks.at(Metric::energy), 1);
  EXPECT_EQ(row(comparison, "slow").ranks.at(Metric::latency), 3);
  EXPECT_EQ(row(comparison, "slow").ranks.at(Metric::efficiency), 1);
  EXPECT_EQ(row(comparison, "slow").ranks.at(Metric::carbon), 1);
}

TEST(Compare, EqualValuesShareARankAndStandByName) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("C", {.latency_s = 2e-3}), estimated("B", {}), estimated("A", {})});
  EXPECT_EQ(keys(comparison), (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(row(comparison, "A").ranks.at(Metric::latency), 1);
  EXPECT_EQ(row(comparison, "B").ranks.at(Metric::latency), 1);
  EXPECT_EQ(row(comparison, "C").ranks.at(Metric::latency), 3);
}

// One rule wherever a best device is named: of equal figures that of the faster device.
TEST(Compare, OfEqualFiguresTheFasterDeviceWins) {
  const workload::Workload workload = small_workload();
  for (const Metric sort : {Metric::latency, Metric::energy}) {
    const Comparison comparison = ranked(
        workload, {estimated("A", {.latency_s = 2e-3, .energy_j = 1e-4}), estimated("Z", {.energy_j = 9e-4})}, sort);
    EXPECT_EQ(comparison.winners.at("memory"), "Z");
    for (const GoalVerdict& goal : goal_verdicts(comparison)) {
      if (goal.metric != Metric::memory) continue;
      EXPECT_EQ(goal.sentence.find("Least memory: Z, 1.00 MB."), 0U) << goal.sentence;
    }
    EXPECT_EQ(best_first(comparison.rows, Metric::memory).size(), 2U);
  }
}

TEST(Compare, WhatDoesNotFitComesLastUnrankedAndKeepsItsFigures) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("big", {.latency_s = 1e-6, .memory_bytes = 8.2e9, .fits = estimate::Fit::no}),
                        estimated("A", {}), estimated("streams", {.latency_s = 2e-3, .fits = estimate::Fit::offload})});
  EXPECT_EQ(keys(comparison), (std::vector<std::string>{"A", "streams", "big"}));
  const Row& big = comparison.rows.back();
  EXPECT_TRUE(big.ranks.empty());
  EXPECT_EQ(big.tier, 0);
  EXPECT_EQ(big.unfit_reason, "does not fit: needs 8.20 GB, has 1.00 GB");
  EXPECT_DOUBLE_EQ(big.batch_latency_s, 1e-6);
  EXPECT_EQ(comparison.winners.at("latency"), "A");
  EXPECT_EQ(row(comparison, "streams").ranks.at(Metric::latency), 2);
}

TEST(Compare, TiersHoldWhatOverlapsTheirBest) {
  const workload::Workload workload = small_workload();
  Comparison comparison =
      ranked(workload, {estimated("A", {.latency_s = 1.0e-3}), estimated("B", {.latency_s = 1.15e-3}),
                        estimated("C", {.latency_s = 1.3e-3}), estimated("vague", {.latency_s = 2e-3, .spread = 2.5})});
  EXPECT_EQ(row(comparison, "A").tier, 'A');
  EXPECT_EQ(row(comparison, "B").tier, 'A');      // 1.045 … overlaps … 1.1
  EXPECT_EQ(row(comparison, "C").tier, 'B');      // 1.18 …, although it overlaps B
  EXPECT_EQ(row(comparison, "vague").tier, 'A');  // 0.8 … 5
  // A wider interval merges tiers, never splits them.
  comparison =
      ranked(workload, {estimated("A", {.latency_s = 1.0e-3, .spread = 1.3}), estimated("C", {.latency_s = 1.3e-3})});
  EXPECT_EQ(row(comparison, "C").tier, 'A');
}

TEST(Compare, WinnersFollowFromTheRows) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("fast", {.latency_s = 1e-3, .energy_j = 100e-3, .usd_per_hour = 10}),
                        estimated("frugal", {.latency_s = 100e-3, .energy_j = 1e-3, .usd_per_hour = 1}),
                        estimated("both", {.latency_s = 4e-3, .energy_j = 4e-3, .memory_bytes = 1e5})});
  EXPECT_EQ(comparison.winners.at("latency"), "fast");
  EXPECT_EQ(comparison.winners.at("throughput"), "fast");
  EXPECT_EQ(comparison.winners.at("energy"), "frugal");
  EXPECT_EQ(comparison.winners.at("balance"), "both");
  EXPECT_EQ(comparison.winners.at("memory"), "both");
  EXPECT_EQ(comparison.winners.at("cost"), "fast");
}

TEST(Compare, BaselineIsTheBestGpuUnlessChosen) {
  const workload::Workload workload = small_workload();
  const std::vector<Estimated> estimates{
      estimated("cpu", {.latency_s = 1e-3, .device_class = hardware::DeviceClass::cpu}),
      estimated("gpu", {.latency_s = 2e-3}), estimated("gpu2", {.latency_s = 4e-3})};
  Comparison comparison = ranked(workload, estimates);
  EXPECT_EQ(comparison.baseline, "gpu");
  EXPECT_DOUBLE_EQ(*row(comparison, "gpu").latency_ratio, 1);
  EXPECT_DOUBLE_EQ(*row(comparison, "gpu2").latency_ratio, 2);
  EXPECT_DOUBLE_EQ(*row(comparison, "cpu").latency_ratio, 0.5);
  comparison = ranked(workload, estimates, Metric::latency, "GPU2");
  EXPECT_EQ(comparison.baseline, "gpu2");
  EXPECT_DOUBLE_EQ(*row(comparison, "cpu").latency_ratio, 0.25);
  comparison = ranked(workload, {estimates[0]});
  EXPECT_EQ(comparison.baseline, "cpu");
}

TEST(Compare, NothingToCompare) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {});
  EXPECT_TRUE(comparison.rows.empty());
  EXPECT_TRUE(comparison.winners.empty());
  EXPECT_TRUE(comparison.insights.empty());
  EXPECT_TRUE(comparison.baseline.empty());
}

TEST(Compare, MetricNamesReadBack) {
  for (const Metric metric : kMetrics) EXPECT_EQ(parse_metric(name(metric)), metric);
  EXPECT_EQ(parse_metric("Energy"), Metric::energy);
  EXPECT_FALSE(parse_metric("speed"));
}

}  // namespace
}  // namespace whichchip::analysis
