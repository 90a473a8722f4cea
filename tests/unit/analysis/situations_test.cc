#include "analysis/situations.h"

#include <gtest/gtest.h>

#include "support/comparison_builder.h"

namespace whichchip::analysis {
namespace {

using tests::ranked;
using tests::small_workload;

Estimated at(std::vector<std::string> deployment, const std::string& id, const tests::Figures& figures) {
  Estimated result = tests::estimated(id, figures);
  result.device.deployment = std::move(deployment);
  return result;
}

const SituationAnswer* find(const std::vector<SituationAnswer>& answers, const std::string& name) {
  for (const SituationAnswer& answer : answers) {
    if (answer.name == name) return &answer;
  }
  return nullptr;
}

TEST(Situations, TheBudgetAndWhatADeviceIsMadeForDecide) {
  const workload::Workload workload = small_workload();
  const auto answers = situations(
      ranked(workload, {at({"edge"}, "frugal", {.latency_s = 20e-3, .energy_j = 20e-3}),
                        at({"edge"}, "fast", {.latency_s = 1e-3, .energy_j = 30e-3}),
                        at({"datacenter"}, "rack", {.latency_s = 0.05e-3, .energy_j = 1e-3, .usd_per_hour = 1})}));
  const SituationAnswer* battery = find(answers, "Edge, on a battery");
  ASSERT_NE(battery, nullptr);
  EXPECT_EQ(battery->pick, "frugal") << "30 W are too many for a battery, and a rack is not made for one";
  EXPECT_EQ(battery->candidates, 2U);
  EXPECT_EQ(battery->budgets.size(), 4U);
  ASSERT_NE(find(answers, "Edge, on the mains"), nullptr);
  EXPECT_EQ(find(answers, "Edge, on the mains")->pick, "fast");
  EXPECT_EQ(find(answers, "Data centre")->pick, "rack");
  EXPECT_EQ(find(answers, "Car"), nullptr) << "none of them is listed for cars";
  EXPECT_NE(told(*battery).find("frugal, of 2 devices made for it, energy 20.0 mJ"), std::string::npos)
      << told(*battery);
}

TEST(Situations, WithoutAPickTheNearestIsNamed) {
  const workload::Workload workload = small_workload();
  const auto answers =
      situations(ranked(workload, {at({"automotive"}, "slow", {.latency_s = 80e-3, .energy_j = 10e-3}),
                                   at({"automotive"}, "slower", {.latency_s = 200e-3, .energy_j = 10e-3})}));
  const SituationAnswer* car = find(answers, "Car");
  ASSERT_NE(car, nullptr);
  EXPECT_TRUE(car->pick.empty());
  EXPECT_EQ(car->nearest.rfind("slow: latency 80.0 ms", 0), 0U) << car->nearest;
}

TEST(Situations, NothingWhereTheVerdictIsWithheld) {
  workload::Workload workload = small_workload();
  workload.coverage.macs_fraction = 0.5;
  EXPECT_TRUE(situations(ranked(workload, {at({"edge"}, "a", {})})).empty());
}

}  // namespace
}  // namespace whichchip::analysis
