// MACs and weights of real files, to the last unit: the light models of the ONNX library by published counts, the
// samples by their manifest, which states an independent reference for each.
#include "workload/workload.h"

#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

Workload load(const std::string& path, const model::DimensionBindings& bindings = {}) {
  const std::string bytes = read_file(path);
  const auto source = model::memory_source(std::as_bytes(std::span(bytes)));
  return workload::build_workload(model::resolve(model::read_skeleton(*source), bindings), path);
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
  for (const char* name : {"resnet50", "mobilenet_v2", "vit_b_16", "bert_base"}) {
    const Workload one = load(samples() + name + ".onnx", {{"batch", 1}});
    const Workload two = load(samples() + name + ".onnx", {{"batch", 2}});
    EXPECT_EQ(two.totals.macs, 2 * one.totals.macs) << name;
    EXPECT_EQ(two.batch, 2) << name;
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
  const Workload one = load(samples() + "bert_base.onnx", {{"batch", 1}, {"seq", 128}});
  const Workload two = load(samples() + "bert_base.onnx", {{"batch", 1}, {"seq", 256}});
  EXPECT_EQ(core(one), 12LL * 2 * 12 * 128 * 128 * 64);
  EXPECT_EQ(core(two), 4 * core(one));
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
