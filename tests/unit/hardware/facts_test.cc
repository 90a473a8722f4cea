// Facts that are often told wrongly, and the points at which this catalogue chose between sources.
#include <gtest/gtest.h>

#include "device_files.h"

namespace whichchip::hardware {
namespace {

double peak(const Device& d, Precision p) { return at(d.peak_ops_per_s, p).value_or(0); }

TEST(Facts, TpuV4HasEightArraysAndNoFp32) {
  const Device tpu = device("TPU-v4");
  EXPECT_NEAR(peak(tpu, Precision::bf16), 275e12, 0.01 * 275e12);
  // Nothing gained from int8.
  EXPECT_EQ(peak(tpu, Precision::int8), peak(tpu, Precision::bf16));
  EXPECT_FALSE(at(tpu.peak_ops_per_s, Precision::fp32));
  const auto& arrays = std::get<SystolicGeometry>(tpu.geometry);
  EXPECT_EQ(arrays.arrays, 8);
  EXPECT_EQ(arrays.rows, 128);
  EXPECT_EQ(arrays.columns, 128);
  EXPECT_EQ(tpu.clock_hz, 1.05e9);
  EXPECT_NEAR(peak(tpu, Precision::bf16) / tpu.memory.bandwidth_bytes_per_s, 224, 2.24);
  EXPECT_EQ(tpu.idle->watts, 90);
  EXPECT_TRUE(tpu.idle->measured);
  EXPECT_EQ(current_mode(tpu).cap_w, 192);
  ASSERT_EQ(tpu.observed_power.size(), 1u);
  EXPECT_EQ(tpu.observed_power[0].watts, 170);
}

TEST(Facts, H100) {
  const Device sxm = device("H100-SXM");
  EXPECT_EQ(sxm.units, 132);
  EXPECT_NEAR(peak(sxm, Precision::fp32), 67e12, 0.5e12);
  EXPECT_NEAR(peak(sxm, Precision::fp16), 989e12, 5e12);
  const Device pcie = device("H100-PCIe");
  EXPECT_EQ(pcie.units, 114);
  EXPECT_NEAR(peak(pcie, Precision::fp32), 51.2e12, 0.5e12);
}

TEST(Facts, NothingBeforeAdaHasFp8AndNothingBeforeAmpereTf32) {
  for (const char* id : {"V100", "T4", "A100-SXM-80GB", "A10", "Jetson-AGX-Orin-64GB"})
    EXPECT_FALSE(at(device(id).peak_ops_per_s, Precision::fp8)) << id;
  for (const char* id : {"V100", "T4", "Jetson-AGX-Xavier"})
    EXPECT_FALSE(at(device(id).peak_ops_per_s, Precision::tf32)) << id;
  EXPECT_TRUE(at(device("L4").peak_ops_per_s, Precision::fp8));
}

TEST(Facts, V100HasNoInt8TensorPath) {
  const auto gpu = std::get<GpuGeometry>(device("V100").geometry);
  EXPECT_FALSE(at(gpu.matrix_macs_per_clock_per_sm, Precision::int8));
  EXPECT_EQ(at(gpu.matrix_macs_per_clock_per_sm, Precision::fp16), 512);
}

TEST(Facts, XeonGenerations) {
  EXPECT_NE(device("Xeon-8490H").name.find("Sapphire Rapids"), std::string::npos);
  EXPECT_NE(device("Xeon-8592plus").name.find("Emerald Rapids"), std::string::npos);
  const auto cpu = std::get<CpuGeometry>(device("Xeon-8490H").geometry);
  EXPECT_TRUE(cpu.matrix_unit);
  EXPECT_EQ(at(cpu.macs_per_clock_per_core, Precision::int8), 1024);
  EXPECT_EQ(at(cpu.macs_per_clock_per_core, Precision::bf16), 512);
  EXPECT_EQ(at(cpu.macs_per_clock_per_core, Precision::fp32), 32);
}

TEST(Facts, KpuPeaksAreTheConsistentPoints) {
  const Device t64 = device("KPU-T64");
  EXPECT_EQ(t64.power_mode, "6w");
  EXPECT_EQ(t64.clock_hz, 475e6);
  EXPECT_NEAR(peak(t64, Precision::int8), 62e12, 0.5e12);
  const Device t256 = device("KPU-T256");
  EXPECT_EQ(t256.power_mode, "30w");
  EXPECT_EQ(t256.clock_hz, 600e6);
  EXPECT_NEAR(peak(t256, Precision::int8), 315e12, 1e12);
  // The larger listing appears as a claim, in words.
  EXPECT_TRUE(std::any_of(t64.notes.begin(), t64.notes.end(),
                          [](const std::string& note) { return note.find("118 INT8 TOPS") != std::string::npos; }));
}

TEST(Facts, EdgeTpuStreamsWeightsBeyondSixAndAHalfMegabytes) {
  const Device coral = device("Coral-Edge-TPU");
  EXPECT_EQ(coral.device_class, DeviceClass::npu);
  EXPECT_EQ(coral.mapping, Mapping::systolic);
  const auto& array = std::get<SystolicGeometry>(coral.geometry);
  EXPECT_TRUE(array.weights_over_link);
  EXPECT_EQ(array.weight_capacity_bytes, 6.5e6);
  EXPECT_EQ(coral.memory.type, "");
  EXPECT_EQ(coral.host->id, "RaspberryPi4");
  EXPECT_NEAR(coral.host->link_bytes_per_s, 0.47e9, 1);
}

TEST(Facts, DpuB4096) {
  const auto dpu = std::get<DpuGeometry>(device("Xilinx-DPU-ZCU102").geometry);
  EXPECT_EQ(dpu.cores, 3);
  EXPECT_EQ(dpu.pixel_parallel * dpu.input_channel_parallel * dpu.output_channel_parallel, 2048);
  EXPECT_EQ(device("Xilinx-DPU-ZCU102").clock_hz, 281e6);
}

TEST(Facts, ClassAndMappingAreTwoThings) {
  EXPECT_EQ(device("Hailo-8").device_class, DeviceClass::npu);
  EXPECT_EQ(device("Hailo-8").mapping, Mapping::dataflow);
  EXPECT_EQ(device("TDA4VM").device_class, DeviceClass::dsp);
  EXPECT_EQ(device("TDA4VM").mapping, Mapping::systolic);
  EXPECT_EQ(device("AWS-Inferentia2").mapping, Mapping::systolic);
}

TEST(Facts, HostsOfTheFamilies) {
  EXPECT_EQ(device("Jetson-AGX-Orin-64GB").host->id, "Jetson-AGX-Orin-CPU");
  EXPECT_EQ(device("Hailo-8").host->id, "RaspberryPi4");
  EXPECT_EQ(device("Intel-NCS2-MyriadX").host->id, "RaspberryPi4");
  EXPECT_EQ(device("Xilinx-DPU-ZCU102").host->id, "Zynq-UltraScale-CPU");
  EXPECT_EQ(device("H100-SXM").host->id, "Xeon-8490H");
  EXPECT_EQ(device("H100-SXM").host->cores, 8);
}

TEST(Facts, OrinNanoHasNoDla) {
  EXPECT_TRUE(device("Jetson-Orin-Nano-8GB").side_engines.empty());
  const Device orin = device("Jetson-AGX-Orin-64GB");
  ASSERT_EQ(orin.side_engines.size(), 1u);
  const SideEngine& dla = orin.side_engines[0];
  const double dense = 2.0 * dla.count * at(dla.macs_per_clock, Precision::int8).value() * dla.clock_hz;
  EXPECT_NEAR(dense, 52.4e12, 0.1e12);
}

}  // namespace
}  // namespace whichchip::hardware
