#include "estimate/scenario.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "hardware/catalog.h"
#include "support/network_builder.h"
#include "support/reference_devices.h"

namespace whichchip {
namespace {

using estimate::PrecisionChoice;
using estimate::PrecisionStatus;
using hardware::Precision;

workload::Workload model_of(model::DataType type, bool quantized = false) {
  tests::NetworkBuilder net(1, type);
  net.conv(net.image(16, 8, 8), 16, 3);
  workload::Workload w = net.finish();
  if (quantized)
    for (auto& partition : w.partitions) partition.subgraphs[0].quantized = true;
  return w;
}

PrecisionChoice choose(const workload::Workload& w, const hardware::Device& d, std::optional<Precision> wanted = {}) {
  estimate::Scenario scenario;
  scenario.precision = wanted;
  return choose_precision(w, d, scenario);
}

void expect(const PrecisionChoice& choice, Precision precision, PrecisionStatus status) {
  EXPECT_STREQ(name(choice.precision), name(precision));
  EXPECT_STREQ(name(choice.status), name(status));
}

TEST(ChoosePrecision, AutoTakesTheModelsOwnTypeWhereTheDeviceHasIt) {
  expect(choose(model_of(model::DataType::float32), tests::a100_sxm_40gb()), Precision::fp32, PrecisionStatus::native);
  expect(choose(model_of(model::DataType::float16), tests::a100_sxm_40gb()), Precision::fp16, PrecisionStatus::native);
  expect(choose(model_of(model::DataType::float32, true), tests::a100_sxm_40gb()), Precision::int8,
         PrecisionStatus::native);
}

TEST(ChoosePrecision, AutoGoesToTheWidestNativeFormat) {
  expect(choose(model_of(model::DataType::float32), tests::tpu_v4()), Precision::bf16, PrecisionStatus::converted);
  expect(choose(model_of(model::DataType::float32), tests::edge_tpu_usb()), Precision::int8,
         PrecisionStatus::quantised);
  // A processor without half formats widens rather than quantises.
  expect(choose(model_of(model::DataType::float16), tests::xeon_8480()), Precision::fp32, PrecisionStatus::converted);
}

TEST(ChoosePrecision, ExplicitFp32OnATpuIsSixPasses) {
  const PrecisionChoice choice = choose(model_of(model::DataType::float32), tests::tpu_v4(), Precision::fp32);
  expect(choice, Precision::fp32, PrecisionStatus::emulated);
  EXPECT_EQ(choice.passes, 6);
  EXPECT_EQ(choice.compute, Precision::bf16);
}

TEST(ChoosePrecision, Int4RunsAtTheInt8RateWhereThereIsNoInt4) {
  const PrecisionChoice choice = choose(model_of(model::DataType::float32), tests::edge_tpu_usb(), Precision::int4);
  expect(choice, Precision::int4, PrecisionStatus::emulated);
  EXPECT_EQ(choice.compute, Precision::int8);
}

TEST(ChoosePrecision, WeightsOfFewBitsTakeTwoPassesOfAnIntegerArray) {
  const hardware::Device npu = hardware::find_device(hardware::builtin_catalog(), "RK3588-NPU");
  const PrecisionChoice choice = choose(model_of(model::DataType::float32), npu, Precision::w8a16);
  expect(choice, Precision::w8a16, PrecisionStatus::quantised);
  EXPECT_EQ(choice.compute, Precision::int8);
  EXPECT_EQ(choice.passes, 2);
}

TEST(ChoosePrecision, WeightsOfFewBitsRunAtTheRateOfTheActivations) {
  const hardware::Device npu = hardware::find_device(hardware::builtin_catalog(), "QCS8550");
  const PrecisionChoice choice = choose(model_of(model::DataType::float32), npu, Precision::w8a16);
  EXPECT_EQ(choice.compute, Precision::int16);
  EXPECT_EQ(choice.passes, 1);
}

TEST(ChoosePrecision, WeightsOfFewBitsAreWidenedElsewhere) {
  const PrecisionChoice choice = choose(model_of(model::DataType::float32), tests::t4(), Precision::w4a16);
  expect(choice, Precision::w4a16, PrecisionStatus::quantised);
  EXPECT_EQ(choice.compute, Precision::fp16);
  EXPECT_EQ(choice.passes, 1);
  EXPECT_THROW(choose(model_of(model::DataType::float32), tests::edge_tpu_usb(), Precision::w8a16), core::Error);
}

TEST(ChoosePrecision, IntegerOnlyDevicesNeedQuantisation) {
  try {
    choose(model_of(model::DataType::float32), tests::edge_tpu_usb(), Precision::fp16);
    FAIL() << "no error";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
    EXPECT_NE(error.message.find("needs quantisation"), std::string::npos);
  }
}

TEST(ChoosePrecision, NoWiderFormatIsAnError) {
  EXPECT_THROW(choose(model_of(model::DataType::float32), tests::t4(), Precision::fp64), core::Error);
}

}  // namespace
}  // namespace whichchip
