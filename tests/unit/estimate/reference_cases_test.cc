// Published and hand-calculated figures (the numbered cases of the model's specification). The first tolerance is for
// our own arithmetic; where a measurement exists its own, wider one is checked too.
#include <array>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "estimate/estimate.h"
#include "estimate/parameters.h"
#include "hardware/catalog.h"
#include "support/reference_devices.h"
#include "support/reference_networks.h"

namespace whichchip {
namespace {

using estimate::Estimate;
using estimate::Rung;
using hardware::Precision;
using tests::NetworkBuilder;

Estimate run(const workload::Workload& workload, const hardware::Device& device, Precision precision) {
  estimate::Scenario scenario;
  scenario.precision = precision;
  return estimate::estimate(workload, device, scenario);
}

double rung(const Estimate& e, Rung which) {
  double seconds = 0;
  for (const auto& s : e.subgraphs) seconds += s.rungs_s[static_cast<std::size_t>(which)];
  return seconds;
}

double throughput(const workload::Workload& workload, const Estimate& e) {
  return static_cast<double>(workload.batch) / e.latency_s;
}

#define EXPECT_WITHIN(value, expected, share) EXPECT_NEAR((value), (expected), (share) * (expected))

// The constants that the specification's figures were made with, where measurements have moved ours since.
estimate::Technology specified(const char* group, void (*set)(estimate::Parameters&)) {
  estimate::Technology technology = estimate::builtin_technology();
  for (estimate::Parameters& p : technology.parameters)
    if (p.id == group) set(p);
  return technology;
}

workload::Workload conv_64_at_56(std::int64_t batch) {
  NetworkBuilder net(batch);
  net.conv(net.image(64, 56, 56), 64, 3);
  return net.finish();
}

TEST(GpuTiles, SearchFindsTwiceTheCtasForASmallConvolution) {
  const Estimate e = run(conv_64_at_56(1), tests::a100_sxm_40gb(), Precision::fp16);
  EXPECT_WITHIN(e.subgraphs[0].compute_s, 2.58e-6, 0.02);
  EXPECT_EQ(e.subgraphs[0].units_used, 98);
}

TEST(GpuTiles, LargeBatchRunsInFiftyNineWaves) {
  const Estimate e = run(conv_64_at_56(256), tests::a100_sxm_40gb(), Precision::fp16);
  EXPECT_WITHIN(e.subgraphs[0].compute_s, 325e-6, 0.02);
  EXPECT_EQ(e.subgraphs[0].units_used, 108);
  // 6272 CTAs in 59 waves of 108: what padding adds to the ideal.
  EXPECT_WITHIN(rung(e, Rung::ideal) / (rung(e, Rung::ideal) + rung(e, Rung::padding)), 0.984, 0.001);
}

TEST(GpuTiles, OneCtaBeyondAFullWaveDoublesTheTime) {
  // Fused attention over 64 query rows: one CTA a head.
  const auto compute = [](std::int64_t heads) {
    NetworkBuilder net(1);
    net.attention(net.tokens(3 * 64 * heads, 64), heads);
    return run(net.finish(), tests::a100_sxm_40gb(), Precision::fp16).subgraphs[0].compute_s;
  };
  EXPECT_DOUBLE_EQ(compute(109), 2 * compute(108));
}

TEST(GpuTiles, SmallIntegerTilesAreBoundByTheL2) {
  // 108 tiles of 64×64, one an SM. Per step of K: 64·64 ÷ 2048 = 2.0 clocks of products, and (64 + 64) bytes at
  // 0.6·5120/108 bytes a clock, 4.5 clocks. K is small enough that splitting it does not pay.
  constexpr double kSteps = 1024;
  NetworkBuilder net(1);
  net.project(net.tokens(1024, 64 * 108), 64, 0);
  const hardware::Device device = tests::a100_sxm_40gb();
  const Estimate e = run(net.finish(), device, Precision::int8);
  EXPECT_EQ(e.subgraphs[0].units_used, 108);
  EXPECT_WITHIN(e.subgraphs[0].compute_s * device.clock_hz / kSteps, 4.5, 0.05);
  EXPECT_WITHIN((rung(e, Rung::ideal) + rung(e, Rung::padding)) * device.clock_hz / kSteps, 2.0, 0.05);
}

TEST(GpuPower, T4RunsDenseHalfPrecisionAtTwentyTwoTeraflops) {
  NetworkBuilder net(1);
  net.project(net.tokens(8192, 8192), 8192, 0);
  const Estimate e = run(net.finish(), tests::t4(), Precision::fp16);
  EXPECT_EQ(e.subgraphs[0].bound, estimate::Bound::power);
  const double tflops = 2 * e.macs / e.subgraphs[0].power_s / 1e12;
  EXPECT_WITHIN(tflops, 22, 0.03);
  EXPECT_WITHIN(tflops, 20.9, 0.08);
}

TEST(GpuNetworks, ResNet50AtBatchOneIsFloorBound) {
  const auto network = tests::resnet50(1);
  ASSERT_EQ(network.partition(workload::Runtime::engine).subgraphs.size(), 56U);
  const Estimate e = run(network, tests::a100_pcie_40gb(), Precision::int8);
  EXPECT_WITHIN(e.latency_s, 0.345e-3, 0.05);
  EXPECT_WITHIN(rung(e, Rung::fixed), 0.28e-3, 0.001);
}

TEST(GpuNetworks, ResNet50ThroughputPeaksWhereActivationsLeaveTheCache) {
  struct Point {
    std::int64_t batch;
    double per_s;
  };
  for (const Point& p :
       {Point{16, 23.7e3}, Point{32, 31.3e3}, Point{64, 35.4e3}, Point{128, 33.9e3}, Point{256, 31.9e3}}) {
    const auto network = tests::resnet50(p.batch);
    EXPECT_WITHIN(throughput(network, run(network, tests::a100_pcie_40gb(), Precision::int8)), p.per_s, 0.03)
        << p.batch;
  }
  const auto network = tests::resnet50(256);
  const Estimate e = run(network, tests::a100_pcie_40gb(), Precision::int8);
  EXPECT_WITHIN(throughput(network, e), 31.06e3, 0.08);  // measured
  EXPECT_WITHIN(e.power_w, 219, 0.03);
  EXPECT_WITHIN(e.energy_j / 256, 6.87e-3, 0.03);
}

TEST(GpuNetworks, ResNet50OnH100) {
  const auto network = tests::resnet50(256);
  const Estimate e = run(network, tests::h100_sxm(), Precision::int8);
  EXPECT_WITHIN(throughput(network, e), 71.0e3, 0.03);
  EXPECT_WITHIN(throughput(network, e), 88.5e3, 0.25);  // measured
  EXPECT_WITHIN(e.power_w, 346, 0.03);
}

TEST(GpuNetworks, BertLargeOnT4AndA100) {
  const auto network = tests::bert(8, 384, true);
  EXPECT_WITHIN(run(network, tests::t4(), Precision::fp16).latency_s, 97.92e-3, 0.03);
  EXPECT_WITHIN(run(network, tests::a100_sxm_40gb(), Precision::fp16).latency_s, 11.83e-3, 0.03);
}

// Clocks of MLPerf's MaxQ, GPU and both DLAs together: 3526 images a second at 23.7 W. What an image takes and what
// runs without work, of the GPU alone, at that rate.
TEST(GpuPower, OrinAtMaxQ) {
  const auto device = hardware::find_device(hardware::builtin_catalog(), "Jetson-AGX-Orin-64GB@maxq");
  const auto network = tests::resnet50(64);
  const Estimate e = run(network, device, Precision::int8);
  const double watts = e.idle_w + e.uncore_w + e.dynamic_energy_j / 64 * 3526.3;
  EXPECT_NEAR(e.idle_w + e.uncore_w, 10.9, 0.3);
  EXPECT_WITHIN(watts, 23.7, 0.1);  // measured
  EXPECT_WITHIN(watts, 24.4, 0.03);
}

TEST(Systolic, ResNet50OnOneTpuV3Chip) {
  const auto network = tests::resnet50(128);
  EXPECT_WITHIN(throughput(network, run(network, tests::tpu_v3_chip(), Precision::bf16)), 8450, 0.02);
}

TEST(Systolic, TpuV1StreamsItsWeights) {
  // Roofs at 34 GB/s, two operations a weight and row of the batch, which is what bounds the published networks of the
  // chip (Jouppi et al., ISCA 2017): MLP0, MLP1, LSTM0, LSTM1.
  hardware::Device device = hardware::find_device(hardware::builtin_catalog(), "TPU-v1");
  device.memory.bandwidth_bytes_per_s = 34e9;
  const double attained =
      parameters_for(estimate::builtin_technology(), device, workload::Runtime::engine).memory_efficiency;
  for (const auto& [batch, tops] : {std::pair{200, 13.6}, {168, 11.4}, {64, 4.4}, {96, 6.5}}) {
    constexpr int kLayers = 20;
    NetworkBuilder net(batch);
    auto x = net.tokens(4096, 1);
    for (int i = 0; i < kLayers; ++i) x = net.project(x, 4096, 0);
    const Estimate e = run(net.finish(), device, Precision::int8);
    const double memory_s = e.dram_bytes / (34e9 * attained);
    EXPECT_WITHIN(2 * e.macs / memory_s * 1e-12 / attained, tops, 0.02) << batch;
    EXPECT_LE(2 * e.macs / e.latency_s * 1e-12, tops);
  }
}

TEST(Systolic, NarrowLayersUseAQuarterOfTheArray) {
  NetworkBuilder net(64);
  net.conv(net.image(64, 56, 56), 64, 1);
  const Estimate e = run(net.finish(), tests::tpu_v3_chip(), Precision::bf16);
  EXPECT_LE(rung(e, Rung::ideal) / (rung(e, Rung::ideal) + rung(e, Rung::padding)), 0.25);
}

TEST(Systolic, TpuV4PeakAndRidge) {
  const auto device = tests::tpu_v4();
  const double peak = *hardware::at(device.peak_ops_per_s, Precision::bf16);
  EXPECT_WITHIN(peak, 275e12, 0.01);
  EXPECT_EQ(device.units, 8);
  EXPECT_WITHIN(peak / device.memory.bandwidth_bytes_per_s, 224, 0.01);
}

TEST(EdgeTpu, StreamsWeightsBeyondItsMemory) {
  struct Point {
    const char* name;
    workload::Workload network;
    double predicted_s, measured_s;
  };
  const std::array<Point, 5> points{{{"VGG16", tests::vgg(16, 1), 295e-3, 296e-3},
                                     {"VGG19", tests::vgg(19, 1), 308.8e-3, 308e-3},
                                     {"ResNet-152 v2", tests::resnet_slim(1, 152, 299, true), 127.9e-3, 128e-3},
                                     {"ResNet-50 v2", tests::resnet_slim(1, 50, 299, true), 46.3e-3, 50e-3},
                                     {"MobileNetV2", tests::mobilenet_v2(1), 0, 2.6e-3}}};
  const estimate::Technology technology =
      specified("edge_tpu/engine", [](estimate::Parameters& p) { p.compute_efficiency = 0.9; });
  estimate::Scenario scenario;
  scenario.precision = Precision::int8;
  double error = 0;
  for (const Point& p : points) {
    const double specified_s = estimate::estimate(p.network, tests::edge_tpu_usb(), scenario, technology).latency_s;
    if (p.predicted_s > 0) {
      EXPECT_WITHIN(specified_s, p.predicted_s, 0.02) << p.name;
    }
    const double latency_s = run(p.network, tests::edge_tpu_usb(), Precision::int8).latency_s;
    error += std::abs(latency_s / p.measured_s - 1) / static_cast<double>(points.size());
  }
  EXPECT_LE(error, 0.07);
}

TEST(Dpu, GeometryGivesTheCycles) {
  NetworkBuilder square(1);
  square.conv(square.image(64, 56, 56), 64, 3);
  const auto device = tests::zcu104(1);
  const Estimate e = run(square.finish(), device, Precision::int8);
  EXPECT_DOUBLE_EQ(e.subgraphs[0].compute_s * device.clock_hz, 56448);
  EXPECT_NEAR(rung(e, Rung::padding), 0, 1e-12);

  NetworkBuilder first(1);
  first.conv(first.image(3, 224, 224), 64, 7, 2);
  const Estimate f = run(first.finish(), device, Precision::int8);
  EXPECT_WITHIN(rung(f, Rung::ideal) / (rung(f, Rung::ideal) + rung(f, Rung::padding)), 3.0 / 16, 0.001);
}

TEST(Dpu, NetworksOnOneCore) {
  struct Point {
    const char* name;
    workload::Workload network;
    double predicted_s, measured_s, tolerance;
  };
  const std::array<Point, 5> points{{{"ResNet-50", tests::resnet50(1), 11.76e-3, 0, 0.02},
                                     {"MobileNetV1", tests::mobilenet_v1(1), 2.92e-3, 2.90e-3, 0.02},
                                     {"SqueezeNet 1.1", tests::squeezenet1_1(1), 1.67e-3, 1.667e-3, 0.02},
                                     // The reference counts 5×5 kernels in place of torchvision's 3×3 in one branch.
                                     {"GoogLeNet", tests::googlenet(1), 4.90e-3, 4.94e-3, 0.06},
                                     {"VGG16", tests::vgg(16, 1), 49.4e-3, 46.5e-3, 0.02}}};
  const estimate::Technology technology = specified("dpu/engine", [](estimate::Parameters& p) {
    p.memory_efficiency = p.memory_efficiency_lpddr = 0.31;  // 6 of 19.2 GB/s, all of it behind the arithmetic
    p.overlap_loss = 0;
  });
  estimate::Scenario scenario;
  scenario.precision = Precision::int8;
  for (const Point& p : points) {
    const double specified_s = estimate::estimate(p.network, tests::zcu104(1), scenario, technology).latency_s;
    EXPECT_WITHIN(specified_s, p.predicted_s, p.tolerance) << p.name;
    if (p.measured_s > 0) {
      EXPECT_WITHIN(specified_s, p.measured_s, 0.085) << p.name;
      EXPECT_WITHIN(run(p.network, tests::zcu104(1), Precision::int8).latency_s, p.measured_s, 0.085) << p.name;
    }
  }
}

TEST(Cpu, AmxServesTenThousandImagesASocket) {
  const auto network = tests::resnet50(224);
  EXPECT_WITHIN(throughput(network, run(network, tests::xeon_8480(), Precision::int8)), 10.3e3, 0.05);
}

TEST(Memory, ResNet50Int8) {
  const Estimate e = run(tests::resnet50(1), tests::a100_pcie_40gb(), Precision::int8);
  EXPECT_WITHIN(e.memory.weight_bytes, 25.5e6, 0.02);
  EXPECT_WITHIN(e.memory.activation_bytes, 1.8e6, 0.02);
  EXPECT_EQ(e.fits, estimate::Fit::yes);
}

TEST(Kpu, FormulaWithTheVendorsGeometry) {
  const estimate::Technology technology = specified("kpu/engine", [](estimate::Parameters& p) {
    p.compute_efficiency = 1;
    p.memory_efficiency = p.memory_efficiency_lpddr = 0.85;
    p.kernel_s = 2e-6;
  });
  estimate::Scenario scenario;
  scenario.precision = Precision::int8;
  struct Point {
    hardware::Device device;
    double predicted_s;
  };
  for (const Point& p :
       {Point{tests::kpu_t64(), 0.88e-3}, Point{tests::kpu_t256(), 0.18e-3}, Point{tests::kpu_t768(), 0.16e-3}}) {
    const Estimate ideal = estimate::estimate(tests::resnet50(1), p.device, scenario, technology);
    const Estimate prior = estimate::estimate(tests::resnet50(1), p.device, scenario);
    EXPECT_WITHIN(ideal.latency_s, p.predicted_s, 0.05) << p.device.id << " " << ideal.latency_s;
    EXPECT_GT(prior.latency_s, ideal.latency_s);
    EXPECT_EQ(prior.confidence, estimate::Confidence::simulated);
  }
}

}  // namespace
}  // namespace whichchip
