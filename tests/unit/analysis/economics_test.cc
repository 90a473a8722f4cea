#include "analysis/economics.h"

#include <gtest/gtest.h>

#include "analysis/costing.h"
#include "core/error.h"
#include "support/comparison_builder.h"

namespace whichchip::analysis {
namespace {

using tests::estimated;
using tests::small_workload;

hardware::Device device(const char* id = "Chip") {
  hardware::Device result = estimated(id, {}).device;
  result.deployment = {"edge"};
  return result;
}

Economics with(std::initializer_list<std::pair<const char*, const char*>> options) {
  Economics economics;
  for (const auto& [option, value] : options) EXPECT_TRUE(set_economics(economics, option, value)) << option;
  return economics;
}

core::Error error_of(const char* option, const char* value) {
  Economics economics;
  try {
    set_economics(economics, option, value);
  } catch (const core::Error& error) {
    return error;
  }
  ADD_FAILURE() << option << "=" << value << " was taken";
  return {core::ErrorCode::internal, ""};
}

// 2.50 $ an hour at 10 000 inferences a second: 2.5 ÷ 3600 ÷ 10 000 · 1e6.
TEST(Economics, RentByTheHour) {
  const Economics economics = with({{"price", "chip=2.50/h"}});
  const Cost cost = cost_of(device(), 1e-4, 1, economics);
  EXPECT_EQ(cost.basis, CostBasis::rent);
  EXPECT_NEAR(*cost.usd_per_million, 0.069444, 1e-6);
  EXPECT_NEAR(*cost_of(device(), 1e-4, 1, with({{"price", "Chip=2.50/h"}, {"load", "0.5"}})).usd_per_million, 0.138889,
              1e-6);
}

// 1000 $, 100 W, 3 years, 0.20 $/kWh, at work half of the time: 100 W · 13 140 h = 1314 kWh, 262.80 $.
TEST(Economics, OwnershipByHand) {
  const Economics economics =
      with({{"price", "chip=1000"}, {"life", "3"}, {"duty", "0.5"}, {"tariff", "0.20"}, {"pue", "1"}});
  EXPECT_EQ(basis_of(device(), economics), CostBasis::own);
  EXPECT_NEAR(total_cost_of_ownership(device(), 1000, 100, economics), 1262.8, 1e-9);
  // 10 ms and 1 J an inference: the same bill, over the inferences that its life holds.
  const Cost cost = cost_of(device(), 0.01, 1, economics);
  const double inferences = 3 * 8760 * 3600 * 0.5 / 0.01;
  EXPECT_NEAR(*cost.usd_per_million, 1262.8 / inferences * 1e6, 1e-9);
  EXPECT_NEAR(cost.electricity_usd_per_million, 262.8 / inferences * 1e6, 1e-9);
}

TEST(Economics, CarbonByGrid) {
  EXPECT_NEAR(carbon_g(device(), 3.6e6, Economics()), 475, 1e-9);
  hardware::Device server = device();
  server.deployment = {"datacenter"};
  EXPECT_NEAR(carbon_g(server, 3.6e6, Economics()), 475 * 1.15, 1e-9);
  EXPECT_NEAR(carbon_g(server, 3.6e6, with({{"grid", "FR"}, {"pue", "1.5"}})), 56 * 1.5, 1e-9);
  EXPECT_NEAR(carbon_g(server, 3.6e6, with({{"grid", "france"}})), 56 * 1.15, 1e-9);
  EXPECT_NEAR(carbon_g(device(), 3.6e6, with({{"grid", "123.5"}})), 123.5, 1e-9);
}

TEST(Economics, EveryGridHasAFigureAndASource) {
  EXPECT_EQ(grids().front().id, "world");
  for (const Grid& grid : grids()) {
    EXPECT_GT(grid.g_per_kwh, 0) << grid.id;
    EXPECT_LT(grid.g_per_kwh, 1100) << grid.id;
    EXPECT_FALSE(grid.source.empty()) << grid.id;
  }
}

TEST(Economics, BadValuesSayWhatToWrite) {
  EXPECT_EQ(error_of("price", "T4").where, "--price");
  EXPECT_EQ(error_of("price", "T4=cheap").code, core::ErrorCode::bad_usage);
  EXPECT_NE(error_of("grid", "frence").advice.find("France"), std::string::npos) << error_of("grid", "frence").advice;
  EXPECT_NE(error_of("basis", "lease").advice.find("rent or own"), std::string::npos);
  for (const auto& [option, value] : {std::pair{"load", "0"},
                                      {"load", "1.5"},
                                      {"pue", "0.9"},
                                      {"life", "-1"},
                                      {"duty", "2"},
                                      {"tariff", "x"},
                                      {"rate", "0"},
                                      {"battery", "1e3"}})
    EXPECT_EQ(error_of(option, value).where, std::string("--") + option) << value;
  Economics economics;
  EXPECT_FALSE(set_economics(economics, "batch", "1"));
}

Comparison priced(std::vector<Estimated> estimates, const Economics& economics) {
  static const workload::Workload workload = small_workload();
  return rank(workload, std::move(estimates), {}, {}, Metric::cost, {}, economics);
}

TEST(Costing, FleetIsTheRateOverTheCappedThroughput) {
  // 1 ms an inference, at most 70 % at work: 700 a second each.
  const Comparison comparison =
      priced({estimated("A", {.usd_per_hour = 2})}, with({{"rate", "1500"}, {"utilisation-cap", "0.7"}}));
  const Costing found = costing(comparison);
  ASSERT_TRUE(found.rows.at(0).fleet);
  EXPECT_EQ(found.rows[0].fleet->devices, 3);
  EXPECT_NEAR(found.rows[0].fleet->busy, 0.5, 1e-12);
  EXPECT_NEAR(*found.rows[0].fleet->usd_per_month, 3 * 2 * 730, 1e-9);
  // 1 W while busy, 10 W idle in the builder: a mean of 5.5 W.
  EXPECT_NEAR(found.rows[0].fleet->device_w, 5.5, 1e-9);
  EXPECT_NEAR(found.rows[0].fleet->carbon_g_per_month, 3 * 5.5e-3 * 730 * 475 * 1.15, 1e-6);
}

TEST(Costing, BatteryAtFullSpeedAndAtARate) {
  const std::vector<Estimated> devices{estimated("A", {})};
  const Costing full = costing(priced(devices, with({{"battery", "10"}})));
  ASSERT_TRUE(full.rows.at(0).battery);
  EXPECT_NEAR(full.rows[0].battery->inferences_per_charge, 36000 / 1e-3, 1e-6);
  EXPECT_NEAR(full.rows[0].battery->hours, 10, 1e-9);
  const Costing slow = costing(priced(devices, with({{"battery", "11"}, {"rate", "500"}})));
  EXPECT_NEAR(slow.rows[0].battery->hours, 2, 1e-9);  // 5.5 W
  const Costing beyond = costing(priced(devices, with({{"battery", "11"}, {"rate", "5000"}})));
  EXPECT_FALSE(beyond.rows[0].battery);
}

TEST(Costing, BuyingPaysFromTheShareThatTheRentSays) {
  std::vector<Estimated> devices{estimated("A", {.usd_per_hour = 1})};
  devices[0].device.price_usd = 8760;  // a year of rent
  const Costing found = costing(priced(devices, with({{"life", "2"}, {"tariff", "0"}})));
  EXPECT_NEAR(*found.rows.at(0).own_pays_above, 0.5, 1e-12);
  EXPECT_NE(found.text.at(1).find("50.0 %"), std::string::npos) << found.text[1];
}

TEST(Costing, BreakEvenMirrorsAndKnowsNever) {
  std::vector<Estimated> devices{estimated("dear", {.energy_j = 1}), estimated("cheap", {.energy_j = 3})};
  devices[0].device.price_usd = 1000;
  devices[1].device.price_usd = 400;
  const Economics economics = with({{"tariff", "0.36"}, {"pue", "1"}, {"rate", "1000"}});
  const Comparison comparison = priced(devices, economics);
  const auto row = [&](const char* key) -> const Row& {
    return comparison.rows[0].key == key ? comparison.rows[0] : comparison.rows[1];
  };
  // 600 $ more at once, 2 J · 0.36 ÷ 3.6e6 $ less each time.
  const auto there = break_even(row("dear"), row("cheap"), economics);
  ASSERT_TRUE(there && there->inferences);
  EXPECT_NEAR(*there->inferences, 600 / 2e-7, 1);
  EXPECT_NEAR(*break_even(row("cheap"), row("dear"), economics)->inferences, *there->inferences, 1);
  const std::string line = break_even_line(row("cheap"), row("dear"), economics);
  EXPECT_NE(line.find("dear makes up for its price after 3000 million"), std::string::npos) << line;
  EXPECT_NE(line.find("34.7 days"), std::string::npos) << line;
  devices[0].estimate.energy_j = 3;
  const Comparison equal = priced(devices, economics);
  EXPECT_FALSE(break_even(equal.rows[0], equal.rows[1], economics)->inferences);
  EXPECT_NE(break_even_line(equal.rows[0], equal.rows[1], economics).find("never"), std::string::npos);
}

}  // namespace
}  // namespace whichchip::analysis
