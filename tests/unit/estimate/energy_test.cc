// Energy by event: trees close, counts are those of a hand calculation, and the trends that physics supports hold.
#include <cmath>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include "estimate/energy/breakdown.h"
#include "estimate/energy/events.h"
#include "estimate/run.h"
#include "support/reference_devices.h"
#include "support/reference_networks.h"

namespace whichchip {
namespace {

using estimate::EnergyBreakdown;
using estimate::EnergyNode;
using hardware::Precision;
using tests::NetworkBuilder;

estimate::Scenario at(Precision precision, estimate::Boundary boundary = estimate::Boundary::chip) {
  estimate::Scenario scenario;
  scenario.precision = precision;
  scenario.boundary = boundary;
  return scenario;
}

const EnergyNode* find(const EnergyNode& node, const std::string& id) {
  if (node.id == id) return &node;
  for (const EnergyNode& child : node.children)
    if (const EnergyNode* found = find(child, id)) return found;
  return nullptr;
}

const EnergyNode& get(const EnergyBreakdown& breakdown, const std::string& id) {
  const EnergyNode* node = find(breakdown.tree, id);
  EXPECT_NE(node, nullptr) << id;
  static const EnergyNode none;
  return node != nullptr ? *node : none;
}

double count(const EnergyBreakdown& breakdown, const std::string& id) { return get(breakdown, id).count.value_or(-1); }

// Share that branches take of the energy that events explain; of networks at batch 1 or more.
double event_share(const EnergyBreakdown& b, double batch, std::initializer_list<const char*> ids) {
  double sum = 0;
  for (const char* id : ids) sum += get(b, id).energy_j;
  return sum / (b.estimate.dynamic_energy_j / batch - get(b, "unattributed").energy_j);
}

void expect_closed(const EnergyNode& node) {
  if (node.count && node.energy_per_event_j) {
    EXPECT_NEAR(node.energy_j, *node.count * *node.energy_per_event_j, 1e-12 * std::abs(node.energy_j)) << node.id;
  }
  if (node.children.empty()) return;
  double sum = 0;
  for (const EnergyNode& child : node.children) {
    EXPECT_GE(child.energy_j, 0) << child.id;
    sum += child.energy_j;
    expect_closed(child);
  }
  EXPECT_EQ(sum, node.energy_j) << node.id;
}

workload::Workload conv_64_at_56(std::int64_t batch = 1) {
  NetworkBuilder net(batch);
  net.conv(net.image(64, 56, 56), 64, 3);
  return net.finish();
}

constexpr double kConvMacs = 56.0 * 56 * 64 * 64 * 9;

TEST(EnergyTree, ClosesAtEveryBoundaryAndBatch) {
  auto card = tests::a100_pcie_40gb();
  card.deployment = {"datacenter"};
  card.host = hardware::Host{};
  card.host->id = "Xeon-8490H";
  card.host->cores = 8;
  for (std::int64_t batch : {1, 3, 64})
    for (auto boundary : {estimate::Boundary::chip, estimate::Boundary::board, estimate::Boundary::wall}) {
      const auto network = tests::resnet50(batch);
      const EnergyBreakdown b = estimate::energy_breakdown(network, card, at(Precision::int8, boundary));
      expect_closed(b.tree);
      const double expected = b.estimate.energy_j / static_cast<double>(batch);
      EXPECT_NEAR(b.tree.energy_j, expected, 1e-9 * expected);
      double sum = 0;
      for (const estimate::SubgraphEnergy& s : b.subgraphs) {
        expect_closed(s.tree);
        sum += s.tree.energy_j;
      }
      EXPECT_NEAR(sum, expected, 1e-9 * expected);
      EXPECT_EQ(find(b.tree, "host") != nullptr, boundary != estimate::Boundary::chip);
      EXPECT_EQ(find(b.tree, "supply") != nullptr, boundary == estimate::Boundary::wall);
    }
}

TEST(EnergyTree, SplitOfTheEstimateIsThatOfTheTree) {
  const EnergyBreakdown b = estimate::energy_breakdown(tests::resnet50(1), tests::t4(), at(Precision::fp16));
  const auto& split = b.estimate.energy_split_j;
  EXPECT_NEAR(split[0], get(b, "compute").energy_j, 1e-9 * split[0]);
  EXPECT_NEAR(split[1], get(b, "registers").energy_j + get(b, "memory").energy_j, 1e-9 * split[1]);
  EXPECT_NEAR(split[2], get(b, "pipeline").energy_j + get(b, "simt_control").energy_j, 1e-9 * split[2]);
  EXPECT_NEAR(split[3], get(b, "unattributed").energy_j, 1e-9 * split[3]);
}

TEST(GpuEvents, ReferenceGemmIsExplainedTwoFifths) {
  NetworkBuilder net(1);
  net.project(net.tokens(8192, 8192), 8192, 0);
  const EnergyBreakdown b = estimate::energy_breakdown(net.finish(), tests::a100_sxm_40gb(), at(Precision::fp16));
  const double flops = 2.0 * 8192 * 8192 * 8192;
  const auto pj = [&](const char* id) { return get(b, id).energy_j / flops * 1e12; };
  EXPECT_NEAR(pj("tensor_macs"), 0.36, 0.001);
  EXPECT_NEAR(pj("register_bytes"), 0.131, 0.002);
  EXPECT_NEAR(pj("shared_bytes"), 0.03, 0.01);
  // Core events and what they leave, with the tiles' re-reads of the L2: the all-in energy of an operation.
  const double once = b.estimate.subgraphs[0].on_chip_bytes * 8e-12 / flops * 1e12;
  const double core = b.estimate.dynamic_energy_j / flops * 1e12 - once - pj("dram_bytes");
  EXPECT_NEAR(core, 1.30, 0.013);
  EXPECT_GT(pj("unattributed"), 0.5);
}

TEST(GpuEvents, CountsOfOneConvolution) {
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::a100_sxm_40gb(), at(Precision::int8));
  EXPECT_DOUBLE_EQ(count(b, "tensor_macs"), kConvMacs);
  EXPECT_DOUBLE_EQ(count(b, "cuda_macs"), 0);
  EXPECT_GE(count(b, "register_bytes"), kConvMacs * 1792 / 4096);
  EXPECT_EQ(count(b, "scheduling"), count(b, "warp_instructions"));
  EXPECT_LT(event_share(b, 1, {"simt_control"}), 0.30);
}

TEST(GpuEvents, ALaunchStartsEightWarpsABlock) {
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::a100_sxm_40gb(), at(Precision::int8));
  const int sms_with_work = b.estimate.subgraphs[0].units_used;
  EXPECT_DOUBLE_EQ(count(b, "launches"), 8.0 * sms_with_work);  // less than a wave: a block for each SM that works
}

// The idle watts of units with and without work, by the time that each layer leaves them.
TEST(IdleUnits, AreShownApart) {
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::a100_sxm_40gb(), at(Precision::int8));
  const estimate::SubgraphEstimate& layer = b.estimate.subgraphs[0];
  ASSERT_LT(layer.units_used, b.estimate.units_total);
  const EnergyNode& idle = get(b, "idle");
  ASSERT_EQ(idle.children.size(), 2U);
  EXPECT_NEAR(idle.energy_j, b.estimate.idle_energy_j, 1e-12 * idle.energy_j);
  EXPECT_NEAR(get(b, "spare_units").energy_j / idle.energy_j, 1 - 1.0 * layer.units_used / b.estimate.units_total,
              1e-9);
  // A fully used array has none.
  const EnergyBreakdown full = estimate::energy_breakdown(conv_64_at_56(), tests::zcu104(1), at(Precision::int8));
  EXPECT_NEAR(get(full, "spare_units").energy_j, full.estimate.request_s * full.estimate.idle_w,
              1e-9 * full.estimate.idle_energy_j);
}

TEST(GpuEvents, DepthwiseRunsOnCudaCores) {
  NetworkBuilder net(1);
  net.depthwise(net.image(64, 56, 56), 3);
  const EnergyBreakdown b = estimate::energy_breakdown(net.finish(), tests::a100_sxm_40gb(), at(Precision::fp16));
  EXPECT_DOUBLE_EQ(count(b, "tensor_macs"), 0);
  EXPECT_DOUBLE_EQ(count(b, "cuda_macs"), 56.0 * 56 * 64 * 9);
  EXPECT_EQ(get(b, "unattributed").energy_j, 0);
}

TEST(CpuEvents, ATileInstructionDoesSixteenThousandMacs) {
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::xeon_8480(), at(Precision::int8));
  EXPECT_DOUBLE_EQ(count(b, "tile_macs"), kConvMacs);
  // Beside them a load for every 64 bytes of L1 and an instruction for every 16 vector operations.
  const double expected = 1.15 * kConvMacs / 16384 + kConvMacs * 2 / 32 / 64 + count(b, "vector_ops") / 16;
  EXPECT_NEAR(count(b, "fetch"), expected, 1e-9 * expected);
  // What is not useful work of the product, and a comparison for each branch.
  EXPECT_NEAR(count(b, "scalar_ops"), 0.15 * kConvMacs / 16384 + expected / 20, 1e-9 * expected);
}

TEST(SystolicEvents, CountsFromFolds) {
  // K = 576 on 128 rows: five folds; N = 64: one.
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::tpu_v3_chip(), at(Precision::bf16));
  EXPECT_DOUBLE_EQ(count(b, "macs"), kConvMacs);
  EXPECT_DOUBLE_EQ(count(b, "buffer_reads"), 3136.0 * 576 * 2);
  EXPECT_DOUBLE_EQ(count(b, "buffer_requests"), (3136.0 * 576 * 2 + 3136 * 64 * 2) / 128);
  EXPECT_DOUBLE_EQ(count(b, "accumulator_reads"), 3136.0 * 64 * 5 * 4);
  EXPECT_DOUBLE_EQ(count(b, "weight_fifo"), 64.0 * 576 * 2);
  EXPECT_GT(count(b, "idle_elements"), kConvMacs);  // half of the columns, and more, have no work
}

TEST(DpuEvents, FullArrayHasNoIdleElements) {
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::zcu104(1), at(Precision::int8));
  EXPECT_DOUBLE_EQ(count(b, "macs"), kConvMacs);
  EXPECT_NEAR(count(b, "idle_elements"), 0, 1e-6 * kConvMacs);
  EXPECT_DOUBLE_EQ(count(b, "weight_buffer"), kConvMacs / 8);
  EXPECT_DOUBLE_EQ(count(b, "noc"), count(b, "dram_bytes"));  // one hop to the memory controller
  // The fabric costs six times the MAC in its slice.
  EXPECT_NEAR(get(b, "fabric").energy_j, 6 * get(b, "macs").energy_j, 1e-9 * get(b, "fabric").energy_j);
}

TEST(KpuEvents, NoInstructionPerOperation) {
  const EnergyBreakdown b = estimate::energy_breakdown(conv_64_at_56(), tests::kpu_t64(), at(Precision::int8));
  EXPECT_DOUBLE_EQ(count(b, "first_pool_macs") + count(b, "second_pool_macs"), kConvMacs);
  EXPECT_DOUBLE_EQ(count(b, "forwarding"), 2 * kConvMacs);
  EXPECT_EQ(find(b.tree, "fetch"), nullptr);
}

// Handling instructions costs most where one does least: CPU, then GPU, then systolic arrays.
TEST(Trends, InstructionShareFallsFromCpuToGpuToArray) {
  const auto network = conv_64_at_56(16);
  const EnergyBreakdown cpu = estimate::energy_breakdown(network, tests::xeon_8480(), at(Precision::fp32));
  const EnergyBreakdown gpu = estimate::energy_breakdown(network, tests::a100_sxm_40gb(), at(Precision::fp16));
  const EnergyBreakdown tpu = estimate::energy_breakdown(network, tests::tpu_v3_chip(), at(Precision::bf16));
  const double on_cpu = event_share(cpu, 16, {"pipeline", "branches"});
  const double on_gpu = event_share(gpu, 16, {"pipeline", "simt_control"});
  const double on_tpu = event_share(tpu, 16, {"control"});
  EXPECT_GT(on_cpu, on_gpu);
  EXPECT_GT(on_gpu, on_tpu);
}

TEST(Trends, BatchShiftsStaticToDynamic) {
  const auto share = [](std::int64_t batch) {
    const EnergyBreakdown b =
        estimate::energy_breakdown(tests::resnet50(batch), tests::a100_sxm_40gb(), at(Precision::int8));
    return get(b, "static").energy_j / b.tree.energy_j;
  };
  EXPECT_GT(share(1), 0.6);
  EXPECT_LT(share(64), share(8));
  EXPECT_LT(share(8), share(1));
  EXPECT_LT(share(64), 0.5);
}

TEST(Trends, NarrowerTypesMoveAndComputeForLess) {
  const auto dynamic = [](Precision precision) {
    return estimate::energy_breakdown(tests::resnet50(8), tests::a100_sxm_40gb(), at(precision))
        .estimate.dynamic_energy_j;
  };
  EXPECT_LT(dynamic(Precision::int8), dynamic(Precision::fp16));
  EXPECT_LT(dynamic(Precision::fp16), dynamic(Precision::fp32));
}

TEST(Trends, LowerClocksNeedLessDynamicEnergyAndMoreStatic) {
  auto device = tests::t4();
  device.rating.clock_hz = device.clock_hz;
  const EnergyBreakdown fast = estimate::energy_breakdown(tests::resnet50(8), device, at(Precision::int8));
  device.clock_hz /= 2;
  const EnergyBreakdown slow = estimate::energy_breakdown(tests::resnet50(8), device, at(Precision::int8));
  EXPECT_LT(slow.estimate.dynamic_energy_j, fast.estimate.dynamic_energy_j);
  EXPECT_GT(get(slow, "idle").energy_j, get(fast, "idle").energy_j);
}

TEST(Dedicated, IdlesBetweenRequests) {
  const estimate::Estimate e =
      estimate::energy_breakdown(tests::resnet50(1), tests::t4(), at(Precision::int8)).estimate;
  const auto slow = estimate::dedicated_energy_j(e, 1, 10);
  ASSERT_TRUE(slow);
  EXPECT_NEAR(*slow, e.idle_w / 10 + (e.power_w - e.idle_w) * e.latency_s, 1e-12);
  EXPECT_GT(*slow, e.energy_j);
  // Never idle: the energy of the run itself.
  EXPECT_NEAR(*estimate::dedicated_energy_j(e, 1, 1 / e.latency_s), e.energy_j, 1e-9 * e.energy_j);
  EXPECT_FALSE(estimate::dedicated_energy_j(e, 1, 2 / e.latency_s));
}

}  // namespace
}  // namespace whichchip
