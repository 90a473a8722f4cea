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
  EXPECT_EQ(p.peak_subgraph, 0);
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

TEST(PeakMemory, UnusedInputsAreNotHeld) {
  GraphBuilder net;
  net.input({1000000});
  net.output(net.input({100}).relu());
  EXPECT_EQ(engine(net).peak_activation_bytes, 2 * 100 * 4);
}

}  // namespace
}  // namespace whichchip::workload
