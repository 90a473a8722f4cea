// Every row of the table of rules: those that count at a rate, move bytes, are free or opaque all together, the others
// one by one against the closed form worked out by hand.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "workload/operator_rules.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using model::DataType;
using tests::GraphBuilder;
using tests::Shape;
using tests::Value;

std::int64_t elements(const Accesses& accesses) {
  std::int64_t sum = 0;
  for (const Access& a : accesses) sum += a.elements;
  return sum;
}

Operator counted(const OperatorRule& rule, const Shape& in, const Shape& out) {
  GraphBuilder net;
  const Value x = net.input(in, DataType::float32);
  const Value y = net.op(std::string(rule.op_type), {x}, out, std::string(rule.domain));
  // A number format that differs, because a Cast to the same is free.
  if (rule.kind == OperatorKind::quantize) net.type(y, DataType::int8);
  return build_workload(net.build(), "net").operators.back();
}

bool at_a_rate(const OperatorRule& rule) {
  return rule.formula == "per output element" || rule.formula == "per input element" ||
         rule.formula.starts_with("per input element:");
}

TEST(CostRows, RatesCountPerElement) {
  int rows = 0;
  for (const OperatorRule& rule : operator_rules()) {
    if (!at_a_rate(rule)) continue;
    ++rows;
    const Operator op = counted(rule, {3, 5, 7}, {3, 5, 7});
    EXPECT_EQ(op.kind, rule.kind) << rule.op_type;
    EXPECT_EQ(op.vector_ops, 105 * rule.vector_per_element) << rule.op_type;
    EXPECT_EQ(op.transcendental_ops, 105 * rule.transcendental_per_element) << rule.op_type;
    EXPECT_GT(op.vector_ops + op.transcendental_ops, 0) << rule.op_type;
    EXPECT_EQ(elements(op.writes), 105) << rule.op_type;
  }
  EXPECT_GT(rows, 100);
}

TEST(CostRows, MovementsCountBytesAlone) {
  int rows = 0;
  for (const OperatorRule& rule : operator_rules()) {
    const bool generates = rule.formula == "result out";
    if (!rule.formula.starts_with("bytes moved") && !generates) continue;
    if (rule.op_type == "Concat") continue;  // of one operand it is that operand
    ++rows;
    const Operator op = counted(rule, {2, 4, 6}, {2, 4, 3});
    EXPECT_EQ(op.kind, OperatorKind::data_movement) << rule.op_type;
    EXPECT_EQ(op.macs + op.vector_ops + op.transcendental_ops, 0) << rule.op_type;
    EXPECT_EQ(elements(op.writes), 24) << rule.op_type;
    EXPECT_EQ(elements(op.reads) == 0, generates) << rule.op_type;
  }
  EXPECT_GT(rows, 25);
}

TEST(CostRows, FreeRowsAreViews) {
  int rows = 0;
  for (const OperatorRule& rule : operator_rules()) {
    if (!rule.formula.starts_with("free")) continue;
    ++rows;
    const Operator op = counted(rule, {2, 4, 6}, {2, 24});
    EXPECT_EQ(op.kind, OperatorKind::view) << rule.op_type;
    EXPECT_EQ(elements(op.reads) + elements(op.writes), 0) << rule.op_type;
  }
  EXPECT_GT(rows, 15);
}

TEST(CostRows, OpaqueRowsSayWhyAndMoveTheirBytes) {
  int rows = 0;
  for (const OperatorRule& rule : operator_rules()) {
    if (rule.formula.find("opaque") == std::string_view::npos) continue;
    ++rows;
    const Operator op = counted(rule, {2, 4, 6}, {2, 4, 3});
    EXPECT_EQ(op.kind, OperatorKind::unknown) << rule.op_type;
    EXPECT_FALSE(op.unknown_reason.empty()) << rule.op_type;
    EXPECT_EQ(elements(op.reads), 48) << rule.op_type;
    EXPECT_EQ(elements(op.writes), 24) << rule.op_type;
  }
  EXPECT_GT(rows, 10);
}

// --- one by one ----------------------------------------------------------------------------------------------------

struct Operand {
  enum class Kind : std::uint8_t { absent, activation, weight, packed, constant } kind = Kind::absent;
  Shape shape{};  // or the constant's values
};
using K = Operand::Kind;
Operand x(Shape shape) { return {K::activation, std::move(shape)}; }
Operand w(Shape shape) { return {K::weight, std::move(shape)}; }
Operand packed(Shape shape) { return {K::packed, std::move(shape)}; }
Operand n(Shape values) { return {K::constant, std::move(values)}; }
const Operand none{};

struct Row {
  const char* domain;
  const char* op_type;
  std::vector<Operand> inputs;
  std::vector<Shape> outputs;
  std::vector<std::pair<std::string, model::Attribute>> attributes;
  std::int64_t macs, vector, transcendental;
};

Operator counted(const Row& row) {
  GraphBuilder net;
  std::vector<Value> inputs;
  for (const Operand& operand : row.inputs) {
    switch (operand.kind) {
      case K::absent:
        inputs.emplace_back();
        break;
      case K::activation:
        inputs.push_back(net.input(operand.shape));
        break;
      case K::weight:
        inputs.push_back(net.weight(operand.shape));
        break;
      case K::packed:
        inputs.push_back(net.weight(operand.shape, DataType::uint8));
        break;
      case K::constant:
        inputs.push_back(net.integers(operand.shape));
        break;
    }
  }
  net.op(row.op_type, inputs, row.outputs, row.domain);
  for (const auto& [name, value] : row.attributes) net.set(name, value);
  return build_workload(net.build(), "net").operators.back();
}

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.op_type);
    const Operator op = counted(row);
    EXPECT_NE(op.kind, OperatorKind::unknown) << op.unknown_reason.view();
    EXPECT_EQ(op.macs, row.macs);
    EXPECT_EQ(op.vector_ops, row.vector);
    EXPECT_EQ(op.transcendental_ops, row.transcendental);
  }
}

const char* const kMs = "com.microsoft";
const char* const kMl = "ai.onnx.ml";
model::Attribute i(std::int64_t value) { return value; }

TEST(CostRows, Convolutions) {
  constexpr std::int64_t kMacs = 4 * 4 * 16 * 8 * 9;
  expect({
      {kMs,
       "FusedConv",
       {x({1, 8, 6, 6}), w({16, 8, 3, 3}), w({16}), x({1, 16, 4, 4})},
       {{1, 16, 4, 4}},
       {},
       kMacs,
       2 * 256,
       0},
      {kMs, "NhwcFusedConv", {x({1, 6, 6, 8}), w({16, 8, 3, 3}), w({16})}, {{1, 4, 4, 16}}, {}, kMacs, 256, 0},
      {kMs,
       "ConvTransposeWithDynamicPads",
       {x({1, 8, 4, 4}), w({8, 16, 2, 2})},
       {{1, 16, 8, 8}},
       {},
       4 * 4 * 8 * 16 * 4,
       0,
       0},
      {"",
       "DeformConv",
       {x({1, 4, 6, 6}), w({8, 4, 3, 3}), x({1, 18, 4, 4})},
       {{1, 8, 4, 4}},
       {},
       16 * 8 * 36,
       7 * 16 * 36,
       0},
      {kMs,
       "CausalConvWithState",
       {x({1, 8, 10}), w({8, 1, 4}), none, x({1, 8, 3})},
       {{1, 8, 10}, {1, 8, 3}},
       {},
       10 * 8 * 4,
       3 * 80,
       80},
  });
}

TEST(CostRows, Products) {
  const Operand a = x({4, 8}), b = w({8, 16}), bias = w({16}), scale = w({1});
  const std::vector<Shape> y{{4, 16}};
  constexpr std::int64_t kMacs = 4 * 16 * 8, kOut = 64;
  expect({
      {"", "MatMulInteger", {a, b}, y, {}, kMacs, 0, 0},
      {kMs, "MatMulInteger16", {a, b}, y, {}, kMacs, 0, 0},
      {kMs, "FusedMatMul", {a, w({16, 8})}, y, {{"transB", i(1)}}, kMacs, 0, 0},
      {kMs, "TransposeMatMul", {x({8, 4}), b}, y, {{"transA", i(1)}}, kMacs, 0, 0},
      {kMs, "FusedMatMulActivation", {a, b}, y, {}, kMacs, kOut, 0},
      {kMs, "GemmFastGelu", {a, b, bias}, y, {}, kMacs, 8 * kOut, kOut},
      {kMs, "FusedGemm", {a, b, bias}, y, {}, kMacs, 2 * kOut, 0},
      {kMs, "GemmFloat8", {a, b, bias}, y, {}, kMacs, kOut, 0},
      {kMs, "QGemm", {a, scale, scale, b, scale, scale, bias}, y, {}, kMacs, 3 * kOut, 0},
      {"", "QLinearMatMul", {a, scale, scale, b, scale, scale, scale, scale}, y, {}, kMacs, 2 * kOut, 0},
      {kMs, "MatMulIntegerToFloat", {a, b, scale, scale}, y, {}, kMacs, 2 * kOut, 0},
      {kMs, "DynamicQuantizeMatMul", {a, b, scale}, y, {}, kMacs, 2 * kOut + 4 * 32, 0},
      {kMs, "MatMulBnb4", {a, packed({64}), w({2})}, y, {{"K", i(8)}, {"N", i(16)}}, kMacs, 2 * 128, 0},
      {kMs, "MatMulFpQ4", {a, packed({80}), n({8, 16})}, y, {}, kMacs, 2 * 128, 0},
      {kMs,
       "MatMulNBitsMlp",
       {a, packed({16, 1, 4}), w({16}), packed({16, 1, 4}), w({16})},
       y,
       {{"K", i(8)}},
       2 * kMacs,
       4 * 128,
       0},
      {kMs,
       "MatMulNBitsQkv",
       {a, packed({16, 1, 4}), packed({16, 1, 4}), packed({16, 1, 4})},
       y,
       {{"K", i(8)}},
       3 * kMacs,
       6 * 128,
       0},
      {"", "Det", {x({2, 4, 4})}, {{2}}, {}, 0, 2 * 16 * 4 / 3, 0},
      {kMl, "LinearRegressor", {x({5, 8})}, {{5, 2}}, {{"coefficients", std::vector<double>(16)}}, 5 * 2 * 8, 10, 0},
      {kMl, "LinearClassifier", {x({5, 8})}, {{5}, {5, 2}}, {{"coefficients", std::vector<double>(16)}}, 80, 10, 0},
      {kMl, "SVMRegressor", {x({5, 8})}, {{5, 1}}, {{"support_vectors", std::vector<double>(24)}}, 5 * 3 * 8, 45, 15},
      {kMl, "SVMClassifier", {x({5, 8})}, {{5}, {5, 3}}, {{"support_vectors", std::vector<double>(24)}}, 120, 45, 15},
  });
}

TEST(CostRows, AttentionAndRecurrence) {
  const model::Attribute heads = i(3);
  expect({
      {kMs,
       "QAttention",
       {x({2, 4, 24}), w({24, 72}), w({72})},
       {{2, 4, 24}},
       {{"num_heads", heads}},
       2 * 4 * 72 * 24 + 2 * 6 * 4 * 4 * 8,
       2 * 4 * 72 + 5 * 96,
       96},
      {kMs,
       "PackedAttention",
       {x({10, 24}), w({24, 72}), w({72}), x({2, 8})},
       {{10, 24}},
       {{"num_heads", heads}},
       10 * 72 * 24 + 2 * 3 * 10 * 8 * 8,
       5 * 240,
       240},
      {kMs,
       "PackedMultiHeadAttention",
       {x({10, 24}), x({10, 24}), x({10, 24}), none, x({2, 8})},
       {{10, 24}},
       {{"num_heads", heads}},
       2 * 3 * 10 * 8 * 8,
       5 * 240,
       240},
      {kMs,
       "DecoderMaskedMultiHeadAttention",
       {x({2, 1, 24}), x({2, 1, 24}), x({2, 1, 24}), none, none, x({2, 3, 7, 8}), x({2, 3, 7, 8})},
       {{2, 1, 24}},
       {{"num_heads", heads}},
       2 * 6 * 8 * 8,
       5 * 48,
       48},
      {kMs,
       "SparseAttention",
       {x({1, 4, 32}), x({1, 4, 16}), x({1, 4, 16}), x({1, 2, 16, 8}), x({1, 2, 16, 8})},
       {{1, 4, 32}, {1, 2, 16, 8}, {1, 2, 16, 8}},
       {{"num_heads", i(4)}, {"kv_num_heads", i(2)}},
       2 * 4 * 4 * 16 * 8,
       5 * 256,
       256},
      {kMs,
       "PagedAttention",
       {x({3, 32}), x({3, 16}), x({3, 16}), x({10, 4, 2, 8}), x({10, 4, 2, 8}), none, none, x({2, 2})},
       {{3, 32}},
       {{"num_heads", i(4)}, {"kv_num_heads", i(2)}},
       2 * 4 * 3 * 8 * 8,
       5 * 96,
       96},
      {kMs,
       "LongformerAttention",
       {x({1, 64, 24}), w({24, 72}), w({72})},
       {{1, 64, 24}},
       {{"num_heads", heads}, {"window", i(4)}},
       64 * 72 * 24 + 2 * 3 * 64 * 9 * 8,
       64 * 72 + 5 * 1728,
       1728},
      {"",
       "LinearAttention",
       {x({1, 10, 24}), x({1, 10, 24}), x({1, 10, 48})},
       {{1, 10, 48}},
       {{"q_num_heads", heads}, {"kv_num_heads", heads}},
       2 * 10 * 3 * 8 * 16,
       2 * 10 * 3 * 8 * 16,
       0},
      {kMs,
       "GatedDeltaNet",
       {x({1, 10, 24}), x({1, 10, 24}), x({1, 10, 48})},
       {{1, 10, 48}},
       {{"num_heads", heads}},
       2 * 10 * 3 * 8 * 16,
       2 * 10 * 3 * 8 * 16,
       0},
      {kMs, "RelativePositionBias", {w({32, 8}), n({4}), n({4})}, {{1, 8, 4, 4}}, {}, 0, 3 * 128, 0},
      {kMs, "GatedRelativePositionBias", {x({1, 4, 24}), w({24}), w({1, 3, 4, 4})}, {{1, 3, 4, 4}}, {}, 0, 3 * 48, 0},
      {"",
       "RNN",
       {x({10, 2, 32}), w({1, 64, 32}), w({1, 64, 64})},
       {{10, 1, 2, 64}},
       {{"hidden_size", i(64)}},
       10 * 2 * 96 * 64,
       2 * 1280,
       1280},
      {kMs,
       "DynamicQuantizeLSTM",
       {x({10, 2, 32}), packed({1, 32, 256}), packed({1, 64, 256})},
       {{10, 1, 2, 64}},
       {{"hidden_size", i(64)}},
       10 * 2 * 96 * 256,
       9 * 1280 + 4 * 640,
       5 * 1280},
  });
}

TEST(CostRows, FeatureMaps) {
  const Operand map = x({1, 4, 8, 8});
  const std::vector<Shape> half{{1, 4, 4, 4}}, point{{1, 4, 1, 1}};
  const std::vector<std::pair<std::string, model::Attribute>> window{{"kernel_shape", Shape{2, 2}}};
  expect({
      {"", "MaxPool", {map}, half, window, 0, 4 * 64, 0},
      {"", "AveragePool", {map}, half, window, 0, 4 * 64, 0},
      {"", "LpPool", {map}, half, window, 0, 8 * 64, 0},
      {kMs, "NhwcMaxPool", {x({1, 8, 8, 4})}, {{1, 4, 4, 4}}, window, 0, 4 * 64, 0},
      {kMs, "MaxpoolWithMask", {map, x({1, 4, 8, 8})}, half, window, 0, 4 * 64, 0},
      {kMs, "QLinearAveragePool", {map}, half, window, 0, 4 * 64 + 2 * 64, 0},
      {kMs, "QLinearGlobalAveragePool", {map}, point, {}, 0, 256 + 2 * 4, 0},
      {kMs, "QLinearReduceMean", {map}, point, {}, 0, 256 + 2 * 4, 0},
      {"", "GlobalMaxPool", {map}, point, {}, 0, 256, 0},
      {"", "GlobalLpPool", {map}, point, {}, 0, 2 * 256, 0},
      {"", "MaxRoiPool", {map, x({3, 5})}, {{3, 4, 2, 2}}, {}, 0, 3 * 256, 0},
      {"", "RoiAlign", {map, x({3, 4}), x({3})}, {{3, 4, 2, 2}}, {{"sampling_ratio", i(3)}}, 0, 8 * 9 * 48, 0},
      {kMs, "CropAndResize", {map, x({3, 4}), x({3})}, {{3, 4, 2, 2}}, {}, 0, 8 * 4 * 48, 0},
      {"", "GridSample", {map, x({1, 5, 5, 2})}, {{1, 4, 5, 5}}, {}, 0, 7 * 100 + 2 * 50, 0},
      {kMs,
       "GridSample",
       {map, x({1, 5, 5, 2})},
       {{1, 4, 5, 5}},
       {{"mode", std::string("bicubic")}},
       0,
       40 * 100 + 2 * 50,
       0},
      {"", "Upsample", {map}, {{1, 4, 16, 16}}, {{"mode", std::string("linear")}}, 0, 7 * 1024, 0},
      {"", "LRN", {map}, {{1, 4, 8, 8}}, {{"size", i(5)}}, 0, 9 * 256, 2 * 256},
      {kMs, "GroupNorm", {x({1, 4, 4, 8}), w({8}), w({8})}, {{1, 4, 4, 8}}, {{"activation", i(1)}}, 0, 10 * 128, 128},
      {kMs, "SkipGroupNorm", {x({1, 4, 4, 8}), w({8}), w({8}), x({1, 4, 4, 8})}, {{1, 4, 4, 8}}, {}, 0, 9 * 128, 0},
  });
}

TEST(CostRows, VectorsAndScalars) {
  const Operand h = x({2, 8, 16}), gamma = w({16});
  const std::vector<Shape> same{{2, 8, 16}};
  expect({
      {kMs, "SkipLayerNormalization", {h, h, gamma, gamma, gamma}, same, {}, 0, 10 * 256, 0},
      {kMs, "SkipSimplifiedLayerNormalization", {h, h, gamma}, same, {}, 0, 5 * 256, 0},
      {kMs,
       "EmbedLayerNormalization",
       {x({2, 8}), x({2, 8}), w({100, 16}), w({64, 16}), w({2, 16}), gamma, gamma},
       same,
       {},
       0,
       10 * 256,
       0},
      {kMs, "BiasSplitGelu", {x({1, 4, 16}), gamma}, {{1, 4, 8}}, {}, 0, 8 * 32, 32},
      {"", "Sum", {h, h, h}, same, {}, 0, 2 * 256, 0},
      {"", "Max", {h, h, h}, same, {}, 0, 2 * 256, 0},
      {"", "Min", {h, h}, same, {}, 0, 256, 0},
      {"", "Mean", {h, h, h}, same, {}, 0, 3 * 256, 0},
      {"", "CastLike", {x({16}), w({1})}, {{16}}, {}, 0, 0, 0},  // to the type that it has
      {kMs, "GemmaRotaryEmbedding", {x({1, 4, 8, 16})}, {{1, 4, 8, 16}}, {}, 0, 3 * 512, 0},
      {kMs, "MRotaryEmbedding", {x({1, 4, 8, 16})}, {{1, 4, 8, 16}}, {}, 0, 3 * 512, 0},
      {"", "DynamicQuantizeLinear", {x({16})}, {{16}, {}, {}}, {}, 0, 4 * 16, 0},
      {"", "DFT", {x({1, 8, 1})}, {{1, 8, 2}}, {}, 0, 5 * 8 * 3, 0},
      {"", "STFT", {x({1, 32, 1}), n({4}), none, n({8})}, {{1, 7, 5, 2}}, {}, 0, (5 * 3 + 1) * 7 * 8, 0},
      {"", "TopK", {x({4, 16}), n({4})}, {{4, 4}, {4, 4}}, {}, 0, 64 * 2, 0},
      {"", "Unique", {x({16})}, {{16}}, {}, 0, 16 * 4, 0},
      {kMs, "Unique", {x({16})}, {{16}}, {}, 0, 16 * 4, 0},
      {"", "NonMaxSuppression", {x({1, 16, 4}), x({1, 2, 16}), n({3})}, {{6, 3}}, {}, 0, 2 * (16 * 4 + 16 * 16 * 3), 0},
      {kMs, "GatherBlockQuantized", {packed({100, 8}), x({3}), w({100, 1})}, {{3, 16}}, {}, 0, 2 * 48, 0},
      {kMl,
       "TreeEnsembleRegressor",
       {x({5, 8})},
       {{5, 1}},
       {{"nodes_treeids", Shape{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}}},
       0,
       2 * 5 * 2 * 3,
       0},
      {kMl,
       "TreeEnsembleClassifier",
       {x({5, 8})},
       {{5}, {5, 2}},
       {{"nodes_treeids", Shape{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}}},
       0,
       2 * 5 * 2 * 3,
       0},
      {kMl,
       "TreeEnsemble",
       {x({5, 8})},
       {{5, 1}},
       {{"tree_roots", Shape{0, 7}}, {"nodes_featureids", Shape(14, 1)}},
       0,
       2 * 5 * 2 * 3,
       0},
  });
  for (const char* op : {"Adagrad", "Adam", "Momentum"})
    expect({{"ai.onnx.preview.training", op, {x({}), x({}), x({4}), x({4}), x({4})}, {{4}, {4}}, {}, 0, 8 * 8, 0}});
}

// What a scatter or gather takes of its operand, never more.
TEST(CostRows, GathersTouchWhatTheyTake) {
  for (const auto& [domain, op] : {std::pair("", "GatherElements"), std::pair("", "GatherND"),
                                   std::pair(kMs, "GatherND"), std::pair(kMs, "TorchEmbedding")}) {
    const Operator counted_op = counted(Row{domain, op, {w({1000, 16}), x({5})}, {{5, 16}}, {}, 0, 0, 0});
    EXPECT_EQ(elements(counted_op.reads), 5 * 16 + 5) << op;
    EXPECT_EQ(elements(counted_op.writes), 5 * 16) << op;
  }
  for (const char* op : {"Scatter", "ScatterElements", "ScatterND"}) {
    const Operator scattered = counted(Row{"", op, {x({100, 16}), x({5, 16}), x({5, 16})}, {{100, 16}}, {}, 0, 0, 0});
    EXPECT_EQ(elements(scattered.reads), 1600 + 80 + 80) << op;
    EXPECT_EQ(elements(scattered.writes), 1600) << op;
  }
}

// References, not copies.
TEST(CostRows, SequencesMoveNothing) {
  for (const char* op : {"SequenceConstruct", "SequenceInsert"}) {
    const Operator made = counted(Row{"", op, {x({4}), x({4})}, {{8}}, {}, 0, 0, 0});
    EXPECT_EQ(made.kind, OperatorKind::data_movement) << op;
    EXPECT_EQ(elements(made.reads) + elements(made.writes), 0) << op;
  }
}

}  // namespace
}  // namespace whichchip::workload
