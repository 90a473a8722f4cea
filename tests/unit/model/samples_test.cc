// Real models: the ONNX library's weightless networks, and our own samples. Every shape of every one is known.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/graph.h"
#include "support/inflate.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

void expect_all_known(const model::Graph& graph, const std::string& name) {
  for (const model::Tensor& t : graph.tensors) EXPECT_GE(t.elements(), 0) << name << ": " << t.name.view();
  for (const model::Node& n : graph.nodes) EXPECT_EQ(n.failure, "") << name << ": " << n.op_type + " " + n.name;
}

TEST(Samples, LightModelsHaveAllShapesAndTheirWeights) {
  const std::vector<std::pair<std::string, std::int64_t>> models{
      {"bvlc_alexnet", 60'965'224}, {"densenet121", 8'146'152}, {"inception_v1", 6'998'552},
      {"inception_v2", 11'234'792}, {"resnet50", 25'610'153},   {"shufflenet", 1'420'152},
      {"squeezenet", 1'235'496},    {"vgg19", 143'667'240},     {"zfnet512", 87'250'537},
  };
  for (const auto& [name, weights] : models) {
    const std::string path = WHICHCHIP_ONNX_DIR "/onnx/backend/test/data/light/light_" + name + ".onnx";
    const model::Graph graph = resolve_bytes(read_file(path));
    expect_all_known(graph, name);
    std::int64_t total = 0;
    for (const model::Tensor& t : graph.tensors) {
      if (t.is_initializer && model::is_floating(t.type)) total += t.elements();
    }
    EXPECT_EQ(total, weights) << name;
  }
}

TEST(Samples, EveryShapeOfEverySampleIsKnown) {
  const auto manifest = nlohmann::json::parse(read_file(WHICHCHIP_SOURCE_DIR "/sample_models/manifest.json"));
  for (const auto& row : manifest.at("models")) {
    const auto file = row.at("file").get<std::string>();
    const auto dims = row.at("default_dims").get<model::DimensionBindings>();
    expect_all_known(resolve_bytes(read_file(WHICHCHIP_SOURCE_DIR "/sample_models/" + file), dims), file);
  }
  EXPECT_GE(manifest.at("models").size(), 100u);
}

}  // namespace
}  // namespace whichchip::tests
