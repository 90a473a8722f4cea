#include "analysis/measurements.h"

#include <string>

#include <gtest/gtest.h>

#include "analysis/compare.h"
#include "hardware/catalog.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"

namespace whichchip::analysis {
namespace {

workload::Workload sample(const std::string& name, std::int64_t batch, const std::string& called) {
  const auto source = model::file_source(std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models/" + name + ".onnx");
  model::DimensionBindings bindings{{"batch", batch}};
  if (name == "resnet50") bindings["height"] = bindings["width"] = 224;  // VGG's classifier fixes its sides
  return workload::build_workload(model::resolve(model::read_skeleton(*source), bindings), called);
}

std::vector<Measured> measured_on(const workload::Workload& workload, const std::string& key,
                                  hardware::Precision precision) {
  estimate::Scenario scenario;
  scenario.precision = precision;
  const hardware::Device device = hardware::find_device(hardware::builtin_catalog(), key);
  return compare(workload, {device}, scenario).rows.at(0).measured;
}

TEST(Measurements, ANetworkIsRecognisedByItsStructureWhateverItIsCalled) {
  EXPECT_EQ(recognise(sample("resnet50", 1, "mine")), "resnet50");
  EXPECT_EQ(recognise(sample("resnet50", 8, "mine")), "resnet50");
  EXPECT_EQ(recognise(sample("vgg16", 1, "resnet50")), "vgg16");
  workload::Workload other = sample("resnet50", 1, "resnet50");
  other.model.parameters.parameters += 1;
  EXPECT_EQ(recognise(other), std::nullopt);
}

TEST(Measurements, TheNearestBatchOfTheSamePrecisionAndRuntimeComesFirst) {
  const workload::Workload resnet = sample("resnet50", 64, "resnet50");
  const auto measured = measured_on(resnet, "A100-SXM-80GB", hardware::Precision::fp16);
  ASSERT_EQ(measured.size(), 3U);
  EXPECT_EQ(measured[0].batch, 64);
  EXPECT_EQ(measured[0].metric, "throughput_per_s");
  EXPECT_DOUBLE_EQ(measured[0].value, 14992.9);  // NVIDIA DeepLearningExamples, Paddle Inference with TensorRT
  ASSERT_TRUE(measured[0].residual);
  EXPECT_LT(std::abs(*measured[0].residual), 0.5);
  for (const Measured& m : measured) {
    EXPECT_EQ(m.precision, "fp16");
    EXPECT_EQ(m.runtime, "engine");
    EXPECT_EQ(m.residual.has_value(), m.batch == 64);
  }
}

// What a device was measured in is shown beside a prediction in another type, and never held against it.
TEST(Measurements, OtherTypesAreShownWithoutAResidual) {
  const auto measured = measured_on(sample("resnet50", 1, "resnet50"), "T4", hardware::Precision::fp32);
  ASSERT_FALSE(measured.empty());
  bool other = false;
  for (const Measured& m : measured) {
    if (m.precision == "fp32") continue;
    other = true;
    EXPECT_FALSE(m.residual);
  }
  EXPECT_TRUE(other);
}

TEST(Measurements, AnMlperfResultNamesItsRoundDivisionSystemAndLink) {
  const auto measured = measured_on(sample("resnet50", 1, "resnet50"), "T4", hardware::Precision::int8);
  ASSERT_FALSE(measured.empty());
  const Measured& m = measured[0];
  ASSERT_TRUE(m.benchmark);
  EXPECT_EQ(m.benchmark->name, "MLPerf Inference");
  EXPECT_EQ(m.benchmark->round, "v3.0");
  EXPECT_EQ(m.benchmark->division, "closed");
  EXPECT_EQ(m.benchmark->submitter, "Dell");
  EXPECT_EQ(m.benchmark->system, "XE2420_T4x1_TRT");
  EXPECT_EQ(m.benchmark->link.find("https://github.com/mlcommons/inference_results_v3.0/"), 0U);
  EXPECT_EQ(m.boundary, "end-to-end");
}

TEST(Measurements, APowerModeThatWasNotMeasuredShowsNone) {
  const workload::Workload resnet = sample("resnet50", 1, "resnet50");
  EXPECT_FALSE(measured_on(resnet, "Jetson-AGX-Orin-64GB@MAXN", hardware::Precision::int8).empty());
  EXPECT_TRUE(measured_on(resnet, "Jetson-AGX-Orin-64GB@15W", hardware::Precision::int8).empty());
  EXPECT_TRUE(measured_on(resnet, "KPU-T64", hardware::Precision::int8).empty());
}

}  // namespace
}  // namespace whichchip::analysis
