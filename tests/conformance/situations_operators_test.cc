// The situations in which people's models arrive, one test each: operators and types (14 to 23, 29 to 35).
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/guidance.h"
#include "model/byte_source.h"
#include "model/data_type.h"
#include "model/open_model.h"
#include "support/archives.h"
#include "support/logging_source.h"
#include "support/situations.h"

namespace whichchip::tests {
namespace {

constexpr int kUint8 = onnx::TensorProto::UINT8;
constexpr int kInt8 = onnx::TensorProto::INT8;

TEST(Situations, Situation14_ASetOfModelsIsOfferedForChoice) {
  OnnxModel encoder, decoder;
  encoder.input("x", {1, 8}).node("Relu", {"x"}, {"y"}).output("y");
  decoder.input("x", {1, 9}).node("Relu", {"x"}, {"y"}).output("y");
  LoggingSource source(
      zip_of({{"encoder_model.onnx", encoder.bytes()}, {"decoder_model.onnx", decoder.bytes()}}, true));
  EXPECT_EQ(model::list_packed_models(source).size(), 2U);
  EXPECT_THROW(model::open_model(source), core::Error);
  EXPECT_EQ(tensor(model::resolve(model::open_model(source, "decoder_model.onnx").skeleton), "y").dims, (Dims{1, 9}));
}

TEST(Situations, Situation15_TwiceTheContextIsTwiceTheCacheThatDecodingReads) {
  for (const char* type : {"GroupQueryAttention", "MultiHeadAttention"}) {
    const bool grouped = std::string(type) == "GroupQueryAttention";
    OnnxModel model;
    model.opset(kMicrosoft, 1).input("q", {1, 1, 256}).input("kv", {1, 1, 256});
    model.input("pk", {1, 8, "past", 32}).input("pv", {1, 8, "past", 32});
    const Names inputs = grouped ? Names{"q", "kv", "kv", "pk", "pv"} : Names{"q", "kv", "kv", "", "", "", "pk", "pv"};
    const Attrs attributes = grouped ? Attrs{{"num_heads", 8}, {"kv_num_heads", 8}} : Attrs{{"num_heads", 8}};
    model.node(type, inputs, {"y", "k", "v"}, attributes, kMicrosoft).output("y");
    const workload::Workload one = analyse(model, {{"past", 1000}}), two = analyse(model, {{"past", 2000}});
    // Each token of context is a key and a value of 256, read once.
    EXPECT_EQ(elements_read(operator_of(two, type)) - elements_read(operator_of(one, type)), 1000 * 2 * 256) << type;
    EXPECT_EQ(two.totals.macs - one.totals.macs, 1000 * 2 * 256) << type;
  }
}

TEST(Situations, Situation16_FourBitWeightsTakeHalfAByte) {
  OnnxModel model;
  model.opset(kMicrosoft, 1).input("x", {1, 7, 4096}, onnx::TensorProto::FLOAT16);
  model.weight("b", {1024, 128, 16}, kUint8).weight("s", {1024 * 128}, onnx::TensorProto::FLOAT16);
  model.node("MatMulNBits", {"x", "b", "s"}, {"y"}, {{"K", 4096}, {"N", 1024}, {"bits", 4}, {"block_size", 32}},
             kMicrosoft);
  model.output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 7 * 4096 * 1024);
  EXPECT_EQ(workload.totals.weight_bytes, 4096 * 1024 / 2 + 1024 * 128 * 2);
  EXPECT_EQ(tensor(model.resolve(), "y").type, model::DataType::float16);
}

TEST(Situations, Situation17_AMixtureOfExpertsRunsItsTopK) {
  OnnxModel model;
  model.opset(kMicrosoft, 1).input("x", {"tokens", 64}).input("router", {"tokens", 8});
  model.weight("w1", {8, 64, 256}).weight("w2", {8, 256, 64});
  model.node("MoE", {"x", "router", "w1", "", "w2"}, {"y"}, {{"k", 2}}, kMicrosoft).output("y");
  EXPECT_EQ(macs(model, {{"tokens", 1}}), 2 * 2 * 64 * 256);
  EXPECT_EQ(macs(model, {{"tokens", 10}}), 10 * 2 * 2 * 64 * 256);
  const auto weights_read = [&](std::int64_t tokens) {
    const workload::Workload workload = analyse(model, {{"tokens", tokens}});
    std::int64_t sum = 0;
    for (const workload::Access& access : operator_of(workload, "MoE").reads)
      if (workload.tensors[static_cast<std::size_t>(access.tensor)].weight) sum += access.elements;
    return sum;
  };
  EXPECT_LT(weights_read(1), weights_read(10));  // one token touches two experts, ten touch more
  EXPECT_LE(weights_read(1000), 8 * 2 * 64 * 256);
}

// As torch writes it out: each expert takes the rows that the router chose it for.
TEST(Situations, Situation17_WrittenOutExpertsShareTheTokens) {
  constexpr int kExperts = 8;
  OnnxModel model;
  model.input("x", {"tokens", 64}).weight("gate", {64, kExperts});
  model.integers("k", {2}).scalar("depth", kExperts).integers("off_on", {0, 1}).scalar("row", 1).integers("last", {-1});
  model.node("MatMul", {"x", "gate"}, {"logits"}).node("Softmax", {"logits"}, {"p"}, {{"axis", -1}});
  model.node("TopK", {"p", "k"}, {"weight", "choice"}).node("OneHot", {"choice", "depth", "off_on"}, {"hot"});
  model.node("Transpose", {"hot"}, {"mask"}, {{"perm", std::vector<std::int64_t>{2, 1, 0}}});
  std::string sum = "x";
  for (int e = 0; e < kExperts; ++e) {
    const std::string n = std::to_string(e);
    model.scalar("e" + n, e).weight("up" + n, {64, 256}).weight("down" + n, {256, 64});
    model.node("Gather", {"mask", "e" + n}, {"own" + n}).node("NonZero", {"own" + n}, {"at" + n});
    model.node("Gather", {"at" + n, "row"}, {"rows" + n}).node("Gather", {"x", "rows" + n}, {"in" + n});
    model.node("MatMul", {"in" + n, "up" + n}, {"h" + n}).node("Relu", {"h" + n}, {"a" + n});
    model.node("MatMul", {"a" + n, "down" + n}, {"out" + n});
    model.node("Unsqueeze", {"rows" + n, "last"}, {"to" + n});
    model.node("ScatterND", {sum, "to" + n, "out" + n}, {"sum" + n}, {{"reduction", "add"}});
    sum = "sum" + n;
  }
  model.output(sum);
  const std::int64_t router = 64 * kExperts, expert = 2 * 64 * 256;
  EXPECT_EQ(macs(model, {{"tokens", 16}}), 16 * (router + 2 * expert));
  // One token is for two of the eight; that each gets a part of it cannot be.
  EXPECT_EQ(macs(model, {{"tokens", 1}}), router + 8 * expert);
  const model::Graph even = model.resolve({{"tokens", 16}});
  EXPECT_TRUE(warned(even, "even-share"));
  EXPECT_FALSE(warned(even, "data-dependent"));
  EXPECT_TRUE(warned(model.resolve({{"tokens", 1}}), "data-dependent"));
}

// A convolution whose input, weight and output pass through int8.
OnnxModel& quantized_convolution(OnnxModel& model) {
  model.input("x", {1, 3, 20, 20}).reals("s", {0.1F}).weight("zp", {1}, kInt8).weight("w", {20, 3, 3, 3}, kInt8);
  model.reals("ws", std::vector<float>(20, 0.1F)).weight("wz", {20}, kInt8);
  model.node("QuantizeLinear", {"x", "s", "zp"}, {"xq"}).node("DequantizeLinear", {"xq", "s", "zp"}, {"xd"});
  model.node("DequantizeLinear", {"w", "ws", "wz"}, {"wd"}, {{"axis", 0}}).node("Conv", {"xd", "wd"}, {"c"});
  model.node("QuantizeLinear", {"c", "s", "zp"}, {"cq"}).node("DequantizeLinear", {"cq", "s", "zp"}, {"y"}).output("y");
  return model;
}
constexpr std::int64_t kQuantizedMacs = 18 * 18 * 20 * 27;

TEST(Situations, Situation18_QuantiseAndDequantiseFoldIntoTheOperator) {
  OnnxModel model, twin;
  quantized_convolution(model);
  twin.input("x", {1, 3, 20, 20}).weight("w", {20, 3, 3, 3}).node("Conv", {"x", "w"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, kQuantizedMacs);
  EXPECT_EQ(workload.totals.macs, macs(twin));
  const auto& subgraphs = workload.partition(workload::Runtime::engine).subgraphs;
  EXPECT_EQ(std::count_if(subgraphs.begin(), subgraphs.end(), [](const auto& s) { return s.quantized && s.macs > 0; }),
            1);
  // As written: each quantisation is a kernel, and the product is one of floats.
  const auto& written = workload.partition(workload::Runtime::eager).subgraphs;
  EXPECT_LT(subgraphs.size(), written.size());
  EXPECT_TRUE(std::none_of(written.begin(), written.end(), [](const auto& s) { return s.quantized; }));
}

TEST(Situations, Situation19_QuantisedOperatorsCountLikeTheirFloatTwins) {
  OnnxModel model;
  model.input("x", {1, 3, 20, 20}, kUint8)
      .reals("s", {0.1F})
      .weight("z", {1}, kUint8)
      .weight("w", {20, 3, 3, 3}, kUint8);
  model.node("QLinearConv", {"x", "s", "z", "w", "s", "z", "s", "z"}, {"y"}).output("y");
  model.input("a", {4, 8}, kUint8).weight("b", {8, 16}, kUint8).node("MatMulInteger", {"a", "b"}, {"m"}).output("m");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(operator_of(workload, "QLinearConv").macs, kQuantizedMacs);
  EXPECT_EQ(operator_of(workload, "MatMulInteger").macs, 4 * 8 * 16);
  EXPECT_TRUE(operator_of(workload, "QLinearConv").integer_arithmetic);
  EXPECT_EQ(tensor(model.resolve(), "m").type, model::DataType::int32);
}

TEST(Situations, Situation20_DynamicQuantisationCostsItsQuantising) {
  OnnxModel model;
  model.input("x", {4, 64}).weight("w", {64, 32}, kInt8);
  model.node("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"}).node("MatMulInteger", {"q", "w", "z"}, {"m"});
  model.node("Cast", {"m"}, {"f"}, {{"to", 1}}).node("Mul", {"f", "s"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 4 * 64 * 32);
  EXPECT_TRUE(operator_of(workload, "MatMulInteger").integer_arithmetic);
  EXPECT_GE(operator_of(workload, "DynamicQuantizeLinear").vector_ops, 2 * 4 * 64);
}

TEST(Situations, Situation21_NarrowTypesHaveTheirExactBits) {
  struct Narrow {
    int type;
    std::int64_t bytes;  // of 1001 elements: each tensor is rounded up on its own
  };
  for (const Narrow& narrow :
       {Narrow{onnx::TensorProto::UINT16, 2002}, Narrow{onnx::TensorProto::BFLOAT16, 2002},
        Narrow{onnx::TensorProto::FLOAT8E4M3FN, 1001}, Narrow{onnx::TensorProto::FLOAT8E5M2FNUZ, 1001},
        Narrow{onnx::TensorProto::INT4, 501}, Narrow{23 /* FLOAT4E2M1 */, 501}, Narrow{24 /* FLOAT8E8M0 */, 1001},
        Narrow{26 /* INT2 */, 251}}) {
    OnnxModel model(23, 11);
    model.input("x", {1}).weight("w", {1001}, narrow.type).node("Cast", {"w"}, {"f"}, {{"to", 1}});
    model.node("Add", {"x", "f"}, {"y"}).output("y");
    const model::Graph graph = model.resolve();
    EXPECT_FALSE(warned(graph, "tensor-size")) << narrow.type;
    const model::Tensor& weight = tensor(graph, "w");
    EXPECT_EQ(model::storage_bytes(weight.elements(), weight.type), narrow.bytes) << narrow.type;
    EXPECT_EQ(tensor(graph, "y").dims, (Dims{1001})) << narrow.type;
  }
}

TEST(Situations, Situation22_CastIslandsAreCounted) {
  OnnxModel model;
  model.input("x", {4, 64}, onnx::TensorProto::FLOAT16);
  model.node("Cast", {"x"}, {"f"}, {{"to", 1}})
      .node("Softmax", {"f"}, {"p"})
      .node("Cast", {"p"}, {"y"}, {{"to", 10}})
      .output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(operator_of(workload, "Cast").kind, workload::OperatorKind::quantize);
  EXPECT_EQ(operator_of(workload, "Cast").vector_ops, 2 * 4 * 64);
  EXPECT_EQ(workload.partition(workload::Runtime::eager).subgraphs.size(), 3U);
  // What leaving them out would save: each reads and writes 4·64 in 2 and 4 bytes, the Softmax twice in 4.
  const analysis::Guidance guide = analysis::guidance(workload, workload::Runtime::eager);
  const auto advice = std::find_if(guide.remedies.begin(), guide.remedies.end(),
                                   [](const auto& remedy) { return remedy.code == "cast-islands"; });
  ASSERT_NE(advice, guide.remedies.end());
  EXPECT_NE(advice->message.find("2 Casts between floating types"), std::string::npos) << advice->message;
  EXPECT_DOUBLE_EQ(advice->gain.before - advice->gain.after, 2 * 4 * 64 * (2 + 4));
}

TEST(Situations, Situation23_Bfloat16IsATypeOfItsOwn) {
  OnnxModel model;
  model.input("x", {4, 64}, onnx::TensorProto::BFLOAT16).weight("w", {64, 32}, onnx::TensorProto::BFLOAT16);
  model.node("MatMul", {"x", "w"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.weight_bytes, 64 * 32 * 2);
  EXPECT_EQ(tensor(model.resolve(), "y").type, model::DataType::bfloat16);
}

TEST(Situations, Situation29_FallbackOperatorsAreOpaqueAndListed) {
  OnnxModel model;
  model.opset("org.pytorch.aten", 1).input("x", {4, 64}).weight("w", {64, 64});
  model.node("ATen", {"x"}, {"a"}, {{"operator", "frobnicate"}}, "org.pytorch.aten").value_info("a", {4, 64});
  model.node("MatMul", {"a", "w"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model);
  const workload::Operator& opaque = operator_of(workload, "ATen");
  EXPECT_EQ(opaque.kind, workload::OperatorKind::unknown);
  EXPECT_EQ(elements_read(opaque), 4 * 64);
  ASSERT_EQ(opaque.writes.size(), 1U);
  EXPECT_EQ(opaque.writes[0].elements, 4 * 64);
  EXPECT_EQ(workload.totals.macs, 4 * 64 * 64);
  ASSERT_EQ(workload.coverage.unknown.size(), 1U);
  EXPECT_EQ(workload.coverage.unknown[0].domain, "org.pytorch.aten");
  EXPECT_LT(workload.coverage.macs_fraction, 1.0);
}

TEST(Situations, Situation30_AnUnknownDomainIsOpaqueAndNeverFree) {
  OnnxModel model;
  model.opset("com.example", 1).input("x", {4, 64}).node("Frobnicate", {"x"}, {"a"}, {}, "com.example");
  model.node("Relu", {"a"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(operator_of(workload, "Frobnicate").kind, workload::OperatorKind::unknown);
  EXPECT_NE(operator_of(workload, "Frobnicate").unknown_reason, "");
  EXPECT_EQ(operator_of(workload, "Relu").kind, workload::OperatorKind::unknown);
  EXPECT_EQ(workload.coverage.nodes_modelled, 0);
  for (const workload::Subgraph& subgraph : workload.partition(workload::Runtime::engine).subgraphs)
    EXPECT_TRUE(subgraph.unknown);
}

// A user who knows what an operator is like says so.
TEST(Situations, Situation30_AnUnknownOperatorIsCountedLikeAnother) {
  OnnxModel model, twin;
  model.opset("com.example", 1).input("x", {4, 64}).weight("w", {64, 32});
  twin.opset(kMicrosoft, 1).input("x", {4, 64}).weight("w", {64, 32});
  model.node("Frobnicate", {"x"}, {"a"}, {}, "com.example").node("MatMul", {"a", "w"}, {"y"}).output("y");
  twin.node("Gelu", {"x"}, {"a"}, {}, kMicrosoft).node("MatMul", {"a", "w"}, {"y"}).output("y");
  EXPECT_EQ(analyse(model).coverage.nodes_modelled, 0);
  for (const char* written : {"com.example.Frobnicate", "Frobnicate"}) {
    const model::Graph graph =
        model::resolve(read_bytes(model.bytes()), {}, {}, model::Phase::prefill, {{written, "com.microsoft.Gelu"}});
    EXPECT_TRUE(warned(graph, "cost-like"));
    const workload::Workload workload = workload::build_workload(graph, "model");
    EXPECT_EQ(workload.totals.macs, 4 * 64 * 32) << written;
    EXPECT_EQ(workload.totals.vector_ops, analyse(twin).totals.vector_ops) << written;
    EXPECT_EQ(workload.coverage.nodes_modelled, 2) << written;
    const std::vector<std::string>& assumed = operator_of(workload, "Gelu").assumptions;
    ASSERT_EQ(assumed.size(), 1U) << written;
    EXPECT_EQ(assumed[0], "com.example.Frobnicate is counted like Gelu, as asked");
  }
  // What the file says of its shape stays.
  OnnxModel halved;
  halved.opset("com.example", 1).input("x", {4, 64}).weight("w", {32, 8}).value_info("a", {4, 32});
  halved.node("Fold", {"x"}, {"a"}, {}, "com.example").node("MatMul", {"a", "w"}, {"y"}).output("y");
  const model::StandIns folds{{"com.example.Fold", "Relu"}};
  const model::Graph graph = model::resolve(read_bytes(halved.bytes()), {}, {}, model::Phase::prefill, folds);
  EXPECT_EQ(tensor(graph, "a").dims, (Dims{4, 32}));
  EXPECT_EQ(workload::build_workload(graph, "model").totals.macs, 4 * 32 * 8);
  EXPECT_FALSE(warned(graph, "wrong-value-info"));
  // A stand-in that nothing needs is a mistake.
  EXPECT_THROW(model::resolve(read_bytes(halved.bytes()), {}, {}, model::Phase::prefill, {{"Fold2", "Relu"}}),
               core::Error);
}

TEST(Situations, Situation31_ContributedOperatorsInTheDefaultDomainAreTaken) {
  for (const char* domain : {"", "com.microsoft"}) {
    OnnxModel model;
    model.opset(kMicrosoft, 1).input("x", {1, 8, 64}).weight("g", {64});
    model.node("SimplifiedLayerNormalization", {"x", "g"}, {"y"}, {}, domain).output("y");
    const workload::Workload workload = analyse(model);
    EXPECT_EQ(operator_of(workload, "SimplifiedLayerNormalization").vector_ops, 4 * 8 * 64) << domain;
    EXPECT_EQ(workload.coverage.nodes_modelled, 1) << domain;
  }
}

TEST(Situations, Situation32_ClassicalModelsAreSaidToBeNone) {
  OnnxModel model;
  model.opset("ai.onnx.ml", 3).input("x", {16, 4});
  model.node("LinearRegressor", {"x"}, {"y"}, {{"targets", 1}}, "ai.onnx.ml").output("y");
  model
      .node("TreeEnsembleRegressor", {"x"}, {"t"},
            {{"n_targets", 1}, {"nodes_nodeids", {0, 1, 2}}, {"nodes_treeids", {0, 0, 0}}}, "ai.onnx.ml")
      .output("t");
  const workload::Workload workload = analyse(model);
  EXPECT_TRUE(warned(workload, "classical-model"));
  EXPECT_EQ(operator_of(workload, "TreeEnsembleRegressor").kind, workload::OperatorKind::sort);
  EXPECT_EQ(tensor(model.resolve(), "t").dims, (Dims{16, 1}));
  // A label and a score per class for each row, columns by number: the library says nothing of them.
  OnnxModel forest;
  forest.opset("ai.onnx.ml", 3).input("x", {16, 4}).input("column", {1}, onnx::TensorProto::INT64);
  forest.node("TreeEnsembleClassifier", {"x"}, {"label", "scores"}, {{"classlabels_int64s", {0, 1, 2}}}, "ai.onnx.ml");
  forest.node("ArrayFeatureExtractor", {"scores", "column"}, {"score"}, {}, "ai.onnx.ml")
      .output("label")
      .output("score");
  const model::Graph graph = forest.resolve();
  EXPECT_EQ(tensor(graph, "label").dims, (Dims{16}));
  EXPECT_EQ(tensor(graph, "label").type, model::DataType::int64);
  EXPECT_EQ(tensor(graph, "scores").dims, (Dims{16, 3}));
  EXPECT_EQ(tensor(graph, "score").dims, (Dims{16, 1}));
}

TEST(Situations, Situation33_RecurrentNetworksAreSerialInTime) {
  for (const std::int64_t directions : {1, 2}) {
    OnnxModel model;
    model.input("x", {30, "batch", 16}).weight("w", {directions, 4 * 32, 16}).weight("r", {directions, 4 * 32, 32});
    model.weight("b", {directions, 8 * 32}).weight("p", {directions, 3 * 32});
    model
        .node("LSTM", {"x", "w", "r", "b", "", "", "", "p"}, {"y", "", "c"},
              {{"hidden_size", 32}, {"direction", directions == 2 ? "bidirectional" : "forward"}})
        .output("y");
    const workload::Workload workload = analyse(model);
    EXPECT_EQ(workload.totals.macs, directions * 30 * (16 + 32) * 32 * 4);
    const workload::Operator& lstm = operator_of(workload, "LSTM");
    EXPECT_TRUE(std::any_of(lstm.matrix.begin(), lstm.matrix.end(), [](const auto& work) { return work.steps == 30; }));
    EXPECT_EQ(tensor(model.resolve(), "y").dims, (Dims{30, directions, 1, 32}));
  }
}

TEST(Situations, Situation34_OldOperatorSetsCountLikeNewOnes) {
  OnnxModel old(7, 3), recent(17);
  for (OnnxModel* model : {&old, &recent}) model->input("x", {1, 8, 10, 10}).weight("w", {16, 8, 3, 3});
  old.input("w", {16, 8, 3, 3}).reals("scales", {1, 1, 2, 2});
  recent.reals("scales", {1, 1, 2, 2}).integers("axes", {0});
  old.node("Upsample", {"x"}, {"u"}, {{"mode", "nearest"}});
  onnx::AttributeProto& scales = *old.proto().mutable_node(0)->add_attribute();
  scales.set_name("scales"), scales.set_type(onnx::AttributeProto::FLOATS);
  for (const float scale : {1.F, 1.F, 2.F, 2.F}) scales.add_floats(scale);
  recent.node("Resize", {"x", "", "scales"}, {"u"}, {{"mode", "nearest"}});
  for (OnnxModel* model : {&old, &recent}) model->node("Conv", {"u", "w"}, {"c"});
  old.node("Unsqueeze", {"c"}, {"y"}, {{"axes", {0}}}).output("y");
  recent.node("Unsqueeze", {"c", "axes"}, {"y"}).output("y");
  EXPECT_EQ(macs(old), 18 * 18 * 16 * 8 * 9);
  EXPECT_EQ(macs(old), macs(recent));
  EXPECT_EQ(tensor(old.resolve(), "y").dims, tensor(recent.resolve(), "y").dims);
  EXPECT_EQ(old.resolve().inputs.size(), 1U);
}

TEST(Situations, Situation35_OperatorsNewerThanTheLibraryHaveRules) {
  OnnxModel model(24, 11);
  model.input("q", {1, 8, 10, 64}).input("k", {1, 2, 10, 64}).weight("g", {64});
  model.input("cos", {10, 32}).input("sin", {10, 32}).input("cache", {1, 2, 100, 64}).integers("at", {5});
  model.node("RMSNormalization", {"q", "g"}, {"n"}).node("Swish", {"n"}, {"s"});
  model.input("where", {1, 10}, onnx::TensorProto::INT64).node("RotaryEmbedding", {"s", "cos", "sin", "where"}, {"r"});
  model.node("TensorScatter", {"cache", "k", "at"}, {"full"}).node("Attention", {"r", "full", "full"}, {"y"});
  model.output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 2 * 8 * 10 * 100 * 64);
  EXPECT_EQ(workload.coverage.nodes_modelled, workload.coverage.nodes);
  EXPECT_EQ(operator_of(workload, "RMSNormalization").vector_ops, 4 * 8 * 10 * 64);
}

}  // namespace
}  // namespace whichchip::tests
