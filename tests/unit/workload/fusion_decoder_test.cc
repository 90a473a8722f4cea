// Fusions of language models: rotary embeddings, gated layers, caches that a kernel prolongs where they are.
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

Workload built(const GraphBuilder& net) {
  Workload workload = build_workload(net.build(), "net.onnx");
  tests::expect_consistent(workload);
  return workload;
}

Value slice(GraphBuilder& net, const Value& x, std::int64_t size) {
  Shape shape = x.shape();
  shape.back() = size;
  return net.op("Slice", {x, net.integers({0}), net.integers({size}), net.integers({3})}, shape);
}

// rotate_half: Concat(−x₂, x₁)
Value rotary(GraphBuilder& net, const Value& x, const Value& cos, const Value& sin) {
  const Value low = slice(net, x, 32), high = slice(net, x, 32);
  const Value turned = net.op("Concat", {high.unary("Neg"), low}, x.shape());
  return x.mul(cos).add(turned.mul(sin));
}

TEST(DecoderFusion, RotaryEmbeddingIsOneKernel) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 16, 64}), cos = net.input({1, 1, 16, 64}), sin = net.input({1, 1, 16, 64});
  net.output(rotary(net, x, cos, sin));
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine), Names{"RotaryEmbedding"});
  EXPECT_EQ(names(workload, Runtime::graph), (Names{"Slice", "Slice", "Neg", "Concat", "Mul + Add"}));
  const Subgraph& s = workload.partition(Runtime::engine).subgraphs[0];
  ASSERT_EQ(s.reads.size(), 3u);
  for (const Access& read : s.reads) {
    EXPECT_EQ(read.elements, workload.tensors[static_cast<std::size_t>(read.tensor)].elements);
  }
  ASSERT_EQ(s.writes.size(), 1u);
}

// The form of two halves: Concat(x₁·cos − x₂·sin, x₂·cos + x₁·sin), of a transposed operand.
TEST(DecoderFusion, RotaryEmbeddingByHalvesIsOneKernel) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 8, 64}).transpose({0, 2, 1, 3});
  const Value cos = net.input({1, 1, 16, 32}), sin = net.input({1, 1, 16, 32});
  const auto halves = net.op("Split", {x}, {Shape{1, 8, 16, 32}, Shape{1, 8, 16, 32}});
  const Value low = halves[0].mul(cos).binary("Sub", halves[1].mul(sin));
  const Value high = halves[1].mul(cos).add(halves[0].mul(sin));
  net.output(net.op("Concat", {low, high}, Shape{1, 8, 16, 64}));
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine), Names{"RotaryEmbedding"});
  EXPECT_TRUE(workload.partition(Runtime::engine).subgraphs[0].strided_movement);
}

// Rolling a tensor: two slices and a concatenation move it once.
TEST(DecoderFusion, ARollIsOneKernel) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 16, 64});
  net.output(net.op("Concat", {slice(net, x, 48), slice(net, x, 16)}, x.shape()).layer_norm());
  const Workload workload = built(net);
  const Subgraph& roll = workload.partition(Runtime::engine).subgraphs.at(0);
  EXPECT_EQ(roll.operators.size(), 3u);
  ASSERT_EQ(roll.reads.size(), 1u);
  EXPECT_EQ(roll.reads[0].elements, 8 * 16 * 64);  // the parts add up
}

TEST(DecoderFusion, GatedLayerIsOneProduct) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 128});
  const Value gate = x.matmul(512);
  net.output(gate.mul(gate.sigmoid()).mul(x.matmul(512)).matmul(128));
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine), (Names{"MatMul 128→1024 + Silu + Mul", "MatMul 512→128"}));
  const Subgraph& merged = workload.partition(Runtime::engine).subgraphs[0];
  ASSERT_EQ(merged.matrix.size(), 1u);
  EXPECT_EQ(merged.matrix[0].n, 1024);
  EXPECT_EQ(merged.reads.size(), 1u);
  EXPECT_EQ(merged.weights.size(), 2u);
  EXPECT_EQ(names(workload, Runtime::graph),
            (Names{"MatMul 128→512 + Silu", "MatMul 128→512", "Mul", "MatMul 512→128"}));
}

TEST(DecoderFusion, ProductsOfDifferentInputsStayApart) {
  GraphBuilder net;
  const Value a = net.input({1, 16, 128}), b = net.input({1, 16, 128});
  net.output(a.matmul(512).mul(b.matmul(512)));
  EXPECT_EQ(names(built(net), Runtime::engine).size(), 3u);
}

struct Cached {
  GraphBuilder net;
  Value present;
  explicit Cached(std::int64_t past) {
    const Value cache = net.input({1, 2, past, 64});
    net.tensor(cache).name = "past_key_values.0.key";
    const Value q = net.input({1, 2, 1, 64});
    const Value fresh = net.input({1, 2, 1, 64}).relu();
    present = net.op("Concat", {cache, fresh}, Shape{1, 2, past + 1, 64});
    net.set("axis", std::int64_t{2});
    net.output(present);
    net.output(q.matmul(present.transpose({0, 1, 3, 2})).softmax().matmul(present));
  }
};

TEST(DecoderFusion, AnEngineProlongsACacheInPlace) {
  Cached cached(99);
  const Workload workload = built(cached.net);
  EXPECT_EQ(names(workload, Runtime::engine), (Names{"Relu + Concat", "Attention 2×64"}));
  const Partition& engine = workload.partition(Runtime::engine);
  const Subgraph& append = engine.subgraphs[0];
  ASSERT_EQ(append.writes.size(), 1u);
  EXPECT_EQ(append.writes[0].elements, 2 * 64);  // the new token alone
  std::int64_t read = 0;
  for (const Access& access : engine.subgraphs[1].reads) read += access.elements;
  EXPECT_EQ(read, 2 * 64 + 99 * 2 * 64 + 2 * 64);  // query, past, new
  EXPECT_EQ(engine.subgraphs[1].dependencies, std::vector<int>{0});
  // The past and the present are one buffer.
  EXPECT_LT(engine.peak_activation_bytes, 2 * 99 * 2 * 64 * 4);
  // Other runtimes copy it.
  const auto graph = names(workload, Runtime::graph);
  EXPECT_NE(std::find(graph.begin(), graph.end(), "Concat"), graph.end());
}

TEST(DecoderFusion, ACacheOfNothingIsProlongedToo) {
  Cached cached(0);
  EXPECT_EQ(names(built(cached.net), Runtime::engine).size(), 2u);
}

}  // namespace
}  // namespace whichchip::workload
