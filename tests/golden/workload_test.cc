// MACs and weights of real files, to the last unit: the light models of the ONNX library by published counts, the
// samples by their manifest, which states an independent reference for each.
#include "workload/workload.h"

#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "analysis/counting.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"
#include "support/workload_checks.h"

namespace whichchip {
namespace {

using workload::Runtime;
using workload::Workload;

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Workload load(const std::string& path, const model::DimensionBindings& bindings = {},
              model::Phase phase = model::Phase::prefill) {
  const std::string bytes = read_file(path);
  const auto source = model::memory_source(std::as_bytes(std::span(bytes)));
  return workload::build_workload(model::resolve(model::read_skeleton(*source), bindings, {}, phase), path);
}

struct Light {
  const char* name;
  std::int64_t macs, weights;
};

class LightModel : public testing::TestWithParam<Light> {};

// Published weight counts hold running statistics and single numbers too.
TEST_P(LightModel, CountsToTheLastUnit) {
  const Workload w =
      load(std::string(WHICHCHIP_ONNX_DIR) + "/onnx/backend/test/data/light/light_" + GetParam().name + ".onnx");
  const auto& p = w.model.parameters;
  EXPECT_EQ(w.totals.macs, GetParam().macs);
  EXPECT_EQ(p.parameters + p.normalization_statistics + p.scalar_constants, GetParam().weights);
  EXPECT_EQ(w.coverage.nodes, w.coverage.nodes_modelled);
  tests::expect_consistent(w);
}

// What other tools publish for the same files: fvcore without the batch norms that its users fold, data sheets, and
// onnx-tool's surplus over the MACs.
TEST(CountedLike, OtherToolsFigures) {
  const auto counted = [](const std::string& name, analysis::Convention convention) {
    const std::string light = std::string(WHICHCHIP_ONNX_DIR) + "/onnx/backend/test/data/light/light_";
    return analysis::count_like(load(light + name + ".onnx"), convention);
  };
  const analysis::Counting vendor = counted("resnet50", analysis::Convention::vendor);
  EXPECT_NEAR(vendor.total, 8.18e9, 0.005e9);
  EXPECT_EQ(vendor.total, counted("resnet50", analysis::Convention::torch).total);
  double norms = 0;
  const analysis::Counting fvcore = counted("resnet50", analysis::Convention::fvcore);
  for (const analysis::CountedGroup& group : fvcore.operators)
    norms += group.op_type == "BatchNormalization" || group.op_type == "GlobalAveragePool" ? group.counted : 0;
  EXPECT_NEAR(fvcore.total - norms, 4.09e9, 0.005e9);
  for (const auto& [name, surplus] : {std::pair{"resnet50", 0.09}, {"densenet121", 0.19}, {"shufflenet", 0.88}}) {
    const analysis::Counting like = counted(name, analysis::Convention::onnx_tool);
    EXPECT_NEAR(like.total / like.macs - 1, surplus, 0.01 + 0.05 * surplus) << name;
    double sum = 0;
    for (const analysis::CountedGroup& group : like.operators) sum += group.counted;
    EXPECT_DOUBLE_EQ(sum, like.total);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, LightModel,
    testing::Values(Light{"bvlc_alexnet", 654560384, 60965224}, Light{"densenet121", 2834161664, 8146152},
                    Light{"inception_v1", 1431556352, 6998552}, Light{"inception_v2", 2018851840, 11234792},
                    Light{"resnet50", 4089184256, 25610153}, Light{"shufflenet", 124664528, 1420152},
                    Light{"squeezenet", 349151936, 1235496}, Light{"vgg19", 19632062464, 143667240},
                    Light{"zfnet512", 1481727008, 87250537}),
    [](const auto& test) { return std::string(test.param.name); });

std::string samples() { return std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models/"; }

TEST(Samples, EqualTheirManifest) {
  const auto manifest = nlohmann::json::parse(read_file(samples() + "manifest.json"));
  for (const auto& row : manifest["models"]) {
    SCOPED_TRACE(row["name"].get<std::string>());
    const Workload w =
        load(samples() + row["file"].get<std::string>(), row["default_dims"].get<model::DimensionBindings>());
    const auto& p = w.model.parameters;
    // Products of weights alone are folded before the run.
    EXPECT_EQ(w.totals.macs, row["macs"].get<std::int64_t>() - row.value("macs_batch_independent", std::int64_t{0}));
    EXPECT_EQ(p.parameters, row["parameters"].get<std::int64_t>());
    EXPECT_EQ(p.normalization_statistics, row["normalization_statistics"].get<std::int64_t>());
    EXPECT_EQ(w.coverage.nodes, w.coverage.nodes_modelled);
    EXPECT_EQ(w.coverage.macs_fraction, 1.0);
    EXPECT_EQ(w.batch, row["default_dims"].value("batch", std::int64_t{1}));
    tests::expect_consistent(w);
  }
}

TEST(Samples, DoubledBatchDoublesMacs) {
  const auto manifest = nlohmann::json::parse(read_file(samples() + "manifest.json"));
  for (const auto& row : manifest["models"]) {
    auto dims = row["default_dims"].get<model::DimensionBindings>();
    const auto batch = dims.find("batch");
    // CLIP scores every image against every text: its last product is no multiple of the batch.
    if (batch == dims.end() || dims.contains("text_batch")) continue;
    SCOPED_TRACE(row["name"].get<std::string>());
    const std::int64_t doubled = batch->second *= 2;
    const Workload two = load(samples() + row["file"].get<std::string>(), dims);
    const std::int64_t one = row["macs"].get<std::int64_t>() - row.value("macs_batch_independent", std::int64_t{0});
    EXPECT_EQ(two.totals.macs, 2 * one);
    EXPECT_EQ(two.batch, doubled);
    EXPECT_EQ(two.model.parameters.parameters, row["parameters"].get<std::int64_t>());
  }
}

// Twice the sequence: four times the attention core; projections double, the pooler of one token stays.
TEST(Samples, DoubledSequenceQuadruplesTheAttentionCore) {
  const auto core = [](const Workload& w) {
    std::int64_t macs = 0;
    for (const auto& s : w.partition(Runtime::engine).subgraphs) {
      if (s.kind == workload::OperatorKind::attention) macs += s.macs;
    }
    return macs;
  };
  const Workload bert = load(samples() + "bert_base.onnx", {{"batch", 1}, {"seq", 128}});
  EXPECT_EQ(core(bert), 12LL * 2 * 12 * 128 * 128 * 64);
  for (const char* name : {"bert_base", "distilbert_base", "roberta_base", "gpt2", "gpt2_with_past", "llama3_8b"}) {
    const Workload one = load(samples() + name + ".onnx", {{"batch", 1}, {"seq", 128}});
    const Workload two = load(samples() + name + ".onnx", {{"batch", 1}, {"seq", 256}});
    EXPECT_GT(core(one), 0) << name;
    EXPECT_EQ(core(two), 4 * core(one)) << name;
  }
}

// 2 · 32 layers · 8 key heads · 128 · 2 bytes = 131 072 bytes a token; nine kernels a layer.
TEST(Samples, ALanguageModelDecodes) {
  const std::string llama = samples() + "llama3_8b.onnx";
  const auto decode = [&](std::int64_t past) { return load(llama, {{"past", past}}, model::Phase::decode); };
  const Workload one = decode(1024), two = decode(2048);
  ASSERT_TRUE(one.decoder.has_value() && two.decoder.has_value());
  EXPECT_EQ(one.decoder->cache_bytes_per_token, 131072);
  EXPECT_EQ(one.decoder->cache_bytes, 1025 * 131072);
  EXPECT_EQ(one.decoder->caches.size(), 64u);
  EXPECT_EQ(one.model.parameters.parameters, 8030261312);
  const auto cache_read = [](const Workload& w) {
    std::int64_t elements = 0;
    for (const auto& s : w.partition(Runtime::engine).subgraphs) {
      if (s.kind != workload::OperatorKind::attention) continue;
      for (const auto& read : s.reads) {
        if (w.tensors[static_cast<std::size_t>(read.tensor)].graph_input) elements += read.elements;
      }
    }
    return elements;
  };
  EXPECT_EQ(cache_read(one), 1024 * 131072 / 2);
  EXPECT_EQ(cache_read(two), 2 * cache_read(one));
  EXPECT_EQ(load(llama, {{"past", 0}}, model::Phase::decode).totals.macs, load(llama, {{"seq", 1}}).totals.macs);
  EXPECT_LE(one.partition(Runtime::engine).subgraphs.size(), 9u * 32 + 16);
}

TEST(Samples, KernelsOfAnEngine) {
  EXPECT_EQ(load(samples() + "resnet50.onnx").partition(Runtime::engine).subgraphs.size(), 56u);
  const auto names = tests::names(load(samples() + "bert_base.onnx"), Runtime::engine);
  const std::vector<std::string> layer{
      "MatMul 768→2304 + Add",        "Attention 12×64",       "MatMul 768→768 + Add",    "Add + LayerNormalization",
      "MatMul 768→3072 + Add + Gelu", "MatMul 3072→768 + Add", "Add + LayerNormalization"};
  ASSERT_GT(names.size(), 4 + 12 * layer.size());
  for (std::size_t i = 0; i < 12 * layer.size(); ++i) EXPECT_EQ(names[4 + i], layer[i % layer.size()]);
}

}  // namespace
}  // namespace whichchip
