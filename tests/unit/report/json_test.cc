#include "report/json.h"

#include <limits>

#include <gtest/gtest.h>

#include "nlohmann/json.hpp"

#include "core/error.h"
#include "support/comparison_builder.h"
#include "support/schema.h"

namespace whichchip::report {
namespace {

using nlohmann::ordered_json;
using tests::estimated;
using tests::ranked;
using tests::small_workload;

const Versions kVersions{"1.2.3", "2026-01", "7"};

std::vector<std::string> keys(const ordered_json& object) {
  std::vector<std::string> result;
  for (const auto& [key, value] : object.items()) result.push_back(key);
  return result;
}

ordered_json parsed(const std::string& text, const std::string& kind) {
  EXPECT_EQ(tests::schema_errors(nlohmann::json::parse(text), kind), "");
  return ordered_json::parse(text);
}

TEST(CompareJson, KeysInTheContractsOrder) {
  const workload::Workload workload = small_workload();
  const ordered_json json =
      parsed(compare_json(ranked(workload, {estimated("A", {})}), analysis::Level::summary, kVersions), "compare");
  EXPECT_EQ(keys(json), (std::vector<std::string>{"schema", "versions", "model", "scenario", "economics", "results",
                                                  "failed", "winners", "insights"}));
  EXPECT_EQ(json["schema"], "whichchip.compare/1");
  EXPECT_EQ(keys(json["versions"]), (std::vector<std::string>{"whichchip", "catalogue", "parameters"}));
  EXPECT_EQ(keys(json["results"][0]), (std::vector<std::string>{"hardware",
                                                                "class",
                                                                "power_mode",
                                                                "fits",
                                                                "precision_used",
                                                                "precision_status",
                                                                "runtime_used",
                                                                "latency_s",
                                                                "latency_interval_s",
                                                                "throughput_per_s",
                                                                "power_w",
                                                                "peak_power_w",
                                                                "energy_j",
                                                                "energy_interval_j",
                                                                "energy_split_j",
                                                                "inferences_per_j",
                                                                "peak_memory_bytes",
                                                                "attained_tops",
                                                                "peak_tops",
                                                                "compute_utilisation",
                                                                "bandwidth_utilisation",
                                                                "arithmetic_intensity",
                                                                "ridge_point",
                                                                "units_used",
                                                                "units_total",
                                                                "bound",
                                                                "edp_js",
                                                                "cost_usd_per_million",
                                                                "carbon_g",
                                                                "cost",
                                                                "confidence",
                                                                "measured",
                                                                "ranks",
                                                                "warnings"}));
  EXPECT_EQ(keys(json["winners"]),
            (std::vector<std::string>{"energy", "latency", "throughput", "memory", "balance", "cost"}));
  EXPECT_EQ(keys(json["results"][0]["bound"]),
            (std::vector<std::string>{"compute", "memory", "power", "link", "overhead"}));
}

TEST(CompareJson, BatchEightIsExactlyConsistent) {
  const workload::Workload workload = small_workload(8);
  const ordered_json json =
      parsed(compare_json(ranked(workload, {estimated("A", {.latency_s = 4e-3, .energy_j = 0.08}, 8)}),
                          analysis::Level::summary, kVersions),
             "compare");
  const ordered_json& row = json["results"][0];
  EXPECT_EQ(json["scenario"]["batch"], 8);
  EXPECT_EQ(row["throughput_per_s"].get<double>(), 8 / row["latency_s"].get<double>());
  EXPECT_EQ(row["inferences_per_j"].get<double>(), 1 / row["energy_j"].get<double>());
  EXPECT_EQ(row["energy_j"].get<double>() * 8, 0.08);
  EXPECT_EQ(row["edp_js"].get<double>(), row["energy_j"].get<double>() * row["latency_s"].get<double>());
}

TEST(CompareJson, WhatIsNotAvailableIsNullNeverZero) {
  const workload::Workload workload = small_workload();
  analysis::Estimated odd = estimated("A", {.fits = estimate::Fit::no});
  odd.estimate.dram_bytes = 0;
  odd.estimate.latency_interval_s.high = std::numeric_limits<double>::infinity();
  odd.device.memory.bandwidth_bytes_per_s = 0;
  const ordered_json json =
      parsed(compare_json(ranked(workload, {odd}), analysis::Level::summary, kVersions), "compare");
  const ordered_json& row = json["results"][0];
  EXPECT_TRUE(row["cost_usd_per_million"].is_null());
  EXPECT_TRUE(row["arithmetic_intensity"].is_null());
  EXPECT_TRUE(row["bandwidth_utilisation"].is_null());
  EXPECT_TRUE(row["ridge_point"].is_null());
  EXPECT_TRUE(row["latency_interval_s"][1].is_null());
  EXPECT_TRUE(row["ranks"]["latency"].is_null());
  EXPECT_TRUE(row["ranks"]["tier"].is_null());
  EXPECT_TRUE(json["winners"]["latency"].is_null());
}

TEST(CompareJson, SubgraphsAddUpToTheDevice) {
  const workload::Workload workload = small_workload(2);
  const ordered_json json =
      parsed(compare_json(ranked(workload, {estimated("A", {}, 2), estimated("B", {.latency_s = 3e-3}, 2)}),
                          analysis::Level::subgraph, kVersions),
             "compare");
  ASSERT_EQ(json["subgraphs"].size(), 2U);
  EXPECT_EQ(json["subgraphs"][0]["node"], "/conv");
  EXPECT_TRUE(json["subgraphs"][1]["node"].is_null());
  for (std::size_t device = 0; device < 2; ++device) {
    double latency = 0;
    double energy = 0;
    for (const ordered_json& subgraph : json["subgraphs"]) {
      const ordered_json& part = subgraph["results"][device];
      double rungs = 0;
      for (const auto& [rung, seconds] : part["rungs_s"].items()) rungs += seconds.get<double>();
      EXPECT_NEAR(rungs, part["latency_s"].get<double>(), 1e-15);
      latency += part["latency_s"].get<double>();
      energy += part["energy_j"].get<double>();
    }
    EXPECT_NEAR(latency, json["results"][device]["latency_s"].get<double>(), 1e-15);
    EXPECT_NEAR(energy, json["results"][device]["energy_j"].get<double>(), 1e-15);
  }
}

TEST(CompareJson, NamesThatAreNoTextStayJson) {
  workload::Workload workload = small_workload();
  workload.model.name = "\xff\"\x1b";
  const std::string text = compare_json(ranked(workload, {}), analysis::Level::summary, kVersions);
  EXPECT_NO_THROW(parsed(text, "compare"));
}

TEST(InspectJson, ContractAndSums) {
  const workload::Workload workload = small_workload(2);
  const ordered_json json = parsed(inspect_json(workload, {}, kVersions), "inspect");
  EXPECT_EQ(keys(json),
            (std::vector<std::string>{"schema", "versions", "model", "scenario", "totals", "decoder", "coverage",
                                      "operators", "subgraphs", "partitions", "guidance", "warnings"}));
  EXPECT_TRUE(json["decoder"].is_null());
  EXPECT_EQ(json["scenario"]["phase"], "prefill");
  EXPECT_EQ(keys(json["model"]),
            (std::vector<std::string>{"name", "producer", "ir_version", "opsets", "nodes", "parameters",
                                      "active_parameters", "inputs", "outputs", "symbols"}));
  EXPECT_EQ(json["model"]["inputs"][0]["shape"], ordered_json::parse(R"(["batch", 3, null])"));
  EXPECT_EQ(json["model"]["opsets"]["ai.onnx"], 17);
  EXPECT_EQ(json["totals"]["flops"], 400'000'000);
  std::int64_t operators = 0;
  std::int64_t subgraphs = 0;
  for (const ordered_json& entry : json["operators"]) operators += entry["macs"].get<std::int64_t>();
  for (const ordered_json& entry : json["subgraphs"]) subgraphs += entry["macs"].get<std::int64_t>();
  EXPECT_EQ(operators, json["totals"]["macs"]);
  EXPECT_EQ(subgraphs, json["totals"]["macs"]);
}

TEST(InspectJson, LevelSubgraphShowsTheArithmetic) {
  const workload::Workload workload = small_workload(2);
  const ordered_json json = parsed(inspect_json(workload, {}, kVersions, analysis::Level::subgraph), "inspect");
  for (std::size_t i = 0; i < json["subgraphs"].size(); ++i) {
    const ordered_json& subgraph = json["subgraphs"][i];
    ASSERT_EQ(subgraph["arithmetic"].size(), subgraph["operators"].get<std::size_t>());
    for (const ordered_json& op : subgraph["arithmetic"]) EXPECT_TRUE(op["op"].is_string());
  }
  EXPECT_FALSE(parsed(inspect_json(workload, {}, kVersions), "inspect")["subgraphs"][0].contains("arithmetic"));
}

TEST(HardwareJson, EveryFigureHasStatusAndSource) {
  hardware::Device device = estimated("A", {}).device;
  hardware::Provenance provenance{hardware::FigureStatus::looked_up, {"data sheet"}, "page 3"};
  device.provenance = hardware::ProvenanceTable(hardware::ProvenanceTable::Map{{"/memory", provenance}});
  const ordered_json json = parsed(hardware_json({device}, kVersions), "hardware");
  const ordered_json& bandwidth = json["devices"][0]["bandwidth_bytes_per_s"];
  EXPECT_EQ(bandwidth["value"], 1'000'000'000'000);
  EXPECT_EQ(bandwidth["status"], "looked_up");
  EXPECT_EQ(bandwidth["source"], "data sheet; page 3");
  EXPECT_TRUE(json["devices"][0]["price_usd"]["value"].is_null());
}

TEST(ModelsJson, Contract) {
  Sample sample;
  sample.name = "net";
  sample.family = "cnn";
  sample.file = "net.onnx";
  sample.inputs = {{"x", "float32", {"batch", "3"}}};
  sample.macs = 5;
  const ordered_json json = parsed(models_json({sample}, kVersions), "models");
  EXPECT_EQ(keys(json["models"][0]),
            (std::vector<std::string>{"name", "family", "file", "inputs", "macs", "parameters"}));
}

TEST(RequestJson, OptionsObjectIsTheCommandLine) {
  const analysis::Request request = request_from_json(
      R"({"hardware": ["A100-SXM-80GB", "T4"], "batch": 8, "dims": {"seq": 384}, "precision": "int8", "class": "gpu", "level": null, "sort": "energy"})");
  EXPECT_EQ(request.hardware, (std::vector<std::string>{"A100-SXM-80GB", "T4"}));
  EXPECT_EQ(request.batch, 8);
  EXPECT_EQ(request.dims.at("seq"), 384);
  EXPECT_EQ(request.scenario.precision, hardware::Precision::int8);
  EXPECT_EQ(request.sort, analysis::Metric::energy);
  EXPECT_EQ(request_to_json(request_from_json(request_to_json(request))), request_to_json(request));
  EXPECT_EQ(request_to_json(request_from_json("null")), request_to_json({}));
}

TEST(RequestJson, BadOptions) {
  for (const char* text : {"", "[]", "{", R"({"batch": 1.5})", R"({"batch": true})", R"({"dims": [1]})",
                           R"({"dims": {"a": "x"}})", R"({"nothing": 1})", R"({"hardware": [["A"]]})"}) {
    EXPECT_THROW(request_from_json(text), core::Error) << text;
  }
}

}  // namespace
}  // namespace whichchip::report
