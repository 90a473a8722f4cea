#include <algorithm>
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

TEST(Fusion, EagerRunsOneKernelPerOperator) {
  GraphBuilder net;
  net.output(net.input({1, 3, 8, 8}).conv(4).kernel(3).padding(1).batch_norm().relu());
  EXPECT_EQ(names(built(net), Runtime::eager), (Names{"Conv 3×3 3→4", "BatchNormalization", "Relu"}));
}

TEST(Fusion, BatchNormFoldsAndActivationFollowsConvolution) {
  GraphBuilder net;
  net.output(net.input({1, 64, 8, 8}).conv(128).kernel(3).stride(2).padding(1).batch_norm().relu());
  const Workload workload = built(net);
  for (const Runtime runtime : {Runtime::graph, Runtime::engine}) {
    EXPECT_EQ(names(workload, runtime), (Names{"Conv 3×3/2 64→128 + Relu"}));
  }
  const Subgraph& s = workload.partition(Runtime::engine).subgraphs[0];
  EXPECT_EQ(s.vector_ops, 128 * 4 * 4);  // the Relu alone
  // Weights: the kernel, and the bias that the normalisation leaves.
  std::int64_t weights = 0;
  for (const Access& w : s.weights) weights += w.elements;
  EXPECT_EQ(weights, 128 * 64 * 9 + 128);
}

// A bottleneck with a projected shortcut: the last producer of the sum takes it, the other result is a further read.
TEST(Fusion, LastProducerTakesTheResidualSum) {
  GraphBuilder net;
  const Value x = net.input({1, 64, 8, 8});
  const Value main = x.conv(64).relu().conv(64).kernel(3).padding(1).relu().conv(256);
  net.output(main.add(x.conv(256)).relu());
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine), (Names{"Conv 1×1 64→64 + Relu", "Conv 3×3 64→64 + Relu",
                                                     "Conv 1×1 64→256", "Conv 1×1 64→256 + Add + Relu"}));
  const Subgraph& last = workload.partition(Runtime::engine).subgraphs[3];
  EXPECT_EQ(last.reads.size(), 2u);
  EXPECT_EQ(last.dependencies, (std::vector<int>{2}));
}

TEST(Fusion, ResidualAfterActivationIsForEnginesOnly) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 8, 8});
  net.output(x.conv(16).kernel(3).padding(1).relu().add(x));
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine), (Names{"Conv 3×3 16→16 + Relu + Add"}));
  EXPECT_EQ(names(workload, Runtime::graph), (Names{"Conv 3×3 16→16 + Relu", "Add"}));
}

TEST(Fusion, OneResidualPerConvolution) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 8, 8});
  const Value y = net.input({1, 16, 8, 8});
  net.output(x.conv(16).add(x).add(y));
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"Conv 1×1 16→16 + Add", "Add"}));
}

TEST(Fusion, AResultWithTwoReadersEndsTheKernel) {
  GraphBuilder net;
  const Value y = net.input({1, 16, 8, 8}).conv(16);
  net.output(y.relu());
  net.output(y.sigmoid());
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"Conv 1×1 16→16", "Relu", "Sigmoid"}));
}

TEST(Fusion, BiasAndErfGeluFollowAProduct) {
  GraphBuilder net;
  const Value h = net.input({1, 128, 768}).linear(3072);
  const Value gelu = h.mul(h.scaled("Div", 1.4142135).unary("Erf").scaled("Add", 1)).scaled("Mul", 0.5);
  net.output(gelu);
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"MatMul 768→3072 + Add + Gelu"}));
}

TEST(Fusion, TanhGeluFollowsAProduct) {
  GraphBuilder net;
  const Value h = net.input({1, 128, 768}).linear(3072);
  const Value cubic = h.scaled("Pow", 3).scaled("Mul", 0.044715);
  const Value gate = h.add(cubic).scaled("Mul", 0.7978845608).unary("Tanh").scaled("Add", 1);
  net.output(h.scaled("Mul", 0.5).mul(gate));
  EXPECT_EQ(names(built(net), Runtime::graph), (Names{"MatMul 768→3072 + Add + Gelu"}));
}

TEST(Fusion, SiluHardSwishAndMishAreEpilogues) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 4, 4});
  const Value a = x.conv(8);
  const Value silu = a.mul(a.sigmoid());
  const Value b = silu.conv(8);
  const Value hard = b.mul(b.scaled("Add", 3).unary("Clip")).scaled("Div", 6);
  const Value c = hard.conv(8);
  net.output(c.mul(c.unary("Softplus").unary("Tanh")));
  EXPECT_EQ(names(built(net), Runtime::engine),
            (Names{"Conv 1×1 8→8 + Silu", "Conv 1×1 8→8 + HardSwish", "Conv 1×1 8→8 + Mish"}));
}

Value decomposed_layer_norm(GraphBuilder& net, const Value& x) {
  const Value centred = x.binary("Sub", x.reduce_mean());
  const Value deviation = centred.scaled("Pow", 2).reduce_mean().scaled("Add", 1e-5).unary("Sqrt");
  const Value size = net.weight({x.shape().back()});
  return centred.binary("Div", deviation).mul(size).add(net.weight({x.shape().back()}));
}

TEST(Fusion, DecomposedLayerNormIsOneKernel) {
  GraphBuilder net;
  net.output(decomposed_layer_norm(net, net.input({1, 128, 768})));
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"LayerNormalization"}));
  EXPECT_EQ(names(built(net), Runtime::graph), (Names{"LayerNormalization"}));
}

TEST(Fusion, DecomposedRmsNormIsOneKernel) {
  GraphBuilder net;
  const Value x = net.input({1, 128, 768});
  const Value scale = x.scaled("Pow", 2).reduce_mean().scaled("Add", 1e-6).unary("Sqrt").unary("Reciprocal");
  net.output(x.mul(scale).mul(net.weight({768})));
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"RMSNormalization"}));
}

// What every encoder layer is made of, as exporters write it.
Value encoder_layer(GraphBuilder& net, const Value& x, std::int64_t heads) {
  const std::int64_t batch = x.shape()[0], length = x.shape()[1], size = x.shape()[2];
  const Shape split{batch, length, heads, size / heads};
  const Value q = x.linear(size).reshape(split).transpose({0, 2, 1, 3});
  const Value k = x.linear(size).reshape(split).transpose({0, 2, 3, 1});
  const Value v = x.linear(size).reshape(split).transpose({0, 2, 1, 3});
  const Value mask = net.input({batch, 1, 1, length});
  const Value p = q.matmul(k).scaled("Div", 8).add(mask).softmax();
  const Value context = p.matmul(v).transpose({0, 2, 1, 3}).reshape({batch, length, size});
  const Value attended = decomposed_layer_norm(net, context.linear(size).add(x));
  const Value h = attended.linear(4 * size);
  const Value gelu = h.mul(h.scaled("Div", 1.4142135).unary("Erf").scaled("Add", 1)).scaled("Mul", 0.5);
  return decomposed_layer_norm(net, gelu.linear(size).add(attended));
}

TEST(Fusion, AnEncoderLayerIsSevenKernels) {
  GraphBuilder net;
  net.output(encoder_layer(net, net.input({1, 128, 768}), 12));
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine),
            (Names{"MatMul 768→2304 + Add", "Attention 12×64", "MatMul 768→768 + Add", "Add + LayerNormalization",
                   "MatMul 768→3072 + Add + Gelu", "MatMul 3072→768 + Add", "Add + LayerNormalization"}));
  const Subgraph& attention = workload.partition(Runtime::engine).subgraphs[1];
  EXPECT_EQ(attention.kind, OperatorKind::attention);
  ASSERT_EQ(attention.matrix.size(), 2u);
  EXPECT_EQ(attention.matrix[0].form, MatrixWork::Form::attention_scores);
  EXPECT_EQ(attention.matrix[1].form, MatrixWork::Form::attention_values);
  EXPECT_EQ(attention.matrix[0].groups, 12);
  // Q, K, V and the mask in, the context out: scores never leave the kernel.
  std::int64_t in = 0, out = 0;
  for (const Access& read : attention.reads) in += read.elements;
  for (const Access& write : attention.writes) out += write.elements;
  EXPECT_EQ(in, 3 * 128 * 768 + 128);
  EXPECT_EQ(out, 128 * 768);
  const Subgraph& projection = workload.partition(Runtime::engine).subgraphs[0];
  ASSERT_EQ(projection.matrix.size(), 1u);
  EXPECT_EQ(projection.matrix[0].n, 2304);
  EXPECT_EQ(projection.macs, projection.matrix[0].macs());
  EXPECT_EQ(projection.reads.size(), 1u);
}

TEST(Fusion, PackedProjectionIsSelectedInsideAttention) {
  GraphBuilder net;
  const Value x = net.input({1, 197, 768});
  const Value packed = x.linear(2304).reshape({1, 197, 3, 12, 64}).transpose({2, 0, 3, 1, 4});
  const auto select = [&](std::int64_t which) {
    return net.op("Gather", {packed, net.integers({which})}, Shape{1, 12, 197, 64});
  };
  const Value q = select(0), k = select(1), v = select(2);
  const Value p = q.matmul(k.transpose({0, 1, 3, 2})).scaled("Mul", 0.125).softmax();
  net.output(p.matmul(v).transpose({0, 2, 1, 3}).reshape({1, 197, 768}).linear(768));
  EXPECT_EQ(names(built(net), Runtime::engine),
            (Names{"MatMul 768→2304 + Add", "Attention 12×64", "MatMul 768→768 + Add"}));
}

TEST(Fusion, QuantizedConvolutionReadsAndWritesIntegers) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 10, 10}, model::DataType::int8);
  const Value w =
      net.op("DequantizeLinear", {net.weight({8, 8, 3, 3}, model::DataType::int8), net.weight({})}, Shape{8, 8, 3, 3});
  net.fold();
  const Value y = net.op("Conv", {x.dequantize(), w}, Shape{1, 8, 8, 8});
  net.output(y.relu().quantize());
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine), (Names{"Conv 3×3 8→8 + Relu + QuantizeLinear"}));
  const Subgraph& s = workload.partition(Runtime::engine).subgraphs[0];
  EXPECT_TRUE(s.quantized);
  EXPECT_EQ(workload.tensors[static_cast<std::size_t>(s.reads[0].tensor)].type, model::DataType::int8);
  // The kernel's integers, and the two scales.
  EXPECT_EQ(s.weights.size(), 4u);
  EXPECT_TRUE(std::any_of(s.weights.begin(), s.weights.end(), [&](const Access& a) {
    return workload.tensors[static_cast<std::size_t>(a.tensor)].type == model::DataType::int8 &&
           a.elements == 8 * 8 * 9;
  }));
  EXPECT_FALSE(workload.partition(Runtime::eager).subgraphs[1].quantized);
}

TEST(Fusion, SharedDequantizeServesAllItsReaders) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 10, 10}, model::DataType::int8).dequantize();
  net.output(x.conv(8).quantize());
  net.output(x.conv(16).quantize());
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::graph),
            (Names{"Conv 1×1 8→8 + QuantizeLinear", "Conv 1×1 8→16 + QuantizeLinear"}));
}

TEST(Fusion, QuantizedSumAndPoolStayIntegers) {
  GraphBuilder net;
  const auto weight = [&] {
    const Value w = net.op("DequantizeLinear", {net.weight({8, 8, 1, 1}, model::DataType::int8), net.weight({})},
                           Shape{8, 8, 1, 1});
    net.fold();
    return w;
  };
  const Value x = net.input({1, 8, 10, 10}, model::DataType::int8).dequantize();
  const Value y = net.op("Conv", {x, weight()}, Shape{1, 8, 10, 10}).quantize().dequantize();
  net.output(y.add(x).relu().quantize().dequantize().max_pool(2, 2, 0).quantize());
  EXPECT_EQ(names(built(net), Runtime::graph),
            (Names{"Conv 1×1 8→8 + QuantizeLinear + Add + Relu + QuantizeLinear", "MaxPool 2×2/2 + QuantizeLinear"}));
}

TEST(Fusion, ANormTakesTheSumBeforeItsCast) {
  GraphBuilder net;
  const Value x = net.input({1, 128, 768}, model::DataType::float16);
  const Value sum = x.linear(768).add(x);
  const Value real = sum.unary("Cast");
  net.type(real, model::DataType::float32);
  const Value scale = real.scaled("Pow", 2).reduce_mean().scaled("Add", 1e-6).unary("Sqrt").unary("Reciprocal");
  net.output(real.mul(scale).mul(net.weight({768})));
  net.output(sum);
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"MatMul 768→768 + Add", "Add + RMSNormalization"}));
}

TEST(Fusion, SqueezeExciteStaysInPieces) {
  GraphBuilder net;
  const Value a = net.input({1, 32, 14, 14}).conv(96);
  const Value x = a.mul(a.sigmoid());
  const Value gate = x.global_average_pool().conv(8).relu().conv(96).sigmoid();
  net.output(x.mul(gate).conv(32));
  EXPECT_EQ(names(built(net), Runtime::engine),
            (Names{"Conv 1×1 32→96 + Silu", "GlobalAveragePool", "Conv 1×1 96→8 + Relu", "Conv 1×1 8→96 + Sigmoid",
                   "Mul", "Conv 1×1 96→32"}));
}

TEST(Fusion, DepthwiseAndPointwiseAreTwoKernels) {
  GraphBuilder net;
  net.output(net.input({1, 32, 14, 14}).conv(32).kernel(3).padding(1).groups(32).relu().conv(64).relu());
  EXPECT_EQ(names(built(net), Runtime::engine), (Names{"Conv 3×3 32 depthwise + Relu", "Conv 1×1 32→64 + Relu"}));
}

TEST(Fusion, ElementwiseRegionReadsItsInputsOnce) {
  GraphBuilder net;
  const Value x = net.input({4, 256});
  const Value y = net.input({4, 256});
  net.output(x.add(y).relu().mul(x));
  const Workload workload = built(net);
  ASSERT_EQ(workload.partition(Runtime::graph).subgraphs.size(), 1u);
  const Subgraph& s = workload.partition(Runtime::graph).subgraphs[0];
  EXPECT_EQ(s.reads.size(), 2u);
  EXPECT_EQ(s.writes.size(), 1u);
  EXPECT_EQ(s.vector_ops, 3 * 4 * 256);
}

TEST(Fusion, ConcatenationIsWrittenByItsProducers) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 8, 8});
  const Value y = net.op("Concat", {x.conv(8).relu(), x.conv(24).relu()}, Shape{1, 32, 8, 8});
  net.output(y.conv(4));
  const Workload workload = built(net);
  EXPECT_EQ(names(workload, Runtime::engine),
            (Names{"Conv 1×1 16→8 + Relu", "Conv 1×1 16→24 + Relu + Concat", "Conv 1×1 32→4"}));
  const auto& subgraphs = workload.partition(Runtime::engine).subgraphs;
  EXPECT_EQ(subgraphs[1].writes[0].elements, 24 * 64);
  EXPECT_EQ(subgraphs[1].reads.size(), 1u);
  EXPECT_EQ(subgraphs[2].reads[0].elements, 32 * 64);
}

TEST(Fusion, OppositeTransposesCancel) {
  GraphBuilder net;
  const Value x = net.input({1, 16, 8, 8}).conv(16);
  net.output(x.transpose({0, 2, 3, 1}).transpose({0, 3, 1, 2}).conv(4));
  EXPECT_EQ(names(built(net), Runtime::graph), (Names{"Conv 1×1 16→16", "Conv 1×1 16→4"}));
  EXPECT_EQ(names(built(net), Runtime::eager).size(), 4u);
}

TEST(Fusion, UnitTransposeIsAView) {
  GraphBuilder net;
  net.output(net.input({1, 1, 8, 8}).transpose({1, 0, 2, 3}).relu());
  EXPECT_EQ(names(built(net), Runtime::eager), (Names{"Relu"}));
}

// A residual whose other operand comes from the convolution itself through a slower path must not close a cycle.
TEST(Fusion, NoCycleThroughASideBranch) {
  GraphBuilder net;
  const Value y = net.input({1, 16, 8, 8}).conv(16);
  const Value side = y.max_pool(3, 1, 1).conv(16);
  net.output(y.add(side).relu());
  EXPECT_EQ(names(built(net), Runtime::engine),
            (Names{"Conv 1×1 16→16", "MaxPool 3×3", "Conv 1×1 16→16 + Add + Relu"}));
}

TEST(Fusion, UnknownOperatorStandsAlone) {
  GraphBuilder net;
  const Value x = net.input({1, 16});
  net.output(net.op("Mystery", {x.relu()}, Shape{1, 16}, "custom").relu());
  const Workload workload = built(net);
  const auto& subgraphs = workload.partition(Runtime::engine).subgraphs;
  ASSERT_EQ(subgraphs.size(), 3u);
  EXPECT_TRUE(subgraphs[1].unknown);
  EXPECT_EQ(subgraphs[1].reads[0].elements, 16);
  EXPECT_EQ(subgraphs[1].writes[0].elements, 16);
}

}  // namespace
}  // namespace whichchip::workload
