// What the commands print, on the samples and the catalogue that ship.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "nlohmann/json.hpp"

#include "support/schema.h"

namespace whichchip::tests {
namespace {

using nlohmann::json;

json run_json(const std::string& arguments, const std::string& kind) {
  const Result result = whichchip(arguments + " --format json");
  EXPECT_EQ(result.code, 0) << arguments << "\n" << result.err;
  EXPECT_EQ(result.err, "") << arguments;
  const json document = json::parse(result.out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << arguments;
  EXPECT_EQ(schema_errors(document, kind), "") << arguments;
  return document;
}

std::vector<std::string> samples() {
  std::vector<std::string> names;
  const json document = run_json("models", "models");
  for (const json& model : document["models"]) names.push_back(model["name"]);
  return names;
}

double relative(double a, double b) { return std::fabs(a - b) / std::max({std::fabs(a), std::fabs(b), 1e-300}); }

TEST(Commands, EverySampleInspectsAndEqualsItsManifest) {
  const json document = run_json("models", "models");
  for (const json& model : document["models"]) {
    const std::string name = model["name"];
    const json inspected = run_json("inspect " + name, "inspect");
    EXPECT_EQ(inspected["totals"]["macs"], model["macs"]) << name;
    EXPECT_EQ(inspected["model"]["parameters"], model["parameters"]) << name;
    EXPECT_GE(inspected["coverage"]["macs_fraction"].get<double>(), 0.99) << name;
    std::int64_t operators = 0;
    std::int64_t subgraphs = 0;
    for (const json& entry : inspected["operators"]) operators += entry["macs"].get<std::int64_t>();
    for (const json& entry : inspected["subgraphs"]) subgraphs += entry["macs"].get<std::int64_t>();
    EXPECT_EQ(operators, inspected["totals"]["macs"]) << name;
    EXPECT_EQ(subgraphs, inspected["totals"]["macs"]) << name;
  }
}

TEST(Commands, EverySampleComparesOnEveryDevice) {
  for (const std::string& name : samples()) {
    const json compared = run_json("compare " + name + " --deployment all", "compare");
    EXPECT_EQ(compared["model"]["name"], name);
    EXPECT_FALSE(compared["results"].empty()) << name;
    for (const json& row : compared["results"]) {
      const std::string where = name + " on " + row["hardware"].get<std::string>();
      const double latency = row["latency_s"].get<double>();
      EXPECT_GT(latency, 0) << where;
      EXPECT_LE(relative(row["throughput_per_s"].get<double>(), 1 / latency), 1e-12) << where;
      EXPECT_LE(relative(row["inferences_per_j"].get<double>(), 1 / row["energy_j"].get<double>()), 1e-12) << where;
      EXPECT_LE(relative(row["edp_js"].get<double>(), row["energy_j"].get<double>() * latency), 1e-12) << where;
      EXPECT_LE(row["attained_tops"].get<double>(), row["peak_tops"].get<double>() * (1 + 1e-9)) << where;
      EXPECT_LE(row["latency_interval_s"][0].get<double>(), latency) << where;
      EXPECT_GE(row["latency_interval_s"][1].get<double>(), latency) << where;
      double shares = 0;
      for (const auto& [bound, share] : row["bound"].items()) shares += share.get<double>();
      EXPECT_NEAR(shares, 1, 1e-9) << where;
      EXPECT_LE(row["units_used"], row["units_total"]) << where;
      EXPECT_LE(relative(row["power_w"].get<double>() * latency, row["energy_j"].get<double>()), 1e-9) << where;
    }
  }
}

TEST(Commands, TheDatacenterIsTheDefaultAndHoldsItsDevices) {
  const json compared = run_json("compare resnet50", "compare");
  std::vector<std::string> ids;
  for (const json& row : compared["results"]) ids.push_back(row["hardware"]);
  for (const json& row : compared["failed"]) ids.push_back(row["hardware"]);
  for (const char* id : {"Xeon-8490H", "EPYC-9654", "V100-SXM2-32GB", "T4", "A100-SXM-80GB", "H100-SXM", "TPU-v4"}) {
    EXPECT_NE(std::find(ids.begin(), ids.end(), id), ids.end()) << id;
  }
  EXPECT_EQ(whichchip("compare resnet50 --format json").out,
            whichchip("compare resnet50 --deployment datacenter --format json").out);
}

TEST(Commands, RowsFollowTheSortAndWinnersFollowTheRows) {
  const std::vector<std::pair<std::string, std::pair<std::string, bool>>> sorts{
      {"latency", {"latency_s", true}}, {"throughput", {"throughput_per_s", false}},
      {"power", {"power_w", true}},     {"efficiency", {"inferences_per_j", false}},
      {"energy", {"energy_j", true}},   {"cost", {"cost_usd_per_million", true}},
      {"carbon", {"carbon_g", true}},   {"memory", {"peak_memory_bytes", true}}};
  for (const auto& [sort, column] : sorts) {
    const json compared = run_json("compare resnet50 --sort " + sort, "compare");
    const json* previous = nullptr;
    for (const json& row : compared["results"]) {
      if (row["fits"] == "no" || row[column.first].is_null()) continue;
      if (previous != nullptr) {
        const double first = (*previous)[column.first].get<double>();
        const double second = row[column.first].get<double>();
        EXPECT_TRUE(column.second ? first <= second : first >= second) << sort << " " << first << " " << second;
      }
      previous = &row;
    }
    const auto winner = compared["winners"].find(sort);
    if (winner != compared["winners"].end()) {
      EXPECT_EQ(*winner, compared["results"][0]["hardware"]) << sort;
    }
  }
}

TEST(Commands, HardwareInTheOrderOfItsLatencyWithModes) {
  const json compared = run_json(
      "compare mobilenet_v2 --hardware jetson-orin-nano-8gb@7w,Jetson-Orin-Nano-8GB@15w --hardware T4", "compare");
  EXPECT_EQ(compared["results"].size() + compared["failed"].size(), 3U);
  bool seen = false;
  for (const json& row : compared["results"]) seen = seen || row["power_mode"] == "7w";
  EXPECT_TRUE(seen);
}

TEST(Commands, BatchEightIsEightInferences) {
  const json one = run_json("compare resnet50 --hardware T4", "compare");
  const json eight = run_json("compare resnet50 --hardware T4 --batch 8", "compare");
  EXPECT_EQ(eight["scenario"]["batch"], 8);
  EXPECT_EQ(run_json("inspect resnet50 --batch 8", "inspect")["totals"]["macs"].get<std::int64_t>(),
            run_json("inspect resnet50", "inspect")["totals"]["macs"].get<std::int64_t>() * 8);
  const json& row = eight["results"][0];
  EXPECT_LE(relative(row["throughput_per_s"].get<double>(), 8 / row["latency_s"].get<double>()), 1e-12);
  EXPECT_LE(relative(row["power_w"].get<double>() * row["latency_s"].get<double>(), row["energy_j"].get<double>() * 8),
            1e-9);
  EXPECT_LT(row["energy_j"].get<double>(), one["results"][0]["energy_j"].get<double>());
}

TEST(Commands, DoublingTheSidesQuadruplesTheConvolutions) {
  const auto conv_macs = [](const std::string& arguments) {
    const json document = run_json("inspect resnet50 " + arguments, "inspect");
    for (const json& entry : document["operators"]) {
      if (entry["op"] == "Conv") return entry["macs"].get<std::int64_t>();
    }
    return std::int64_t{0};
  };
  EXPECT_EQ(conv_macs("--dim height=448,width=448"), 4 * conv_macs(""));
}

TEST(Commands, SubgraphLevelAddsUp) {
  const json compared = run_json("compare resnet50 --hardware A100-SXM-80GB,Xeon-8490H --level subgraph", "compare");
  for (const json& row : compared["results"]) {
    double energy = 0;
    for (const json& subgraph : compared["subgraphs"]) {
      for (const json& part : subgraph["results"]) {
        if (part["hardware"] == row["hardware"]) energy += part["energy_j"].get<double>();
      }
    }
    EXPECT_LE(relative(energy, row["energy_j"].get<double>()), 1e-9) << row["hardware"];
  }
}

double sum_of_children(const json& node) {
  double sum = 0;
  for (const json& child : node["children"]) sum += child["energy_j"].get<double>();
  return sum;
}

TEST(Commands, EnergyTreesAddUpToWhatComparePrints) {
  const std::string devices =
      "--hardware A100-SXM-80GB,Xeon-8490H,TPU-v4,KPU-T64,RK3588-NPU,QRB5165,"
      "Xilinx-DPU-ZCU104,Hailo-8,Plasticine-CGRA";
  for (const char* boundary : {"chip", "wall"}) {
    const std::string options = devices + " --batch 2 --boundary " + boundary;
    const json energy = run_json("energy mobilenet_v2 --rate 10 " + options, "energy");
    const json compared = run_json("compare mobilenet_v2 " + options, "compare");
    ASSERT_EQ(energy["results"].size() + energy["failed"].size(), 9U);
    for (const json& row : energy["results"]) {
      const std::string where = row["hardware"].get<std::string>() + " at " + boundary;
      const double total = row["total_j"].get<double>();
      EXPECT_EQ(row["tree"]["energy_j"].get<double>(), total) << where;
      EXPECT_EQ(sum_of_children(row["tree"]), total) << where;
      double subgraphs = 0;
      for (const json& subgraph : row["subgraphs"]) subgraphs += subgraph["total_j"].get<double>();
      EXPECT_LE(relative(subgraphs, total), 1e-9) << where;
      for (const json& other : compared["results"]) {
        if (other["hardware"] != row["hardware"]) continue;
        EXPECT_LE(relative(other["energy_j"].get<double>(), total), 1e-9) << where;
        double parts = 0;
        for (const auto& [kind, value] : other["energy_split_j"].items()) parts += value.get<double>();
        EXPECT_LE(relative(parts, total), 1e-9) << where;
      }
    }
  }
}

TEST(Commands, HardwareIsCountedByClassAndSortedByInt8) {
  const json all = run_json("hardware", "hardware");
  std::size_t count = 0;
  for (const json& each : all["classes"]) {
    count += each["devices"].get<std::size_t>();
    EXPECT_EQ(each["ids"].size(), each["devices"].get<std::size_t>());
  }
  EXPECT_EQ(count, all["devices"].size());
  EXPECT_NE(whichchip("hardware").out.find("By class"), std::string::npos);
  const std::string list = whichchip("hardware --class gpu --sort int8 --format csv").out;
  EXPECT_NE(list.find("int8_ops_per_j"), std::string::npos);
  EXPECT_LT(list.find("B200"), list.find("T4,"));
}

TEST(Commands, HardwareIsFoundByTheWordsOfItsNameVendorClassAndDeployment) {
  const json found = run_json("hardware list nvidia edge", "hardware");
  ASSERT_FALSE(found["devices"].empty());
  for (const json& device : found["devices"]) {
    EXPECT_EQ(device["vendor"], "NVIDIA") << device["id"];
    const std::vector<std::string> places = device["deployment"];
    EXPECT_TRUE(std::any_of(places.begin(), places.end(), [](const std::string& place) {
      return place.find("edge") != std::string::npos;
    })) << device["id"];
  }
  const Result nothing = whichchip("hardware list abacus");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("no device matches 'abacus'"), std::string::npos) << nothing.err;
}

// The nearest measurement was made at other settings: the model is predicted there, too, and that is compared.
TEST(Commands, APredictionIsHeldAgainstTheNearestMeasurementAtItsOwnSettings) {
  // Cells of the first row below the table's title: hardware, measured, residual, residual at its settings, batch.
  const auto nearest = [](const std::string& batch) {
    const std::string text =
        whichchip("compare resnet50 --hardware A100-SXM-80GB --precision fp16 --format md --batch " + batch).out;
    EXPECT_NE(text.find("| At its own settings (%) |"), std::string::npos) << text;
    std::istringstream row(text.substr(text.find("\n| A100-SXM-80GB |", text.find("Published measurements")) + 2));
    std::vector<std::string> cells;
    for (std::string cell; cells.size() < 5 && std::getline(row, cell, '|');) cells.push_back(cell);
    return cells;
  };
  const std::vector<std::string> far = nearest("3");
  ASSERT_EQ(far.size(), 5U);
  EXPECT_EQ(far[2], " — ");
  const std::vector<std::string> same = nearest(far[4]);
  ASSERT_EQ(same.size(), 5U);
  EXPECT_EQ(same[1], far[1]);
  EXPECT_NE(same[2], " — ");
  EXPECT_EQ(same[2], same[3]);
  EXPECT_EQ(same[3], far[3]);
}

// The same in JSON, over the whole catalogue: what is said to come out at the measured settings comes out there.
TEST(Commands, JsonHasTheResidualAtTheNearestMeasurementsOwnSettings) {
  const auto results = [](const std::string& options) {
    return nlohmann::json::parse(whichchip("compare resnet50 --format json " + options).out)["results"];
  };
  int held = 0;
  for (const nlohmann::json& row : results("--deployment all --precision int8 --batch 3")) {
    if (row["measured"].empty() || row["measured"][0]["own_residual"].is_null()) continue;
    const nlohmann::json& nearest = row["measured"][0];
    EXPECT_TRUE(nearest["residual"].is_null()) << row["hardware"];
    const nlohmann::json there =
        results("--hardware " + row["hardware"].get<std::string>() + " --precision " +
                nearest["precision"].get<std::string>() + " --timing " + nearest["boundary"].get<std::string>() +
                " --batch " + std::to_string(nearest["batch"].get<int>()))[0];
    const double value = nearest["value"].get<double>();
    const double measured_s = nearest["metric"] == "latency_s" ? value : nearest["batch"].get<double>() / value;
    EXPECT_NEAR(nearest["own_residual"].get<double>(), there["latency_s"].get<double>() / measured_s - 1, 1e-12)
        << row["hardware"];
    ++held;
  }
  EXPECT_GT(held, 10);
}

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream cells(line + ",");
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

TEST(Commands, EnergyCsvHasALineForEveryEvent) {
  const auto rows = [](const std::string& options) {
    return csv_rows(whichchip("energy resnet18 --hardware T4 --format csv --level " + options).out).size();
  };
  const std::size_t events = rows("detailed") - 1;
  EXPECT_EQ(events, 20U);  // 17 events, idle of units with and without work, uncore
  EXPECT_EQ((rows("subgraph") - 1) % events, 0U);
}

TEST(Commands, EnergyCsvOfRunsHasOneHeadForEveryClassAndItsEventsAddUp) {
  const auto first = csv_rows(whichchip("energy resnet18 --hardware T4,Xeon-8490H,TPU-v4,KPU-T64,RK3588-NPU,QRB5165,"
                                        "Xilinx-DPU-ZCU104,Hailo-8,Plasticine-CGRA --format csv")
                                  .out);
  ASSERT_EQ(first.size(), 10U);
  EXPECT_EQ(first[0], csv_rows(whichchip("energy bert_base --hardware L4 --boundary wall --format csv").out)[0]);
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(first[0].begin(), first[0].end(), name) - first[0].begin());
  };
  const std::size_t events = column("static_pct") + 1, total = column("energy_mj");
  ASSERT_LT(events, first[0].size());
  for (std::size_t i = 1; i < first.size(); ++i) {
    ASSERT_EQ(first[i].size(), first[0].size()) << first[i][1];
    double sum_uj = 0;
    for (std::size_t event = events; event < first[i].size(); ++event)
      sum_uj += first[i][event].empty() ? 0 : std::stod(first[i][event]);
    EXPECT_NEAR(sum_uj / 1000, std::stod(first[i][total]), 1e-9 * std::stod(first[i][total])) << first[i][1];
  }
}

TEST(Commands, RowsAreAppendedUnderOneHead) {
  const std::string file = scratch() + "/runs.csv";
  const std::string run = "energy resnet18 --hardware T4 --output " + file + " --append --batch ";
  EXPECT_EQ(whichchip(run + "1").code, 0);
  EXPECT_EQ(whichchip(run + "8").code, 0);
  const auto rows = csv_rows(read_file(file));
  ASSERT_EQ(rows.size(), 3U);
  const auto batch = std::find(rows[0].begin(), rows[0].end(), "batch") - rows[0].begin();
  EXPECT_EQ(rows[1][static_cast<std::size_t>(batch)], "1");
  EXPECT_EQ(rows[2][static_cast<std::size_t>(batch)], "8");
  const Result other = whichchip("compare resnet18 --hardware T4 --output " + file + " --append");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("has other columns"), std::string::npos) << other.err;
  EXPECT_EQ(csv_rows(read_file(file)).size(), 3U);
  EXPECT_EQ(whichchip("energy resnet18 --hardware T4 --append").code, 2);
  EXPECT_EQ(whichchip("energy resnet18 --hardware T4 --append --output runs.json").code, 2);
}

TEST(Commands, TheSameBytesEveryTime) {
  const std::string arguments = "compare vit_b_16 --deployment all --level subgraph --format json";
  EXPECT_EQ(whichchip(arguments).out, whichchip(arguments).out);
}

TEST(Commands, AFileAndStandardInputSayTheSame) {
  const std::string path = std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models/resnet18.onnx";
  const json sample = run_json("inspect resnet18", "inspect");
  EXPECT_EQ(run_json("inspect '" + path + "'", "inspect"), sample);
  json piped = json::parse(whichchip("inspect - --format json", "cat '" + path + "' |").out);
  EXPECT_EQ(piped["model"]["name"], "stdin");
  piped["model"]["name"] = "resnet18";
  EXPECT_EQ(piped, sample);
  EXPECT_EQ(run_json("inspect ResNet18", "inspect"), sample);
}

TEST(Commands, EveryFormatToAFile) {
  const std::vector<std::pair<std::string, std::string>> forms{{"txt", "resnet18 on "},
                                                               {"json", "{\n  \"schema\": \"whichchip.compare/1\""},
                                                               {"csv", "model,hardware,class"},
                                                               {"md", "# resnet18 on "},
                                                               {"html", "<!doctype html>"}};
  for (const auto& [extension, start] : forms) {
    const std::string path = scratch() + "/report." + extension;
    const Result result = whichchip("compare resnet18 --output '" + path + "'");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_file(path).rfind(start, 0), 0U) << extension;
    EXPECT_EQ(read_file(path).find('\x1b'), std::string::npos) << extension;
  }
  EXPECT_EQ(read_file(scratch() + "/report.csv"), whichchip("compare resnet18 --format csv").out);
}

TEST(Commands, CsvReadsBackAsTheJson) {
  const json compared = run_json("compare resnet18 --hardware T4", "compare");
  const std::string csv = whichchip("compare resnet18 --hardware T4 --format csv").out;
  const std::string line = csv.substr(csv.find('\n') + 1);
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == '\n') break;
    if (c == ',') cells.emplace_back();
    if (c != ',') cells.back() += c;
  }
  EXPECT_EQ(cells[1], "T4");
  EXPECT_LE(relative(std::stod(cells[6]), compared["results"][0]["energy_j"].get<double>()), 1e-15);
  EXPECT_LE(relative(std::stod(cells[8]), compared["results"][0]["latency_s"].get<double>() * 1e3), 1e-15);
}

TEST(Commands, TextFitsTheTerminal) {
  const Result narrow = whichchip("compare resnet50", "COLUMNS=100");
  EXPECT_NE(narrow.out.find("more columns"), std::string::npos);
  const Result wide = whichchip("compare resnet50", "env -u COLUMNS");
  EXPECT_EQ(wide.out.find("more columns"), std::string::npos);
  EXPECT_EQ(wide.out.find('\x1b'), std::string::npos);
}

TEST(Commands, VerboseSpeaksOnStandardErrorQuietDoesNot) {
  const Result verbose = whichchip("compare resnet18 --verbose");
  EXPECT_NE(verbose.err.find("[1/4] read resnet18"), std::string::npos) << verbose.err;
  EXPECT_EQ(whichchip("compare resnet18 --verbose --format json").out, whichchip("compare resnet18 --format json").out);
  EXPECT_EQ(whichchip("compare resnet18 --verbose --quiet").err, "");
}

TEST(Commands, HardwareListFiltersAndSorts) {
  const json all = run_json("hardware list", "hardware");
  EXPECT_GE(all["devices"].size(), 16U);
  const json gpus = run_json("hardware --class gpu --sort bandwidth", "hardware");
  double previous = INFINITY;
  for (const json& device : gpus["devices"]) {
    EXPECT_EQ(device["class"], "GPU");
    const json& bandwidth = device["bandwidth_bytes_per_s"]["value"];
    if (bandwidth.is_null()) continue;
    EXPECT_LE(bandwidth.get<double>(), previous);
    previous = bandwidth.get<double>();
  }
  EXPECT_LT(run_json("hardware --deployment edge", "hardware")["devices"].size(), all["devices"].size());
}

TEST(Commands, HardwareShowGivesSources) {
  const Result result = whichchip("hardware show a100-sxm-80gb");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("A100-SXM-80GB"), std::string::npos);
  EXPECT_NE(result.out.find("looked up"), std::string::npos);
  EXPECT_EQ(run_json("hardware show T4 L4", "hardware")["devices"].size(), 2U);
}

TEST(Commands, AnInputWithoutShapeIsNotCalledAScalar) {
  const std::string model = scratch() + "/open.onnxtxt";
  write_file(model, R"(<ir_version: 8, opset_import: ["" : 17]> open (float[] x) => (float[] y) { y = Relu(x) })");
  const std::string unknown = whichchip("inspect " + model).out;
  EXPECT_NE(unknown.find("x float ?\n"), std::string::npos) << unknown;
  const std::string given = whichchip("inspect " + model + " --dim x.0=4,x.1=8").out;
  EXPECT_NE(given.find("x float ?, here 4×8\n"), std::string::npos) << given;
}

TEST(Commands, AnOperatorWithoutARuleIsCountedLikeOneThatHasOne) {
  const std::string model = scratch() + "/custom.onnxtxt";
  write_file(model, R"(<ir_version: 8, opset_import: ["" : 17, "com.example" : 1]>
    custom (float[N,64] x, float[64,32] w) => (float[N,32] y) { a = com.example.Frobnicate(x) y = MatMul(a, w) })");
  const json unknown = run_json("inspect " + model, "inspect");
  EXPECT_EQ(unknown["coverage"]["nodes_modelled"], 0);
  EXPECT_NE(unknown["coverage"]["unknown"].dump().find("com.example"), std::string::npos);
  EXPECT_NE(whichchip("inspect " + model).out.find("--cost-like OPERATOR=Gelu"), std::string::npos);
  const std::string rule = " --cost-like com.example.Frobnicate=Gelu --dim N=4";
  const json counted = run_json("inspect " + model + rule, "inspect");
  EXPECT_EQ(counted["totals"]["macs"], 4 * 64 * 32);
  EXPECT_EQ(counted["coverage"]["nodes_modelled"], 2);
  EXPECT_EQ(counted["warnings"][0]["code"], "cost-like");
  const std::string compared = whichchip("compare " + model + rule + " --hardware T4 --format json").out;
  const std::string link = whichchip("link " + model + rule + " --hardware T4 --names").out;
  EXPECT_EQ(whichchip("open '" + link.substr(0, link.find('\n')) + "' --format json").out, compared);
  const Result typo = whichchip("inspect " + model + " --cost-like Frobnicate=Gelo");
  EXPECT_EQ(typo.code, 2);
  EXPECT_NE(typo.err.find("did you mean Gelu"), std::string::npos) << typo.err;
  const Result absent = whichchip("inspect " + model + " --cost-like Foo=Gelu");
  EXPECT_EQ(absent.code, 2);
  EXPECT_NE(absent.err.find("the model has no operator 'Foo'"), std::string::npos) << absent.err;
}

TEST(Commands, AUsersDeviceJoinsTheCatalogue) {
  const std::string folder = scratch() + "/mine";
  ASSERT_EQ(std::system(("mkdir -p '" + folder + "'").c_str()), 0);
  json device = json::parse(read_file(std::string(WHICHCHIP_SOURCE_DIR) + "/assets/hardware/T4.json"));
  device["id"] = "My-T4";
  device.erase("aliases");
  write_file(folder + "/my_t4.json", device.dump());
  const json compared = run_json("compare resnet18 --catalog '" + folder + "' --hardware My-T4,T4", "compare");
  ASSERT_EQ(compared["results"].size(), 2U);
  EXPECT_EQ(compared["results"][0]["latency_s"], compared["results"][1]["latency_s"]);
}

}  // namespace
}  // namespace whichchip::tests
