// explain, sweep, roofline, check and recommend as a shell sees them.
#include <algorithm>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "nlohmann/json.hpp"

#include "support/schema.h"

namespace whichchip::tests {
namespace {

using nlohmann::json;

json run_json(const std::string& arguments, const std::string& kind, int code = 0) {
  const Result result = whichchip(arguments + " --format json");
  EXPECT_EQ(result.code, code) << arguments << "\n" << result.err;
  EXPECT_EQ(result.err, "") << arguments;
  const json document = json::parse(result.out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << arguments;
  EXPECT_EQ(schema_errors(document, kind), "") << arguments;
  return document;
}

double sum(const json& list) {
  double total = 0;
  for (const json& item : list) total += item["difference"].get<double>();
  return total;
}

// Across runtimes the two sides have different partitions, which are matched by the operators that they share.
TEST(Explain, AddsUpOnSamplesAcrossClassesAndRuntimes) {
  for (const char* pair : {"T4 A100-SXM-80GB", "A100-SXM-80GB TPU-v4", "Xeon-8490H Hailo-8", "KPU-T64 T4",
                           "Jetson-Orin-Nano-8GB@7w Jetson-Orin-Nano-8GB"}) {
    for (const char* options : {"resnet18", "vit_ti_16 --runtime", "mobilenet_v2 --metric energy --runtime",
                                "resnet18 --metric memory", "resnet18 --boundary wall --metric energy"}) {
      std::string text = options;
      const std::string model = text.substr(0, text.find(' '));
      std::string rest = text.substr(model.size());
      if (rest.ends_with("--runtime")) rest += " eager";
      const std::string command = "explain " + model + " " + pair + rest;
      const json e = run_json(command, "explain");
      const double most = std::max(e["a"]["value"].get<double>(), e["b"]["value"].get<double>());
      const double difference = e["difference"];
      EXPECT_NEAR(sum(e["parts"]), difference, 1e-9 * most) << command;
      EXPECT_NEAR(sum(e["layers"]), difference, 1e-9 * most) << command;
      for (const json& layer : e["layers"])
        EXPECT_NEAR(sum(layer["parts"]), layer["difference"].get<double>(), 1e-9 * most) << command;
      EXPECT_FALSE(e["text"].empty());
    }
  }
}

TEST(Explain, IsWhatCompareSays) {
  const json e = run_json("explain resnet50 T4 TPU-v4 --batch 4", "explain");
  const json c = run_json("compare resnet50 --hardware T4,TPU-v4 --batch 4", "compare");
  for (const json& row : c["results"]) {
    const json& side = row["hardware"] == "T4" ? e["a"] : e["b"];
    EXPECT_EQ(side["value"], row["latency_s"]);
  }
  EXPECT_EQ(e["method"], "ladder");
}

TEST(Sweep, GridOfModelsDevicesAndBatches) {
  const json s =
      run_json("sweep resnet18 mobilenet_v2 alexnet --hardware T4,A100-SXM-80GB,TPU-v4 --batch 1,4,16,64", "sweep");
  EXPECT_EQ(s["points"].size(), 3U * 3U * 4U);
  const json int8 = run_json("sweep resnet18 --hardware T4 --batch 4 --precision fp16,int8", "sweep");
  const json single = run_json("compare resnet18 --hardware T4 --batch 4 --precision int8", "compare");
  EXPECT_EQ(int8["points"][1]["latency_s"], single["results"][0]["latency_s"]);
  EXPECT_EQ(int8["points"][1]["energy_j"], single["results"][0]["energy_j"]);
  const json seq = run_json("sweep bert_base --hardware T4 --batch 1 --dim seq=128,256", "sweep");
  ASSERT_EQ(seq["points"].size(), 2U);
  EXPECT_EQ(seq["points"][1]["dims"]["seq"], 256);
  EXPECT_GT(seq["points"][1]["latency_s"].get<double>(), seq["points"][0]["latency_s"].get<double>());
}

TEST(Roofline, HasCeilingsWithSources) {
  const json r = run_json("roofline resnet50 --hardware A100-SXM-80GB,T4 --precision fp16", "roofline");
  ASSERT_EQ(r["results"].size(), 2U);
  for (const json& device : r["results"]) {
    EXPECT_FALSE(device["points"].empty());
    for (const json& ceiling : device["ceilings"]) EXPECT_FALSE(ceiling["source"].get<std::string>().empty());
  }
}

// The same points in every format, the fastest first; what names a point still names it.
TEST(Sweep, PointsAreListedInTheOrderAskedFor) {
  const std::string grid = "sweep resnet18 --hardware T4,A100-SXM-80GB --batch 1,8,64";
  const json plain = run_json(grid, "sweep"), sorted = run_json(grid + " --sort latency", "sweep");
  ASSERT_EQ(sorted["points"].size(), 6U);
  std::vector<double> latencies;
  for (const json& point : sorted["points"]) latencies.push_back(point["latency_s"].get<double>());
  EXPECT_TRUE(std::is_sorted(latencies.begin(), latencies.end()));
  for (const json& point : plain["points"])
    EXPECT_NE(std::find(sorted["points"].begin(), sorted["points"].end(), point), sorted["points"].end());
  EXPECT_NE(plain["points"], sorted["points"]);
  json others[2] = {plain, sorted};
  for (json& other : others) other.erase("points");
  EXPECT_EQ(others[0], others[1]);
  for (const char* format : {"csv", "md", "html", "text"}) {
    const std::string text = whichchip(grid + " --sort throughput --format " + format).out;
    EXPECT_NE(text.find("T4"), std::string::npos) << format;
    EXPECT_NE(text, whichchip(grid + " --format " + format).out) << format;
  }
  const Result wrong = whichchip(grid + " --sort price");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("'price'"), std::string::npos) << wrong.err;
}

TEST(Sweep, SaysWhichDeviceIsBestWhen) {
  const json sweep = run_json("sweep resnet18 mobilenet_v2 --hardware T4,TPU-v4 --batch 1,64", "sweep");
  ASSERT_EQ(sweep["decisions"].size(), 4U);
  for (const json& cell : sweep["decisions"]) {
    double fastest = 0, least = 1e9;
    for (const json& point : sweep["points"]) {
      if (point["model"] != cell["model"] || point["batch"] != cell["batch"]) continue;
      least = std::min(least, point["latency_s"].get<double>());
      if (point["hardware"] == cell["fastest"]) fastest = point["latency_s"];
    }
    EXPECT_EQ(fastest, least);
  }
  EXPECT_NE(whichchip("sweep resnet18 --hardware T4,TPU-v4 --batch 1,64").out.find("Which device when"),
            std::string::npos);
}

// F125: each piece of advice, applied, gives its gain.
TEST(Compare, SuggestionsAppliedGiveTheirGain) {
  for (const std::string device : {"A100-SXM-80GB", "Jetson-Orin-Nano-8GB@7w", "TPU-v4"}) {
    const json detailed = run_json("compare resnet18 --hardware " + device + " --level detailed", "compare");
    const json& row = detailed["results"][0];
    ASSERT_FALSE(row["suggestions"].empty()) << device;
    for (const json& suggestion : row["suggestions"]) {
      const json& gain = suggestion["gain"];
      const std::string figure = gain["figure"], option = suggestion["option"];
      EXPECT_EQ(row[figure], gain["before"]) << suggestion;
      const std::string hardware = option.rfind("--hardware", 0) == 0 ? "" : "--hardware " + device + " ";
      const json applied = run_json("compare resnet18 " + hardware + option, "compare");
      EXPECT_EQ(applied["results"][0][figure], gain["after"]) << suggestion;
      EXPECT_NE(suggestion["message"].get<std::string>().find(option), std::string::npos);
    }
  }
  const std::string card = whichchip("compare resnet18 --hardware TPU-v4 --level detailed").out;
  EXPECT_NE(card.find("(low-compute-utilisation: compute_utilisation, most of it in #"), std::string::npos);
  EXPECT_NE(card.find("(batch: rungs_s."), std::string::npos);
  EXPECT_FALSE(run_json("compare resnet18 --hardware T4", "compare")["results"][0].contains("suggestions"));
}

TEST(Energy, SuggestionsAppliedGiveTheirGain) {
  const json before =
      run_json("energy resnet18 --hardware A100-SXM-80GB,Jetson-Orin-Nano-8GB --runtime graph", "energy");
  std::size_t count = 0;
  for (const json& row : before["results"]) {
    for (const json& suggestion : row["suggestions"]) {
      ++count;
      const std::string option = suggestion["option"];
      const bool mode = option.rfind("--hardware", 0) == 0, runtime = option.rfind("--runtime", 0) == 0;
      const std::string rest =
          (mode ? "" : "--hardware " + row["hardware"].get<std::string>() + " ") + (runtime ? "" : "--runtime graph ");
      const json after = run_json("energy resnet18 " + rest + option, "energy");
      EXPECT_EQ(row["total_j"], suggestion["gain"]["before"]);
      const double total = after["results"][0]["total_j"];
      EXPECT_NEAR(suggestion["gain"]["after"].get<double>(), total, 1e-9 * total) << suggestion;
    }
  }
  EXPECT_GT(count, 2U);
}

TEST(Compare, WhoRunsWhatIsSaidWithItsCost) {
  const std::string arguments =
      "compare fasterrcnn_mobilenet_v3_large_320_fpn --hardware T4,RK3588-NPU --level subgraph";
  const std::string text = whichchip(arguments).out;
  EXPECT_NE(text.find("Who runs what"), std::string::npos);
  EXPECT_NE(text.find("NonMaxSuppression"), std::string::npos);
  EXPECT_NE(text.find("Who runs what rests on"), std::string::npos);
  EXPECT_NE(text.find("RKNN-Toolkit2 2.1.0"), std::string::npos) << text;
  EXPECT_NE(text.find("Stretches on the host"), std::string::npos);
  EXPECT_NE(text.find("RK3588-CPU"), std::string::npos);
  EXPECT_NE(whichchip("compare resnet18 --hardware T4,L4 --level subgraph").out.find("runs every operator itself"),
            std::string::npos);
}

TEST(Explain, TheFiguresThatItRestsOnAreRuns) {
  const json e = run_json("explain resnet18 T4", "explain");
  ASSERT_GE(e["sensitivities"].size(), 3U);
  double last = 1;
  for (const json& each : e["sensitivities"]) {
    const double swing = std::fabs(each["less_s"].get<double>() - each["more_s"].get<double>());
    EXPECT_LE(swing, last);
    last = swing;
  }
  const json& first = e["sensitivities"][0];
  const double value = 1.2 * first["value"].get<double>();
  const std::string unit = first["unit"].is_null() ? "" : " " + first["unit"].get<std::string>();
  const json set = run_json("compare resnet18 --hardware T4 --set 'T4." + first["figure"].get<std::string>() + "=" +
                                std::to_string(value) + unit + "'",
                            "compare");
  EXPECT_NEAR(set["results"][0]["latency_s"].get<double>(), first["more_s"].get<double>(),
              1e-6 * first["more_s"].get<double>());
}

TEST(Sweep, TheZoneHasItsIndex) {
  const json sweep = run_json("sweep resnet18 --hardware T4,TPU-v4 --batch 1,64", "sweep");
  for (const json& point : sweep["points"]) {
    const double utilisation = point["compute_utilisation"];
    EXPECT_EQ(point["sweet_spot"], utilisation >= 0.4 && utilisation <= 0.8);
    const double operations = 2 * 1814073344.0;  // of an inference
    EXPECT_NEAR(point["zone_index"].get<double>(), utilisation * operations / point["energy_j"].get<double>(),
                1e-6 * point["zone_index"].get<double>());
  }
}

TEST(Sweep, PartsOfAPipelineAddUp) {
  const json sweep = run_json("sweep whisper_base_encoder whisper_base_decoder --hardware T4,L4 --batch 1,4", "sweep");
  ASSERT_EQ(sweep["together"].size(), 4U);
  for (const json& row : sweep["together"]) {
    double latency = 0, energy = 0;
    ASSERT_EQ(row["parts"].size(), 2U);
    for (const json& part : row["parts"]) {
      latency += part["latency_s"].get<double>();
      energy += part["energy_j"].get<double>();
    }
    EXPECT_DOUBLE_EQ(latency, row["latency_s"].get<double>());
    EXPECT_DOUBLE_EQ(energy, row["energy_j"].get<double>());
  }
  EXPECT_NE(
      whichchip("sweep whisper_base_encoder whisper_base_decoder --hardware T4 --batch 1").out.find("one pipeline"),
      std::string::npos);
  EXPECT_TRUE(run_json("sweep resnet18 --hardware T4 --batch 1", "sweep")["together"].empty());
}

TEST(Inspect, SaysHowRuntimesFuseAndWhatTheFamilyGivesReasonFor) {
  const json i = run_json("inspect gpt2_with_past --runtime eager", "inspect");
  ASSERT_EQ(i["partitions"].size(), 4U);
  for (const json& level : i["partitions"]) EXPECT_EQ(level["macs"], i["totals"]["macs"]);
  EXPECT_EQ(i["partitions"][1]["subgraphs"].get<std::size_t>(), i["subgraphs"].size());
  bool cache = false;
  for (const json& each : i["guidance"]["suggestions"]) {
    cache = cache || each["code"] == "kv-cache-8-bit";
    if (each["code"] == "weights-8-bit") {
      EXPECT_EQ(each["gain"]["before"], i["totals"]["weight_bytes"]);
    }
  }
  EXPECT_TRUE(cache);
  const std::string text = whichchip("inspect gpt2_with_past --runtime eager").out;
  for (const char* part :
       {"How runtimes fuse it", "are a single operator", "For a model of this kind", "(attention-form"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Compare, ChosenColumnsStandAlone) {
  const std::string csv = whichchip("compare resnet18 --hardware T4 --columns bandwidth --format csv").out;
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "rank,hardware,precision_used,dram_bytes,mean_bandwidth,most_bandwidth,device_bandwidth,"
            "bandwidth_utilisation,arithmetic_intensity,ridge_point,memory_bound");
  EXPECT_EQ(whichchip("compare resnet18 --columns speed").code, 2);
}

// Energy × delay: in order, the baseline at 1.00, the parts of the energy summing to all of it.
TEST(Compare, BalanceIsAnOrderAndAGroupOfColumns) {
  const std::string text = whichchip("compare resnet18 --hardware T4,L4,TPU-v4 --sort balance --columns balance").out;
  EXPECT_NE(text.find("Least energy × delay: TPU-v4"), std::string::npos) << text;
  const std::string csv =
      whichchip("compare resnet18 --hardware T4,L4,TPU-v4 --sort balance --baseline T4 --columns balance --format csv")
          .out;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  double last = 0;
  int count = 0;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    ASSERT_GE(row.size(), 10U) << line;  // a precision may hold a comma
    const std::size_t parts_at = row.size() - 5;
    const double edp = std::stod(row[parts_at - 3]);
    EXPECT_GE(edp, last);
    last = edp;
    if (row[1] == "T4") {
      EXPECT_NEAR(std::stod(row[parts_at - 1]), 1, 1e-12);
    }
    double parts = 0;
    for (std::size_t i = parts_at; i < row.size(); ++i) parts += std::stod(row[i]);
    EXPECT_NEAR(parts, 1, 1e-9) << line;
    ++count;
  }
  EXPECT_EQ(count, 3);
}

TEST(Energy, ArchitecturesStandSideBySide) {
  const std::string several = whichchip("energy resnet18 --hardware Xeon-8490H,T4,TPU-v4,KPU-T64").out;
  EXPECT_NE(several.find("How the architectures work on it"), std::string::npos);
  EXPECT_NE(several.find("warp instructions"), std::string::npos);
  const std::string alike = whichchip("energy resnet18 --hardware T4,L4").out;
  EXPECT_EQ(alike.find("How the architectures work on it"), std::string::npos);
}

TEST(Inspect, CountsAsOtherToolsDo) {
  const json inspected = run_json("inspect resnet50 --count-like vendor", "inspect");
  EXPECT_EQ(inspected["counted_like"]["total"], inspected["totals"]["flops"]);
  EXPECT_EQ(whichchip("inspect resnet50 --count-like me").code, 2);
}

TEST(Check, ExitCodesAndForms) {
  const std::string model = "check resnet50 --hardware T4 --precision int8 ";
  EXPECT_EQ(whichchip(model + "--budget latency=1s").code, 0);
  EXPECT_EQ(whichchip(model + "--budget latency=1ns").code, 1);
  EXPECT_EQ(whichchip(model + "--budget latency=1").code, 2);
  EXPECT_EQ(whichchip(model).code, 2);
  const std::string folder = scratch();
  const json failed = run_json(
      model + "--budget latency=1ns --budget energy=1J --junit " + folder + "/j.xml --sarif " + folder + "/s.json",
      "check", 1);
  EXPECT_FALSE(failed["passed"].get<bool>());
  EXPECT_EQ(failed["rows"].size(), 2U);
  const std::string junit = read_file(folder + "/j.xml");
  EXPECT_NE(junit.find("failures=\"1\""), std::string::npos) << junit;
  const json sarif = json::parse(read_file(folder + "/s.json"));
  EXPECT_EQ(sarif["version"], "2.1.0");
  ASSERT_EQ(sarif["runs"][0]["results"].size(), 1U);
  EXPECT_EQ(sarif["runs"][0]["results"][0]["level"], "error");
}

// The suggestion, applied, makes the same check pass.
TEST(Check, TheSuggestionKeepsTheBudget) {
  const json now = run_json("compare resnet50 --hardware A100-SXM-80GB --precision fp16", "compare");
  const double throughput = now["results"][0]["throughput_per_s"];
  const std::string budget = " --budget throughput=" + std::to_string(static_cast<int>(throughput * 2)) + "/s";
  const json check =
      run_json("check resnet50 --hardware A100-SXM-80GB --precision fp16 --suggest" + budget, "check", 1);
  ASSERT_EQ(check["suggestions"].size(), 1U);
  const std::string option = check["suggestions"][0]["option"];
  EXPECT_EQ(whichchip("check resnet50 --hardware A100-SXM-80GB --precision fp16 " + option + budget).code, 0) << option;
}

TEST(Recommend, KeepsTheLimits) {
  const json r = run_json(
      "recommend mobilenet_v2 --deployment edge --budget power=10W --budget latency=5ms --goal energy", "recommend");
  const json c = run_json("compare mobilenet_v2 --deployment edge", "compare");
  std::size_t feasible = 0;
  for (const json& row : c["results"])
    feasible += row["power_w"] <= 10.0 && row["latency_s"] <= 5e-3 && row["fits"] != "no" ? 1 : 0;
  EXPECT_EQ(r["feasible"].size(), feasible);
  EXPECT_FALSE(r["pick"].is_null());
  EXPECT_EQ(r["pick"], r["feasible"][0]["hardware"]);
}

TEST(Memory, IsWhatCompareSaysAndTheChangeMakesItFit) {
  const json m = run_json("memory llama3_8b --hardware T4,A100-SXM-80GB,Hailo-8 --precision int8", "memory");
  const json c = run_json("compare llama3_8b --hardware T4,A100-SXM-80GB,Hailo-8 --precision int8", "compare");
  ASSERT_EQ(m["results"].size(), c["results"].size());
  std::int64_t most = 0;
  for (const json& step : m["timeline"]) most = std::max(most, step["live_bytes"].get<std::int64_t>());
  EXPECT_EQ(most, m["activations"]["peak_bytes"].get<std::int64_t>());
  for (const json& row : c["results"]) {
    for (const json& device : m["results"]) {
      if (device["hardware"] != row["hardware"]) continue;
      EXPECT_EQ(device["total_bytes"], row["peak_memory_bytes"]);
      EXPECT_EQ(device["fits"], row["fits"]);
    }
  }
}

TEST(Diff, TwoModelsAndTwoResults) {
  const json models = run_json("diff resnet18 resnet34 --hardware T4,TPU-v4", "diff");
  EXPECT_EQ(models["devices"].size(), 2U * 3U);
  bool convolutions = false;
  for (const json& change : models["counts"])
    convolutions = convolutions || (change["what"] == "Conv" && change["before"] == 20 && change["after"] == 36);
  EXPECT_TRUE(convolutions) << models["counts"];
  for (const json& change : models["devices"]) {
    if (change["metric"] != "latency") continue;
    double layers = 0;
    for (const json& layer : models["layers"]) {
      if (layer["hardware"] != change["hardware"]) continue;
      layers += layer["after_s"].is_null() ? 0 : layer["after_s"].get<double>();
      layers -= layer["before_s"].is_null() ? 0 : layer["before_s"].get<double>();
    }
    const double after = change["after"], before = change["before"];
    EXPECT_NEAR(layers, after - before, 1e-9 * after) << change;
  }
  const std::string folder = scratch();
  write_file(folder + "/a.json", whichchip("compare resnet18 --hardware T4 --level subgraph --format json").out);
  write_file(folder + "/b.json",
             whichchip("compare resnet18 --hardware T4,L4 --batch 2 --level subgraph --format json").out);
  const json results = run_json("diff " + folder + "/a.json " + folder + "/b.json", "diff");
  EXPECT_EQ(results["only_after"].size(), 1U);
  EXPECT_FALSE(results["layers"].empty());
  const json none = run_json("diff " + folder + "/a.json " + folder + "/a.json", "diff");
  EXPECT_TRUE(none["layers"].empty());
  EXPECT_EQ(none["text"][0], "Nothing changed.");
  EXPECT_NE(models["text"][1].get<std::string>().find(" of that is "), std::string::npos) << models["text"];
  write_file(folder + "/d.json", whichchip("compare resnet34 --hardware T4 --format json").out);
  write_file(folder + "/e.json", whichchip("compare resnet18 --hardware T4 --format json").out);
  EXPECT_NE(whichchip("diff " + folder + "/d.json " + folder + "/e.json").out.find("--level subgraph on both sides"),
            std::string::npos);
  EXPECT_EQ(whichchip("diff " + folder + "/a.json resnet18").code, 2);
  write_file(folder + "/c.json", "{\"schema\": \"whichchip.compare/1\", \"model\": 3}");
  EXPECT_EQ(whichchip("diff " + folder + "/a.json " + folder + "/c.json").code, 3);
}

TEST(Toolbox, EveryCommandWritesEveryForm) {
  for (const char* command : {"explain resnet18 T4 TPU-v4", "explain resnet18 T4",
                              "sweep resnet18 --hardware T4,L4 --batch 1,8", "roofline resnet18 --hardware T4",
                              "check resnet18 --hardware T4 --budget latency=1s", "recommend resnet18 --hardware T4,L4",
                              "memory resnet18 --hardware T4,Coral-Edge-TPU", "diff resnet18 resnet34 --hardware T4"}) {
    for (const char* format : {"text", "json", "csv", "md", "html"}) {
      const Result result = whichchip(std::string(command) + " --format " + format);
      EXPECT_EQ(result.code, 0) << command << format << result.err;
      EXPECT_GT(result.out.size(), 40U) << command << format;
      EXPECT_EQ(result.out.find("nan"), std::string::npos) << command << format;
    }
  }
  const std::string page = whichchip("explain resnet18 T4 TPU-v4 --format html").out;
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_NE(page.find("<title>From T4 to TPU-v4</title>"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  const std::string comparison = whichchip("compare resnet18 --hardware T4,L4 --format html").out;
  for (const char* chart : {"latency", "throughput", "energy", "energy_split", "bottleneck", "roofline"})
    EXPECT_NE(comparison.find(std::string("data-chart=\"") + chart + "\""), std::string::npos) << chart;
  EXPECT_EQ(comparison.find("<script"), std::string::npos);
}

TEST(Shell, CompletionAndManNameEveryCommand) {
  for (const char* arguments : {"--completion bash", "--completion zsh", "--completion fish", "--man", "--help"}) {
    const Result result = whichchip(arguments);
    EXPECT_EQ(result.code, 0) << arguments;
    for (const char* command : {"compare", "recommend", "explain", "sweep", "roofline", "memory", "check", "diff",
                                "inspect", "hardware", "models", "link", "open"})
      EXPECT_NE(result.out.find(command), std::string::npos) << arguments << command;
  }
  EXPECT_EQ(whichchip("--completion tcsh").code, 2);
  for (const char c : whichchip("--man").out) EXPECT_GE(c, 0);  // troff reads ASCII
  const std::string script = scratch() + "/completion.bash";
  write_file(script, whichchip("--completion bash").out);
  EXPECT_EQ(std::system(("bash -n '" + script + "'").c_str()), 0);
}

}  // namespace
}  // namespace whichchip::tests
