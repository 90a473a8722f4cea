// Invariants of the workload over random graphs: every operator in one kernel per level, MACs conserved, dependencies
// without cycles, the batch a plain factor, quantised twins equal to float ones.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "support/workload_checks.h"
#include "workload/workload.h"

namespace whichchip {
namespace {

using tests::GraphBuilder;
using tests::Shape;
using tests::Value;
using workload::build_workload;
using workload::Runtime;
using workload::Workload;

// splitmix64: the same sequence everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

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

// Feature maps of one shape, so that any two of them may meet; wiring, not geometry, is what fusion can get wrong.
Value random_operator(GraphBuilder& net, Random& random, const std::vector<Value>& values) {
  const auto recent = [&] { return values[values.size() - 1 - random.below(std::min<std::size_t>(values.size(), 5))]; };
  const Value x = recent();
  const Shape shape = x.shape();
  switch (random.below(16)) {
    case 0:
    case 1:
    case 2:
      return x.conv(shape[1]).kernel(3).padding(1);
    case 3:
      return x.relu();
    case 4:
      return x.sigmoid();
    case 5:
      return x.mul(x.sigmoid());
    case 6:
    case 7:
      return x.add(recent());
    case 8:
      return x.mul(recent());
    case 9:
      return x.batch_norm();
    case 10:
      return x.layer_norm();
    case 11:
      return x.max_pool(1, 1, 0);
    case 12:
      return x.transpose({0, 1, 3, 2});
    case 13:
      return x.matmul(shape[3]).bias();
    case 14: {
      const Value scores = x.matmul(recent().transpose({0, 1, 3, 2}));
      return scores.scaled("Mul", 0.125).softmax().matmul(recent());
    }
    default: {
      const Value both = net.op("Concat", {x, recent()}, Shape{shape[0], 2 * shape[1], shape[2], shape[3]});
      return both.conv(shape[1]);
    }
  }
}

model::Graph random_graph(std::uint64_t seed, std::int64_t batch, std::size_t size) {
  GraphBuilder net;
  Random random(seed);
  std::vector<Value> values{net.input({batch, 8, 8, 8}), net.input({batch, 8, 8, 8})};
  for (std::size_t i = 0; i < size; ++i) values.push_back(random_operator(net, random, values));
  net.output(values.back());
  if (random.below(2) == 0) net.output(values[values.size() / 2]);
  return net.build();
}

TEST(WorkloadInvariants, HoldOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Workload workload = build_workload(random_graph(seed, 1, 40), "random");
    tests::expect_consistent(workload);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(WorkloadInvariants, DoubledBatchDoublesEveryCount) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Workload one = build_workload(random_graph(seed, 1, 30), "random");
    const Workload two = build_workload(random_graph(seed, 2, 30), "random");
    EXPECT_EQ(two.totals.macs, 2 * one.totals.macs);
    EXPECT_EQ(two.totals.vector_ops, 2 * one.totals.vector_ops);
    EXPECT_EQ(two.totals.activation_bytes, 2 * one.totals.activation_bytes);
    EXPECT_EQ(two.totals.weight_bytes, one.totals.weight_bytes);
    for (const Runtime runtime : workload::kRuntimes) {
      EXPECT_EQ(tests::names(one, runtime).size(), tests::names(two, runtime).size());
      EXPECT_EQ(two.partition(runtime).peak_activation_bytes, 2 * one.partition(runtime).peak_activation_bytes);
    }
  }
}

TEST(WorkloadInvariants, FusionNeverAddsKernelsOrTraffic) {
  const auto traffic = [](const workload::Partition& partition) {
    std::int64_t elements = 0;
    for (const auto& s : partition.subgraphs) {
      for (const auto& a : s.reads) elements += a.elements;
      for (const auto& a : s.writes) elements += a.elements;
    }
    return elements;
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Workload workload = build_workload(random_graph(seed, 1, 40), "random");
    const auto& eager = workload.partition(Runtime::eager);
    const auto& graph = workload.partition(Runtime::graph);
    const auto& engine = workload.partition(Runtime::engine);
    EXPECT_LE(graph.subgraphs.size(), eager.subgraphs.size());
    EXPECT_LE(engine.subgraphs.size(), graph.subgraphs.size()) << seed;
    EXPECT_LE(traffic(graph), traffic(eager)) << seed;
    EXPECT_LE(traffic(engine), traffic(eager)) << seed;
  }
}

// The same convolutions with and without Q/DQ around them.
model::Graph twin(bool quantized) {
  GraphBuilder net;
  Value x = net.input({1, 8, 16, 16});
  for (int layer = 0; layer < 4; ++layer) {
    Value w = net.weight({8, 8, 3, 3}, quantized ? model::DataType::int8 : model::DataType::float32);
    if (quantized) {
      w = net.op("DequantizeLinear", {w, net.weight({8})}, Shape{8, 8, 3, 3});
      net.fold();
      x = x.quantize().dequantize();
    }
    x = net.op("Conv", {x, w}, Shape{1, 8, x.shape()[2] - 2, x.shape()[3] - 2}).relu();
  }
  net.output(x);
  return net.build();
}

TEST(WorkloadInvariants, QuantizedTwinHasTheSameMacsAndKernels) {
  const Workload real = build_workload(twin(false), "float");
  const Workload integer = build_workload(twin(true), "integer");
  tests::expect_consistent(integer);
  EXPECT_EQ(real.totals.macs, integer.totals.macs);
  EXPECT_EQ(real.model.parameters.parameters, integer.model.parameters.parameters);
  // The quantisation of the graph's input is a kernel of its own.
  EXPECT_EQ(integer.partition(Runtime::engine).subgraphs.size(), real.partition(Runtime::engine).subgraphs.size() + 1);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_TRUE(integer.partition(Runtime::engine).subgraphs[i].quantized) << i;
}

TEST(WorkloadInvariants, DeepChains) {
  GraphBuilder net;
  Value x = net.input({1, 8, 8, 8});
  for (int i = 0; i < 5000; ++i) x = x.conv(8).batch_norm().relu();
  net.output(x);
  const Workload workload = build_workload(net.build(), "deep");
  EXPECT_EQ(workload.partition(Runtime::engine).subgraphs.size(), 5000u);
}

TEST(WorkloadInvariants, ThousandsOfOperandsAndReaders) {
  GraphBuilder net;
  const Value x = net.input({1, 1, 8, 8});
  std::vector<Value> parts;
  for (int i = 0; i < 5000; ++i) parts.push_back(x.relu());
  net.output(net.op("Concat", parts, Shape{1, 5000, 8, 8}));
  const Workload workload = build_workload(net.build(), "wide");
  tests::expect_consistent(workload);
}

}  // namespace
}  // namespace whichchip
