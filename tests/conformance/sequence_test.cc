// Sequences of tensors: the shapes that stand in them, through every operator that makes, changes or takes them apart.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/graph.h"
#include "support/onnx_model.h"
#include "support/situations.h"

namespace whichchip::tests {
namespace {

TEST(Sequence, PiecesOfDifferentSizesAreKnownOneByOne) {
  OnnxModel model;
  model.input("x", {2, 7, 8}).integers("sizes", {4, 2, 1}).scalar("first", 0).scalar("last", -1).weight("w", {8, 16});
  model.node("SplitToSequence", {"x", "sizes"}, {"pieces"}, {{"axis", 1}});
  model.node("SequenceAt", {"pieces", "first"}, {"a"}).node("SequenceAt", {"pieces", "last"}, {"c"});
  model.node("SequenceLength", {"pieces"}, {"n"}).node("MatMul", {"a", "w"}, {"y"});
  model.node("ConcatFromSequence", {"pieces"}, {"all"}, {{"axis", 1}});
  model.output("y").output("c").output("n").output("all");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "a").dims, (Dims{2, 4, 8}));
  EXPECT_EQ(tensor(graph, "c").dims, (Dims{2, 1, 8}));
  EXPECT_EQ(tensor(graph, "n").value.integers, (Dims{3}));
  EXPECT_EQ(tensor(graph, "all").dims, (Dims{2, 7, 8}));
  EXPECT_EQ(tensor(graph, "pieces").elements(), 2 * 7 * 8);
  EXPECT_TRUE(graph.warnings.empty());
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 2 * 4 * 8 * 16);
  EXPECT_EQ(workload.coverage.nodes_modelled, workload.coverage.nodes);
  EXPECT_EQ(elements_read(operator_of(workload, "MatMul")), 2 * 4 * 8 + 8 * 16);  // its piece, not the sequence
  EXPECT_EQ(elements_read(operator_of(workload, "ConcatFromSequence")), 2 * 7 * 8);
}

TEST(Sequence, EqualPiecesWithARestAndWithoutTheAxis) {
  OnnxModel model;
  model.input("x", {10, 3}).scalar("four", 4).scalar("two", 2);
  model.node("SplitToSequence", {"x", "four"}, {"chunks"}).node("SequenceAt", {"chunks", "two"}, {"rest"});
  model.node("SplitToSequence", {"x"}, {"rows"}, {{"keepdims", 0}}).node("SequenceAt", {"rows", "two"}, {"row"});
  model.node("ConcatFromSequence", {"rows"}, {"back"}, {{"axis", 1}, {"new_axis", 1}});
  model.output("rest").output("row").output("back");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "rest").dims, (Dims{2, 3}));
  EXPECT_EQ(tensor(graph, "row").dims, (Dims{3}));
  EXPECT_EQ(tensor(graph, "back").dims, (Dims{3, 10}));
}

TEST(Sequence, InsertAndEraseKeepTheOrder) {
  OnnxModel model;
  model.input("a", {1, 4}).input("b", {2, 4}).input("c", {3, 4}).scalar("zero", 0).scalar("one", 1);
  model.node("SequenceConstruct", {"a", "b"}, {"ab"}).node("SequenceInsert", {"ab", "c", "one"}, {"acb"});
  model.node("SequenceErase", {"acb", "zero"}, {"cb"}).node("SequenceInsert", {"cb", "a"}, {"cba"});
  model.node("SequenceAt", {"cba", "zero"}, {"first"}).node("SequenceAt", {"cba", "one"}, {"second"});
  model.node("ConcatFromSequence", {"cba"}, {"y"}, {{"axis", 0}}).output("y").output("first").output("second");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "first").dims, (Dims{3, 4}));
  EXPECT_EQ(tensor(graph, "second").dims, (Dims{2, 4}));
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{6, 4}));
}

TEST(Sequence, AnUnknownPositionIsBoundedByTheLargest) {
  OnnxModel model;
  model.input("a", {1, 4}).input("b", {9, 4}).input("i", {}, onnx::TensorProto::INT64);
  model.node("SequenceConstruct", {"a", "b"}, {"s"}).node("SequenceAt", {"s", "i"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").max_dims, (Dims{9, 4}));
  EXPECT_TRUE(tensor(graph, "y").data_dependent);
  EXPECT_TRUE(warned(graph, "data-dependent"));
}

// What frameworks make of a list that is appended to in a loop.
TEST(Sequence, ALoopGrowsItByWhatEachTripAppends) {
  onnx::GraphProto body;
  OnnxGraph(body)
      .input("i", {}, onnx::TensorProto::INT64)
      .input("go", {}, onnx::TensorProto::BOOL)
      .input_without_shape("list")
      .node("MatMul", {"x", "w"}, {"h"})
      .node("SequenceInsert", {"list", "h"}, {"longer"})
      .node("Identity", {"go"}, {"on"})
      .output("on")
      .output("longer");
  OnnxModel model;
  model.input("x", {3, 8}).weight("w", {8, 5}).scalar("trips", 6).node("SequenceEmpty", {}, {"none"});
  model.node("Loop", {"trips", "", "none"}, {"all"}, {{"body", body}});
  model.node("ConcatFromSequence", {"all"}, {"y"}, {{"axis", 0}, {"new_axis", 1}}).output("y");
  EXPECT_EQ(tensor(model.resolve(), "y").dims, (Dims{6, 3, 5}));
  EXPECT_EQ(macs(model), 6 * 3 * 8 * 5);
}

// Every tensor of the sequence goes through the body; the tensor beside it is given whole.
TEST(Sequence, AMapRunsItsBodyForEach) {
  onnx::GraphProto body;
  OnnxGraph(body)
      .input_without_shape("piece")
      .input_without_shape("shift")
      .node("MatMul", {"piece", "w"}, {"h"})
      .node("Add", {"h", "shift"}, {"moved"})
      .output("moved")
      .output("h");
  OnnxModel model;
  model.input("x", {12, 8}).input("b", {5}).weight("w", {8, 5}).scalar("three", 3);
  model.node("SplitToSequence", {"x", "three"}, {"pieces"});
  model.node("SequenceMap", {"pieces", "b"}, {"moved", "plain"}, {{"body", body}});
  model.node("ConcatFromSequence", {"moved"}, {"y"}, {{"axis", 0}}).output("y");
  model.node("SequenceLength", {"plain"}, {"n"}).output("n");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{12, 5}));
  EXPECT_EQ(tensor(graph, "n").value.integers, (Dims{4}));
  EXPECT_TRUE(graph.warnings.empty());
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 12 * 8 * 5);  // as without the pieces
  EXPECT_EQ(workload.coverage.nodes_modelled, workload.coverage.nodes);
}

// The pieces differ, and a body stands for one shape.
TEST(Sequence, AMapOverDifferentShapesIsSaidToBeUnknown) {
  onnx::GraphProto body;
  OnnxGraph(body).input_without_shape("piece").node("Relu", {"piece"}, {"r"}).output("r");
  OnnxModel model;
  model.input("x", {12, 8}).scalar("five", 5).node("SplitToSequence", {"x", "five"}, {"pieces"});
  model.node("SequenceMap", {"pieces"}, {"mapped"}, {{"body", body}});
  model.node("ConcatFromSequence", {"mapped"}, {"y"}, {{"axis", 0}}).output("y");
  EXPECT_EQ(tensor(model.resolve(), "y").elements(), model::kUnknown);
  EXPECT_LT(analyse(model).coverage.nodes_modelled, analyse(model).coverage.nodes);
}

TEST(Sequence, OptionalsAndCopiesKeepWhatTheyHold) {
  OnnxModel model(18);
  model.input("x", {7, 3}).scalar("four", 4).scalar("last", -1);
  model.node("SplitToSequence", {"x", "four"}, {"pieces"}).node("Identity", {"pieces"}, {"same"});
  model.node("Optional", {"same"}, {"maybe"}).node("OptionalGetElement", {"maybe"}, {"back"});
  model.node("SequenceAt", {"back", "last"}, {"y"}).output("y");
  model.node("OptionalHasElement", {"maybe"}, {"has"}).output("has");
  model.node("OptionalHasElement", {"x"}, {"given"}).output("given").node("OptionalHasElement", {}, {"none"});
  model.output("none");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{3, 3}));
  EXPECT_EQ(tensor(graph, "has").value.integers, (Dims{1}));
  EXPECT_EQ(tensor(graph, "given").value.integers, (Dims{1}));
  EXPECT_EQ(tensor(graph, "none").value.integers, (Dims{0}));
}

TEST(Sequence, WhatIsNotKnownIsSaid) {
  OnnxModel model;
  model.input("x", {6, 4}).input("sizes", {2}, onnx::TensorProto::INT64).scalar("zero", 0);
  model.node("SplitToSequence", {"x", "sizes"}, {"s"}).node("ConcatFromSequence", {"s"}, {"y"}, {{"axis", 0}});
  model.node("SequenceAt", {"s", "zero"}, {"piece"}).output("y").output("piece");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").elements(), model::kUnknown);
  EXPECT_TRUE(warned(graph, "unknown-shape"));
  EXPECT_LT(analyse(model).coverage.nodes_modelled, 3);
  OnnxModel wrong;
  wrong.input("x", {6, 4}).integers("sizes", {2, 2}).scalar("nine", 9);
  wrong.node("SplitToSequence", {"x", "sizes"}, {"s"}).node("SequenceAt", {"s", "nine"}, {"y"}).output("y");
  EXPECT_TRUE(warned(wrong.resolve(), "unknown-shape"));
}

// 2^40 tensors cost as much to follow as one; sequences that alternate shapes without end are given up.
TEST(Sequence, HostileLengthsCostNothing) {
  OnnxModel model;
  model.input("x", {std::int64_t{1} << 40}).node("SplitToSequence", {"x"}, {"s"}).node("SequenceLength", {"s"}, {"n"});
  model.node("ConcatFromSequence", {"s"}, {"y"}, {{"axis", 0}}).output("y").output("n");
  EXPECT_EQ(tensor(model.resolve(), "n").value.integers, (Dims{std::int64_t{1} << 40}));
  EXPECT_EQ(tensor(model.resolve(), "y").dims, (Dims{std::int64_t{1} << 40}));
  OnnxModel endless;
  endless.input("a", {1}).input("b", {2}).node("SequenceEmpty", {}, {"s0"});
  for (int i = 0; i < 1100; ++i) {
    const std::string at = std::to_string(i);
    endless.node("SequenceInsert", {"s" + at, i % 2 == 0 ? "a" : "b"}, {"s" + std::to_string(i + 1)});
  }
  endless.node("ConcatFromSequence", {"s1100"}, {"y"}, {{"axis", 0}}).output("y");
  EXPECT_EQ(tensor(endless.resolve(), "y").elements(), model::kUnknown);
}

}  // namespace
}  // namespace whichchip::tests
