#include <gtest/gtest.h>

#include "support/graph_builder.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using model::DataType;
using tests::GraphBuilder;
using tests::Shape;
using tests::Value;

Workload built(const GraphBuilder& net, const std::string& name = "net") { return build_workload(net.build(), name); }

TEST(Header, NameIsTheBareFileName) {
  GraphBuilder net;
  net.output(net.input({1, 4}).relu());
  EXPECT_EQ(built(net, "/models/some.net.onnx").model.name, "some.net");
  EXPECT_EQ(built(net, "C:\\models\\net.onnx").model.name, "net");
  EXPECT_EQ(built(net, "resnet50").model.name, "resnet50");
}

TEST(Parameters, StatisticsScalarsAndIntegersStandApart) {
  GraphBuilder net;
  const Value y = net.input({1, 3, 8, 8}).conv(4).kernel(3).padding(1).biased().batch_norm().scaled("Mul", 2);
  net.output(net.op("Gather", {y, net.weight({2000}, DataType::int64)}, Shape{2000, 3, 8, 8}));
  const ParameterCount p = built(net).model.parameters;
  EXPECT_EQ(p.parameters, 4 * 3 * 9 + 4 + 8);
  EXPECT_EQ(p.normalization_statistics, 8);
  EXPECT_EQ(p.scalar_constants, 1);
  EXPECT_EQ(p.other_constants, 2000);
}

TEST(Parameters, SharedWeightsCountOnceInStorage) {
  GraphBuilder net;
  const Value table = net.weight({1000, 64});
  const Value x = net.op("Gather", {table, net.input({1, 16}, DataType::int64)}, Shape{1, 16, 64});
  const Value transposed = net.op("Transpose", {table}, Shape{64, 1000});
  net.fold();
  net.output(net.op("MatMul", {x, transposed}, Shape{1, 16, 1000}));
  const Workload workload = built(net);
  EXPECT_EQ(workload.model.parameters.parameters, 64000);
  EXPECT_EQ(workload.totals.weight_bytes, 64000 * 4);
  // The look-up reads its rows, the product the whole table, both from the stored tensor.
  EXPECT_EQ(workload.operators[0].reads[0].elements, 16 * 64);
  EXPECT_EQ(workload.operators[2].reads[1].elements, 64000);
  EXPECT_EQ(workload.operators[2].reads[1].tensor, table.index());
}

TEST(Parameters, GeneratedWeightsAreWeights) {
  GraphBuilder net;
  const Value w = net.op("ConstantOfShape", {net.integers({64, 32})}, Shape{64, 32});
  net.fold();
  net.type(w, DataType::float32);
  net.tensor(w).is_initializer = true;
  net.output(net.op("MatMul", {net.input({4, 64}), w}, Shape{4, 32}));
  EXPECT_EQ(built(net).model.parameters.parameters, 64 * 32);
}

TEST(Parameters, QuantizedWeightsCountByTheirElements) {
  GraphBuilder net;
  const Value w = net.op("DequantizeLinear", {net.weight({64, 32}, DataType::int4), net.weight({32})}, Shape{64, 32});
  net.fold();
  net.output(net.op("MatMul", {net.input({4, 64}), w}, Shape{4, 32}));
  const Workload workload = built(net);
  EXPECT_EQ(workload.model.parameters.parameters, 64 * 32);
  EXPECT_EQ(workload.totals.weight_bytes, 64 * 32 / 2 + 32 * 4);
}

TEST(Totals, ActivationBytesAreWhatOperatorsWrite) {
  GraphBuilder net;
  net.output(net.input({1, 8}).matmul(16).relu().reshape({16}));
  EXPECT_EQ(built(net).totals.activation_bytes, 2 * 16 * 4);
}

TEST(Batch, ComesFromASymbolOrTheLeadingDimension) {
  GraphBuilder net;
  net.output(net.input({8, 3, 4, 4}).relu());
  model::Graph graph = net.build();
  EXPECT_EQ(build_workload(graph, "net").batch, 8);
  graph.symbols = {{"batch_size", 4, model::SymbolOrigin::given}};
  EXPECT_EQ(build_workload(graph, "net").batch, 4);
}

TEST(Batch, SequenceFirstInputIsNoBatch) {
  GraphBuilder net;
  net.output(net.op("ReduceMean", {net.input({50, 16})}, Shape{1, 16}));
  EXPECT_EQ(built(net).batch, 1);
}

TEST(DeadCode, CostsNothing) {
  GraphBuilder net;
  const Value x = net.input({1, 3, 8, 8});
  x.conv(64);
  net.output(x.relu());
  const Workload workload = built(net);
  EXPECT_EQ(workload.totals.macs, 0);
  EXPECT_EQ(workload.operators[0].kind, OperatorKind::view);
}

TEST(DeadCode, AShapeDoesNotNeedItsOperand) {
  GraphBuilder net;
  const Value x = net.input({1, 3, 8, 8});
  const Value shape = net.op("Shape", {x.conv(64)}, Shape{4});
  net.output(net.op("Reshape", {x, shape}, Shape{1, 192}));
  EXPECT_EQ(built(net).totals.macs, 0);
}

}  // namespace
}  // namespace whichchip::workload
