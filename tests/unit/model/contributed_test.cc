// Shapes of operators that the ONNX library does not know.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/graph.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

using Dims = std::vector<std::int64_t>;
constexpr char kMs[] = "com.microsoft";
constexpr int kUint8 = onnx::TensorProto::UINT8;

OnnxModel& with_ms(OnnxModel& model) { return model.opset(kMs, 1); }

TEST(Contributed, AttentionAndItsCaches) {
  OnnxModel model;
  with_ms(model)
      .input("x", {"batch", "seq", 768})
      .input("past", {2, "batch", 12, "past_len", 64})
      .weight("w", {768, 2304})
      .weight("b", {2304});
  model.node("Attention", {"x", "w", "b", "", "past"}, {"y", "present"}, {{"num_heads", 12}}, kMs)
      .output("y")
      .output("present");
  const model::Graph graph = model.resolve({{"seq", 10}, {"past_len", 5}});
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 10, 768}));
  EXPECT_EQ(tensor(graph, "present").dims, (Dims{2, 1, 12, 15, 64}));
}

TEST(Contributed, GroupedQueryAttentionPackedAndNot) {
  OnnxModel model;
  with_ms(model).input("q", {1, "seq", 2048}).input("k", {1, "seq", 512}).input("packed", {1, "seq", 3072});
  model.input("pk", {1, 8, "past_len", 64}).input("pv", {1, 8, "past_len", 64});
  const Attrs heads{{"num_heads", 32}, {"kv_num_heads", 8}};
  model.node("GroupQueryAttention", {"q", "k", "k", "pk", "pv"}, {"y", "nk", "nv"}, heads, kMs);
  model.node("GroupQueryAttention", {"packed", "", "", "pk", "pv"}, {"z", "mk", "mv"}, heads, kMs)
      .output("y")
      .output("z");
  const model::Graph graph = model.resolve({{"seq", 1}, {"past_len", 100}});
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 1, 2048}));
  EXPECT_EQ(tensor(graph, "z").dims, (Dims{1, 1, 2048}));
  EXPECT_EQ(tensor(graph, "nk").dims, (Dims{1, 8, 101, 64}));
  EXPECT_EQ(tensor(graph, "mv").dims, (Dims{1, 8, 101, 64}));
}

TEST(Contributed, MultiHeadAttentionLayouts) {
  OnnxModel model;
  with_ms(model)
      .input("q", {2, 10, 256})
      .input("k", {2, 20, 256})
      .input("v", {2, 20, 128})
      .input("qkv", {2, 10, 4, 3, 64});
  model.node("MultiHeadAttention", {"q", "k", "v"}, {"y"}, {{"num_heads", 4}}, kMs);
  model.node("MultiHeadAttention", {"qkv"}, {"z"}, {{"num_heads", 4}}, kMs).output("y").output("z");
  EXPECT_EQ(tensor(model.resolve(), "y").dims, (Dims{2, 10, 128}));
  EXPECT_EQ(tensor(model.resolve(), "z").dims, (Dims{2, 10, 256}));
}

TEST(Contributed, PackedWeightsAndQuantizedOperators) {
  OnnxModel model;
  with_ms(model).input("x", {1, 7, 4096}).weight("b", {11008, 128, 16}, kUint8).weight("s", {11008 * 128});
  model.node("MatMulNBits", {"x", "b", "s"}, {"y"}, {{"K", 4096}, {"N", 11008}, {"bits", 4}, {"block_size", 32}}, kMs);
  model.input("a8", {1, 4, 8, 8}, kUint8)
      .input("b8", {1, 4, 1, 1}, kUint8)
      .reals("scale", {0.1F})
      .weight("zp", {1}, kUint8)
      .weight("w8", {16, 4, 3, 3}, kUint8);
  model.node("QLinearAdd", {"a8", "scale", "zp", "b8", "scale", "zp", "scale", "zp"}, {"sum"}, {}, kMs);
  model.node("QLinearConcat", {"scale", "zp", "a8", "scale", "zp", "a8", "scale", "zp"}, {"cat"}, {{"axis", 1}}, kMs);
  model.node("QLinearGlobalAveragePool", {"a8", "scale", "zp", "scale", "zp"}, {"gap"}, {}, kMs);
  model.node("QLinearConv", {"a8", "scale", "zp", "w8", "scale", "zp", "scale", "zp"}, {"conv"},
             {{"pads", {1, 1, 1, 1}}});
  model.node("DequantizeLinear", {"a8", "scale", "zp"}, {"dq"}, {}, kMs);
  model.output("y").output("sum").output("cat").output("gap").output("conv").output("dq");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 7, 11008}));
  EXPECT_EQ(tensor(graph, "sum").dims, (Dims{1, 4, 8, 8}));
  EXPECT_EQ(tensor(graph, "cat").dims, (Dims{1, 8, 8, 8}));
  EXPECT_EQ(tensor(graph, "gap").dims, (Dims{1, 4, 1, 1}));
  EXPECT_EQ(tensor(graph, "conv").dims, (Dims{1, 16, 8, 8}));
  EXPECT_EQ(tensor(graph, "dq").dims, (Dims{1, 4, 8, 8}));
  EXPECT_EQ(tensor(graph, "dq").type, model::DataType::float32);
  for (const model::Node& each : graph.nodes) EXPECT_EQ(each.failure, "") << each.op_type.view();
}

TEST(Contributed, NormalizationsWhateverTheirDomain) {
  OnnxModel model;
  with_ms(model).input("x", {1, 5, 64}).weight("g", {64});
  model.node("SimplifiedLayerNormalization", {"x", "g"}, {"a"})
      .node("SkipSimplifiedLayerNormalization", {"a", "x", "g"}, {"b", "", "", "sum"}, {}, kMs);
  model.node("FastGelu", {"b"}, {"c"}, {}, kMs)
      .node("BiasSplitGelu", {"c", "g"}, {"d"}, {}, kMs)
      .node("Gelu", {"d"}, {"e"}, {}, kMs)
      .output("e")
      .output("sum");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "e").dims, (Dims{1, 5, 32}));
  EXPECT_EQ(tensor(graph, "sum").dims, (Dims{1, 5, 64}));
}

TEST(Contributed, OperatorsOfNewerOpsets) {
  OnnxModel model(24, 11);
  model.input("q", {1, 8, 10, 64})
      .input("k", {1, 2, 10, 64})
      .weight("g", {64})
      .input("flat", {1, 10, 512})
      .input("flat_k", {1, 10, 128});
  model.node("RMSNormalization", {"q", "g"}, {"n"})
      .node("Swish", {"n"}, {"s"})
      .node("Attention", {"s", "k", "k"}, {"y", "pk", "pv"});
  model.node("Attention", {"flat", "flat_k", "flat_k"}, {"z"}, {{"q_num_heads", 8}, {"kv_num_heads", 2}})
      .output("y")
      .output("z");
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 8, 10, 64}));
  EXPECT_EQ(tensor(graph, "pk").dims, (Dims{1, 2, 10, 64}));
  EXPECT_EQ(tensor(graph, "z").dims, (Dims{1, 10, 512}));
}

}  // namespace
}  // namespace whichchip::tests
