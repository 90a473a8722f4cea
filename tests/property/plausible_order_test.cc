// What anyone who knows the chips expects of the catalogue's figures: the stronger of two siblings, better in every
// figure of its data sheet, is not slower, and eight-bit integers are not slower than half precision on a chip that
// multiplies them faster. Neither is written anywhere in the estimate; both follow from it for every sample here.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "estimate/estimate.h"
#include "hardware/catalog.h"
#include "support/samples.h"
#include "workload/workload.h"

namespace whichchip {
namespace {

using hardware::Precision;

constexpr double kTolerance = 1.03;
constexpr std::array<std::int64_t, 3> kBatches{1, 8, 64};

std::optional<double> seconds(const workload::Workload& workload, const hardware::Device& device, Precision precision) {
  estimate::Scenario scenario;
  scenario.precision = precision;
  try {
    return estimate::estimate(workload, device, scenario).latency_s;
  } catch (const core::Error&) {  // it cannot run this model
    return std::nullopt;
  }
}

std::vector<workload::Workload> workloads() {
  std::vector<workload::Workload> all;
  for (const std::string& path : tests::sample_paths())
    for (const char* name : {"resnet50.onnx", "mobilenet_v2.onnx", "bert_base.onnx", "vgg16.onnx", "yolov8s.onnx"})
      if (path.size() > std::string(name).size() && path.ends_with("/" + std::string(name)))
        for (std::int64_t batch : kBatches) all.push_back(tests::sample_workload(path, batch));
  return all;
}

TEST(PlausibleOrder, AStrongerSiblingIsNotSlower) {
  const std::vector<std::vector<std::string>> families{
      {"A100-PCIe-40GB", "A100-SXM-40GB", "A100-SXM-80GB", "H100-SXM", "H200-SXM", "B200-SXM"},
      {"A30", "A100-PCIe-40GB"},
      {"A2", "A10"},
      {"L4", "L40S"},
      {"RTX-3090", "RTX-4090"},
      {"Jetson-Nano", "Jetson-TX2"},
      {"Jetson-Xavier-NX", "Jetson-AGX-Xavier", "Jetson-AGX-Orin-64GB"},
      {"Jetson-Orin-Nano-8GB", "Jetson-Orin-NX-16GB", "Jetson-AGX-Orin-64GB"},
      {"MI210", "MI250X", "MI300X"},
      {"Apple-M1-GPU", "Apple-M2-GPU", "Apple-M4-GPU"},
      {"Apple-M1-CPU", "Apple-M2-CPU", "Apple-M4-CPU"},
      {"RaspberryPi3", "RaspberryPi3B+", "RaspberryPi4", "RaspberryPi5"},
      {"Graviton3-8vCPU", "Graviton3", "Graviton4"},
      {"TPU-v2", "TPU-v3", "TPU-v4", "TPU-v5p"},
      {"Hailo-8L", "Hailo-8"},
      {"RV1109-NPU", "RV1126-NPU"},
      {"Snapdragon-8-Gen3-NPU", "Snapdragon-8-Elite-NPU"},
      {"KPU-T64", "KPU-T128", "KPU-T256", "KPU-T768"}};
  const std::vector<workload::Workload> all = workloads();
  ASSERT_EQ(all.size(), 5 * kBatches.size());
  std::size_t compared = 0;
  for (const auto& family : families) {
    for (std::size_t i = 1; i < family.size(); ++i) {
      const hardware::Device weak = hardware::find_device(hardware::builtin_catalog(), family[i - 1]);
      const hardware::Device strong = hardware::find_device(hardware::builtin_catalog(), family[i]);
      for (const workload::Workload& workload : all) {
        for (Precision precision : {Precision::fp16, Precision::int8}) {
          const auto slow = seconds(workload, weak, precision), quick = seconds(workload, strong, precision);
          if (!slow || !quick) continue;
          ++compared;
          EXPECT_LE(*quick, *slow * kTolerance)
              << workload.model.name << " batch " << workload.batch << ", " << hardware::name(precision) << ": "
              << strong.id << " after " << weak.id;
        }
      }
    }
  }
  EXPECT_GT(compared, 800U);
}

TEST(PlausibleOrder, IntegersAreNotSlowerWhereTheyMultiplyFaster) {
  constexpr double kFaster = 1.9;
  const std::vector<workload::Workload> all = workloads();
  std::size_t compared = 0;
  for (const hardware::Device& device : hardware::builtin_catalog().devices) {
    const auto half = hardware::at(device.peak_ops_per_s, Precision::fp16);
    const auto integer = hardware::at(device.peak_ops_per_s, Precision::int8);
    if (!half || !integer || *integer < kFaster * *half) continue;
    for (const workload::Workload& workload : all) {
      const auto wide = seconds(workload, device, Precision::fp16), narrow = seconds(workload, device, Precision::int8);
      if (!wide || !narrow) continue;
      ++compared;
      EXPECT_LE(*narrow, *wide * kTolerance)
          << workload.model.name << " batch " << workload.batch << " on " << device.id;
    }
  }
  EXPECT_GT(compared, 500U);
}

}  // namespace
}  // namespace whichchip
