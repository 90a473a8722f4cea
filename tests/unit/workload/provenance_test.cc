#include "workload/provenance.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using tests::GraphBuilder;
using tests::Shape;
using tests::Value;
using Lines = std::vector<std::string>;

Provenance last(const GraphBuilder& net) {
  const Workload workload = build_workload(net.build(), "net");
  return provenance(workload, workload.operators.back());
}

// The number behind the last "=" of a line.
std::int64_t result_of(const std::string& line) { return std::stoll(line.substr(line.rfind("= ") + 2)); }

TEST(Provenance, ConvolutionShowsEveryFactor) {
  GraphBuilder net;
  net.output(net.input({2, 8, 10, 12}).conv(16).kernel(3, 5).padding(0).groups(4).biased());
  const Provenance shown = last(net);
  EXPECT_EQ(shown.rule, "Conv: B·OH·OW·OC·(IC/g)·kh·kw MAC; bias 1 per output");
  EXPECT_EQ(shown.arithmetic.at(0), "MAC B·OH·OW·OC·(IC/g)·kh·kw = 2·8·8·16·2·3·5 = 61440");
  EXPECT_EQ(shown.arithmetic.at(1), "vector 2048");
  EXPECT_EQ(shown.arithmetic.at(2).substr(0, 16), "read 1920 float ");
  EXPECT_EQ(result_of(shown.arithmetic.back().substr(0, shown.arithmetic.back().size() - 2)), 2 * 16 * 8 * 8 * 4);
}

TEST(Provenance, ProductsAndRates) {
  GraphBuilder net;
  net.output(net.input({1, 128, 768}).matmul(3072));
  EXPECT_EQ(last(net).arithmetic.at(0), "MAC M·N·K = 128·3072·768 = 301989888");
  GraphBuilder swish;
  swish.output(swish.input({4, 25}).unary("HardSwish"));
  EXPECT_EQ(last(swish).arithmetic.at(0), "vector 4 per output element · 100 = 400");
  EXPECT_EQ(last(swish).rule, "HardSwish: 4 per output element");
}

TEST(Provenance, AttentionAndRecurrenceNameTheirExtents) {
  GraphBuilder net;
  const Value q = net.input({2, 3, 5, 8}), k = net.input({2, 3, 7, 8});
  net.output(net.op("Attention", {q, k, k}, Shape{2, 3, 5, 8}));
  EXPECT_EQ(last(net).arithmetic.at(0), "MAC B·H·Sq·T·d = 6·5·7·8 = 1680");
  EXPECT_EQ(last(net).arithmetic.at(1), "MAC B·H·Sq·dv·T = 6·5·8·7 = 1680");
  GraphBuilder cell;
  cell.op("LSTM", {cell.input({10, 2, 32}), cell.weight({1, 256, 32}), cell.weight({1, 256, 64})}, Shape{10, 1, 2, 64});
  cell.set("hidden_size", std::int64_t{64});
  EXPECT_EQ(last(cell).arithmetic.at(0), "MAC D·T·B·gates·h·(in+h) = 1·10·2·256·96 = 491520");
}

TEST(Provenance, LoopsSayHowOftenTheyRun) {
  GraphBuilder net;
  const Value y = net.input({4, 8}).matmul(16);
  net.repeat(7);
  net.output(y);
  const Provenance shown = last(net);
  EXPECT_EQ(shown.arithmetic.at(0), "MAC M·N·K = 4·16·8 = 512");
  EXPECT_EQ(shown.arithmetic.at(1), "MAC 7 runs of it = 3584");
}

TEST(Provenance, WhatIsNotCountedSaysWhy) {
  GraphBuilder net;
  net.output(net.op("Mystery", {net.input({4})}, Shape{4}, "vendor"));
  const Provenance shown = last(net);
  EXPECT_TRUE(shown.rule.empty());
  EXPECT_EQ(shown.assumptions, Lines{"not counted: no rule counts this operator"});
  EXPECT_EQ(shown.arithmetic.size(), 2u);  // its bytes
}

}  // namespace
}  // namespace whichchip::workload
