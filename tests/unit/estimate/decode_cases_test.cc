// Token generation: published llama.cpp figures against the law of decoding, weights ÷ attained bandwidth + floors of
// the kernels (sixteen a layer), with the constants of the model's specification: η_bw 0.74, 8.5 µs a kernel.
#include <cmath>

#include <gtest/gtest.h>

#include "estimate/parameters.h"
#include "hardware/catalog.h"
#include "support/network_builder.h"
#include "support/reference_devices.h"

namespace whichchip {
namespace {

using hardware::Precision;
using tests::NetworkBuilder;

constexpr int kKernelsOfALayer = 16;

// One token through `layers` layers whose weights are `weight_bytes` in all: a projection of a sixteenth of a layer's
// weights in each kernel, so that every byte is a weight's.
workload::Workload token(int layers, double weight_bytes) {
  NetworkBuilder net(1, model::DataType::float16);
  constexpr std::int64_t kFeatures = 1024;
  const int kernels = layers * kKernelsOfALayer;
  const auto outputs = static_cast<std::int64_t>(weight_bytes / 2 / kernels / kFeatures);
  const tests::Map x = net.tokens(kFeatures, 1);
  for (int i = 0; i < kernels; ++i) net.project(x, outputs, 0);
  return net.finish();
}

// A device that is only its memory: rates so high and caches so small that nothing else binds.
hardware::Device memory_of(double bytes_per_s) {
  hardware::Device device = tests::h100_sxm();
  device.memory.bandwidth_bytes_per_s = bytes_per_s;
  auto& gpu = std::get<hardware::GpuGeometry>(device.geometry);
  gpu.l2_bytes = 1;
  gpu.l2_bytes_per_clock *= 100;
  return device;
}

double seconds_per_token(int layers, double weight_bytes, double bytes_per_s) {
  estimate::Technology technology = estimate::builtin_technology();
  for (estimate::Parameters& p : technology.parameters) {
    if (p.id != "gpu/engine") continue;
    p.memory_efficiency = p.memory_efficiency_lpddr = 0.74;
    p.kernel_s = 8.5e-6;
    p.kernel_clock_hz = 0;
  }
  estimate::Scenario scenario;
  scenario.precision = Precision::fp16;
  return estimate::estimate(token(layers, weight_bytes), memory_of(bytes_per_s), scenario, technology).latency_s;
}

TEST(Decode, MillisecondsPerTokenOfPublishedRuns) {
  struct Point {
    const char* name;
    int layers;
    double weight_bytes, bytes_per_s, predicted_s, measured_s;
  };
  constexpr double kGiga = 1e9;
  const Point points[] = {
      {"M2 Pro, 7B f16", 32, 13.48 * kGiga, 200 * kGiga, 95.4e-3, 92.15e-3},
      {"M2 Pro, 7B q4_0", 32, 3.83 * kGiga, 200 * kGiga, 30.2e-3, 28.9e-3},
      {"M1 Max, 8B q4_k_m", 32, 4.92 * kGiga, 400 * kGiga, 21.0e-3, 21.65e-3},
      {"M1 Ultra, 1.1B", 22, 0.667 * kGiga, 800 * kGiga, 4.1e-3, 4.12e-3},
      {"i9-13900K, 7B q4_0", 32, 3.83 * kGiga, 102.4 * kGiga, 54.9e-3, 54.7e-3},
      {"M4, 8B q4_k_m", 32, 4.92 * kGiga, 120 * kGiga, 59.8e-3, 47.9e-3},
  };
  double error = 0;
  for (const Point& p : points) {
    const double seconds = seconds_per_token(p.layers, p.weight_bytes, p.bytes_per_s);
    EXPECT_NEAR(seconds, p.predicted_s, 0.02 * p.predicted_s) << p.name;
    error += std::abs(seconds / p.measured_s - 1) / static_cast<double>(std::size(points));
  }
  EXPECT_LE(error, 0.15);
}

TEST(Decode, FloorsAreMostOfASmallModel) {
  const double floors = 22 * kKernelsOfALayer * 8.5e-6;
  EXPECT_NEAR(floors / seconds_per_token(22, 0.667e9, 800e9), 0.73, 0.01);
}

// b* = peak · bytes a weight ÷ (2 · bandwidth), where a batch of tokens stops being bound by the weights.
TEST(Decode, CrossesFromMemoryToComputeNearTwoHundredTokens) {
  const hardware::Device a100 = tests::a100_sxm_40gb();
  const double peak = *hardware::at(a100.peak_ops_per_s, Precision::fp16);
  EXPECT_NEAR(peak * 2 / (2 * a100.memory.bandwidth_bytes_per_s), 200, 4);
  const auto bound = [&](std::int64_t tokens) {
    NetworkBuilder net(tokens, model::DataType::float16);
    net.project(net.tokens(16384, 1), 16384, 0);
    estimate::Scenario scenario;
    scenario.precision = Precision::fp16;
    return estimate::estimate(net.finish(), a100, scenario).subgraphs[0].bound;
  };
  EXPECT_EQ(bound(64), estimate::Bound::memory);
  EXPECT_NE(bound(384), estimate::Bound::memory);
}

// A chip without matrix units does not pad one token to a tile of thirty-two: it stays bound by its weights, and halves
// its time with their bytes. Llama 3 8B, 4 bits, on an Apple M4: 47.9 ms a token published.
TEST(Decode, StaysBoundByTheWeightsWithoutMatrixUnits) {
  const hardware::Device m4 = hardware::find_device(hardware::builtin_catalog(), "Apple-M4-GPU");
  const auto decode = [&](Precision precision) {
    estimate::Scenario scenario;
    scenario.precision = precision;
    NetworkBuilder net(1, model::DataType::float16);
    const tests::Map x = net.tokens(4096, 1);
    for (int i = 0; i < 64; ++i) net.project(x, 8192, 0);
    return estimate::estimate(net.finish(), m4, scenario);
  };
  const estimate::Estimate half = decode(Precision::fp16), quarter = decode(Precision::w4a16);
  for (const auto& s : half.subgraphs) EXPECT_EQ(s.bound, estimate::Bound::memory);
  EXPECT_LT(half.latency_s, 1.1 * half.dram_bytes / (0.74 * m4.memory.bandwidth_bytes_per_s));
  EXPECT_LT(quarter.latency_s, 0.4 * half.latency_s);
}

}  // namespace
}  // namespace whichchip
