#include "analysis/sweep.h"

#include <gtest/gtest.h>

#include "analysis/advice.h"
#include "analysis/precision_gain.h"
#include "analysis/roofline.h"
#include "core/error.h"
#include "support/reference_devices.h"
#include "support/reference_networks.h"

namespace whichchip::analysis {
namespace {

std::vector<OpenModel> resnet() {
  return {[](const Request& request) { return tests::resnet50(request.batch); }};
}

TEST(Sweep, WhatANarrowerTypeBringsIsTheRatioOfTwoRuns) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,8");
  set_axis(axes, "precision", "fp16,int8");
  const Sweep result = sweep(resnet(), {tests::t4()}, {}, axes, 10e-3);
  const std::vector<PrecisionGain> gains = precision_gains(result);
  ASSERT_EQ(gains.size(), 1U);
  Request request;
  request.scenario.precision = hardware::Precision::fp16;
  const Row before = row_for(tests::resnet50(1), tests::t4(), request);
  request.scenario.precision = hardware::Precision::int8;
  const Row after = row_for(tests::resnet50(1), tests::t4(), request);
  EXPECT_DOUBLE_EQ(gains[0].faster, before.batch_latency_s / after.batch_latency_s);
  EXPECT_DOUBLE_EQ(gains[0].less_energy, before.energy_j / after.energy_j);
  EXPECT_NE(told(gains[0]).find("T4 at batch 1"), std::string::npos);
}

TEST(Sweep, GridHasEveryPointAndEqualsSingleRuns) {
  SweepAxes axes;
  set_axis(axes, "batch", "8,1,32,8");
  set_axis(axes, "precision", "fp16,int8");
  EXPECT_EQ(axes.batches, (std::vector<std::int64_t>{1, 8, 32}));
  const std::vector<hardware::Device> devices{tests::t4(), tests::a100_sxm_40gb()};
  const Sweep result = sweep(resnet(), devices, {}, axes, 10e-3);
  ASSERT_EQ(result.points.size(), 3U * 2U * 2U);
  for (const SweepPoint& point : result.points) {
    Request request;
    request.scenario.precision = point.asked;
    const hardware::Device& device = point.hardware == "T4" ? devices[0] : devices[1];
    const Row row = row_for(tests::resnet50(point.batch), device, request);
    EXPECT_EQ(point.latency_s, row.batch_latency_s);
    EXPECT_EQ(point.energy_j, row.energy_j);
    EXPECT_EQ(point.throughput_per_s, row.throughput_per_s);
    if (point.batch == 1) {
      EXPECT_DOUBLE_EQ(*point.batch_efficiency, 1);
    }
  }
}

TEST(Sweep, BestPointsAreTheExtremes) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,4,16,64");
  const Sweep result = sweep(resnet(), {tests::a100_sxm_40gb(), tests::tpu_v4()}, {}, axes, 10e-3);
  EXPECT_EQ(result.best.size(), 2U * 3U);
  for (const SweepBest& best : result.best) {
    const SweepPoint& chosen = result.points[best.point];
    for (const SweepPoint& point : result.points) {
      if (point.hardware != best.hardware) continue;
      if (best.metric == "latency") {
        EXPECT_LE(chosen.latency_s, point.latency_s);
      }
      if (best.metric == "throughput") {
        EXPECT_GE(chosen.throughput_per_s, point.throughput_per_s);
      }
      if (best.metric == "energy") {
        EXPECT_LE(chosen.energy_j, point.energy_j);
      }
    }
  }
}

TEST(Sweep, CrossoverIsWhereTheLeadPassesOn) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,2,4,8,16,32,64,128");
  const Sweep result =
      sweep(resnet(), {tests::t4(), tests::zcu104(2), tests::edge_tpu_usb(), tests::h100_sxm()}, {}, axes, 10e-3);
  const auto leader = [&](std::int64_t batch) {
    const SweepPoint* best = nullptr;
    for (const SweepPoint& point : result.points) {
      if (point.batch == batch && (best == nullptr || point.energy_j < best->energy_j)) best = &point;
    }
    return best->hardware;
  };
  std::size_t seen = 0;
  for (const Crossover& crossover : result.crossovers) {
    if (crossover.metric != "energy") continue;
    EXPECT_EQ(leader(crossover.from), crossover.before);
    EXPECT_EQ(leader(crossover.to), crossover.after);
    EXPECT_NE(crossover.before, crossover.after);
    ++seen;
  }
  std::size_t expected = 0;
  for (std::size_t i = 1; i < axes.batches.size(); ++i)
    expected += leader(axes.batches[i - 1]) != leader(axes.batches[i]) ? 1 : 0;
  EXPECT_EQ(seen, expected);
}

TEST(Sweep, TheDecisionIsTheBestOfItsCellAndFollowsTheDevices) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,64");
  set_axis(axes, "precision", "fp16,int8");
  const std::vector<hardware::Device> devices{tests::t4(), tests::a100_sxm_40gb()};
  const Sweep both = sweep(resnet(), devices, {}, axes, 10e-3);
  ASSERT_EQ(both.decisions.size(), 2U * 2U);
  for (const Decision& cell : both.decisions) {
    for (const SweepPoint& point : both.points) {
      const std::string asked = hardware::name(*point.asked);
      if (point.batch != cell.batch || asked != cell.setting) continue;
      EXPECT_LE(both.points[cell.fastest].latency_s, point.latency_s);
      EXPECT_LE(both.points[cell.least_energy].energy_j, point.energy_j);
    }
    EXPECT_EQ(both.points[cell.fastest].hardware, "A100-SXM-40GB");
  }
  const Sweep one = sweep(resnet(), {tests::t4()}, {}, axes, 10e-3);
  for (const Decision& cell : one.decisions) EXPECT_EQ(one.points[cell.fastest].hardware, "T4");
}

TEST(Sweep, WhatAModelRefusesIsListedAndTheRestGoesOn) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,4,8");
  const OpenModel fixed = [](const Request&) { return tests::resnet50(1); };
  EXPECT_EQ(sweep({fixed}, {tests::t4()}, {}, axes, 10e-3).points.size(), 1U);  // one batch, whatever is asked

  const OpenModel small = [](const Request& request) {
    if (request.batch > 4) throw core::Error(core::ErrorCode::bad_model, "no more than 4");
    return tests::resnet50(request.batch);
  };
  const Sweep result = sweep({small}, {tests::t4()}, {}, axes, 10e-3);
  EXPECT_EQ(result.points.size(), 2U);
  ASSERT_EQ(result.failed.size(), 1U);
  EXPECT_EQ(result.failed.front().hardware, "model 1, batch 8");
  EXPECT_EQ(result.failed.front().reason, "no more than 4");
  const OpenModel none = [](const Request&) -> workload::Workload {
    throw core::Error(core::ErrorCode::bad_model, "nothing");
  };
  EXPECT_THROW(sweep({none}, {tests::t4()}, {}, axes, 10e-3), core::Error);
}

TEST(Sweep, TheLimitChangesTheAdvice) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,4,16,64");
  const Sweep loose = sweep(resnet(), {tests::a100_sxm_40gb()}, {}, axes, 1.0);
  const Sweep tight = sweep(resnet(), {tests::a100_sxm_40gb()}, {}, axes, 2e-3);
  const Sweep none = sweep(resnet(), {tests::a100_sxm_40gb()}, {}, axes, 1e-9);
  EXPECT_NE(loose.text.front(), tight.text.front());
  EXPECT_NE(none.text.front().find("No point is within"), std::string::npos);
}

TEST(Sweep, WhatCannotRunIsListedOnceAndTheRestGoesOn) {
  SweepAxes axes;
  set_axis(axes, "batch", "1,4");
  set_axis(axes, "precision", "fp32");
  const Sweep result = sweep(resnet(), {tests::edge_tpu_usb(), tests::t4()}, {}, axes, 10e-3);
  ASSERT_EQ(result.failed.size(), 1U);
  EXPECT_NE(result.failed.front().reason.find("needs quantisation"), std::string::npos);
  EXPECT_EQ(result.points.size(), 2U);
}

TEST(Sweep, BadAxesAreUsageErrors) {
  SweepAxes axes;
  for (const auto& [option, value] : {std::pair{"batch", "1,x"},
                                      {"batch", "0"},
                                      {"batch", ","},
                                      {"dim", "seq"},
                                      {"dim", "seq=a"},
                                      {"precision", "int7"}})
    EXPECT_THROW(set_axis(axes, option, value), core::Error) << option << value;
}

TEST(Roofline, NoPointStandsAboveItsRoof) {
  for (const hardware::Device& device :
       {tests::t4(), tests::a100_sxm_40gb(), tests::tpu_v4(), tests::xeon_8480(), tests::kpu_t64(), tests::zcu104(1)}) {
    for (const std::int64_t batch : {1, 64}) {
      const workload::Workload workload = tests::resnet50(batch);
      const Row row = row_for(workload, device, {});
      const Roofline r = roofline(workload, row);
      double time = r.time_without_macs;
      ASSERT_EQ(r.ceilings.front().id, "peak");
      for (const RooflinePoint& point : r.points) {
        time += point.time_share;
        EXPECT_LE(point.ops_per_s, r.ceilings.front().ops_per_s * (1 + 1e-9)) << device.id << point.name;
        for (const Ceiling& ceiling : r.ceilings) {
          if (ceiling.id == "power") {
            EXPECT_LE(point.ops_per_s, ceiling.ops_per_s * (1 + 1e-9)) << device.id;
          }
          if (ceiling.id == "dram" && point.intensity) {
            EXPECT_LE(point.ops_per_s, ceiling.bytes_per_s * *point.intensity * (1 + 1e-9)) << device.id << point.name;
          }
        }
      }
      EXPECT_NEAR(time + row.estimate.request_s / row.batch_latency_s, 1, 1e-9) << device.id;
    }
  }
}

}  // namespace
}  // namespace whichchip::analysis
