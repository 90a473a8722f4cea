#include "analysis/request.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "hardware/catalog.h"

namespace whichchip::analysis {
namespace {

core::Error error_of(const char* option, const char* value) {
  Request request;
  try {
    set_option(request, option, value);
  } catch (const core::Error& error) {
    return error;
  }
  ADD_FAILURE() << option << " " << value << " was taken";
  return {core::ErrorCode::internal, ""};
}

TEST(Request, Defaults) {
  const Request request;
  EXPECT_EQ(request.deployment, "datacenter");
  EXPECT_EQ(request.batch, 1);
  EXPECT_FALSE(request.scenario.precision);
  EXPECT_EQ(request.scenario.runtime, workload::Runtime::engine);
  EXPECT_EQ(request.scenario.timing, estimate::Timing::device);
  EXPECT_EQ(request.scenario.boundary, estimate::Boundary::chip);
  EXPECT_TRUE(bindings(request).empty());
}

TEST(Request, EveryOptionByItsName) {
  Request request;
  set_option(request, "hardware", "A100,T4 L4");
  set_option(request, "hardware", "H100");
  set_option(request, "deployment", "EDGE");
  set_option(request, "class", "gpu,Cpu");
  set_option(request, "precision", "INT8");
  set_option(request, "batch", " 8 ");
  set_option(request, "dim", "seq=384");
  set_option(request, "dim", "height=288,width=160 past=0");
  set_option(request, "runtime", "graph");
  set_option(request, "timing", "end-to-end");
  set_option(request, "boundary", "wall");
  set_option(request, "sort", "energy");
  set_option(request, "level", "detailed");
  set_option(request, "baseline", "T4");
  EXPECT_EQ(request.hardware, (std::vector<std::string>{"A100", "T4", "L4", "H100"}));
  EXPECT_EQ(request.deployment, "edge");
  EXPECT_EQ(request.classes, (std::vector{hardware::DeviceClass::gpu, hardware::DeviceClass::cpu}));
  EXPECT_EQ(request.scenario.precision, hardware::Precision::int8);
  EXPECT_EQ(request.scenario.runtime, workload::Runtime::graph);
  EXPECT_EQ(request.scenario.timing, estimate::Timing::end_to_end);
  EXPECT_EQ(request.scenario.boundary, estimate::Boundary::wall);
  EXPECT_EQ(request.sort, Metric::energy);
  EXPECT_EQ(request.level, Level::detailed);
  EXPECT_EQ(request.baseline, "T4");
  const model::DimensionBindings expected{{"batch", 8}, {"height", 288}, {"past", 0}, {"seq", 384}, {"width", 160}};
  EXPECT_EQ(bindings(request), expected);
  set_option(request, "precision", "auto");
  EXPECT_FALSE(request.scenario.precision);
}

TEST(Request, BatchAsADimensionIsTheBatch) {
  Request request;
  set_option(request, "dim", "batch=4");
  EXPECT_EQ(request.batch, 4);
  EXPECT_EQ(bindings(request), (model::DimensionBindings{{"batch", 4}}));
}

TEST(Request, ErrorsNameTheOptionAndTheChoices) {
  const core::Error runtime = error_of("runtime", "turbo");
  EXPECT_EQ(runtime.code, core::ErrorCode::bad_usage);
  EXPECT_EQ(runtime.where, "--runtime");
  EXPECT_EQ(runtime.message, "unknown runtime 'turbo'");
  EXPECT_EQ(runtime.advice, "choose engine, graph or eager");
  EXPECT_NE(error_of("precision", "int7").advice.find("auto, fp64, fp32, tf32"), std::string::npos);
  EXPECT_NE(error_of("class", "gpus").advice.find("cpu, gpu, tpu"), std::string::npos);
  EXPECT_NE(error_of("sort", "speed").advice.find("latency, throughput"), std::string::npos);
  EXPECT_NE(error_of("bach", "8").advice.find("batch"), std::string::npos);
}

TEST(Request, NumbersThatAreNone) {
  for (const char* value : {"0", "-1", "1.5", "eight", "8x", "99999999999999999999", "1048577"}) {
    EXPECT_EQ(error_of("batch", value).where, "--batch") << value;
  }
  for (const char* value : {"seq", "seq=", "=4", "seq=-1", "seq=x"})
    EXPECT_EQ(error_of("dim", value).where, "--dim") << value;
  EXPECT_EQ(error_of("hardware", " ").message, "--hardware has no value");
}

class Devices : public ::testing::Test {
 protected:
  static hardware::Device device(const char* id, hardware::DeviceClass device_class) {
    hardware::Device result;
    result.id = result.name = id;
    result.device_class = device_class;
    hardware::PowerMode mode;
    mode.id = result.power_mode = "default";
    result.power_modes = {mode};
    return result;
  }
  static std::vector<std::string> ids(const std::vector<hardware::Device>& devices) {
    std::vector<std::string> result;
    for (const hardware::Device& entry : devices) result.push_back(entry.id);
    return result;
  }
  hardware::Catalog catalog_{"test",
                             {device("C1", hardware::DeviceClass::cpu), device("G1", hardware::DeviceClass::gpu),
                              device("G2", hardware::DeviceClass::gpu)},
                             {{"datacenter", {"C1", "G1"}}, {"edge", {"G2"}}}};
};

TEST_F(Devices, TheDeploymentSetIsTheDefault) {
  EXPECT_EQ(ids(select_devices({}, catalog_)), (std::vector<std::string>{"C1", "G1"}));
}

TEST_F(Devices, HardwareOverridesTheDeployment) {
  Request request;
  request.hardware = {"g2", "C1", "G2"};
  EXPECT_EQ(ids(select_devices(request, catalog_)), (std::vector<std::string>{"G2", "C1"}));
}

TEST_F(Devices, TheClassFilterKeepsAndTheBaselineJoins) {
  Request request;
  request.classes = {hardware::DeviceClass::cpu};
  EXPECT_EQ(ids(select_devices(request, catalog_)), (std::vector<std::string>{"C1"}));
  request.baseline = "G2";
  EXPECT_EQ(ids(select_devices(request, catalog_)), (std::vector<std::string>{"C1", "G2"}));
}

TEST_F(Devices, WhatIsNotThereIsAnError) {
  Request request;
  request.classes = {hardware::DeviceClass::tpu};
  EXPECT_THROW(select_devices(request, catalog_), core::Error);
  request = {};
  request.hardware = {"G3"};
  EXPECT_THROW(select_devices(request, catalog_), core::Error);
  request = {};
  request.deployment = "space";
  EXPECT_THROW(select_devices(request, catalog_), core::Error);
}

TEST(Request, ADeviceInAllOfItsPowerModes) {
  const hardware::Catalog& catalog = hardware::builtin_catalog();
  Request request;
  set_option(request, "hardware", "jetson-orin-nano-8gb@all,Jetson-Orin-Nano-8GB@7w");
  const std::vector<hardware::Device> devices = select_devices(request, catalog);
  const auto& modes = hardware::find_device(catalog, "Jetson-Orin-Nano-8GB").power_modes;
  ASSERT_GE(modes.size(), 2U);
  ASSERT_EQ(devices.size(), modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) EXPECT_EQ(devices[i].power_mode, modes[i].id);
  Request wrong;
  set_option(wrong, "hardware", "Jetson-Orin-Nona@all");
  EXPECT_THROW(select_devices(wrong, catalog), core::Error);
}

TEST(Request, PhaseIsPrefillUnlessAskedFor) {
  Request request;
  EXPECT_EQ(request.phase, model::Phase::prefill);
  set_option(request, "phase", "Decode");
  EXPECT_EQ(request.phase, model::Phase::decode);
  EXPECT_THROW(set_option(request, "phase", "training"), core::Error);
}

}  // namespace
}  // namespace whichchip::analysis
