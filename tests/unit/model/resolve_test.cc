#include "model/resolve.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "model/graph.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

using Dims = std::vector<std::int64_t>;
using model::kUnknown;
using model::TensorKind;

std::string message_of(const OnnxModel& model, const model::DimensionBindings& bindings = {}) {
  try {
    model.resolve(bindings);
  } catch (const core::Error& error) {
    return error.message + " | " + error.advice;
  }
  return "no error";
}

TEST(Resolve, FollowsAConvolutionChain) {
  OnnxModel model;
  model.input("x", {"N", 3, 224, 224}).weight("w", {64, 3, 7, 7}).weight("b", {64});
  model.node("Conv", {"x", "w", "b"}, {"c"}, {{"strides", {2, 2}}, {"pads", {3, 3, 3, 3}}}).node("Relu", {"c"}, {"r"});
  model.node("MaxPool", {"r"}, {"y"}, {{"kernel_shape", {3, 3}}, {"strides", {2, 2}}, {"pads", {1, 1, 1, 1}}})
      .output("y");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "c").dims, (Dims{1, 64, 112, 112}));
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 64, 56, 56}));
  EXPECT_EQ(tensor(graph, "w").kind, TensorKind::weight);
  EXPECT_EQ(tensor(graph, "x").kind, TensorKind::input);
  EXPECT_EQ(tensor(graph, "y").kind, TensorKind::activation);
  ASSERT_EQ(graph.nodes.size(), 3U);
  EXPECT_EQ(graph.nodes[0].since_version, 11);
  EXPECT_EQ(std::get<Dims>(graph.nodes[0].attributes.find("strides")->second), (Dims{2, 2}));
  EXPECT_TRUE(graph.warnings.empty());
  EXPECT_EQ(graph.nodes_in_file, 3);
  EXPECT_EQ(graph.producer, "tests");
  EXPECT_EQ(graph.declared_inputs.at(0).shape, (std::vector<std::string>{"N", "3", "224", "224"}));
  EXPECT_EQ(model.resolve({{"batch", 4}}).symbols.at(0).value, 4);
  EXPECT_EQ(tensor(model.resolve({{"n", 4}}), "y").dims[0], 4);
}

TEST(Resolve, AKnownModelsOwnDefaultsComeBeforeThoseByNameAndAfterTheUsers) {
  OnnxModel model;
  model.input("ids", {"batch", "seq"}, onnx::TensorProto::INT64).node("Identity", {"ids"}, {"y"}).output("y");
  const model::Skeleton skeleton = read_bytes(model.bytes());
  const model::DimensionBindings own{{"seq", 384}, {"height", 240}};
  EXPECT_EQ(tensor(model::resolve(skeleton, {}, own), "y").dims, (Dims{1, 384}));
  EXPECT_EQ(tensor(model::resolve(skeleton, {{"seq", 64}}, own), "y").dims, (Dims{1, 64}));
  EXPECT_EQ(tensor(model::resolve(skeleton, {{"sequence_length", 64}}, own), "y").dims, (Dims{1, 64}));
}

TEST(Resolve, DefaultsByNameAndPlace) {
  OnnxModel model;
  model.input("pixel_values", {"batch_size", "num_channels", "height", "width"})
      .input("ids", {"batch_size", "sequence_length"}, onnx::TensorProto::INT64);
  model.input("picture", {"", 3, "", ""})
      .input("tokens", {-1, -1}, onnx::TensorProto::INT64)
      .input("other", {"unk__3", "things"});
  model.input("volume", {"batch_size", 4, "depth", "height", "width"});
  model.input("nhwc", {"unk__7", "unk__8", "unk__9", 3}).input("zero", {0, 3, 8, 8});
  model.node("Identity", {"other"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "pixel_values").dims, (Dims{1, 3, 224, 224}));
  EXPECT_EQ(tensor(graph, "ids").dims, (Dims{1, 128}));
  EXPECT_EQ(tensor(graph, "picture").dims, (Dims{1, 3, 224, 224}));
  EXPECT_EQ(tensor(graph, "tokens").dims, (Dims{1, 128}));
  EXPECT_EQ(tensor(graph, "other").dims, (Dims{1, 1}));
  EXPECT_EQ(tensor(graph, "volume").dims, (Dims{1, 4, 128, 224, 224}));
  EXPECT_EQ(tensor(graph, "nhwc").dims, (Dims{1, 224, 224, 3}));
  EXPECT_EQ(tensor(graph, "zero").dims, (Dims{1, 3, 8, 8}));
  for (const model::Symbol& symbol : graph.symbols) {
    EXPECT_EQ(symbol.origin == model::SymbolOrigin::assumed, symbol.name == "things") << symbol.name;
  }
  const model::Graph bound = model.resolve({{"height", 288}, {"Width", 320}, {"seq", 16}, {"things", 7}});
  EXPECT_EQ(tensor(bound, "picture").dims, (Dims{1, 3, 288, 320}));
  EXPECT_EQ(tensor(bound, "nhwc").dims, (Dims{1, 288, 320, 3}));
  EXPECT_EQ(tensor(bound, "ids").dims, (Dims{1, 16}));
  EXPECT_EQ(tensor(bound, "other").dims, (Dims{1, 7}));
}

TEST(Resolve, SoundIsASecondLongAndNoSequenceOfTokens) {
  OnnxModel model;
  model.input("audio", {"n", 1, "samples"}).input("input_values", {"batch", "sequence_length"});
  model.input("wav", {"", ""}).input("audio_features", {"n", 80, "frames"}).input("speech_embeddings", {"n", "seq"});
  model.node("Identity", {"audio"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "audio").dims, (Dims{1, 1, 16000}));
  EXPECT_EQ(tensor(graph, "input_values").dims, (Dims{1, 16000}));
  EXPECT_EQ(tensor(graph, "wav").dims, (Dims{1, 16000}));
  EXPECT_EQ(tensor(graph, "audio_features").dims, (Dims{1, 80, 3000}));
  EXPECT_EQ(tensor(graph, "speech_embeddings").dims, (Dims{1, 128}));
}

TEST(Resolve, AnAssumedDimensionTooSmallIsNamed) {
  OnnxModel model;
  model.input("x", {"n", 1, "things"}).weight("w", {4, 1, 10}).node("Conv", {"x", "w"}, {"y"}).output("y");
  const auto named = [](const model::Graph& graph) {
    return std::any_of(graph.warnings.begin(), graph.warnings.end(), [](const model::Warning& warning) {
      return warning.code == "assumed-dimension" && warning.message.find("things = 1") != std::string::npos;
    });
  };
  EXPECT_TRUE(named(model.resolve()));
  EXPECT_FALSE(named(model.resolve({{"things", 100}})));
}

TEST(Resolve, DerivedSymbolsFollowTheirParts) {
  OnnxModel model;
  model.input("ids", {"batch", "sequence_length"}, onnx::TensorProto::INT64);
  model.input("mask", {"batch", "past_sequence_length + sequence_length"}, onnx::TensorProto::INT64);
  model.input("past", {"batch", 8, "past_sequence_length", 64}).input("total", {"total_sequence_length"});
  model.input("half", {"batch", "floor(sequence_length/2) + 1"}).node("Identity", {"mask"}, {"y"}).output("y");
  const model::Graph prefill = model.resolve();
  EXPECT_EQ(tensor(prefill, "mask").dims, (Dims{1, 128}));
  EXPECT_EQ(tensor(prefill, "past").dims, (Dims{1, 8, 0, 64}));
  EXPECT_EQ(tensor(prefill, "total").dims, (Dims{128}));
  EXPECT_EQ(tensor(prefill, "half").dims, (Dims{1, 65}));
  const model::Graph decode = model.resolve({{"sequence_length", 1}, {"past_sequence_length", 1000}});
  EXPECT_EQ(tensor(decode, "mask").dims, (Dims{1, 1001}));
  EXPECT_EQ(tensor(decode, "total").dims, (Dims{1001}));
  EXPECT_NE(message_of(model, {{"past_sequence_length + sequence_length", 7}}).find("its parts make it 128"),
            std::string::npos);
}

TEST(Resolve, ABindingMustNameASymbolAndBePossible) {
  OnnxModel model;
  model.input("x", {"N", "past_len", 4}).node("Relu", {"x"}, {"y"}).output("y");
  EXPECT_NE(message_of(model, {{"nonsense", 3}}).find("N, past_len"), std::string::npos);
  EXPECT_NE(message_of(model, {{"N", 0}}).find("cannot be 0"), std::string::npos);
  EXPECT_EQ(message_of(model, {{"past_len", 0}}), "no error");
  OnnxModel fixed;
  fixed.input("x", {1, 4}).node("Relu", {"x"}, {"y"}).output("y");
  EXPECT_EQ(message_of(fixed, {{"batch", 1}}), "no error");
  EXPECT_NE(message_of(fixed, {{"batch", 8}}).find("All its dimensions are fixed"), std::string::npos);
}

TEST(Resolve, PropagatesValuesThroughShapeArithmetic) {
  OnnxModel model;
  model.input("x", {"N", 3, 32, 32})
      .scalar("zero", 0)
      .integers("axis0", {0})
      .integers("rest", {-1})
      .integers("two", {2});
  model.node("Shape", {"x"}, {"s"}).node("Gather", {"s", "zero"}, {"n"}).node("Unsqueeze", {"n", "axis0"}, {"n1"});
  model.node("Concat", {"n1", "rest"}, {"target"}, {{"axis", 0}}).node("Reshape", {"x", "target"}, {"flat"});
  model.node("Slice", {"s", "two"}, {"bad"});  // too few inputs: starts without ends
  model.integers("starts", {2}).integers("ends", {9223372036854775807}).node("Slice", {"s", "starts", "ends"}, {"hw"});
  model.node("Mul", {"hw", "two"}, {"double"})
      .node("Cast", {"double"}, {"f"}, {{"to", 1}})
      .node("Floor", {"f"}, {"ff"});
  model.node("Cast", {"ff"}, {"sizes"}, {{"to", 7}}).node("ReduceProd", {"sizes"}, {"area"}, {{"keepdims", 0}});
  model.integers("head", {1, 3}).node("Concat", {"head", "sizes"}, {"full"}, {{"axis", 0}});
  model.node("Resize", {"x", "", "", "full"}, {"big"}, {{"mode", "nearest"}}).output("flat").output("big");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "flat").dims, (Dims{1, 3072}));
  EXPECT_EQ(tensor(graph, "big").dims, (Dims{1, 3, 64, 64}));
  EXPECT_EQ(tensor(graph, "area").value.integers, (Dims{4096}));
  EXPECT_TRUE(node(graph, "Shape").folded);
  EXPECT_TRUE(node(graph, "Concat").folded);
  EXPECT_FALSE(node(graph, "Reshape").folded);
  EXPECT_EQ(tensor(graph, "target").kind, TensorKind::weight);
  EXPECT_FALSE(tensor(graph, "bad").has_rank && tensor(graph, "bad").elements() >= 0);
}

TEST(Resolve, ComputesMasksAndRanges) {
  OnnxModel model;
  model.input("x", {2, 6})
      .scalar("zero", 0)
      .scalar("one", 1)
      .scalar("six", 6)
      .integers("axis", {1})
      .integers("shape", {2, 6});
  model.node("Range", {"zero", "six", "one"}, {"r"}).node("Unsqueeze", {"r", "axis"}, {"column"});
  model.node("GreaterOrEqual", {"column", "r"}, {"causal"}).node("Expand", {"r", "shape"}, {"e"});
  model.node("Where", {"causal", "column", "zero"}, {"w"}).node("Transpose", {"w"}, {"t"}, {{"perm", {1, 0}}});
  model.node("NonZero", {"causal"}, {"nz"})
      .node("Mod", {"r", "six"}, {"m"})
      .node("Split", {"r"}, {"a", "b"}, {{"axis", 0}});
  model.node("ReduceSum", {"w", "axis"}, {"sum"}, {{"keepdims", 0}}).output("t").output("nz");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "r").value.integers, (Dims{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(tensor(graph, "causal").dims, (Dims{6, 6}));
  EXPECT_EQ(tensor(graph, "nz").dims, (Dims{2, 21}));
  EXPECT_FALSE(tensor(graph, "nz").data_dependent);
  EXPECT_EQ(tensor(graph, "sum").value.integers, (Dims{0, 2, 6, 12, 20, 30}));
  EXPECT_EQ(tensor(graph, "b").value.integers, (Dims{3, 4, 5}));
  EXPECT_EQ(tensor(graph, "e").value.integers[7], 1);
  EXPECT_EQ(tensor(graph, "t").value.integers[35], 5);
}

TEST(Resolve, ConstantsFoldAndFilledShapesAreWeights) {
  OnnxModel model;
  model.input("x", {1, 64}).integers("shape", {64, 100}).node("ConstantOfShape", {"shape"}, {"w"});
  model.node("MatMul", {"x", "w"}, {"y"}).weight("v", {100, 64});
  model.node("Transpose", {"v"}, {"vt"}, {{"perm", {1, 0}}}).node("MatMul", {"x", "vt"}, {"z"}).output("y").output("z");
  const model::Graph graph = model.resolve();
  EXPECT_TRUE(tensor(graph, "w").is_initializer);
  EXPECT_EQ(tensor(graph, "w").kind, TensorKind::weight);
  EXPECT_FALSE(tensor(graph, "w").value.known);
  EXPECT_TRUE(node(graph, "ConstantOfShape").folded);
  EXPECT_TRUE(node(graph, "Transpose").folded);
  EXPECT_EQ(tensor(graph, "vt").kind, TensorKind::weight);
  EXPECT_FALSE(tensor(graph, "vt").is_initializer);
  EXPECT_FALSE(node(graph, "MatMul").folded);
}

TEST(Resolve, DequantizedWeightsStayWork) {
  OnnxModel model;
  model.input("x", {1, 64}).weight("q", {64, 100}, onnx::TensorProto::INT8).reals("scale", {0.5F});
  model.node("DequantizeLinear", {"q", "scale"}, {"w"}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  EXPECT_FALSE(node(graph, "DequantizeLinear").folded);
  EXPECT_EQ(tensor(graph, "w").kind, TensorKind::weight);
  EXPECT_EQ(tensor(graph, "w").type, model::DataType::float32);
}

TEST(Resolve, SortsNodesAndReportsCycles) {
  OnnxModel model;
  model.input("x", {1, 8}).node("Relu", {"b"}, {"c"}).node("Relu", {"a"}, {"b"}).node("Relu", {"x"}, {"a"}).output("c");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(graph.nodes[0].name, "Relu_a");
  EXPECT_EQ(graph.nodes[2].name, "Relu_c");
  EXPECT_EQ(tensor(graph, "c").dims, (Dims{1, 8}));
  OnnxModel cyclic;
  cyclic.input("x", {1}).node("Add", {"x", "b"}, {"a"}).node("Relu", {"a"}, {"b"}).output("b");
  const std::string message = message_of(cyclic);
  EXPECT_NE(message.find("cycle"), std::string::npos);
  EXPECT_NE(message.find("Add_a"), std::string::npos);
  OnnxModel twice;
  twice.input("x", {1}).node("Relu", {"x"}, {"a"}).node("Relu", {"x"}, {"a"}).output("a");
  EXPECT_NE(message_of(twice).find("two nodes"), std::string::npos);
}

TEST(Resolve, MissingInputsAndUnknownShapesAreSaid) {
  OnnxModel model;
  model.input_without_shape("x")
      .weight("w", {8, 3, 3, 3})
      .node("Conv", {"x", "w"}, {"y"})
      .node("Add", {"y", "ghost"}, {"z"})
      .output("z");
  const model::Graph graph = model.resolve();
  EXPECT_TRUE(warned(graph, "input-without-shape"));
  EXPECT_TRUE(warned(graph, "missing-input"));
  EXPECT_NE(node(graph, "Conv").failure, "");
  EXPECT_EQ(tensor(graph, "y").elements(), kUnknown);
}

TEST(Resolve, OwnInferenceWinsOverTheFile) {
  OnnxModel model;
  model.input("x", {"N", 8}).weight("w", {8, 4}).node("MatMul", {"x", "w"}, {"y"}).node("Relu", {"y"}, {"z"});
  model.value_info("y", {1, 5}).output("z", {"N", 4});
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 4}));
  ASSERT_TRUE(warned(graph, "wrong-value-info"));
  EXPECT_NE(graph.warnings[0].message.find("[1, 5]"), std::string::npos);
  EXPECT_NE(graph.warnings[0].message.find("[1, 4]"), std::string::npos);
}

TEST(Resolve, UnknownOperatorsUseWhatTheFileSays) {
  OnnxModel model;
  model.opset("my.domain", 1)
      .input("x", {"N", 8})
      .node("Mystery", {"x"}, {"y"}, {}, "my.domain")
      .node("Mystery", {"y"}, {"z"}, {}, "my.domain");
  model.value_info("y", {"N", "hidden"}).node("Relu", {"y"}, {"r"}).output("z", {"N", 3}).output("r");
  const model::Graph graph = model.resolve({{"N", 5}});
  EXPECT_EQ(tensor(graph, "z").dims, (Dims{5, 3}));
  EXPECT_TRUE(warned(graph, "shape-from-file"));
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{5, kUnknown}));
  EXPECT_NE(graph.nodes[0].failure, "");
  EXPECT_EQ(node(graph, "Mystery").since_version, 0);
}

TEST(Resolve, InitializersListedAsInputsAreWeights) {
  OnnxModel model(8, 3);
  model.input("x", {1, 8}).input("w", {8, 4}).weight("w", {8, 4}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(graph.inputs.size(), 1U);
  EXPECT_EQ(graph.declared_inputs.size(), 1U);
  EXPECT_EQ(tensor(graph, "w").kind, TensorKind::weight);
}

TEST(Resolve, DataDependentShapesAreBounded) {
  OnnxModel model;
  model.input("x", {4, 5})
      .input("k", {1}, onnx::TensorProto::INT64)
      .input("boxes", {1, 100, 4})
      .input("scores", {1, 10, 100})
      .scalar("most", 20);
  model.node("NonZero", {"x"}, {"nz"}).node("TopK", {"x", "k"}, {"values", "indices"}, {{"axis", 0}});
  model.node("NonMaxSuppression", {"boxes", "scores", "most"}, {"kept"}).node("Transpose", {"nz"}, {"t"});
  model.node("Unique", {"x"}, {"u"}).output("t").output("values").output("kept").output("u");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "nz").dims, (Dims{2, 20}));
  EXPECT_TRUE(tensor(graph, "nz").data_dependent);
  EXPECT_EQ(tensor(graph, "nz").max_dims, (Dims{2, 20}));
  EXPECT_TRUE(tensor(graph, "t").data_dependent);
  EXPECT_EQ(tensor(graph, "values").dims, (Dims{4, 5}));
  EXPECT_EQ(tensor(graph, "kept").dims, (Dims{200, 3}));
  EXPECT_EQ(tensor(graph, "u").dims, (Dims{20}));
  EXPECT_TRUE(warned(graph, "data-dependent"));
}

TEST(Resolve, PositionTablesLimitTheDefaultSequence) {
  OnnxModel model;
  model.input("x", {"batch", "sequence", 32})
      .weight("positions", {1, 77, 32})
      .integers("zero", {0})
      .integers("axis", {1});
  model.node("Shape", {"x"}, {"s"}).node("Gather", {"s", "axis"}, {"length"});
  model.node("Slice", {"positions", "zero", "length", "axis"}, {"used"}).node("Add", {"x", "used"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 77, 32}));
  EXPECT_TRUE(warned(graph, "sequence-limited"));
  EXPECT_EQ(tensor(model.resolve({{"sequence", 50}}), "y").dims, (Dims{1, 50, 32}));
  EXPECT_NE(node(model.resolve({{"sequence", 100}}), "Add").failure, "");
}

TEST(Resolve, ManyNodesTakeLinearTime) {
  OnnxModel model;
  model.input("x", {1, 16});
  std::string previous = "x";
  for (int i = 0; i < 20'000; ++i) {
    const std::string next = "t" + std::to_string(i);
    model.node(i % 2 == 0 ? "Relu" : "Sigmoid", {previous}, {next});
    previous = next;
  }
  model.output(previous);
  const model::Graph graph = model.resolve();
  EXPECT_EQ(graph.nodes.size(), 20'000U);
  EXPECT_EQ(tensor(graph, previous).dims, (Dims{1, 16}));
}

TEST(Resolve, OldOpsetsKeepTheirAttributes) {
  for (const int opset : {6, 9, 11}) {
    OnnxModel model(opset);
    model.input("x", {1, 3, 8, 8})
        .node("Unsqueeze", {"x"}, {"u"}, {{"axes", {0}}})
        .node("Squeeze", {"u"}, {"s"}, {{"axes", {0}}});
    model.node("ReduceMean", {"s"}, {"m"}, {{"axes", {2, 3}}, {"keepdims", 0}})
        .node("Softmax", {"m"}, {"y"})
        .output("y");
    EXPECT_EQ(tensor(model.resolve(), "y").dims, (Dims{1, 3})) << opset;
  }
  for (const int opset : {13, 17, 20, 22, 30}) {
    OnnxModel model(opset, 10);
    model.input("x", {1, 3, 8, 8})
        .integers("a", {0})
        .integers("hw", {2, 3})
        .node("Unsqueeze", {"x", "a"}, {"u"})
        .node("Squeeze", {"u", "a"}, {"s"});
    if (opset >= 18)
      model.node("ReduceMean", {"s", "hw"}, {"m"}, {{"keepdims", 0}});
    else
      model.node("ReduceMean", {"s"}, {"m"}, {{"axes", {2, 3}}, {"keepdims", 0}});
    model.node("Softmax", {"m"}, {"y"}).output("y");
    const model::Graph graph = model.resolve();
    EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 3})) << opset;
    EXPECT_EQ(warned(graph, "newer-opset"), opset > 22) << opset;
  }
}

}  // namespace
}  // namespace whichchip::tests
