// Small graphs made to stop, fill or confuse a reader: each gives a node without a shape, or one error, at once.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "model/graph.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

using Dims = std::vector<std::int64_t>;

constexpr std::int64_t kHuge = std::int64_t{1} << 62;

struct BadNode {
  std::string type;
  Attrs attributes;
  std::string reason;
};

void expect_refused(const OnnxModel& model, const std::string& type, const std::string& reason) {
  const model::Graph graph = model.resolve();
  EXPECT_NE(node(graph, type).failure.view().find(reason), std::string::npos)
      << type << ": " << node(graph, type).failure.view();
  EXPECT_TRUE(warned(graph, "unknown-shape") || warned(graph, "impossible-shape")) << type;
}

TEST(Hostile, ImpossibleWindowsAreRefused) {
  const std::vector<BadNode> nodes{
      {"Conv", {{"strides", {0, 1}}}, "strides"},
      {"Conv", {{"dilations", {1, 0}}}, "dilations"},
      {"Conv", {{"group", 0}}, "group"},
      {"Conv", {{"group", 3}}, "group 3"},
      {"Conv", {{"group", -1}}, "group"},
      {"Conv", {{"pads", {-1, 0, 0, 0}}}, "pads"},
      {"Conv", {{"kernel_shape", {-3, 3}}}, "kernel"},
      {"Conv", {{"strides", {kHuge, 1}}}, "large"},
      {"ConvTranspose", {{"strides", {0, 0}}}, "strides"},
      {"ConvTranspose", {{"group", 0}}, "group"},
  };
  for (const BadNode& bad : nodes) {
    OnnxModel model;
    model.input("x", {1, 8, 16, 16})
        .weight("w", {8, 8, 3, 3})
        .node(bad.type, {"x", "w"}, {"y"}, bad.attributes)
        .output("y");
    expect_refused(model, bad.type, bad.reason);
  }
  for (const char* type : {"MaxPool", "AveragePool", "LpPool"}) {
    OnnxModel model;
    model.input("x", {1, 8, 16, 16})
        .node(type, {"x"}, {"y"}, {{"kernel_shape", {2, 2}}, {"strides", {0, 0}}})
        .output("y");
    expect_refused(model, type, "strides");
  }
}

TEST(Hostile, OtherDivisionsByZeroAreRefused) {
  OnnxModel model(18);
  model.input("x", {1, 8, 16, 16})
      .node("DepthToSpace", {"x"}, {"d"}, {{"blocksize", 0}})
      .node("SpaceToDepth", {"x"}, {"s"}, {{"blocksize", 0}});
  model.node("Split", {"x"}, {"a", "b"}, {{"num_outputs", 0}})
      .integers("zeros", {0, -1})
      .node("Reshape", {"x", "zeros"}, {"r"}, {{"allowzero", 1}});
  model.scalar("none", 0)
      .scalar("ten", 10)
      .node("Range", {"none", "ten", "none"}, {"range"})
      .node("Mod", {"ten", "none"}, {"m"});
  model.node("Div", {"ten", "none"}, {"q"}).output("d").output("s").output("r").output("range");
  const model::Graph graph = model.resolve();
  for (const char* type : {"DepthToSpace", "SpaceToDepth", "Split", "Range"})
    EXPECT_NE(node(graph, type).failure, "") << type;
  EXPECT_FALSE(tensor(graph, "q").value.known);
}

TEST(Hostile, ImpossibleDimensionsAreNotMultipliedOut) {
  OnnxModel model;
  onnx::TensorProto negative, huge;
  negative.set_name("negative"), negative.set_data_type(1), negative.add_dims(-4);
  huge.set_name("huge"), huge.set_data_type(1), huge.add_dims(kHuge), huge.add_dims(kHuge);
  model.input("x", {1, 8})
      .initializer(negative)
      .initializer(huge)
      .integers("big", {std::int64_t{1} << 40, std::int64_t{1} << 40});
  model.node("Add", {"x", "negative"}, {"a"}).node("Add", {"x", "huge"}, {"b"}).node("Expand", {"x", "big"}, {"c"});
  model.node("Tile", {"x", "big"}, {"d"}).node("ConstantOfShape", {"big"}, {"e"}).node("Reshape", {"x", "big"}, {"f"});
  model.output("a").output("b").output("c").output("d").output("e").output("f");
  const model::Graph graph = model.resolve();
  EXPECT_TRUE(warned(graph, "impossible-shape"));
  for (const model::Node& bad : graph.nodes) EXPECT_NE(bad.failure, "") << bad.op_type.view();
}

TEST(Hostile, DoublingStopsBeforeItOverflows) {
  OnnxModel model;
  model.input("x", {1, 1024});
  std::string previous = "x";
  for (int i = 0; i < 80; ++i) {
    const std::string next = "t" + std::to_string(i);
    model.node("Concat", {previous, previous}, {next}, {{"axis", 1}});
    previous = next;
  }
  model.output(previous);
  const model::Graph graph = model.resolve();
  EXPECT_EQ(graph.nodes.front().failure, "");
  EXPECT_NE(graph.nodes.back().failure, "");
  for (const model::Tensor& t : graph.tensors) EXPECT_GE(t.elements(), model::kUnknown);
}

TEST(Hostile, ExtremeNumbersInValuesDoNotOverflow) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  OnnxModel model;
  model.input("x", {4, 4})
      .integers("extreme", {kLeast, kMost})
      .integers("minus", {-1, -1})
      .integers("axes", {kLeast, 1})
      .scalar("least", kLeast)
      .scalar("most", kMost)
      .scalar("one", 1);
  for (const char* type : {"Add", "Sub", "Mul", "Div", "Mod", "Pow", "Min", "Max"})
    model.node(type, {"extreme", "minus"}, {std::string("b") + type});
  for (const char* type : {"Neg", "Abs", "Sign"}) model.node(type, {"extreme"}, {std::string("u") + type});
  model.node("ReduceProd", {"extreme"}, {"p"})
      .node("ReduceSum", {"extreme"}, {"s"})
      .node("CumSum", {"extreme", "one"}, {"c"});
  model.node("Range", {"least", "most", "one"}, {"r"})
      .node("Slice", {"x", "extreme", "extreme"}, {"sl"})
      .node("Slice", {"x", "minus", "extreme", "axes"}, {"sa"});
  model.node("Slice", {"x", "extreme", "extreme", "", "extreme"}, {"st"})
      .node("Gather", {"x", "extreme"}, {"g"})
      .node("Unsqueeze", {"x", "extreme"}, {"un"});
  model.node("Squeeze", {"x", "extreme"}, {"sq"})
      .node("Concat", {"x", "x"}, {"cc"}, {{"axis", kLeast}})
      .node("Transpose", {"x"}, {"tr"}, {{"perm", {kLeast, 1}}});
  model.node("TopK", {"x", "extreme"}, {"tv", "ti"})
      .node("Pad", {"x", "extreme"}, {"pd"})
      .node("OneHot", {"minus", "most", "minus"}, {"oh"});
  model.node("Shape", {"x"}, {"sh"}, {{"start", kLeast}, {"end", kMost}})
      .node("Flatten", {"x"}, {"fl"}, {{"axis", kMost}});
  model.node("Cast", {"extreme"}, {"cast"}, {{"to", 1}})
      .node("Cast", {"cast"}, {"back"}, {{"to", 7}})
      .node("Gather", {"extreme", "least"}, {"gg"});
  model.node("Softmax", {"x"}, {"sm"}, {{"axis", kLeast}}).node("Split", {"x", "extreme"}, {"s1", "s2"}).output("sl");
  EXPECT_NO_THROW(model.resolve());
}

TEST(Hostile, OperatorsWithTooFewOrWrongInputsFailAlone) {
  const std::vector<std::string> types{"Conv",
                                       "Gemm",
                                       "MatMul",
                                       "Reshape",
                                       "Slice",
                                       "Concat",
                                       "LSTM",
                                       "Resize",
                                       "Gather",
                                       "TopK",
                                       "NonMaxSuppression",
                                       "Range",
                                       "Where",
                                       "Einsum",
                                       "Loop",
                                       "If",
                                       "Scan",
                                       "Split",
                                       "Pad",
                                       "BatchNormalization",
                                       "ConstantOfShape",
                                       "Expand",
                                       "Unique",
                                       "Compress"};
  for (const std::string& type : types) {
    for (const Names& inputs : {Names{}, Names{"s"}, Names{"", ""}, Names{"s", "s", "s"}}) {
      OnnxModel model;
      model.input("s", {}).node(type, inputs, {"y", "z"}).node("Relu", {"s"}, {"ok"}).output("ok");
      const model::Graph graph = model.resolve();
      EXPECT_EQ(node(graph, "Relu").failure, "") << type;
    }
  }
}

TEST(Hostile, NamesAreMadeIntoText) {
  OnnxModel model;
  const std::string bad = std::string("a\xff\xfe\n\x01", 5);
  model.input(bad, {"N\xc0", 4}).node("Relu", {bad}, {std::string(100'000, 'n')}).output(std::string(100'000, 'n'));
  const model::Graph graph = model.resolve();
  EXPECT_EQ(graph.tensors[0].name.view().find('\xff'), std::string::npos);
  EXPECT_LT(graph.tensors[1].name.size(), 2000U);
  EXPECT_EQ(graph.nodes[0].failure, "");
}

TEST(Hostile, AHundredThousandInputsToOneNode) {
  OnnxModel model;
  model.input("x", {1, 2});
  Names inputs(10'000, "x");
  model.node("Concat", inputs, {"y"}, {{"axis", 1}}).node("Sum", inputs, {"z"}).output("y").output("z");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 20'000}));
}

}  // namespace
}  // namespace whichchip::tests
