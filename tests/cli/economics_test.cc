// Cost, carbon, and the two phases of language models as a shell sees them.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "nlohmann/json.hpp"

#include "support/schema.h"

namespace whichchip::tests {
namespace {

using nlohmann::json;

json compared(const std::string& arguments) {
  const Result result = whichchip("compare " + arguments + " --format json");
  EXPECT_EQ(result.code, 0) << arguments << "\n" << result.err;
  const json document = json::parse(result.out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << arguments;
  EXPECT_EQ(schema_errors(document, "compare"), "") << arguments;
  return document;
}

TEST(Cost, RentIsTheDefault) {
  const json usual = compared("resnet18 --hardware T4");
  const json row = usual["results"][0];
  EXPECT_EQ(row["cost"]["basis"], "rent");
  const double second = row["latency_s"];
  const double hour = row["cost"]["usd_per_hour"];
  EXPECT_NEAR(row["cost_usd_per_million"].get<double>(), 1e6 * hour / 3600 * second, 1e-9);
  EXPECT_EQ(usual["economics"]["grid"], "world");
}

TEST(Cost, OwnershipRateAndGrid) {
  const json own = compared(
      "resnet18 --hardware T4,L4 --basis own --price T4=2000 --life 4 --duty 0.5 --tariff 0.3 "
      "--pue 1.2 --grid se --rate 1000 --utilisation-cap 0.5 --battery 100");
  EXPECT_EQ(own["economics"]["grid_g_per_kwh"], 41);
  for (const json& row : own["results"]) {
    const double second = row["latency_s"], joule = row["energy_j"], purchase = row["cost"]["purchase_usd"];
    EXPECT_TRUE(row["hardware"] != "T4" || purchase == 2000);
    const double power = 1e6 * joule / 3.6e6 * 1.2 * 0.3;
    EXPECT_NEAR(row["cost"]["electricity_usd_per_million"].get<double>(), power, 1e-12);
    EXPECT_NEAR(row["cost_usd_per_million"].get<double>(), 1e6 * purchase / (4 * 8760 * 3600 * 0.5) * second + power,
                1e-9);
    EXPECT_NEAR(row["carbon_g"].get<double>(), joule / 3.6e6 * 1.2 * 41, 1e-12);
    const double devices = std::ceil(1000 / (row["throughput_per_s"].get<double>() * 0.5));
    EXPECT_EQ(row["cost"]["fleet"]["devices"].get<double>(), std::max(1.0, devices));
  }
  const Result text = whichchip("compare resnet18 --hardware T4,L4 --sort carbon --rate 1000 --battery 100");
  for (const char* part : {"Cost and carbon", "Fleet for 1000 requests a second", "A battery of 100 Wh",
                           "Carbon by grid", "gcp-us-west1", "What these figures assume"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part;
}

TEST(Cost, ExplainSaysWhenAPurchaseHasPaid) {
  const Result result = whichchip("explain resnet18 T4 L4 --metric cost --rate 100");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("Bought, "), std::string::npos) << result.out;
  EXPECT_EQ(whichchip("compare resnet18 --grid atlantis").code, 2);
  EXPECT_EQ(whichchip("compare resnet18 --price T4").code, 2);
}

// What the report says of the largest batch and context holds when they are tried.
TEST(Language, LargestBatchAndContextFitAndTheNextDoNot) {
  const json document = compared(
      "gpt2_with_past --hardware RaspberryPi4,T4 --precision fp32 --phase decode --dim past=512 --context 256,512");
  ASSERT_TRUE(document.contains("language"));
  const json& language = document["language"];
  EXPECT_EQ(language["contexts"], json({256, 512}));
  for (const json& device : language["devices"]) {
    for (const json& point : device["points"]) {
      double split = 0;
      for (const auto& [kind, joules] : point["token_split_j"].items()) split += joules.get<double>();
      EXPECT_NEAR(split, point["token_j"].get<double>(), 1e-9 * split);
      EXPECT_GT(point["first_token_s"].get<double>(), point["token_s"].get<double>());
    }
    const std::int64_t batch = device["largest_batch"];
    ASSERT_GT(batch, 0) << device;
    const auto fits = [&](std::int64_t wanted) {
      const json tried = compared(
          "gpt2_with_past --hardware " + device["hardware"].get<std::string>() +
          " --precision fp32 --phase decode --dim past=" + std::to_string(language["context"].get<std::int64_t>()) +
          " --context 256 --batch " + std::to_string(wanted));
      return tried["results"][0]["fits"] == "yes";
    };
    EXPECT_TRUE(fits(batch)) << device;
    EXPECT_FALSE(fits(batch + 1)) << device;
  }
}

TEST(Language, IsWhatCompareSaysOfEachPhase) {
  const json both = compared("llama3_8b --hardware A100-SXM-80GB --phase decode --dim past=2048 --context 2048,4096");
  const json& point = both["language"]["devices"][0]["points"][0];
  EXPECT_EQ(point["token_s"], both["results"][0]["latency_s"]);
  EXPECT_EQ(point["token_j"], both["results"][0]["energy_j"]);
  const json prompt = compared("llama3_8b --hardware A100-SXM-80GB --dim seq=2048 --context 2048");
  EXPECT_EQ(point["first_token_s"], prompt["results"][0]["latency_s"]);
  // 32 layers, 8 key-value heads of 128, keys and values, 2 bytes.
  EXPECT_EQ(both["language"]["cache_bytes_per_token"], 32 * 8 * 128 * 2 * 2);
  EXPECT_FALSE(compared("resnet18 --hardware T4").contains("language"));
}

}  // namespace
}  // namespace whichchip::tests
