// The situations in which people's models arrive, one test each: files and structure (24 to 28, 36 to 40).
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/request.h"
#include "hardware/catalog.h"
#include "model/open_model.h"
#include "support/archives.h"
#include "support/logging_source.h"
#include "support/situations.h"

namespace whichchip::tests {
namespace {

OnnxModel& external_linear(OnnxModel& model) {
  model.input("x", {1, 1000}).external_weight("w", {1000, 500}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  return model;
}

void set_external(OnnxModel& model, const std::string& key, const std::string& value) {
  onnx::TensorProto& weight = *model.proto().mutable_initializer(0);
  for (auto& entry : *weight.mutable_external_data()) {
    if (entry.key() != key) continue;
    entry.set_value(value);
    return;
  }
  auto* entry = weight.add_external_data();
  entry->set_key(key);
  entry->set_value(value);
}

TEST(Situations, Situation24_AbsentExternalWeightsAreNotNeeded) {
  OnnxModel model;
  const workload::Workload workload = analyse(external_linear(model));
  EXPECT_EQ(workload.totals.macs, 500'000);
  EXPECT_EQ(workload.totals.weight_bytes, 2'000'000);
  EXPECT_TRUE(workload.warnings.empty());
}

TEST(Situations, Situation25_ExternalFilesAreComparedBySizeAndNeverOpened) {
  const auto warning = [](OnnxModel& model, std::int64_t bytes) {
    model::ReadOptions options;
    options.neighbour_bytes = [bytes](const std::string& location) -> std::optional<std::int64_t> {
      EXPECT_EQ(location, "weights.bin") << "asked for a file outside the model's folder";
      return bytes;
    };
    const model::Graph graph = model::resolve(read_bytes(model.bytes(), options));
    EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 500}));
    return graph.warnings.empty() ? std::string() : graph.warnings[0].code;
  };
  OnnxModel right, small, length;
  EXPECT_EQ(warning(external_linear(right), 2'000'000), "");
  EXPECT_EQ(warning(external_linear(small), 1'999'999), "external-data-size");
  set_external(external_linear(length), "length", "7");
  EXPECT_EQ(warning(length, 2'000'000), "external-data-size");
  for (const char* location :
       {"../../etc/passwd", "/etc/passwd", "C:\\weights.bin", "a/../../b", "", "http://example.com/w"}) {
    OnnxModel hostile;
    set_external(external_linear(hostile), "location", location);
    EXPECT_EQ(warning(hostile, 0), "external-data-location") << location;
  }
  for (const char* offset : {"-1", "99999999999999999999", "0x10", ""}) {
    OnnxModel hostile;
    set_external(external_linear(hostile), "offset", offset);
    EXPECT_EQ(warning(hostile, 2'000'000), "external-data-size") << offset;
  }
}

TEST(Situations, Situation26_TwentyGigabytesAreSkipped) {
  // The weight comes last: its header in the file, its bytes never read.
  OnnxModel model;
  model.input("x", {1, 5'000'000}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  const auto varint = [](std::uint64_t value) {
    std::string text;
    for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>((value & 0x7f) | 0x80));
    return text + static_cast<char>(value);
  };
  constexpr std::uint64_t kPayload = 20'000'000'000;
  const std::string header =
      "\x08" + varint(5'000'000) + "\x08" + varint(1000) + "\x10\x01\x42\x01w\x4a" + varint(kPayload);
  const std::string tensor_bytes = "\x2a" + varint(header.size() + kPayload) + header;
  const std::string bytes = model.bytes() + "\x3a" + varint(tensor_bytes.size() + kPayload) + tensor_bytes;
  LoggingSource source(bytes, static_cast<std::int64_t>(bytes.size() + kPayload));
  const model::Graph graph = model::resolve(model::open_model(source).skeleton);
  EXPECT_LT(source.bytes_read, 100'000);
  EXPECT_EQ(workload::build_workload(graph, "large").totals.weight_bytes, static_cast<std::int64_t>(kPayload));
}

TEST(Situations, Situation27_TensOfThousandsOfNodes) {
  OnnxModel model;
  model.input("x", {1, 16, 8, 8}).weight("w", {16, 16, 1, 1});
  std::string x = "x";
  constexpr std::int64_t kBlocks = 10'000;
  for (std::int64_t i = 0; i < kBlocks; ++i) {
    const std::string n = std::to_string(i);
    model.node("Conv", {x, "w"}, {"c" + n}).node("Relu", {"c" + n}, {"r" + n});
    x = "r" + n;
  }
  model.output(x);
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, kBlocks * 64 * 16 * 16);
  EXPECT_EQ(workload.partition(workload::Runtime::engine).subgraphs.size(), static_cast<std::size_t>(kBlocks));
}

TEST(Situations, Situation28_FunctionsAreInlinedByNameAndOverload) {
  OnnxModel model(18, 9);
  model.opset("local", 1).input("x", {4, 8}).weight("w", {8, 8});
  auto& inner = model.function("local", "Linear", {"a", "b"}, {"c"});
  add_node(*inner.add_node(), "MatMul", {"a", "b"}, {"c"}, {});
  auto& twice = model.function("local", "Linear", {"a", "b"}, {"c"});
  twice.set_overload("twice");
  add_node(*twice.add_node(), "Linear", {"a", "b"}, {"m"}, {}, "local");
  add_node(*twice.add_node(), "Linear", {"m", "b"}, {"c"}, {}, "local");
  model.node("Linear", {"x", "w"}, {"h"}, {}, "local").node("Linear", {"h", "w"}, {"y"}, {}, "local").output("y");
  model.proto().mutable_node(1)->set_overload("twice");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(macs(model), 3 * 4 * 8 * 8);
  EXPECT_EQ(graph.nodes[2].scope, "Linear_y/Linear_c");
  auto& loop = model.function("local", "Loop_", {"a"}, {"c"});
  add_node(*loop.add_node(), "Loop_", {"a"}, {"c"}, {}, "local");
  EXPECT_NE(error_of_bytes(model.bytes()).find("calls itself"), std::string::npos);
}

TEST(Situations, Situation36_OtherFilesAreNamed) {
  using namespace std::string_literals;
  struct Other {
    std::string bytes;
    const char* named;
  };
  for (const Other& other :
       {Other{"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n", "Git LFS pointer"},
        Other{"<!doctype html><html></html>", "web page"}, Other{"{\"error\":\"gone\"}", "JSON error"},
        Other{"", "empty"}, Other{std::string(4096, '\0'), "zeros"},
        Other{"\x80\x02}q"s + std::string(60, 'x'), "PyTorch"}, Other{"GGUF\3\0\0\0"s, "GGUF"},
        Other{"\x1c\0\0\0TFL3"s + std::string(60, '\0'), "TensorFlow Lite"},
        Other{"\x40\0\0\0\0\0\0\0{\"w\":{}}"s + std::string(60, ' '), "safetensors"},
        Other{"<?xml version=\"1.0\"?><net name=\"n\" version=\"11\">", "OpenVINO"}}) {
    const std::string message = error_of_bytes(other.bytes);
    EXPECT_NE(message.find(other.named), std::string::npos) << message;
    EXPECT_EQ(message.find("parse"), std::string::npos) << message;
  }
}

TEST(Situations, Situation37_ArchivesAreOpenedInPlace) {
  OnnxModel model;
  const std::string bytes = external_linear(model).bytes();
  for (const std::string& archive :
       {zip_of({{"a/model.onnx", bytes}}, false), zip_of({{"a/model.onnx", bytes}}, true),
        tar_of({{"a/model.onnx", bytes}}), gzip_of(tar_of({{"a/model.onnx", bytes}})), gzip_of(bytes)}) {
    LoggingSource source(archive);
    EXPECT_EQ(tensor(model::resolve(model::open_model(source).skeleton), "y").dims, (Dims{1, 500}));
  }
}

TEST(Situations, Situation38_DamagedFilesGiveOneErrorOrWhatIsLeft) {
  OnnxModel model;
  model.input("x", {1, 64}).weight("a", {64, 64}).weight("b", {64, 64}).node("MatMul", {"x", "a"}, {"h"});
  model.node("MatMul", {"h", "b"}, {"y"}).output("y", {1, 64});
  const std::string bytes = model.bytes();
  // Inputs and outputs stand behind the weights: their names are told from the operators, the shapes can be given.
  const std::string cut = bytes.substr(0, bytes.size() - 5000);
  EXPECT_TRUE(warned(resolve_bytes(cut), "truncated-file"));
  const model::Graph salvaged = resolve_bytes(cut, {{"x.0", 1}, {"x.1", 64}});
  EXPECT_EQ(tensor(salvaged, "y").dims, (Dims{1, 64}));
  EXPECT_EQ(salvaged.inputs.size(), 1U);
  EXPECT_NE(error_of_bytes(bytes.substr(0, 40)).find("truncated"), std::string::npos);
  // Where the first weight tells what an input is, the model is counted as a whole.
  OnnxModel image, tokens;
  image.input("x", {1, 3, 224, 224}).weight("w", {64, 3, 3, 3}).weight("v", {64, 64, 3, 3});
  image.node("Conv", {"x", "w"}, {"h"}).node("Conv", {"h", "v"}, {"y"}).output("y");
  const std::string whole = image.bytes();
  const workload::Workload rest = workload::build_workload(resolve_bytes(whole.substr(0, whole.size() - 9000)), "cut");
  EXPECT_EQ(rest.totals.macs, macs(image));
  EXPECT_TRUE(warned(rest, "input-assumed"));
  tokens.input("ids", {1, 128}, onnx::TensorProto::INT64).weight("table", {1000, 64}).weight("m", {64, 64});
  tokens.node("Gather", {"table", "ids"}, {"h"}).node("MatMul", {"h", "m"}, {"y"}).output("y");
  const std::string text = tokens.bytes();
  EXPECT_EQ(tensor(resolve_bytes(text.substr(0, text.size() - 5000)), "y").dims, (Dims{1, 128, 64}));
  OnnxModel cycle, twice, missing;
  cycle.input("x", {1}).node("Add", {"x", "b"}, {"a"}).node("Relu", {"a"}, {"b"}).output("b");
  EXPECT_NE(error_of_bytes(cycle.bytes()).find("cycle"), std::string::npos);
  twice.input("x", {1}).node("Relu", {"x"}, {"y"}).node("Relu", {"x"}, {"y"}).output("y");
  EXPECT_NE(error_of_bytes(twice.bytes()).find("two nodes"), std::string::npos);
  missing.input("x", {1}).node("Add", {"x", "nowhere"}, {"y"}).output("y");
  EXPECT_TRUE(warned(missing.resolve(), "missing-input"));
  EXPECT_NE(error_of_bytes(std::string("\x08\x08\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 13)).find("byte"),
            std::string::npos);
}

TEST(Situations, Situation39_TextIsReadJsonIsNamedTrainingIsSaid) {
  const model::Graph text = resolve_bytes(
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[N, 8] x, float[8, 4] w) => (float[N, 4] y) {\n  y = "
      "MatMul (x, w)\n}\n");
  EXPECT_EQ(tensor(text, "y").dims, (Dims{1, 4}));
  EXPECT_NE(error_of_bytes("<ir_version: 8>\nagraph (float[N] x => {").find("damaged ONNX text"), std::string::npos);
  EXPECT_NE(error_of_bytes("<ir_version: 8>" + std::string(5000, '(')).find("deep"), std::string::npos);
  EXPECT_NE(error_of_bytes("ir_version: 8\ngraph {\n}\n").find("protobuf text"), std::string::npos);
  EXPECT_NE(error_of_bytes("{\"irVersion\": \"8\", \"graph\": {}}").find("JSON"), std::string::npos);
  OnnxModel training;
  training.opset("ai.onnx.preview.training", 1)
      .input("x", {4})
      .input("g", {4})
      .input("v", {4})
      .input("r", {})
      .scalar("t", 0);
  training.node("Momentum", {"r", "t", "x", "g", "v"}, {"x1", "v1"},
                {{"alpha", 0.9F}, {"beta", 0.9F}, {"norm_coefficient", 0.F}, {"mode", "standard"}},
                "ai.onnx.preview.training");
  training.output("x1");
  EXPECT_TRUE(warned(training.resolve(), "training-graph"));
}

TEST(Situations, Situation40_WhatDoesNotFitIsRankedLastAndStaysVisible) {
  const auto fitting = [](std::int64_t side) {
    OnnxModel model;
    model.input("x", {1, side}).external_weight("w", {side, side}).node("MatMul", {"x", "w"}, {"y"}).output("y");
    const workload::Workload workload = analyse(model);
    analysis::Request request;
    request.deployment = "all";
    const auto devices = analysis::select_devices(request, hardware::builtin_catalog());
    const auto comparison = analysis::compare(workload, devices, request.scenario);
    EXPECT_EQ(comparison.rows.size() + comparison.failed.size(), devices.size());
    std::size_t fit = 0;
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
      const analysis::Row& row = comparison.rows[i];
      EXPECT_GT(row.batch_latency_s, 0.0) << row.key;
      if (row.estimate.fits == estimate::Fit::no) {
        EXPECT_FALSE(row.unfit_reason.empty()) << row.key;
        EXPECT_TRUE(row.ranks.empty()) << row.key;
      } else {
        EXPECT_EQ(fit++, i) << row.key << " is listed behind one that does not fit";
      }
    }
    return std::pair(fit, comparison.rows.size());
  };
  const auto [small_fit, small_rows] = fitting(1000);
  const auto [large_fit, large_rows] = fitting(1'000'000);  // 4 TB of weights
  EXPECT_EQ(small_fit, small_rows);
  EXPECT_LT(large_fit, large_rows);
}

}  // namespace
}  // namespace whichchip::tests
