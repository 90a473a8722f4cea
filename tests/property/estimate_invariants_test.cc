// Invariants over random kernels on random devices of every class: parts sum to the whole, nothing runs above the
// roofline, power stays between idle and cap, better hardware is never slower, a doubled batch at most doubles the
// time.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "estimate/estimate.h"
#include "estimate/parameters.h"
#include "support/network_builder.h"
#include "support/reference_devices.h"

namespace whichchip {
namespace {

using estimate::Estimate;
using hardware::Device;
using hardware::Mapping;
using hardware::Precision;
using tests::NetworkBuilder;

// splitmix64: the same sequence everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  double scale(double low, double high) { return low + (high - low) * static_cast<double>(between(0, 1000)) / 1000; }

 private:
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

// The same random network at any batch.
workload::Workload network(std::uint64_t seed, std::int64_t batch, bool convolutions_only) {
  Random random(seed);
  NetworkBuilder net(batch);
  const std::int64_t side = random.between(4, 64);
  tests::Map x = net.image(random.between(3, 96), side, side);
  const std::int64_t layers = random.between(1, 6);
  for (std::int64_t i = 0; i < layers; ++i) {
    switch (random.between(0, convolutions_only ? 2 : 4)) {
      case 0:
        x = net.conv(x, random.between(1, 300), 2 * random.between(0, 2) + 1, random.between(1, 2));
        break;
      case 1:
        x = net.depthwise(x, 3, random.between(1, 2));
        break;
      case 2:
        x = net.max_pool(x, 2, 2);
        break;
      case 3:
        x = net.add(x, x);
        break;
      default:
        x = net.linear(x, random.between(1, 2000));
        break;
    }
  }
  return net.finish();
}

struct Target {
  std::string name;
  Device device;
  Precision precision;
};

Device generic(const char* id, Mapping mapping, hardware::Geometry geometry, double ops, double clock_hz, int units) {
  Device d;
  d.id = d.name = id;
  d.mapping = mapping;
  d.clock_hz = clock_hz;
  d.units = units;
  d.peak_ops_per_s[static_cast<std::size_t>(Precision::int8)] = ops;
  d.memory = {"LPDDR5", 8e9, 30e9};
  d.geometry = std::move(geometry);
  d.tdp_w = 15;
  hardware::PowerMode mode;
  mode.id = "default";
  mode.cap_w = 15;
  d.power_modes = {mode};
  d.power_mode = "default";
  return d;
}

std::vector<Target> targets() {
  std::vector<Target> all{
      {"a100", tests::a100_sxm_40gb(), Precision::fp16}, {"t4", tests::t4(), Precision::int8},
      {"t4 fp32", tests::t4(), Precision::fp32},         {"cpu", tests::xeon_8480(), Precision::int8},
      {"cpu fp32", tests::xeon_8480(), Precision::fp32}, {"tpu", tests::tpu_v3_chip(), Precision::bf16},
      {"tpu fp32", tests::tpu_v4(), Precision::fp32},    {"edge", tests::edge_tpu_usb(), Precision::int8},
      {"dpu", tests::zcu104(2), Precision::int8},        {"kpu", tests::kpu_t64(), Precision::int8}};
  hardware::NpuGeometry npu;
  npu.cores = 2;
  npu.rows = 4;
  npu.input_channel_parallel = npu.output_channel_parallel = 16;
  npu.vector_bytes_per_clock = 128;
  npu.sram_bytes = 1e6;
  all.push_back({"npu", generic("npu", Mapping::npu, npu, 2 * 2 * 4 * 256 * 1e9, 1e9, 2), Precision::int8});
  all.push_back({"dsp", generic("dsp", Mapping::dsp, npu, 2 * 2 * 4 * 256 * 1e9, 1e9, 2), Precision::int8});
  hardware::DataflowGeometry fabric;
  fabric.units = 1;
  fabric.weight_capacity_bytes = 30e6;
  Device dataflow = generic("dataflow", Mapping::dataflow, fabric, 26e12, 1e9, 1);
  hardware::Host host;
  host.id = "RaspberryPi4";
  host.link_bytes_per_s = 2e9;
  dataflow.host = host;
  all.push_back({"dataflow", dataflow, Precision::int8});
  hardware::CgraGeometry cgra;
  cgra.compute_units = 64;
  cgra.lanes = 16;
  cgra.stages = 6;
  cgra.memory_units = 64;
  cgra.memory_unit_bytes = 262144;
  all.push_back({"cgra", generic("cgra", Mapping::cgra, cgra, 12.3e12, 1e9, 64), Precision::int8});
  return all;
}

Estimate run(const workload::Workload& w, const Target& target, const Device& device) {
  estimate::Scenario scenario;
  scenario.precision = target.precision;
  return estimate::estimate(w, device, scenario);
}

void for_each(const std::function<void(const Target&, std::uint64_t seed)>& check) {
  for (const Target& target : targets())
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE(target.name + " seed " + std::to_string(seed));
      check(target, seed);
    }
}

TEST(EstimateInvariants, PartsSumToTheWhole) {
  for_each([](const Target& target, std::uint64_t seed) {
    const Estimate e = run(network(seed, 4, false), target, target.device);
    double total = e.request_s, dynamic = 0;
    for (const auto& s : e.subgraphs) {
      double rungs = 0;
      for (double r : s.rungs_s) {
        EXPECT_GE(r, 0);
        rungs += r;
      }
      EXPECT_NEAR(rungs, s.latency_s, 1e-12 * s.latency_s);
      total += s.latency_s;
      dynamic += s.dynamic_energy_j;
    }
    EXPECT_NEAR(total, e.latency_s, 1e-9 * e.latency_s);
    EXPECT_NEAR(dynamic, e.dynamic_energy_j, 1e-9 * dynamic);
    EXPECT_NEAR(e.dynamic_energy_j + e.idle_energy_j + e.uncore_energy_j, e.energy_j, 1e-9 * e.energy_j);
  });
}

TEST(EstimateInvariants, NothingRunsAboveTheRoofline) {
  for_each([](const Target& target, std::uint64_t seed) {
    const auto w = network(seed, 8, false);
    const Estimate e = run(w, target, target.device);
    const auto& subgraphs = w.partition(e.runtime_used).subgraphs;
    // Scratchpads fetch weights ahead of their step, so that bytes are bounded from the start of the run, not by step.
    double bytes = 0, seconds = 0;
    for (std::size_t i = 0; i < subgraphs.size(); ++i) {
      const auto& s = e.subgraphs[i];
      bytes += s.dram_bytes;
      seconds += s.latency_s;
      EXPECT_LE(bytes / seconds, target.device.memory.bandwidth_bytes_per_s * (1 + 1e-9));
      if (s.on_host) continue;
      EXPECT_LE(2 * static_cast<double>(subgraphs[i].macs) / s.latency_s, e.peak_ops_per_s * (1 + 1e-9));
      EXPECT_LE(s.units_used, e.units_total);
    }
    EXPECT_LE(2 * e.macs / e.latency_s, e.peak_ops_per_s * (1 + 1e-9));
  });
}

TEST(EstimateInvariants, PowerStaysBetweenIdleAndCap) {
  for_each([](const Target& target, std::uint64_t seed) {
    const Estimate e = run(network(seed, 32, false), target, target.device);
    EXPECT_GE(e.power_w, e.idle_w * (1 - 1e-9));
    EXPECT_LE(e.power_w, e.cap_w * (1 + 1e-9));
    EXPECT_LE(e.latency_interval_s.low, e.latency_s);
    EXPECT_GE(e.latency_interval_s.high, e.latency_s);
  });
}

void expect_not_slower(const Target& target, std::uint64_t seed, const std::function<void(Device&)>& improve) {
  const auto w = network(seed, 4, false);
  Device better = target.device;
  improve(better);
  EXPECT_LE(run(w, target, better).latency_s, run(w, target, target.device).latency_s * (1 + 1e-9));
}

TEST(EstimateInvariants, MoreBandwidthIsNeverSlower) {
  for_each([](const Target& target, std::uint64_t seed) {
    expect_not_slower(target, seed, [](Device& d) { d.memory.bandwidth_bytes_per_s *= 1.7; });
  });
}

TEST(EstimateInvariants, AHigherClockIsNeverSlower) {
  for_each([](const Target& target, std::uint64_t seed) {
    expect_not_slower(target, seed, [](Device& d) {
      d.clock_hz *= 1.3;
      for (auto* table : {&d.peak_ops_per_s, &d.peak_vector_ops_per_s})
        for (auto& peak : *table)
          if (peak) *peak *= 1.3;
    });
  });
}

TEST(EstimateInvariants, AHigherCapIsNeverSlower) {
  for_each([](const Target& target, std::uint64_t seed) {
    expect_not_slower(target, seed, [](Device& d) {
      d.power_modes[0].static_w = std::min(0.3 * d.power_modes[0].cap_w, 50.0);
      d.power_modes[0].cap_w *= 1.5;
    });
  });
}

TEST(EstimateInvariants, ALargerCacheIsNeverSlower) {
  for_each([](const Target& target, std::uint64_t seed) {
    expect_not_slower(target, seed, [](Device& d) {
      if (auto* gpu = std::get_if<hardware::GpuGeometry>(&d.geometry)) gpu->l2_bytes *= 2;
      if (auto* cpu = std::get_if<hardware::CpuGeometry>(&d.geometry)) cpu->l3_bytes *= 2;
      if (auto* array = std::get_if<hardware::SystolicGeometry>(&d.geometry)) array->sram_bytes *= 2;
      if (auto* dpu = std::get_if<hardware::DpuGeometry>(&d.geometry)) dpu->buffer_bytes *= 2;
      if (auto* npu = std::get_if<hardware::NpuGeometry>(&d.geometry)) npu->sram_bytes *= 2;
      if (auto* cgra = std::get_if<hardware::CgraGeometry>(&d.geometry)) cgra->memory_unit_bytes *= 2;
    });
  });
}

// Bandwidths that the units share grow with them, else each unit has less of them. Power is out of the way: more units
// may choose other tiles, which take other energy.
TEST(EstimateInvariants, TwiceTheUnitsAreNeverSlower) {
  for_each([](const Target& given, std::uint64_t seed) {
    Target target = given;
    target.device.power_modes[0].cap_w = 1e6;
    expect_not_slower(target, seed, [](Device& d) {
      d.units *= 2;
      for (auto* table : {&d.peak_ops_per_s, &d.peak_vector_ops_per_s})
        for (auto& peak : *table)
          if (peak) *peak *= 2;
      if (auto* gpu = std::get_if<hardware::GpuGeometry>(&d.geometry)) {
        gpu->sms *= 2;
        gpu->l2_bytes_per_clock *= 2;
      }
      if (auto* cpu = std::get_if<hardware::CpuGeometry>(&d.geometry)) cpu->cores *= 2;
      if (auto* array = std::get_if<hardware::SystolicGeometry>(&d.geometry)) {
        array->arrays *= 2;
        array->vector_lanes *= 2;
      }
      if (auto* dpu = std::get_if<hardware::DpuGeometry>(&d.geometry)) dpu->cores *= 2;
      if (auto* npu = std::get_if<hardware::NpuGeometry>(&d.geometry)) {
        npu->cores *= 2;
        npu->vector_bytes_per_clock *= 2;
      }
      if (auto* cgra = std::get_if<hardware::CgraGeometry>(&d.geometry)) cgra->compute_units *= 2;
      if (auto* kpu = std::get_if<hardware::KpuGeometry>(&d.geometry))
        for (hardware::KpuPool& pool : kpu->pools) pool.tiles *= 2;
    });
  });
}

// With caches that hold everything at either batch, or nothing, residency is the same at both.
Target with_residency_held(Target target) {
  if (auto* gpu = std::get_if<hardware::GpuGeometry>(&target.device.geometry)) gpu->l2_bytes = 1e15;
  if (auto* cpu = std::get_if<hardware::CpuGeometry>(&target.device.geometry)) cpu->l3_bytes = 1e15;
  if (auto* array = std::get_if<hardware::SystolicGeometry>(&target.device.geometry)) array->sram_bytes = 1e15;
  if (auto* kpu = std::get_if<hardware::KpuGeometry>(&target.device.geometry)) kpu->shared_memory_bytes = 1e15;
  return target;
}

TEST(EstimateInvariants, TwiceTheBatchTakesAtMostTwiceTheTime) {
  for_each([](const Target& target, std::uint64_t seed) {
    const Target fixed = with_residency_held(target);
    for (std::int64_t batch : {1, 3, 8}) {
      const double once = run(network(seed, batch, true), fixed, fixed.device).latency_s;
      const double twice = run(network(seed, 2 * batch, true), fixed, fixed.device).latency_s;
      EXPECT_LE(twice, 2 * once * (1 + 1e-9)) << "batch " << batch;
    }
  });
}

TEST(EstimateInvariants, TwiceTheBatchTakesAtMostTwiceTheEnergy) {
  for_each([](const Target& target, std::uint64_t seed) {
    const Target fixed = with_residency_held(target);
    for (std::int64_t batch : {1, 3, 8}) {
      const double once = run(network(seed, batch, true), fixed, fixed.device).energy_j;
      const double twice = run(network(seed, 2 * batch, true), fixed, fixed.device).energy_j;
      EXPECT_LE(twice, 2 * once * (1 + 1e-9)) << "batch " << batch;
    }
  });
}

}  // namespace
}  // namespace whichchip
