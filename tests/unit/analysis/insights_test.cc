#include "analysis/insights.h"

#include <gtest/gtest.h>

#include "support/comparison_builder.h"

namespace whichchip::analysis {
namespace {

using tests::estimated;
using tests::ranked;
using tests::small_workload;

std::string all(const Comparison& comparison) {
  std::string text;
  for (const std::string& line : comparison.insights) text += line + "\n";
  return text;
}

bool says(const Comparison& comparison, const std::string& part) {
  return all(comparison).find(part) != std::string::npos;
}

TEST(Insights, TheVerdictNamesValueIntervalRunnerUpAndItsLargestLoss) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("slow", {.latency_s = 8e-3}), estimated("fast", {.latency_s = 1e-3})});
  const std::string& verdict = comparison.insights.front();
  EXPECT_NE(verdict.find("Lowest latency: fast, 1.00 ms (90 %: 909 µs to 1.10 ms)."), std::string::npos) << verdict;
  EXPECT_NE(verdict.find("Next is slow with 8.00 ms"), std::string::npos) << verdict;
  EXPECT_EQ(verdict.find("about equal"), std::string::npos) << verdict;
  // 3/8 of 8 ms against 3/8 of 1 ms, in each of two rungs: the first of them is named.
  EXPECT_NE(verdict.find("padding and partly filled waves, 2.62 ms more"), std::string::npos) << verdict;
}

// Two intervals of ×/÷ 1.1 in one class: P = Φ(ln(1.02) ÷ (ln(1.1) ÷ 1.645)) = 63 %; at 1.1 it is 95 %.
TEST(Insights, BelowFourFifthsOfProbabilityTwoAreAboutEqual) {
  const workload::Workload workload = small_workload();
  EXPECT_TRUE(says(ranked(workload, {estimated("A", {}), estimated("B", {.latency_s = 1.02e-3})}),
                   "about equal: A is ahead with a probability of 63 %"));
  EXPECT_FALSE(says(ranked(workload, {estimated("A", {}), estimated("B", {.latency_s = 1.1e-3})}), "about equal"));
}

TEST(Insights, TheVerdictNamesTheBestThree) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("A", {.latency_s = 8e-3}), estimated("B", {}), estimated("C", {.latency_s = 4e-3}),
                        estimated("D", {.latency_s = 9e-3})});
  const std::string& verdict = comparison.insights.front();
  EXPECT_NE(verdict.find("Third is A with 8.00 ms; it loses most by padding"), std::string::npos) << verdict;
  EXPECT_EQ(verdict.find(" D "), std::string::npos) << verdict;
}

TEST(Insights, TheVerdictFollowsTheSort) {
  const workload::Workload workload = small_workload();
  Comparison comparison = ranked(workload, {estimated("fast", {.latency_s = 1e-3, .energy_j = 9e-3}),
                                            estimated("frugal", {.latency_s = 9e-3, .energy_j = 1e-3})});
  EXPECT_TRUE(says(comparison, "Lowest latency: fast"));
  sort_rows(comparison, Metric::energy);
  EXPECT_TRUE(says(comparison, "Least energy per inference: frugal, 1.00 mJ."));
  EXPECT_FALSE(says(comparison, "Lowest latency"));
}

TEST(Insights, FactorsAgainstTheBaselineCarryTheirNumbers) {
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(
      workload, {estimated("gpu", {.latency_s = 4e-3, .energy_j = 8e-3}),
                 estimated("tpu", {.latency_s = 1e-3, .energy_j = 2e-3, .device_class = hardware::DeviceClass::tpu})});
  EXPECT_TRUE(
      says(comparison, "tpu uses 4.00× less energy per inference than the baseline gpu: 2.00 mJ against 8.00 mJ."));
  EXPECT_TRUE(says(comparison, "tpu is 4.00× faster than the baseline gpu: 1.00 ms against 4.00 ms."));
}

TEST(Insights, NoFactorWhereTheBaselineWins) {
  const workload::Workload workload = small_workload();
  const Comparison comparison =
      ranked(workload, {estimated("gpu", {}), estimated("other", {.latency_s = 2e-3, .energy_j = 2e-3})});
  EXPECT_FALSE(says(comparison, "than the baseline"));
}

TEST(Insights, ATradeOffOnlyWhereWinnersDiffer) {
  const workload::Workload workload = small_workload();
  const Comparison differ = ranked(workload, {estimated("fast", {.latency_s = 1e-3, .energy_j = 100e-3}),
                                              estimated("frugal", {.latency_s = 100e-3, .energy_j = 1e-3}),
                                              estimated("both", {.latency_s = 4e-3, .energy_j = 4e-3})});
  EXPECT_TRUE(says(differ, "frugal needs 100× less energy than the fastest, fast, and takes 100× its time."));
  EXPECT_TRUE(says(differ, "both balances the two best, with the least energy × delay: 16.0 µJ·s (4.00 mJ, 4.00 ms)."));
  const Comparison same =
      ranked(workload, {estimated("best", {}), estimated("worse", {.latency_s = 2e-3, .energy_j = 2e-3})});
  EXPECT_FALSE(says(same, "pull apart"));
  EXPECT_FALSE(says(same, "balances"));
}

TEST(Insights, CpuAgainstGpuBothWays) {
  const workload::Workload workload = small_workload();
  const auto cpu = [](double latency) {
    return estimated("cpu", {.latency_s = latency, .device_class = hardware::DeviceClass::cpu});
  };
  EXPECT_TRUE(says(ranked(workload, {estimated("gpu", {.latency_s = 1e-3}), cpu(3e-3)}),
                   "Best GPU against best CPU: gpu is 3.00× faster than cpu"));
  EXPECT_TRUE(says(ranked(workload, {estimated("gpu", {.latency_s = 4e-3}), cpu(2e-3)}),
                   "Best CPU against best GPU: cpu is 2.00× faster than gpu"));
  EXPECT_FALSE(says(ranked(workload, {estimated("gpu", {})}), "against best"));
}

TEST(Insights, IncompleteCoverageIsSaidAndTooLittleWithholdsTheVerdict) {
  workload::Workload workload = small_workload();
  workload.coverage.nodes = 5;
  workload.coverage.macs_fraction = 0.95;
  workload.coverage.unknown = {{"Mystery", "my.domain", "no rule", 3}};
  Comparison comparison = ranked(workload, {estimated("A", {})});
  EXPECT_TRUE(
      says(comparison,
           "Only 95.0 % of the MACs are modelled (not counted: Mystery ×3). What is not counted is missing from the "
           "sums: every time and energy is at least what is shown."));
  EXPECT_FALSE(comparison.winners.empty());
  workload.coverage.macs_fraction = 0.5;
  comparison = ranked(workload, {estimated("A", {})});
  EXPECT_TRUE(comparison.withheld);
  EXPECT_TRUE(comparison.winners.empty());
  EXPECT_EQ(comparison.insights.size(), 2U);
  EXPECT_TRUE(says(comparison, "No verdict"));
  EXPECT_TRUE(says(comparison, "at least what is shown"));
  // Hardly any of the MACs: still not all.
  workload.coverage.macs_fraction = 0.995;
  comparison = ranked(workload, {estimated("A", {})});
  EXPECT_FALSE(says(comparison, "Only"));
  EXPECT_TRUE(says(comparison, "at least what is shown"));
}

TEST(Insights, TheLadderAddsUpToTheLatency) {
  Estimated a = estimated("A", {.latency_s = 2e-3});
  a.estimate.request_s = 1e-3;
  double sum = 0;
  for (const double rung : ladder(a.estimate)) sum += rung;
  EXPECT_DOUBLE_EQ(sum, 3e-3);
}

TEST(Verdicts, NameTheBandAndTheLargestLoss) {
  EXPECT_STREQ(utilisation_band(0.95), "excellent");
  EXPECT_STREQ(utilisation_band(0.71), "good");
  EXPECT_STREQ(utilisation_band(0.51), "fair");
  EXPECT_STREQ(utilisation_band(0.21), "poor");
  EXPECT_STREQ(utilisation_band(0.20), "very low");
  const workload::Workload workload = small_workload();
  const Comparison comparison = ranked(workload, {estimated("A", {.latency_s = 1e-3})});
  // 0.2 GFLOP in 1 ms on 1 TOPS; half of each layer's loss is padding or memory traffic.
  const std::string verdict = utilisation_verdict(comparison.rows.at(0));
  EXPECT_NE(verdict.find("very low, 20.0 %"), std::string::npos) << verdict;
  EXPECT_NE(verdict.find("37.5 % of the time"), std::string::npos) << verdict;
}

TEST(Verdicts, StrengthsAreAgainstTheOthers) {
  const workload::Workload workload = small_workload();
  Estimated a = estimated("A", {.latency_s = 1e-3}), b = estimated("B", {.latency_s = 1e-3});
  a.estimate.subgraphs[0].latency_s = 0.2e-3;
  a.estimate.subgraphs[1].latency_s = 0.8e-3;
  const Comparison comparison = ranked(workload, {a, b});
  const Row& row = comparison.rows[0].key == "A" ? comparison.rows[0] : comparison.rows[1];
  const std::vector<std::string> lines = strengths(comparison, row);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[0], "Strongest at convolution: 2.50× as fast as the best other device.");
  EXPECT_EQ(lines[1], "Weakest at matmul: 1.60× the time of the best other device.");
  EXPECT_TRUE(strengths(ranked(workload, {a}), row).empty());
}

TEST(Verdicts, NextStepsVanishWithTheirReason) {
  const workload::Workload workload = small_workload();
  const auto has = [](const Comparison& comparison, const std::string& part) {
    for (const std::string& line : next_steps(comparison))
      if (line.find(part) != std::string::npos) return true;
    return false;
  };
  Estimated a = estimated("A", {.latency_s = 1e-3});
  const Comparison alone = ranked(workload, {a});
  EXPECT_FALSE(has(alone, "explain"));
  EXPECT_TRUE(has(alone, "sweep tiny --hardware A --batch"));  // padding is a third of its time
  const Comparison two = ranked(workload, {a, estimated("B", {.latency_s = 1.02e-3})});
  EXPECT_TRUE(has(two, "about equal"));
  EXPECT_TRUE(has(ranked(workload, {a, estimated("B", {.latency_s = 1.5e-3})}), "differ: "));
  EXPECT_TRUE(has(two, "whichchip explain tiny B A"));
  EXPECT_FALSE(has(two, "memory"));
  const Comparison unfit = ranked(workload, {a, estimated("B", {.memory_bytes = 2e9, .fits = estimate::Fit::no})});
  EXPECT_TRUE(has(unfit, "whichchip memory tiny"));
}

TEST(RedFlags, EachTripsOnItsOwnNumberAndNamesTheLayer) {
  const workload::Workload workload = small_workload();
  const auto codes = [](const Row& row) {
    std::string result;
    for (const Finding& warning : row.warnings) result += warning.code + " ";
    return result;
  };
  Row row;
  add_warnings(workload, row);
  EXPECT_EQ(codes(row), "");
  row.estimate = estimated("A", {}).estimate;
  row.compute_utilisation = 0.1;
  row.bandwidth_utilisation = 0.95;
  row.static_share = 0.6;
  row.estimate.units_mean = 1;
  row.estimate.units_total = 10;
  row.estimate.subgraphs[1].dram_bytes *= 2;
  add_warnings(workload, row);
  EXPECT_EQ(codes(row), "low-compute-utilisation bandwidth-bottleneck idle-units static-energy ");
  EXPECT_EQ(row.warnings[0].message, "Attains 10.0 % of its peak.");
  EXPECT_EQ(row.warnings[0].place.figure, "compute_utilisation");
  EXPECT_EQ(row.warnings[1].place.layer, "MatMul");  // moves twice as much
  EXPECT_EQ(row.warnings[1].place.subgraph, 1);
  EXPECT_EQ(row.warnings[2].message, "90.0 % of its 10 units idle on average.");
  EXPECT_EQ(row.warnings[2].place.layer, "MatMul");  // one unit less at work
  EXPECT_EQ(told(row.warnings[3]),
            "60.0 % of its energy is static (idle and uncore). (static-energy: energy_split_j, most of it in #0 Conv "
            "3×3)");
}

TEST(RedFlags, WhatTheEstimateWarnsOfHasItsPlace) {
  const workload::Workload workload = small_workload();
  Row row;
  row.estimate = estimated("A", {}).estimate;
  row.estimate.warnings = {{"host-fallback", "1 of 2 subgraphs run on the host.", ""},
                           {"does-not-fit", "Too large.", ""}};
  row.estimate.subgraphs[1].on_host = true;
  add_warnings(workload, row);
  ASSERT_GE(row.warnings.size(), 2U);
  EXPECT_EQ(row.warnings[0].place.figure, "rungs_s.fallback");
  EXPECT_EQ(row.warnings[0].place.layer, "MatMul");
  EXPECT_EQ(row.warnings[1].place.figure, "peak_memory_bytes");
  EXPECT_FALSE(row.warnings[1].place.subgraph);
}

}  // namespace
}  // namespace whichchip::analysis
