#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "support/workload_checks.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using tests::GraphBuilder;
using tests::Shape;
using tests::Value;

Partition engine(const GraphBuilder& net) {
  const Workload workload = build_workload(net.build(), "net");
  tests::expect_consistent(workload);
  return workload.partition(Runtime::engine);
}

TEST(PeakMemory, AChainHoldsOneStepAtATime) {
  GraphBuilder net;
  net.output(net.input({1, 8, 10, 10}).conv(16).conv(4));
  const Partition p = engine(net);
  EXPECT_EQ(p.peak_activation_bytes, (800 + 1600) * 4);
  EXPECT_EQ(p.peak_activation_lower_bound_bytes, (800 + 1600) * 4);
  EXPECT_EQ(p.activation_arena_bytes, (800 + 1600) * 4);
  EXPECT_EQ(p.peak_subgraph, 0);
  ASSERT_EQ(p.live.size(), 2U);
  EXPECT_EQ(p.live[0].bytes, (800 + 1600) * 4);
  EXPECT_EQ(p.live[0].buffers, 2);
  EXPECT_EQ(p.live[1].bytes, (1600 + 400) * 4);
}

TEST(PeakMemory, AResidualLivesUntilItsSum) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 10, 10}).conv(8);
  net.output(x.conv(8).relu().conv(8).add(x));
  // x and the inner map; the sum takes the place of x.
  EXPECT_EQ(engine(net).peak_activation_bytes, 2 * 800 * 4);
  EXPECT_EQ(engine(net).peak_activation_lower_bound_bytes, 2 * 800 * 4);
}

TEST(PeakMemory, ElementwiseRunsInPlace) {
  GraphBuilder net;
  const Value pooled = net.input({1, 8, 20, 20}).max_pool(2, 2, 0);
  net.output(pooled.max_pool(1, 1, 0).relu().max_pool(1, 1, 0));
  const Workload workload = build_workload(net.build(), "net");
  EXPECT_EQ(workload.partition(Runtime::eager).peak_activation_bytes, (3200 + 800) * 4);
}

TEST(PeakMemory, AGraphInputIsNeverOverwritten) {
  GraphBuilder net;
  net.output(net.input({100}).relu());
  EXPECT_EQ(engine(net).peak_activation_bytes, 2 * 100 * 4);
}

TEST(PeakMemory, ViewsShareTheirBytes) {
  GraphBuilder net;
  net.output(net.input({1, 100}).reshape({10, 10}).softmax().reshape({100, 1}));
  EXPECT_EQ(engine(net).peak_activation_bytes, 2 * 100 * 4);
}

TEST(PeakMemory, ConcatenationIsItsParts) {
  GraphBuilder net;
  const Value x = net.input({1, 4, 10, 10});
  net.output(net.op("Concat", {x.conv(8), x.conv(8)}, Shape{1, 16, 10, 10}));
  EXPECT_EQ(engine(net).peak_activation_bytes, (400 + 1600) * 4);
}

TEST(PeakMemory, OutputsStayToTheEnd) {
  GraphBuilder net;
  const Value a = net.input({1, 4, 10, 10}).conv(8);
  net.output(a);
  net.output(a.conv(8).conv(4));
  EXPECT_EQ(engine(net).peak_activation_bytes, (800 + 800 + 400) * 4);
}

// What every step needs, added up from first and last uses without regard to order: no operator here runs in place.
TEST(PeakMemory, EqualsTheSumOfWhatIsInUse) {
  std::uint64_t state = 3;
  const auto random = [&state](std::size_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  for (int trial = 0; trial < 50; ++trial) {
    GraphBuilder net;
    std::vector<Value> maps{net.input({1, 4, 8, 8})};
    std::vector<std::size_t> source{0};
    std::vector<std::int64_t> channels{4};
    for (int i = 0; i < 12; ++i) {
      source.push_back(random(maps.size()));
      channels.push_back(static_cast<std::int64_t>(1 + random(9)));
      maps.push_back(maps[source.back()].conv(channels.back()).kernel(3).padding(1));
    }
    std::int64_t expected = 0;
    for (std::size_t step = 1; step < maps.size(); ++step) {
      std::int64_t bytes = 0;
      for (std::size_t m = 0; m < maps.size(); ++m) {
        std::size_t last = 0;
        for (std::size_t later = 1; later < maps.size(); ++later) {
          if (source[later] == m) last = later;
        }
        if (last == 0 && m > 0) last = maps.size();  // nothing reads it: an output
        if (m <= step && step <= last) bytes += channels[m] * 64 * 4;
      }
      expected = std::max(expected, bytes);
    }
    for (std::size_t m = 1; m < maps.size(); ++m) {
      if (std::count(source.begin() + 1, source.end(), m) == 0) net.output(maps[m]);
    }
    const Partition p = build_workload(net.build(), "net").partition(Runtime::eager);
    EXPECT_EQ(p.peak_activation_bytes, expected) << trial;
    EXPECT_GE(p.activation_arena_bytes, expected) << trial;
  }
}

TEST(PeakMemory, UnusedInputsAreNotHeld) {
  GraphBuilder net;
  net.input({1000000});
  net.output(net.input({100}).relu());
  EXPECT_EQ(engine(net).peak_activation_bytes, 2 * 100 * 4);
}

}  // namespace
}  // namespace whichchip::workload
