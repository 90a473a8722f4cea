// What only the command line tells: cards with their sources, power gating, every device's layers side by side, and
// what it says to a user who is mistaken.
#include <cmath>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "nlohmann/json.hpp"

namespace whichchip::tests {
namespace {

using nlohmann::json;

std::vector<std::map<std::string, double>> csv_of(const std::string& arguments) {
  std::istringstream lines(whichchip(arguments + " --format csv").out);
  std::vector<std::string> heads;
  std::vector<std::map<std::string, double>> rows;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::vector<std::string> values;
    for (std::string cell; std::getline(cells, cell, ',');) values.push_back(cell);
    if (heads.empty()) {
      heads = values;
      continue;
    }
    std::map<std::string, double>& row = rows.emplace_back();
    for (std::size_t i = 1; i < std::min(heads.size(), values.size()); ++i)
      row[heads[i]] = std::atof(values[i].c_str());
  }
  return rows;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Lines of a list as they were before they were broken at the width of the page.
std::string unwrapped(const std::string& text) { return std::regex_replace(text, std::regex("\n  "), " "); }

// F123: gating takes from static energy alone, at most what idle units' share of it is, and power follows.
TEST(Energy, PowerGatingLowersOnlyStaticEnergy) {
  const std::string devices = "energy resnet18 --hardware A100-SXM-80GB,Xeon-8490H,TPU-v4,KPU-T64,Coral-Edge-TPU";
  const auto rows = csv_of(devices + " --power-gating");
  ASSERT_EQ(rows.size(), 5U);
  const json plain = json::parse(whichchip(devices + " --format json").out);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto row = rows[i];
    const json& device = plain["results"][i];
    EXPECT_NEAR(row["energy_j"], device["total_j"].get<double>(), 1e-12);
    EXPECT_NEAR(row["wasted_static_j"], row["static_j"] * row["idle_unit_share"], 1e-9 * row["static_j"]);
    EXPECT_LE(row["gating_saving_j"], row["wasted_static_j"]);
    EXPECT_NEAR(row["energy_j"] - row["gated_energy_j"], row["gating_saving_j"], 1e-9 * row["energy_j"]);
    const double latency_s = device["latency_s"];
    EXPECT_NEAR((row["power_w"] - row["gated_power_w"]) * latency_s, row["gating_saving_j"], 1e-9 * row["energy_j"]);
    EXPECT_LE(row["power_w"], row["peak_power_w"] * (1 + 1e-9));
    EXPECT_LE(row["peak_power_w"], row["cap_w"] * (1 + 1e-9));
  }
  EXPECT_GT(rows[0].at("gating_saving_j"), 0);
  const std::string text = whichchip(devices + " --power-gating").out;
  EXPECT_TRUE(says(text, "A100-SXM-80GB: gated are multiprocessors without a block of threads"));
  EXPECT_TRUE(says(text, "a gated unit keeps 5 % of its leakage (assumed"));
  EXPECT_FALSE(says(whichchip(devices).out, "were power-gated"));
}

// F139: what fusion saves is told apart from the sums; it is what `inspect` says that the engine's fusion saves.
TEST(Energy, AKpuTellsWhatFusionSaves) {
  EXPECT_TRUE(
      says(whichchip("energy resnet50 --hardware KPU-T64 --precision fp32").out, "fused chains keep 121 MB a run"));
  const json inspected = json::parse(whichchip("inspect resnet50 --format json").out);
  for (const json& level : inspected["partitions"]) {
    if (level["level"] == "engine") {
      EXPECT_NEAR(level["saved_bytes"], 121e6, 0.5e6);
    }
  }
}

// F18, F41: every figure of the chip with its source, peak watts, distance from the roofs, where the energy goes.
TEST(Compare, CardsNameTheSourcesOfTheirFigures) {
  const std::string card = whichchip("compare resnet18 --hardware T4,Jetson-Orin-Nano-8GB@7w --level detailed").out;
  EXPECT_TRUE(says(card, "Sources of the chips' figures"));
  EXPECT_TRUE(says(card, "Memory bandwidth"));
  EXPECT_TRUE(says(card, "- 1: "));
  EXPECT_TRUE(says(card, "Modes "));
  EXPECT_TRUE(says(card, "15w 15.0 W"));
  EXPECT_TRUE(says(card, "Peak power "));
  EXPECT_TRUE(says(card, "hardware efficiency "));
  EXPECT_TRUE(says(card, "Energy of an inference"));
  EXPECT_TRUE(says(card, "Events that take most"));
  EXPECT_FALSE(says(whichchip("compare resnet18 --hardware T4").out, "Sources of the chips' figures"));
}

// F10: with --verbose a card lists where every subgraph went, not the costliest alone.
TEST(Compare, VerboseCardsListEverySubgraph) {
  const std::string some = whichchip("compare resnet18 --hardware T4 --level detailed").out;
  const std::string all = whichchip("compare resnet18 --hardware T4 --verbose").out;
  EXPECT_TRUE(says(some, "Subgraphs that take most time"));
  EXPECT_FALSE(says(some, "MaxPool 3×3/2"));
  EXPECT_TRUE(says(all, "Every subgraph, in schedule order"));
  EXPECT_TRUE(says(all, "MaxPool 3×3/2"));
}

// F41: the watts of the subgraph that draws most, between the mean and the cap, as the card says them.
TEST(Compare, JsonHasThePeakWatts) {
  const json all = json::parse(whichchip("compare resnet18 --deployment all --format json").out);
  for (const json& row : all["results"]) {
    ASSERT_TRUE(row["peak_power_w"].is_number()) << row["hardware"];
    EXPECT_GT(row["peak_power_w"], 0) << row["hardware"];
  }
  const json one = json::parse(whichchip("compare resnet18 --hardware T4 --format json").out)["results"][0];
  EXPECT_GE(one["peak_power_w"], one["power_w"]);
  EXPECT_LE(one["peak_power_w"], 70.0 * (1 + 1e-9));
}

// F94, F42: what shapes a layer has.
TEST(Compare, LayersHaveTheirShapes) {
  EXPECT_TRUE(says(whichchip("inspect resnet18 --layers").out, "1×3×224×224"));
  EXPECT_TRUE(says(whichchip("compare resnet18 --hardware T4,L4 --level subgraph").out, "1×64×112×112"));
}

// F127: weights that do not fit on the chip are fetched in every run, and that is told with its time.
TEST(Memory, FetchingWeightsIsTold) {
  const json on_hailo = json::parse(whichchip("memory vit_b_16 --hardware Hailo-8 --format json").out)["results"][0];
  EXPECT_EQ(on_hailo["fits"], "offload");
  EXPECT_GT(on_hailo["link_s"], 0.5 * on_hailo["latency_s"].get<double>());
  EXPECT_TRUE(says(whichchip("memory vit_b_16 --hardware Hailo-8").out, "fetching it over the link"));
  EXPECT_TRUE(says(whichchip("memory vit_b_16 --hardware T4").out, "1 of 1 device holds the run"));
}

// F11: how sure predictions for a device are, what it computes in, what steers it.
TEST(Hardware, ListSaysWhatADeviceIs) {
  const auto rows = whichchip("hardware list --format csv --class npu,kpu").out;
  EXPECT_TRUE(says(rows, "integers,fixed arrays"));
  EXPECT_TRUE(says(rows, "simulated,\"floats, integers\",a configured fabric"));
}

// Advice for a narrower type is one that networks take after training: 8 bits, not 4.
TEST(Explain, AdvisesEightBitsNotFour) {
  const std::string text = whichchip("explain resnet50 A100-SXM-80GB").out;
  EXPECT_TRUE(says(text, "With --precision int8"));
  EXPECT_FALSE(says(text, "With --precision int4"));
}

// F42: bound, units, utilisation and power of every device in every layer.
TEST(Compare, SubgraphLevelTellsHowEveryDeviceRunsEveryLayer) {
  const std::string text = whichchip("compare resnet18 --hardware T4,Xeon-8490H --level subgraph").out;
  const std::size_t table = text.find("What binds it, units at work, compute utilisation, power at the chip");
  ASSERT_NE(table, std::string::npos);
  EXPECT_NE(text.find(" SMs, ", table), std::string::npos);
  EXPECT_NE(text.find(" cores, ", table), std::string::npos);
}

// F93: a window of layers; what it leaves out is in the totals still.
TEST(Compare, AWindowOfLayersKeepsTheTotals) {
  const std::string arguments = "compare resnet18 --hardware T4,L4 --level subgraph";
  // Columns are as wide as what is left in them needs.
  const auto squeezed = [](const std::string& text) {
    return std::regex_replace(std::regex_replace(text, std::regex(" +"), " "), std::regex("\n "), "\n");
  };
  const std::string all = squeezed(whichchip(arguments).out),
                    some = squeezed(whichchip(arguments + " --window 3,4").out);
  const auto line_with = [](const std::string& text, const std::string& part) {
    const std::size_t at = text.find(part);
    return at == std::string::npos ? std::string() : text.substr(at, text.find('\n', at + 1) - at);
  };
  EXPECT_NE(line_with(all, "\n— Total"), "");
  EXPECT_EQ(line_with(all, "\n— Total"), line_with(some, "\n— Total"));
  EXPECT_TRUE(says(all, "\n5 Conv"));
  EXPECT_FALSE(says(some, "\n5 Conv"));
  EXPECT_TRUE(says(some, "\n4 Conv"));
  EXPECT_EQ(whichchip("inspect resnet18 --layers --window 2").code, 2);
  EXPECT_EQ(whichchip("inspect resnet18 --layers --window 4,2").code, 2);
}

// B5: XLA sorts on the TPU itself; who makes the device decides whose toolchain is named.
TEST(Compare, ToolchainsAreThoseOfTheMaker) {
  const std::string text =
      unwrapped(whichchip("compare fasterrcnn_mobilenet_v3_large_320_fpn --hardware "
                          "TPU-v4,TDA4VM,Furiosa-Warboy,Cadence-Vision-Q8,RK3588-NPU,Cloud-AI-100-Std,"
                          "Intel-NCS2-MyriadX,Apple-M4-ANE,KPU-T256 --level subgraph")
                    .out);
  EXPECT_TRUE(says(text, "- TPU-v4: XLA hands to the host: nothing. Documented"));
  EXPECT_TRUE(says(text, "- TDA4VM: TI Deep Learning"));
  EXPECT_TRUE(says(text, "- Furiosa-Warboy: Furiosa SDK 0.9.0"));
  EXPECT_TRUE(says(text, "- Cadence-Vision-Q8: Xtensa Neural Network Compiler"));
  EXPECT_TRUE(says(text, "- RK3588-NPU: RKNN-Toolkit2 2.1.0 hands to the host: sorting"));
  EXPECT_TRUE(says(text, "- Cloud-AI-100-Std: Qualcomm Cloud AI SDK"));
  // Where there is no list, why.
  EXPECT_TRUE(says(text, "Apple publishes no list"));
  EXPECT_TRUE(says(text, "Stillwater Supercomputing has published neither silicon nor a toolchain"));
}

// What a toolchain's list says is what is counted: Myriad X sorts on its own vector processors, an NPU without does
// not.
TEST(Compare, SortingRunsWhereTheToolchainSaysSo) {
  const json result =
      json::parse(whichchip("compare fasterrcnn_mobilenet_v3_large_320_fpn --hardware "
                            "Intel-NCS2-MyriadX,RK3588-NPU --precision fp16 --level subgraph --format json")
                      .out);
  bool myriad = false, rockchip = false;
  for (const json& subgraph : result["subgraphs"]) {
    if (subgraph["kind"] != "sort") continue;
    for (const json& on : subgraph["results"])
      (on["hardware"] == "RK3588-NPU" ? rockchip : myriad) |= on["on_host"].get<bool>();
  }
  EXPECT_FALSE(myriad);
  EXPECT_TRUE(rockchip);
}

// F65: the roofs of the last caches of several devices are in the picture.
TEST(Roofline, SeveralDevicesKeepTheRoofsOfTheirCaches) {
  const std::string text = whichchip("roofline resnet18 --hardware A100-SXM-80GB,Xeon-8490H").out;
  EXPECT_TRUE(says(text, "A100-SXM-80GB L2: "));
  EXPECT_TRUE(says(text, "Xeon-8490H L3: "));
  EXPECT_FALSE(says(text, "fp16 peak: "));  // in the table of ceilings only
}

// F92: what is missing says why.
TEST(Compare, EmptyCellsHaveTheirReason) {
  EXPECT_TRUE(says(whichchip("compare resnet18 --hardware Plasticine-CGRA,T4").out,
                   "— under Cost per 1 M: no price known: --price sets one."));
}

TEST(Compare, WhereNothingFitsTheVerdictSaysSo) {
  EXPECT_TRUE(
      says(whichchip("compare resnet18 --hardware T4 --batch 1000000").out, "It fits on none of these devices."));
}

TEST(Compare, LengthsWithoutPositionsAreNamed) {
  const Result result =
      whichchip("compare gpt2_with_past --phase decode --dim past=512 --hardware T4 --context 512,9000");
  EXPECT_TRUE(says(result.out, "no positions for so many tokens: 9000.")) << result.out;
  const Result other = whichchip("compare resnet18 --hardware T4 --context 512");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(says(other.err, "--context"));
}

TEST(Usage, MistakesAreAnsweredWithWhatToWrite) {
  const auto error = [](const std::string& arguments) {
    const Result result = whichchip(arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    return result.err;
  };
  EXPECT_TRUE(says(error("inspect resnet18 --hardware T4"), "it belongs to compare, energy"));
  EXPECT_TRUE(says(error("help compar"), "did you mean compare?"));
  EXPECT_TRUE(says(error("sweep resnet18 --limit 5"), "write --limit 50ms"));
}

TEST(Recommend, AdvisesNoFormatThatTheChipLacks) {
  const std::string text =
      whichchip("recommend mobilenet_v2 --hardware RaspberryPi5,T4 --budget latency=6ms --budget power=10W").out;
  EXPECT_FALSE(says(text, "fp8")) << text;
}

// bash itself runs the script: lists go on behind their last comma, sets and grids are known, files are files.
TEST(Shell, BashCompletes) {
  const std::string script = scratch() + "/complete.bash";
  write_file(
      script,
      whichchip("--completion bash").out +
          "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($#-1)); COMPREPLY=(); _whichchip; echo \"${COMPREPLY[*]}\"; }\n"
          "try whichchip com\ntry whichchip compare --deployment e\ntry whichchip compare --grid fr\n"
          "try whichchip energy x --power\ntry whichchip compare --sort c\n"
          "whichchip() { printf 'id\\nT4\\nL4\\n'; }\ntry whichchip compare --hardware T4,L\n");
  const std::string out = scratch() + "/complete.out";
  ASSERT_EQ(std::system(("bash '" + script + "' > '" + out + "'").c_str()), 0);
  EXPECT_EQ(read_file(out), "compare\nedge embedded\nfr\n--power-gating\ncost carbon\nT4,L4\n");
}

}  // namespace
}  // namespace whichchip::tests
