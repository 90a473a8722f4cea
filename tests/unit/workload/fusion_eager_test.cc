// What a framework runs as one operator although exporters write several nodes.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "support/workload_checks.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using tests::GraphBuilder;
using tests::names;
using tests::Shape;
using tests::Value;
using Names = std::vector<std::string>;

Names eager(const GraphBuilder& net, const std::string& producer = {}) {
  model::Graph graph = net.build();
  graph.producer = producer;
  const Workload workload = build_workload(graph, "net.onnx");
  tests::expect_consistent(workload);
  return names(workload, Runtime::eager);
}

TEST(EagerFusion, NormalisationAndActivationsAreOneOperatorEach) {
  GraphBuilder net;
  const Value x = net.input({1, 128, 768});
  const Value centred = x.binary("Sub", x.reduce_mean());
  const Value deviation = centred.scaled("Pow", 2).reduce_mean().scaled("Add", 1e-5).unary("Sqrt");
  const Value norm = centred.binary("Div", deviation).mul(net.weight({768})).add(net.weight({768}));
  const Value gelu = norm.mul(norm.scaled("Div", 1.4142135).unary("Erf").scaled("Add", 1)).scaled("Mul", 0.5);
  net.output(gelu.mul(gelu.sigmoid()));
  EXPECT_EQ(eager(net), (Names{"LayerNormalization", "Gelu", "Silu"}));
}

// Written out in Python by the models that use them: they run as they stand.
TEST(EagerFusion, WhatFrameworksWriteOutRunsNodeByNode) {
  GraphBuilder net;
  const Value x = net.input({1, 128, 768});
  const Value root = x.mul(x).reduce_mean().scaled("Add", 1e-5).unary("Sqrt");
  net.output(x.binary("Div", root).mul(net.weight({768})));
  EXPECT_EQ(eager(net).size(), 6u);
}

TEST(EagerFusion, ALinearLayerTakesItsBias) {
  GraphBuilder net;
  net.output(net.input({1, 128, 768}).linear(3072));
  EXPECT_EQ(eager(net), Names{"MatMul 768→3072 + Add"});
}

Value attention(const Value& x) {
  const Shape heads{1, 128, 12, 64};
  const auto split = [&] { return x.linear(768).reshape(heads).transpose({0, 2, 1, 3}); };
  const Value scores = split().matmul(split().transpose({0, 1, 3, 2})).scaled("Div", 8);
  return scores.softmax().matmul(split()).transpose({0, 2, 1, 3});
}

TEST(EagerFusion, AttentionIsOneOperatorSincePytorch2) {
  GraphBuilder net;
  net.output(attention(net.input({1, 128, 768})));
  EXPECT_EQ(eager(net, "pytorch 2.9.1"),
            (Names{"MatMul 768→768 + Add", "MatMul 768→768 + Add", "MatMul 768→768 + Add", "Attention 12×64"}));
  EXPECT_GT(eager(net, "pytorch 1.13.1").size(), 7u);
}

TEST(EagerFusion, SlicesAreStridesOfWhatIsThere) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 64}).relu();
  const auto halves = net.op("Split", {x}, {Shape{1, 16, 32}, Shape{1, 16, 32}});
  net.output(halves[0].mul(halves[1]));
  const Workload workload = build_workload(net.build(), "net");
  tests::expect_consistent(workload);
  EXPECT_EQ(names(workload, Runtime::eager), (Names{"Relu", "Mul"}));
  const Subgraph& product = workload.partition(Runtime::eager).subgraphs[1];
  ASSERT_EQ(product.reads.size(), 1u);
  EXPECT_EQ(product.reads[0].elements, 16 * 64);
}

}  // namespace
}  // namespace whichchip::workload
