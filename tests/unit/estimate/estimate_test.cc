#include "estimate/estimate.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/error.h"
#include "estimate/parameters.h"
#include "estimate/weight_stream.h"
#include "hardware/catalog.h"
#include "support/reference_devices.h"
#include "support/reference_networks.h"

namespace whichchip {
namespace {

using estimate::Bound;
using estimate::Estimate;
using estimate::Rung;
using hardware::Precision;
using tests::NetworkBuilder;
using workload::OperatorKind;

estimate::Scenario at(Precision precision, estimate::Boundary boundary = estimate::Boundary::chip) {
  estimate::Scenario scenario;
  scenario.precision = precision;
  scenario.boundary = boundary;
  return scenario;
}

double rung(const estimate::SubgraphEstimate& s, Rung which) { return s.rungs_s[static_cast<std::size_t>(which)]; }

TEST(Residency, WeightsThatFitTheCacheAreNotReadAgain) {
  NetworkBuilder small(1);
  small.linear(small.image(256, 4, 4), 1024);
  NetworkBuilder large(1);
  large.linear(large.image(4096, 4, 4), 4096);
  const auto device = tests::a100_sxm_40gb();
  const Estimate fits = estimate::estimate(small.finish(), device, at(Precision::fp16));
  const Estimate streams = estimate::estimate(large.finish(), device, at(Precision::fp16));
  EXPECT_LT(fits.dram_bytes, 0.01 * fits.memory.weight_bytes);
  EXPECT_GE(streams.dram_bytes, streams.memory.weight_bytes);
}

TEST(Law, BoundIsTheArgumentThatWins) {
  const auto device = tests::a100_sxm_40gb();
  NetworkBuilder compute(1);
  compute.project(compute.tokens(8192, 8192), 8192, 0);
  EXPECT_EQ(estimate::estimate(compute.finish(), device, at(Precision::fp16)).subgraphs[0].bound, Bound::compute);
  NetworkBuilder memory(64);
  memory.add(memory.image(4, 2048, 2048), memory.image(4, 2048, 2048));
  EXPECT_EQ(estimate::estimate(memory.finish(), device, at(Precision::fp16)).subgraphs[0].bound, Bound::memory);
  NetworkBuilder overhead(1);
  overhead.conv(overhead.image(16, 8, 8), 16, 3);
  EXPECT_EQ(estimate::estimate(overhead.finish(), device, at(Precision::fp16)).subgraphs[0].bound, Bound::overhead);
  const Estimate link = estimate::estimate(tests::vgg(16, 1), tests::edge_tpu_usb(), at(Precision::int8));
  const auto count = std::count_if(link.subgraphs.begin(), link.subgraphs.end(),
                                   [](const estimate::SubgraphEstimate& s) { return s.bound == Bound::link; });
  EXPECT_GE(count, 8);
}

TEST(Runtime, LaunchesBoundAStreamOfSmallKernels) {
  const auto network = tests::resnet50(1);
  estimate::Scenario scenario = at(Precision::int8);
  const auto device = tests::a100_sxm_40gb();
  scenario.runtime = workload::Runtime::engine;
  const Estimate engine = estimate::estimate(network, device, scenario);
  scenario.runtime = workload::Runtime::eager;
  const Estimate eager = estimate::estimate(network, device, scenario);
  const estimate::Parameters& parameters =
      parameters_for(estimate::builtin_technology(), device, workload::Runtime::eager);
  EXPECT_GE(eager.latency_s, engine.latency_s);
  EXPECT_GE(eager.latency_s, 56 * parameters.enqueue_s * (1 - 1e-12));
}

TEST(Runtime, FrameworksRunWhatFollowsAProductAsAKernelOfItsOwn) {
  // Too large for the L2: the output is written, read and written once more.
  NetworkBuilder net(64);
  net.conv(net.image(64, 112, 112), 64, 3);
  const auto network = net.finish();
  const auto device = tests::t4();
  estimate::Scenario scenario = at(Precision::fp32);
  const Estimate engine = estimate::estimate(network, device, scenario);
  scenario.runtime = workload::Runtime::graph;
  const Estimate graph = estimate::estimate(network, device, scenario);
  const double output_bytes = 64.0 * 64 * 112 * 112 * 4;
  EXPECT_NEAR(graph.dram_bytes - engine.dram_bytes, 2 * output_bytes, 0.01 * output_bytes);
  EXPECT_GT(graph.subgraphs[0].latency_s, engine.subgraphs[0].latency_s);
  EXPECT_GT(rung(graph.subgraphs[0], Rung::memory), rung(engine.subgraphs[0], Rung::memory));
}

TEST(Runtime, AutocastCastsTheWeightsInEveryRun) {
  NetworkBuilder net(1);
  net.project(net.tokens(4096, 16), 4096, 0);
  const auto network = net.finish();
  const auto device = tests::t4();
  const auto eager = [&](Precision precision) {
    estimate::Scenario scenario = at(precision);
    scenario.runtime = workload::Runtime::eager;
    return estimate::estimate(network, device, scenario);
  };
  // Single-precision weights are read, half-precision ones written, then read: 8 bytes a weight instead of 4.
  const double weights = 4096.0 * 4096;
  EXPECT_NEAR(eager(Precision::fp16).dram_bytes / weights, 8, 0.1);
  EXPECT_NEAR(eager(Precision::fp32).dram_bytes / weights, 4, 0.1);
}

TEST(Precisions, WeightOnlyFormatsShrinkTheWeightsAlone) {
  NetworkBuilder net(1);
  net.conv(net.image(64, 28, 28), 64, 3);
  const auto network = net.finish();
  const Estimate half = estimate::estimate(network, tests::t4(), at(Precision::fp16));
  const Estimate byte = estimate::estimate(network, tests::t4(), at(Precision::w8a16));
  const Estimate nibble = estimate::estimate(network, tests::t4(), at(Precision::w4a16));
  EXPECT_DOUBLE_EQ(byte.memory.weight_bytes, half.memory.weight_bytes / 2);
  EXPECT_DOUBLE_EQ(nibble.memory.weight_bytes, half.memory.weight_bytes * 4.5 / 16);
  EXPECT_DOUBLE_EQ(byte.memory.activation_bytes, half.memory.activation_bytes);
  EXPECT_DOUBLE_EQ(byte.subgraphs[0].compute_s, half.subgraphs[0].compute_s);
}

TEST(Runtime, KernelFloorsAreCyclesOfTheChip) {
  NetworkBuilder net(1);
  net.conv(net.image(64, 56, 56), 64, 3);
  const auto network = net.finish();
  hardware::Device device = tests::a100_sxm_40gb();
  const double floor = estimate::estimate(network, device, at(Precision::fp16)).subgraphs[0].fixed_s;
  device.clock_hz *= 2;
  EXPECT_NEAR(estimate::estimate(network, device, at(Precision::fp16)).subgraphs[0].fixed_s, floor / 2, 1e-12);
}

TEST(Npu, IndependentCoresTakeWholeInferences) {
  const hardware::Device both = hardware::find_device(hardware::builtin_catalog(), "QCS9075");
  ASSERT_TRUE(std::get<hardware::NpuGeometry>(both.geometry).independent);
  const auto compute = [&](std::int64_t batch) {
    double seconds = 0;
    for (const auto& s : estimate::estimate(tests::resnet50(batch), both, at(Precision::int8)).subgraphs)
      seconds += s.compute_s;
    return seconds;
  };
  EXPECT_NEAR(compute(2), compute(1), 1e-9 * compute(1));
  EXPECT_NEAR(compute(4), 2 * compute(2), 0.05 * compute(4));
}

TEST(WeightStream, FetchesAheadWhatTheScratchpadHolds) {
  estimate::Traffic traffic;
  traffic.streamed_weight_bytes = 100;
  estimate::WeightStream stream(60, 10);  // holds 60 bytes, 10 bytes a second
  estimate::Mapped step;
  step.memory_s = 10;
  stream.take(step, traffic);
  EXPECT_DOUBLE_EQ(step.memory_s, 10);  // nothing was fetched yet
  stream.advance(3, 1);                 // the DRAM idled for two seconds
  stream.take(step, traffic);
  EXPECT_DOUBLE_EQ(step.memory_s, 8);
  stream.advance(100, 0);  // longer than it takes to fill the scratchpad
  step.memory_s = 10;
  stream.take(step, traffic);
  EXPECT_DOUBLE_EQ(step.memory_s, 4);
  stream.take(step, traffic);
  EXPECT_DOUBLE_EQ(step.memory_s, 4);  // used up

  estimate::WeightStream none(0, 10);
  none.advance(100, 0);
  none.take(step, traffic);
  EXPECT_DOUBLE_EQ(step.memory_s, 4);
}

TEST(Runtime, ClassesWithOneToolchainIgnoreIt) {
  estimate::Scenario scenario = at(Precision::int8);
  scenario.runtime = workload::Runtime::eager;
  EXPECT_EQ(estimate::estimate(tests::resnet50(1), tests::zcu104(1), scenario).runtime_used, workload::Runtime::engine);
}

TEST(Timing, EndToEndAddsTheRequest) {
  estimate::Scenario scenario = at(Precision::int8);
  const auto device = tests::t4();
  const Estimate bare = estimate::estimate(tests::resnet50(1), device, scenario);
  scenario.timing = estimate::Timing::end_to_end;
  const Estimate full = estimate::estimate(tests::resnet50(1), device, scenario);
  EXPECT_GT(full.request_s, bare.request_s);
  EXPECT_NEAR(full.latency_s - full.request_s, bare.latency_s - bare.request_s, 1e-12);
}

TEST(Boundary, WallHoldsTheHostAndTheSupply) {
  estimate::Scenario scenario = at(Precision::int8);
  auto device = tests::a100_pcie_40gb();
  device.deployment = {"datacenter"};
  hardware::Host host;
  host.id = "Xeon-8490H";
  host.cores = 8;
  host.link_bytes_per_s = 25e9;
  device.host = host;
  const auto network = tests::resnet50(256);
  const Estimate chip = estimate::estimate(network, device, scenario);
  scenario.boundary = estimate::Boundary::wall;
  const Estimate wall = estimate::estimate(network, device, scenario);
  // Eight cards in a server: 2370 W by the model, 8.01 mJ an image measured.
  EXPECT_NEAR(8 * wall.power_w, 2370, 0.02 * 2370);
  EXPECT_NEAR(wall.energy_j / 256, 8.01e-3, 0.20 * 8.01e-3);
  EXPECT_EQ(chip.latency_s, wall.latency_s);
  EXPECT_EQ(chip.host_energy_j, 0);
}

TEST(Boundary, ModulesHaveACarrierAndEdgeCardsAMachine) {
  const auto network = tests::resnet50(1);
  const auto& catalog = hardware::builtin_catalog();
  const auto host_w = [&](const char* id, estimate::Boundary boundary) {
    return estimate::estimate(network, hardware::find_device(catalog, id), at(Precision::int8, boundary)).host_w;
  };
  using estimate::Boundary;
  // Its idle watts are the module's, so the carrier comes on top.
  EXPECT_EQ(host_w("Jetson-AGX-Xavier", Boundary::chip), 0);
  EXPECT_EQ(host_w("Jetson-AGX-Xavier", Boundary::board), 2.5);
  EXPECT_EQ(host_w("Jetson-AGX-Xavier", Boundary::wall), 2.5);
  // Its idle watts were read with the board.
  EXPECT_EQ(host_w("Jetson-TX2", Boundary::wall), 0);
  // A card on PCIe of a small machine: that machine's idle watts at the wall. A stick on a cable: nothing.
  EXPECT_EQ(host_w("Cloud-AI-100-DM.2", Boundary::board), 0);
  EXPECT_GT(host_w("Cloud-AI-100-DM.2", Boundary::wall), 2.5);
  EXPECT_EQ(host_w("Coral-Edge-TPU", Boundary::wall), 0);
}

TEST(Memory, WeightsBeyondTheDeviceCrossTheLink) {
  auto device = tests::a100_sxm_40gb();
  device.memory.capacity_bytes = 0.6e9;
  const auto network = tests::bert(1, 128, true);
  EXPECT_EQ(estimate::estimate(network, device, at(Precision::fp16)).fits, estimate::Fit::no);
  hardware::Host host;
  host.id = "Xeon-8490H";
  host.link_bytes_per_s = 25e9;
  device.host = host;
  const Estimate offload = estimate::estimate(network, device, at(Precision::fp16));
  EXPECT_EQ(offload.fits, estimate::Fit::offload);
  double link_bytes = 0;
  for (const auto& s : offload.subgraphs) link_bytes += s.link_bytes;
  EXPECT_NEAR(link_bytes, offload.memory.total_bytes() - *device.memory.capacity_bytes, 0.01 * link_bytes);
}

TEST(Uncertainty, UnknownOperatorsWidenTheIntervalUpwards) {
  NetworkBuilder net(1);
  auto x = net.image(64, 56, 56);
  auto& unknown = net.kernel(OperatorKind::unknown);
  net.read(unknown, x);
  unknown.unknown = true;
  net.output_of(unknown, 64, 56, 56);
  const Estimate e = estimate::estimate(net.finish(), tests::t4(), at(Precision::fp16));
  EXPECT_TRUE(e.subgraphs[0].uncertain);
  EXPECT_GE(e.latency_interval_s.high, 10 * e.latency_s);
  EXPECT_LE(e.latency_interval_s.low, e.latency_s);
}

TEST(Fallback, WithoutAHostIsAnErrorThatNamesTheDevice) {
  NetworkBuilder net(1);
  net.attention(net.tokens(192, 64), 1);
  try {
    estimate::estimate(net.finish(), tests::zcu104(1), at(Precision::int8));
    FAIL() << "no error";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_hardware);
    EXPECT_EQ(error.where, "Xilinx-DPU-ZCU104");
  }
}

TEST(Fallback, RunsOnTheHostWithItsCrossings) {
  auto device = tests::zcu104(1);
  hardware::Host host;
  host.id = "RaspberryPi4";
  host.cores = 4;
  host.link_bytes_per_s = 4e9;
  host.synchronisation_s = 10e-6;
  device.host = host;
  NetworkBuilder net(1);
  const auto qkv = net.project(net.tokens(64, 64), 192, 1);
  net.project(net.attention(qkv, 1), 64, 1);
  const Estimate e = estimate::estimate(net.finish(), device, at(Precision::int8));
  ASSERT_EQ(e.subgraphs.size(), 3U);
  EXPECT_FALSE(e.subgraphs[0].on_host);
  EXPECT_TRUE(e.subgraphs[1].on_host);
  EXPECT_GT(rung(e.subgraphs[1], Rung::fallback), 0);
  EXPECT_GE(rung(e.subgraphs[1], Rung::link), host.synchronisation_s);
  EXPECT_GE(rung(e.subgraphs[2], Rung::link), host.synchronisation_s);
  EXPECT_FALSE(e.warnings.empty());
}

TEST(Technology, IntervalsWidenWhereFloorsAreMost) {
  for (const estimate::Parameters& p : estimate::builtin_technology().parameters) {
    EXPECT_GE(p.interval, 1) << p.id;
    EXPECT_GE(p.interval_overhead, p.interval) << p.id;
  }
}

// Else the only chip that nobody measured would always win.
TEST(Technology, UnmeasuredChipsGetNoBetterPriorsThanMeasuredOnes) {
  const auto find = [](const std::string& id) {
    for (const estimate::Parameters& p : estimate::builtin_technology().parameters)
      if (p.id == id) return p;
    return estimate::Parameters{};
  };
  const estimate::Parameters measured = find("gpu/engine");
  for (const char* id : {"kpu/engine", "cgra/engine"}) {
    const estimate::Parameters unmeasured = find(id);
    EXPECT_EQ(unmeasured.confidence, estimate::Confidence::simulated) << id;
    EXPECT_LE(unmeasured.compute_efficiency, measured.compute_efficiency) << id;
    EXPECT_LE(unmeasured.memory_efficiency, measured.memory_efficiency) << id;
    EXPECT_GT(unmeasured.interval, measured.interval) << id;
  }
  EXPECT_GE(find("kpu/engine").kernel_s, measured.kernel_s);
}

TEST(Technology, MalformedTablesAreNamed) {
  EXPECT_THROW(estimate::parse_technology("{"), core::Error);
  EXPECT_THROW(estimate::parse_technology(R"({"parameters": {"version": "1", "parameters": {"gpu/engine": {}}}})"),
               core::Error);
}

}  // namespace
}  // namespace whichchip
