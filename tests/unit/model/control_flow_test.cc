// Functions, If, Loop and Scan: everything that expand.h splices away.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "model/graph.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

using Dims = std::vector<std::int64_t>;

onnx::GraphProto branch(const std::string& type, const std::string& input, Attrs attributes = {}) {
  onnx::GraphProto graph;
  OnnxGraph(graph).node(type, {input, "w"}, {type + "_out"}, std::move(attributes)).output(type + "_out");
  return graph;
}

TEST(ControlFlow, AMergedDecoderIsPrefillUntilAPastIsGiven) {
  OnnxModel model;
  model.input("x", {"batch", 8}).input("use_cache_branch", {1}, onnx::TensorProto::BOOL).weight("w", {8, 8});
  model.input("past", {"batch", 2, "past_sequence_length", 4});
  model.node("If", {"use_cache_branch"}, {"y"},
             {{"then_branch", branch("Add", "x")}, {"else_branch", branch("MatMul", "x")}});
  model.node("Relu", {"y"}, {"z"}).output("z");
  EXPECT_EQ(model.resolve().nodes[0].op_type, "MatMul");
  EXPECT_EQ(model.resolve({{"past_sequence_length", 10}}).nodes[0].op_type, "Add");
  EXPECT_EQ(model.resolve({{"use_cache_branch", 1}}).nodes[0].op_type, "Add");
  const model::Graph graph = model.resolve();
  ASSERT_EQ(graph.nodes.size(), 2U);
  EXPECT_EQ(graph.nodes[0].scope, "If_y");
  EXPECT_EQ(graph.nodes[1].inputs[0], graph.nodes[0].outputs[0]);
  EXPECT_EQ(graph.symbols.back().name, "use_cache_branch");
}

TEST(ControlFlow, AKnownConditionChoosesAndAnUnknownOneTakesTheCostlierBranch) {
  OnnxModel model;
  model.input("x", {4, 8})
      .weight("w", {8, 8})
      .node("Size", {"x"}, {"n"})
      .scalar("limit", 10)
      .node("Less", {"n", "limit"}, {"small"});
  model.node("If", {"small"}, {"y"}, {{"then_branch", branch("MatMul", "x")}, {"else_branch", branch("Gemm", "x")}});
  model.output("y");
  EXPECT_EQ(node(model.resolve(), "Gemm").folded, false);
  OnnxModel open;
  open.input("x", {4, 8}).input("c", {}, onnx::TensorProto::BOOL).weight("w", {8, 8});
  open.node("If", {"c"}, {"y"}, {{"then_branch", branch("Max", "x")}, {"else_branch", branch("MatMul", "x")}})
      .output("y");
  const model::Graph graph = open.resolve();
  EXPECT_EQ(graph.nodes[0].op_type, "MatMul");
  EXPECT_TRUE(warned(graph, "branch-assumed"));
}

onnx::GraphProto loop_body() {
  onnx::GraphProto body;
  OnnxGraph graph(body);
  graph.input("i", {}, onnx::TensorProto::INT64).input("go", {}, onnx::TensorProto::BOOL).input("state", {});
  graph.node("MatMul", {"state", "w"}, {"next"}).node("Identity", {"go"}, {"go_on"});
  graph.output("go_on").output("next").output("next");
  return body;
}

TEST(ControlFlow, ALoopStandsOnceWithItsTripCount) {
  OnnxModel model;
  model.input("x", {2, 8}).weight("w", {8, 8}).scalar("trips", 12);
  model.node("Loop", {"trips", "", "x"}, {"last", "all"}, {{"body", loop_body()}}).output("last").output("all");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(node(graph, "MatMul").repeat, 12);
  EXPECT_EQ(tensor(graph, "last").dims, (Dims{2, 8}));
  EXPECT_EQ(tensor(graph, "all").dims, (Dims{12, 2, 8}));
  EXPECT_EQ(graph.nodes.front().repeat, 12);
  EXPECT_EQ(graph.nodes.back().repeat, 1);
}

TEST(ControlFlow, AnUnknownTripCountIsAControl) {
  OnnxModel model;
  model.input("x", {2, 8}).input("n", {}, onnx::TensorProto::INT64).weight("w", {8, 8});
  model.node("Loop", {"n", "", "x"}, {"last", "all"}, {{"body", loop_body()}}).output("last").output("all");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(node(graph, "MatMul").repeat, 1);
  EXPECT_TRUE(warned(graph, "trip-count-assumed"));
  EXPECT_EQ(node(model.resolve({{"Loop_last.trips", 7}}), "MatMul").repeat, 7);
}

TEST(ControlFlow, HugeTripCountsAreMultipliedNotUnrolled) {
  OnnxModel model;
  model.input("x", {2, 8}).weight("w", {8, 8}).scalar("trips", 1'000'000'000'000);
  model.node("Loop", {"trips", "", "x"}, {"last", "all"}, {{"body", loop_body()}}).output("last");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(node(graph, "MatMul").repeat, 1'000'000'000'000);
  EXPECT_TRUE(warned(graph, "many-trips"));
}

TEST(ControlFlow, AScanRunsOncePerSlice) {
  onnx::GraphProto body;
  OnnxGraph(body)
      .input("s", {})
      .input("row", {})
      .node("Add", {"s", "row"}, {"next"})
      .node("Relu", {"next"}, {"out"})
      .output("next")
      .output("out");
  OnnxModel model;
  model.input("init", {8})
      .input("rows", {5, 8})
      .node("Scan", {"init", "rows"}, {"final", "outs"}, {{"body", body}, {"num_scan_inputs", 1}});
  model.output("final").output("outs");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(node(graph, "Add").repeat, 5);
  EXPECT_EQ(tensor(graph, "final").dims, (Dims{8}));
  EXPECT_EQ(tensor(graph, "outs").dims, (Dims{5, 8}));
}

TEST(ControlFlow, FunctionsAreInlinedWithTheirAttributes) {
  OnnxModel model;
  model.opset("f", 1);
  auto& outer = model.function("f", "Outer", {"a", "b"}, {"r"});
  outer.add_attribute("axis");
  add_node(*outer.add_node(), "Inner", {"a", "b"}, {"t"}, {}, "f");
  auto* ref = outer.mutable_node(0)->add_attribute();
  ref->set_name("dim");
  ref->set_type(onnx::AttributeProto::INT);
  ref->set_ref_attr_name("axis");
  add_node(*outer.add_node(), "Relu", {"t"}, {"r"}, {});
  auto& inner = model.function("f", "Inner", {"p", "q"}, {"o"});
  inner.add_attribute("dim");
  add_node(*inner.add_node(), "Concat", {"p", "q"}, {"o"}, {});
  auto* axis = inner.mutable_node(0)->add_attribute();
  axis->set_name("axis");
  axis->set_type(onnx::AttributeProto::INT);
  axis->set_ref_attr_name("dim");
  for (auto* function : {&outer, &inner}) {
    auto* import = function->add_opset_import();
    import->set_domain("");
    import->set_version(17);
  }
  model.input("x", {2, 3}).input("y", {2, 5}).node("Outer", {"x", "y"}, {"z"}, {{"axis", 1}}, "f").output("z");
  const model::Graph graph = model.resolve();
  ASSERT_EQ(graph.nodes.size(), 2U);
  EXPECT_EQ(graph.nodes[0].op_type, "Concat");
  EXPECT_EQ(graph.nodes[0].scope, "Outer_z/Inner_t");
  EXPECT_EQ(std::get<std::int64_t>(graph.nodes[0].attributes.find("axis")->second), 1);
  EXPECT_EQ(graph.tensors[static_cast<std::size_t>(graph.outputs.at(0))].dims, (Dims{2, 8}));
}

TEST(ControlFlow, RecursiveFunctionsAreRefused) {
  OnnxModel model;
  model.opset("f", 1);
  add_node(*model.function("f", "A", {"x"}, {"y"}).add_node(), "B", {"x"}, {"y"}, {}, "f");
  add_node(*model.function("f", "B", {"x"}, {"y"}).add_node(), "A", {"x"}, {"y"}, {}, "f");
  model.input("x", {1}).node("A", {"x"}, {"y"}, {}, "f").output("y");
  try {
    model.resolve();
    FAIL() << "was expanded";
  } catch (const core::Error& error) {
    EXPECT_NE(error.message.find("A → B → A"), std::string::npos) << error.message;
  }
}

TEST(ControlFlow, FunctionBombsAreRefused) {
  OnnxModel model;
  model.opset("f", 1);
  for (int level = 0; level < 40; ++level) {
    auto& function = model.function("f", "F" + std::to_string(level), {"x"}, {"y"});
    const std::string next = "F" + std::to_string(level + 1);
    add_node(*function.add_node(), next, {"x"}, {"t"}, {}, "f");
    add_node(*function.add_node(), next, {"t"}, {"y"}, {}, "f");
  }
  add_node(*model.function("f", "F40", {"x"}, {"y"}).add_node(), "Relu", {"x"}, {"y"}, {});
  model.input("x", {1}).node("F0", {"x"}, {"y"}, {}, "f").output("y");
  try {
    model.resolve();
    FAIL() << "was expanded";
  } catch (const core::Error& error) {
    EXPECT_NE(error.message.find("'F0'"), std::string::npos) << error.message;
  }
}

}  // namespace
}  // namespace whichchip::tests
