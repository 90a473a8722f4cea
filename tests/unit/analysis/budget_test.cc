#include "analysis/budget.h"

#include <gtest/gtest.h>

#include "analysis/recommend.h"
#include "core/error.h"
#include "support/comparison_builder.h"

namespace whichchip::analysis {
namespace {

using tests::estimated;
using tests::ranked;
using tests::small_workload;

TEST(Budget, ReadsAmountsWithTheirUnits) {
  EXPECT_DOUBLE_EQ(parse_budget("latency=50ms").limit, 0.05);
  EXPECT_DOUBLE_EQ(parse_budget("latency=0.5us").limit, 5e-7);
  EXPECT_DOUBLE_EQ(parse_budget("energy=100mJ").limit, 0.1);
  EXPECT_DOUBLE_EQ(parse_budget("power=15W").limit, 15);
  EXPECT_DOUBLE_EQ(parse_budget("memory=512MB").limit, 512e6);
  EXPECT_DOUBLE_EQ(parse_budget("memory=1GiB").limit, 1073741824);
  EXPECT_DOUBLE_EQ(parse_budget("throughput=10000/s").limit, 10000);
  EXPECT_DOUBLE_EQ(parse_budget("cost=$0.5").limit, 0.5);
  EXPECT_DOUBLE_EQ(parse_budget("price=2000$").limit, 2000);
  EXPECT_DOUBLE_EQ(parse_budget("carbon=2mg").limit, 2e-3);
  EXPECT_EQ(parse_budget("LATENCY=1s").metric, BudgetMetric::latency);
}

TEST(Budget, NamesStandForSeveral) {
  const std::vector<Budget> edge = parse_budgets("edge");
  ASSERT_EQ(edge.size(), 4U);
  EXPECT_EQ(edge[0].metric, BudgetMetric::power);
  EXPECT_DOUBLE_EQ(edge[0].limit, 15);
  EXPECT_DOUBLE_EQ(parse_budgets("Cloud").front().limit, 10000);
  EXPECT_EQ(parse_budgets("latency=5ms,power=3W").size(), 2U);
  EXPECT_THROW(parse_budgets("latency=5ms,"), core::Error);
}

TEST(Budget, SaysWhatIsWrong) {
  for (const char* text : {"latency", "latency=", "latency=50", "latency=ms", "latency=50W", "speed=50ms",
                           "latency=-5ms", "latency=0ms", "latency=1234567890123456789ms", "=5ms"}) {
    try {
      parse_budget(text);
      FAIL() << text;
    } catch (const core::Error& error) {
      EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
      EXPECT_EQ(error.where, "--budget");
      EXPECT_FALSE(error.advice.empty());
    }
  }
}

// 10 ms, 90 % between 8 and 12.5 ms: a tighter limit goes from PASS through UNCERTAIN to FAIL.
TEST(Check, ATighterLimitFlipsInOrder) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {estimated("A", {.latency_s = 10e-3, .spread = 1.25})});
  const auto verdict = [&](const char* budget) {
    return check(comparison, {parse_budget(budget)}, false).rows.front().verdict;
  };
  EXPECT_EQ(verdict("latency=13ms"), Verdict::pass);
  EXPECT_EQ(verdict("latency=11ms"), Verdict::uncertain);
  EXPECT_EQ(verdict("latency=9ms"), Verdict::fail);
  EXPECT_EQ(verdict("throughput=70/s"), Verdict::pass);
  EXPECT_EQ(verdict("throughput=90/s"), Verdict::uncertain);
  EXPECT_EQ(verdict("throughput=110/s"), Verdict::fail);
  EXPECT_TRUE(check(comparison, {parse_budget("latency=11ms")}, false).passed);
  EXPECT_FALSE(check(comparison, {parse_budget("latency=11ms")}, true).passed);
  const CheckRow row = check(comparison, {parse_budget("latency=8ms")}, false).rows.front();
  EXPECT_DOUBLE_EQ(*row.margin, -0.25);
  EXPECT_NE(row.reason.find("takes most"), std::string::npos);
}

// Two layers of half the energy each: the first of them is named, with what it has of the figure that is limited.
TEST(Check, ABrokenBudgetNamesWhatTakesMostOfIt) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {estimated("A", {.latency_s = 10e-3, .energy_j = 20e-3})});
  const auto reason = [&](const char* budget) {
    return check(comparison, {parse_budget(budget)}, false).rows.front().reason;
  };
  EXPECT_EQ(reason("latency=1ms"), "#0 Conv 3×3 takes most: 5.00 ms");
  EXPECT_EQ(reason("energy=1mJ"), "#0 Conv 3×3 takes most: 10.0 mJ");
  EXPECT_EQ(reason("power=1W"), "#0 Conv 3×3 takes most: 2.00 W");
  EXPECT_EQ(reason("memory=1KB"), "weights take most: 1.00 MB");
}

TEST(Check, WhatIsNotKnownIsNoPass) {
  workload::Workload workload = small_workload();
  workload.coverage.macs_fraction = 0.95;
  const Comparison partial = ranked(workload, {estimated("A", {.latency_s = 1e-3})});
  EXPECT_EQ(check(partial, {parse_budget("latency=1s")}, false).rows.front().verdict, Verdict::uncertain);
  const CheckRow unpriced = check(partial, {parse_budget("cost=1$")}, false).rows.front();
  EXPECT_EQ(unpriced.verdict, Verdict::fail);
  EXPECT_FALSE(unpriced.value);
  const Comparison big = ranked(workload, {estimated("A", {.fits = estimate::Fit::no})});
  EXPECT_EQ(check(big, {parse_budget("latency=1s")}, false).rows.front().verdict, Verdict::fail);
  Comparison failed = ranked(workload, {});
  failed.failed = {{"B", "needs quantisation"}};
  const Check none = check(failed, {parse_budget("latency=1s")}, false);
  EXPECT_FALSE(none.passed);
  EXPECT_EQ(none.rows.front().reason, "needs quantisation");
}

TEST(Recommend, FeasibleParetoPickAndMisses) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {estimated("Fast", {.latency_s = 1e-3, .energy_j = 0.5}),
                                                  estimated("Thrifty", {.latency_s = 8e-3, .energy_j = 0.01}),
                                                  estimated("Worse", {.latency_s = 9e-3, .energy_j = 0.6}),
                                                  estimated("Slow", {.latency_s = 12e-3, .energy_j = 0.02}),
                                                  estimated("Slower", {.latency_s = 50e-3, .energy_j = 5})});
  const std::vector<Budget> budgets{parse_budget("latency=10ms"), parse_budget("energy=1J")};
  const Recommendation r = recommend(comparison, budgets, Goal::energy, std::nullopt);
  const auto key = [&](std::size_t i) { return comparison.rows[i].key; };
  ASSERT_EQ(r.feasible.size(), 3U);
  EXPECT_EQ(key(r.feasible.front()), "Thrifty");
  ASSERT_EQ(r.pareto.size(), 2U);
  EXPECT_EQ(key(r.pareto[0]), "Thrifty");
  EXPECT_EQ(key(r.pareto[1]), "Fast");
  ASSERT_EQ(r.misses.size(), 2U);
  EXPECT_EQ(key(r.misses[0].row), "Slow");
  EXPECT_NEAR(r.misses[0].distance, 0.2, 1e-12);
  EXPECT_EQ(r.misses[1].broken, 2U);
  EXPECT_NE(r.text.front().find("Take Thrifty"), std::string::npos);
  // In fp16 everywhere: a floor of fp32 leaves nothing.
  const Recommendation none = recommend(comparison, {}, Goal::latency, hardware::Precision::fp32);
  EXPECT_TRUE(none.feasible.empty());
  EXPECT_NE(none.misses.front().lacks.find("not at least fp32"), std::string::npos);
}

TEST(Recommend, OverlappingIntervalsAreAboutEqual) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {estimated("A", {.latency_s = 1e-3, .spread = 1.2}),
                                                  estimated("B", {.latency_s = 1.1e-3, .spread = 1.2}),
                                                  estimated("C", {.latency_s = 3e-3, .spread = 1.2})});
  const Recommendation r = recommend(comparison, {}, Goal::latency, std::nullopt);
  ASSERT_EQ(r.equals.size(), 1U);
  EXPECT_EQ(comparison.rows[r.equals.front()].key, "B");
}

}  // namespace
}  // namespace whichchip::analysis
