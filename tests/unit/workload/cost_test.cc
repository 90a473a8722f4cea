// Closed forms, family by family.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "support/workload_checks.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using model::DataType;
using tests::GraphBuilder;
using tests::Shape;
using tests::Value;

// The last operator of a graph.
Operator last(const GraphBuilder& net) {
  Workload workload = build_workload(net.build(), "net");
  return workload.operators.back();
}

std::int64_t elements(const Accesses& accesses) {
  std::int64_t sum = 0;
  for (const Access& a : accesses) sum += a.elements;
  return sum;
}

const std::string kMs = "com.microsoft";

// --- convolutions --------------------------------------------------------------------------------------------------

TEST(Convolution, IsAnImplicitGemm) {
  GraphBuilder net;
  net.input({2, 64, 56, 56}).conv(128).kernel(3).stride(2).padding(1).biased();
  const Operator op = last(net);
  ASSERT_EQ(op.matrix.size(), 1u);
  const MatrixWork& work = op.matrix[0];
  EXPECT_EQ(work.m, 2 * 28 * 28);
  EXPECT_EQ(work.n, 128);
  EXPECT_EQ(work.k, 64 * 9);
  EXPECT_EQ(op.macs, 2LL * 28 * 28 * 128 * 64 * 9);
  EXPECT_EQ(op.vector_ops, 2 * 28 * 28 * 128);
  EXPECT_EQ(work.batch, 2);
  EXPECT_EQ(work.in_channels, 64);
  EXPECT_EQ(work.out_h, 28);
  EXPECT_EQ(work.stride_h, 2);
  EXPECT_TRUE(work.weight_operand);
  EXPECT_EQ(elements(op.reads), 2 * 64 * 56 * 56 + 128 * 64 * 9 + 128);
  EXPECT_EQ(elements(op.writes), 2 * 128 * 28 * 28);
}

TEST(Convolution, GroupsDivideTheChannels) {
  GraphBuilder net;
  net.input({1, 32, 14, 14}).conv(64).kernel(3).padding(1).groups(8);
  const Operator op = last(net);
  EXPECT_EQ(op.kind, OperatorKind::convolution);
  EXPECT_EQ(op.macs, 14 * 14 * 64 * 4 * 9);
  EXPECT_EQ(op.matrix[0].groups, 8);
}

TEST(Convolution, DepthwiseIsAKindOfItsOwn) {
  GraphBuilder net;
  net.input({1, 32, 14, 14}).conv(64).kernel(3).padding(1).groups(32);
  const Operator op = last(net);
  EXPECT_EQ(op.kind, OperatorKind::depthwise_convolution);
  EXPECT_EQ(op.matrix[0].form, MatrixWork::Form::depthwise_convolution);
  EXPECT_EQ(op.macs, 14 * 14 * 64 * 9);
}

TEST(Convolution, OneAndThreeDimensions) {
  GraphBuilder line;
  line.op("Conv", {line.input({1, 16, 100}), line.weight({8, 16, 5})}, Shape{1, 8, 96});
  EXPECT_EQ(last(line).macs, 96 * 8 * 16 * 5);
  EXPECT_EQ(last(line).matrix[0].kernel_h, 1);
  GraphBuilder volume;
  volume.op("Conv", {volume.input({1, 3, 8, 16, 16}), volume.weight({4, 3, 3, 3, 3})}, Shape{1, 4, 6, 14, 14});
  EXPECT_EQ(last(volume).macs, 6 * 14 * 14 * 4 * 3 * 27);
  EXPECT_EQ(last(volume).matrix[0].out_d, 6);
}

TEST(Convolution, TransposedMultipliesInputsOnly) {
  GraphBuilder net;
  net.op("ConvTranspose", {net.input({1, 16, 7, 7}), net.weight({16, 8, 4, 4})}, Shape{1, 8, 14, 14});
  const Operator op = last(net);
  EXPECT_EQ(op.macs, 7 * 7 * 16 * 8 * 16);
  EXPECT_EQ(op.matrix[0].macs(), op.macs);
}

TEST(Convolution, WrongGroupIsUnknownNotZero) {
  GraphBuilder net;
  net.op("Conv", {net.input({1, 6, 8, 8}), net.weight({4, 3, 1, 1})}, Shape{1, 4, 8, 8});
  net.set("group", std::int64_t{4});
  const Operator op = last(net);
  EXPECT_EQ(op.kind, OperatorKind::unknown);
  EXPECT_FALSE(op.unknown_reason.empty());
  EXPECT_GT(elements(op.reads), 0);
}

TEST(Convolution, QuantizedFormsCountLikeFloat) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 10, 10}, DataType::uint8);
  const Value w = net.weight({16, 8, 3, 3}, DataType::int8);
  const Value s = net.weight({});
  net.op("QLinearConv", {x, s, s, w, s, s, s, s, net.weight({16}, DataType::int32)}, Shape{1, 16, 8, 8});
  EXPECT_EQ(last(net).macs, 64 * 16 * 8 * 9);
  EXPECT_TRUE(last(net).integer_arithmetic);
  net.op("ConvInteger", {x, w}, Shape{1, 16, 8, 8});
  EXPECT_EQ(last(net).macs, 64 * 16 * 8 * 9);
}

TEST(Convolution, ChannelsLast) {
  GraphBuilder net;
  net.op("NhwcConv", {net.input({1, 10, 10, 8}), net.weight({16, 8, 3, 3})}, Shape{1, 8, 8, 16}, kMs);
  EXPECT_EQ(last(net).macs, 64 * 16 * 8 * 9);
}

// --- products ------------------------------------------------------------------------------------------------------

TEST(Product, RowsAreAllLeadingDimensions) {
  GraphBuilder net;
  net.input({2, 128, 768}).matmul(3072);
  const Operator op = last(net);
  EXPECT_EQ(op.macs, 2LL * 128 * 768 * 3072);
  EXPECT_EQ(op.matrix[0].groups, 1);
  EXPECT_EQ(op.matrix[0].m, 256);
}

TEST(Product, BatchesBroadcast) {
  GraphBuilder net;
  const Value a = net.input({2, 1, 16, 32});
  const Value b = net.input({1, 12, 32, 8});
  net.op("MatMul", {a, b}, Shape{2, 12, 16, 8});
  const Operator op = last(net);
  EXPECT_EQ(op.macs, 2 * 12 * 16 * 32 * 8);
  EXPECT_EQ(op.matrix[0].groups, 24);
  EXPECT_EQ(elements(op.reads), 2 * 16 * 32 + 12 * 32 * 8);
  EXPECT_FALSE(op.matrix[0].weight_operand);
}

TEST(Product, VectorsArePromoted) {
  GraphBuilder net;
  net.op("MatMul", {net.input({64}), net.input({64})}, Shape{});
  EXPECT_EQ(last(net).macs, 64);
  net.op("MatMul", {net.input({8, 64}), net.input({64})}, Shape{8});
  EXPECT_EQ(last(net).macs, 8 * 64);
}

TEST(Product, LeftWeightIsStillTheWeightOperand) {
  GraphBuilder net;
  net.op("MatMul", {net.weight({10, 64}), net.input({64, 5})}, Shape{10, 5});
  const MatrixWork work = last(net).matrix[0];
  EXPECT_TRUE(work.weight_operand);
  EXPECT_EQ(work.m, 5);
  EXPECT_EQ(work.n, 10);
}

TEST(Product, GemmTransposes) {
  GraphBuilder net;
  net.op("Gemm", {net.input({4, 512}), net.weight({1000, 512}), net.weight({1000})}, Shape{4, 1000});
  net.set("transB", std::int64_t{1});
  EXPECT_EQ(last(net).macs, 4 * 512 * 1000);
  EXPECT_EQ(last(net).vector_ops, 4000);
}

TEST(Product, Einsum) {
  GraphBuilder net;
  net.op("Einsum", {net.input({2, 4, 16, 32}), net.input({2, 4, 16, 32})}, Shape{2, 4, 16, 16});
  net.set("equation", std::string("bhid,bhjd->bhij"));
  EXPECT_EQ(last(net).macs, 65536);
  EXPECT_EQ(last(net).matrix[0].groups, 8);
  EXPECT_EQ(last(net).matrix[0].k, 32);
  net.op("Einsum", {net.input({3, 4, 5}), net.input({3, 5, 6})}, Shape{3, 4, 6});
  net.set("equation", std::string("...ij, ...jk -> ...ik"));
  EXPECT_EQ(last(net).macs, 3 * 4 * 5 * 6);
  net.op("Einsum", {net.input({4, 5}), net.input({5, 6}), net.input({6, 7})}, Shape{4, 7});
  net.set("equation", std::string("ab,bc,cd->ad"));
  EXPECT_EQ(last(net).macs, 4 * 5 * 6 + 4 * 6 * 7);
  net.op("Einsum", {net.input({4, 4})}, Shape{});
  net.set("equation", std::string("ii->"));
  EXPECT_EQ(last(net).macs, 0);
  EXPECT_NE(last(net).kind, OperatorKind::unknown);
}

TEST(Product, WeightOnlyQuantized) {
  GraphBuilder net;
  const Value w = net.weight({4096, 32, 64}, DataType::uint8);  // 4 bits, block 128
  net.op("MatMulNBits", {net.input({1, 8, 4096}), w, net.weight({4096 * 32})}, Shape{1, 8, 4096}, kMs);
  net.set("K", std::int64_t{4096});
  net.set("N", std::int64_t{4096});
  net.set("bits", std::int64_t{4});
  const Operator op = last(net);
  EXPECT_EQ(op.macs, 8LL * 4096 * 4096);
  EXPECT_EQ(op.vector_ops, 2LL * 4096 * 4096);
  EXPECT_EQ(elements(op.reads), 8 * 4096 + 4096 * 4096 / 2 + 4096 * 32);
}

TEST(Product, ExpertsTouchedGrowWithTokens) {
  const auto experts = [](std::int64_t tokens) {
    GraphBuilder net;
    net.op(
        "MoE",
        {net.input({tokens, 64}), net.input({tokens, 8}), net.weight({8, 256, 64}), Value(), net.weight({8, 64, 256})},
        Shape{tokens, 64}, kMs);
    net.set("k", std::int64_t{2});
    return last(net);
  };
  EXPECT_EQ(experts(1).macs, 2 * 2 * 64 * 256);
  EXPECT_EQ(experts(16).macs, 16 * 2 * 2 * 64 * 256);
  EXPECT_EQ(elements(experts(1).reads), 64 + 8 + 2 * 2 * 64 * 256);
  EXPECT_EQ(elements(experts(16).reads), 16 * 72 + 8 * 2 * 64 * 256);
}

// --- attention -----------------------------------------------------------------------------------------------------

TEST(Attention, OnnxOperator) {
  GraphBuilder net;
  const Value q = net.input({2, 12, 128, 64});
  net.op("Attention", {q, q, q}, Shape{2, 12, 128, 64});
  EXPECT_EQ(last(net).macs, 2LL * 2 * 12 * 128 * 128 * 64);
  EXPECT_EQ(last(net).vector_ops, 5LL * 2 * 12 * 128 * 128);
  EXPECT_EQ(last(net).transcendental_ops, 2LL * 12 * 128 * 128);
}

TEST(Attention, ContribWithProjection) {
  GraphBuilder net;
  net.op("Attention", {net.input({1, 128, 768}), net.weight({768, 2304}), net.weight({2304})}, Shape{1, 128, 768}, kMs);
  net.set("num_heads", std::int64_t{12});
  EXPECT_EQ(last(net).macs, 128LL * 768 * 2304 + 2LL * 128 * 128 * 768);
}

TEST(Attention, MultiHead) {
  GraphBuilder net;
  net.op("MultiHeadAttention", {net.input({1, 16, 512}), net.input({1, 100, 512}), net.input({1, 100, 512})},
         Shape{1, 16, 512}, kMs);
  net.set("num_heads", std::int64_t{8});
  EXPECT_EQ(last(net).macs, 2LL * 16 * 100 * 512);
}

Operator grouped(std::int64_t tokens, std::int64_t past, std::int64_t key_heads) {
  GraphBuilder net;
  const Shape cache{1, key_heads, past, 64};
  const Shape present{1, key_heads, past + tokens, 64};
  net.op("GroupQueryAttention",
         {net.input({1, tokens, 32 * 64}), net.input({1, tokens, key_heads * 64}),
          net.input({1, tokens, key_heads * 64}), net.input(cache), net.input(cache)},
         std::vector<Shape>{{1, tokens, 32 * 64}, present, present}, kMs);
  net.set("num_heads", std::int64_t{32});
  net.set("kv_num_heads", key_heads);
  return last(net);
}

TEST(Attention, DoublingContextDoublesCacheBytes) {
  const Operator one = grouped(1, 1023, 8), two = grouped(1, 2047, 8);
  EXPECT_EQ(one.macs, 2LL * 1024 * 32 * 64);
  EXPECT_EQ(two.macs, 2 * one.macs);
  const auto cache = [](const Operator& op) { return op.reads[3].elements + op.reads[4].elements; };
  EXPECT_EQ(cache(one), 2LL * 1023 * 8 * 64);
  EXPECT_EQ(cache(two), 2LL * 2047 * 8 * 64);
  EXPECT_EQ(one.writes[1].elements, 8 * 64);
}

TEST(Attention, DecodeAtPastZeroIsPrefillOfOneToken) { EXPECT_EQ(grouped(1, 0, 8).macs, 2LL * 1 * 32 * 64); }

TEST(Attention, PackedQueryKeyValue) {
  GraphBuilder net;
  net.op("GroupQueryAttention", {net.input({1, 4, (32 + 16) * 64})}, Shape{1, 4, 32 * 64}, kMs);
  net.set("num_heads", std::int64_t{32});
  net.set("kv_num_heads", std::int64_t{8});
  EXPECT_EQ(last(net).macs, 2LL * 4 * 4 * 32 * 64);
}

// --- recurrent -----------------------------------------------------------------------------------------------------

TEST(Recurrent, LstmAndGru) {
  GraphBuilder net;
  const Value x = net.input({10, 2, 32});
  net.op("LSTM", {x, net.weight({2, 256, 32}), net.weight({2, 256, 64})}, Shape{10, 2, 2, 64});
  net.set("hidden_size", std::int64_t{64});
  EXPECT_EQ(last(net).macs, 2LL * 10 * 2 * (32 + 64) * 64 * 4);
  EXPECT_EQ(last(net).matrix[0].steps, 10);
  EXPECT_EQ(last(net).vector_ops, 9LL * 2 * 10 * 2 * 64);
  net.op("GRU", {x, net.weight({1, 192, 32}), net.weight({1, 192, 64})}, Shape{10, 1, 2, 64});
  EXPECT_EQ(last(net).macs, 10LL * 2 * (32 + 64) * 64 * 3);
}

// --- vector work ---------------------------------------------------------------------------------------------------

struct PerElement {
  const char* op_type;
  OperatorKind kind;
  std::int64_t vector, transcendental;
};

class VectorWork : public testing::TestWithParam<PerElement> {};

TEST_P(VectorWork, CountsPerElement) {
  GraphBuilder net;
  net.input({3, 5, 7}).unary(GetParam().op_type);
  const Operator op = last(net);
  EXPECT_EQ(op.kind, GetParam().kind);
  EXPECT_EQ(op.vector_ops, GetParam().vector * 105);
  EXPECT_EQ(op.transcendental_ops, GetParam().transcendental * 105);
  EXPECT_EQ(op.macs, 0);
  EXPECT_EQ(elements(op.reads), 105);
  EXPECT_EQ(elements(op.writes), 105);
}

INSTANTIATE_TEST_SUITE_P(Operators, VectorWork,
                         testing::Values(PerElement{"Relu", OperatorKind::elementwise, 1, 0},
                                         PerElement{"Clip", OperatorKind::elementwise, 1, 0},
                                         PerElement{"Sigmoid", OperatorKind::elementwise, 2, 1},
                                         PerElement{"Tanh", OperatorKind::elementwise, 2, 1},
                                         PerElement{"Gelu", OperatorKind::elementwise, 5, 1},
                                         PerElement{"HardSwish", OperatorKind::elementwise, 4, 0},
                                         PerElement{"Swish", OperatorKind::elementwise, 2, 1},
                                         PerElement{"Exp", OperatorKind::elementwise, 0, 1},
                                         PerElement{"Softmax", OperatorKind::softmax, 4, 1},
                                         PerElement{"LayerNormalization", OperatorKind::normalization, 8, 0},
                                         PerElement{"RMSNormalization", OperatorKind::normalization, 4, 0},
                                         PerElement{"SimplifiedLayerNormalization", OperatorKind::normalization, 4, 0},
                                         PerElement{"InstanceNormalization", OperatorKind::normalization, 8, 0},
                                         PerElement{"BatchNormalization", OperatorKind::normalization, 2, 0},
                                         PerElement{"QuantizeLinear", OperatorKind::quantize, 2, 0},
                                         PerElement{"RotaryEmbedding", OperatorKind::elementwise, 3, 0},
                                         PerElement{"ReduceSum", OperatorKind::reduction, 1, 0}),
                         [](const auto& test) { return std::string(test.param.op_type); });

TEST(Pooling, WindowPerOutputAndGlobalPerInput) {
  GraphBuilder net;
  const Value x = net.input({1, 64, 112, 112});
  x.max_pool(3, 2, 1);
  EXPECT_EQ(last(net).vector_ops, 9 * 64 * 56 * 56);
  x.global_average_pool();
  EXPECT_EQ(last(net).vector_ops, 64 * 112 * 112);
}

TEST(Resizing, ByMode) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 16, 16});
  net.op("Resize", {x}, Shape{1, 8, 32, 32});
  EXPECT_EQ(last(net).vector_ops, 0);
  EXPECT_EQ(last(net).kind, OperatorKind::resize);
  net.set("mode", std::string("linear"));
  EXPECT_EQ(last(net).vector_ops, 7 * 8 * 32 * 32);
  net.set("mode", std::string("cubic"));
  EXPECT_EQ(last(net).vector_ops, 40 * 8 * 32 * 32);
}

// --- movement and views ----------------------------------------------------------------------------------------------

TEST(Movement, GatherTouchesRowsNotTheTable) {
  GraphBuilder net;
  net.op("Gather", {net.weight({30522, 768}), net.input({1, 128}, DataType::int64)}, Shape{1, 128, 768});
  const Operator op = last(net);
  EXPECT_EQ(elements(op.reads), 128 * 768 + 128);
  EXPECT_EQ(elements(op.writes), 128 * 768);
  EXPECT_EQ(op.vector_ops, 0);
}

TEST(Movement, FreeWhenNothingChanges) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 4, 4});
  net.op("Expand", {x, net.integers({1, 8, 4, 4})}, Shape{1, 8, 4, 4});
  EXPECT_EQ(last(net).kind, OperatorKind::view);
  net.op("Pad", {x, net.integers({0, 0, 0, 0, 0, 0, 0, 0})}, Shape{1, 8, 4, 4});
  EXPECT_EQ(last(net).kind, OperatorKind::view);
  net.op("Expand", {x, net.integers({2, 8, 4, 4})}, Shape{2, 8, 4, 4});
  EXPECT_EQ(last(net).kind, OperatorKind::data_movement);
  EXPECT_EQ(elements(last(net).reads), 128);
  EXPECT_EQ(elements(last(net).writes), 256);
}

TEST(Views, CostNothing) {
  GraphBuilder net;
  const Value x = net.input({1, 8, 4, 4});
  for (const char* op : {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity", "Dropout", "Shape"}) {
    net.op(op, {x}, Shape{128});
    EXPECT_EQ(last(net).kind, OperatorKind::view) << op;
    EXPECT_TRUE(last(net).reads.empty()) << op;
  }
}

TEST(Views, FoldedNodesCostNothing) {
  GraphBuilder net;
  net.op("Transpose", {net.weight({8, 4})}, Shape{4, 8});
  net.fold();
  EXPECT_EQ(last(net).kind, OperatorKind::view);
}

// --- what is not known -----------------------------------------------------------------------------------------------

TEST(Unknown, OperatorWithoutARuleMovesItsKnownBytes) {
  GraphBuilder net;
  net.op("Frobnicate", {net.input({4, 4})}, Shape{4, 8}, "vendor");
  const Operator op = last(net);
  EXPECT_EQ(op.kind, OperatorKind::unknown);
  EXPECT_EQ(elements(op.reads), 16);
  EXPECT_EQ(elements(op.writes), 32);
  EXPECT_FALSE(op.unknown_reason.empty());
}

TEST(Unknown, ShapeThatIsNotKnownIsNotZero) {
  GraphBuilder net;
  const Value x = net.input({1, 3, 8, 8});
  const Value y = x.conv(4);
  net.forget_shape(x);
  net.output(y);
  const Workload workload = build_workload(net.build(), "net");
  EXPECT_EQ(workload.operators[0].kind, OperatorKind::unknown);
  ASSERT_EQ(workload.coverage.unknown.size(), 1u);
  EXPECT_EQ(workload.coverage.unknown[0].op_type, "Conv");
  EXPECT_EQ(workload.coverage.unknown[0].reason, "the rank of input 0 is not known");
  EXPECT_EQ(workload.coverage.macs_fraction, 0.0);
}

TEST(Unknown, CoverageCountsWhatMayHideMacs) {
  GraphBuilder net;
  Value x = net.input({1, 8, 8, 8});
  for (int i = 0; i < 3; ++i) x = x.conv(8);
  net.output(net.op("Mystery", {x}, Shape{1, 8, 8, 8}, "vendor"));
  const Workload workload = build_workload(net.build(), "net");
  EXPECT_EQ(workload.coverage.nodes, 4);
  EXPECT_EQ(workload.coverage.nodes_modelled, 3);
  EXPECT_DOUBLE_EQ(workload.coverage.macs_fraction, 0.75);
}

TEST(Loops, RepeatMultipliesCountsNotAccesses) {
  GraphBuilder net;
  net.input({4, 16}).matmul(32);
  net.repeat(10);
  const Operator op = last(net);
  EXPECT_EQ(op.macs, 10 * 4 * 16 * 32);
  EXPECT_EQ(op.matrix[0].macs(), 4 * 16 * 32);
  EXPECT_EQ(elements(op.writes), 4 * 32);
}

TEST(Saturation, HugeShapesDoNotWrap) {
  GraphBuilder net;
  const std::int64_t huge = std::int64_t{1} << 40;
  net.op("MatMul", {net.input({huge, huge}), net.weight({huge, huge})}, Shape{huge, huge});
  EXPECT_EQ(last(net).macs, INT64_MAX);
}

}  // namespace
}  // namespace whichchip::workload
