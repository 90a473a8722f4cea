// The situations in which people's models arrive, one test each: shapes and symbols (1 to 13).
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/open_model.h"
#include "support/inflate.h"
#include "support/situations.h"

namespace whichchip::tests {
namespace {

// 3 → 64 channels, 3×3, stride 2 on 224×224.
void add_first_convolution(OnnxModel& model, std::vector<Dim> input) {
  model.input("x", std::move(input)).weight("w", {64, 3, 3, 3});
  model.node("Conv", {"x", "w"}, {"y"}, {{"strides", {2, 2}}, {"pads", {1, 1, 1, 1}}}).output("y");
}
constexpr std::int64_t kFirstConvolution = 21'676'032;

TEST(Situations, Situation01_AStaticNetworkCountsToTheLastMac) {
  const std::string light = std::string(WHICHCHIP_ONNX_DIR) + "/onnx/backend/test/data/light/light_";
  struct Golden {
    const char* name;
    std::int64_t macs;
  };
  for (const Golden& golden :
       {Golden{"bvlc_alexnet", 654'560'384}, Golden{"densenet121", 2'834'161'664},
        Golden{"inception_v1", 1'431'556'352}, Golden{"inception_v2", 2'018'851'840}, Golden{"resnet50", 4'089'184'256},
        Golden{"shufflenet", 124'664'528}, Golden{"squeezenet", 349'151'936}, Golden{"vgg19", 19'632'062'464},
        Golden{"zfnet512", 1'481'727'008}}) {
    const workload::Workload workload =
        workload::build_workload(resolve_bytes(read_file(light + golden.name + ".onnx")), golden.name);
    EXPECT_EQ(workload.totals.macs, golden.macs) << golden.name;
    EXPECT_EQ(workload.coverage.macs_fraction, 1.0) << golden.name;
  }
}

TEST(Situations, Situation02_AFreeBatchIsOneUntilGiven) {
  for (const Dim& batch : {Dim("N"), Dim("batch_size"), Dim(-1), Dim(0), Dim("")}) {
    OnnxModel model;
    add_first_convolution(model, {batch, 3, 224, 224});
    const model::Graph graph = model.resolve();
    ASSERT_EQ(graph.symbols.size(), 1U);
    EXPECT_EQ(graph.symbols[0].value, 1);
    EXPECT_EQ(macs(model), kFirstConvolution);
    EXPECT_EQ(macs(model, {{"batch", 8}}), 8 * kFirstConvolution);
    EXPECT_EQ(analyse(model, {{"batch", 8}}).batch, 8);
  }
}

TEST(Situations, Situation03_SeveralSymbolsHaveADefaultByTheirNamesEach) {
  OnnxModel model;
  model.input("ids", {"batch", "seq_len"}, onnx::TensorProto::INT64).input("image", {"batch", 3, "H", "W"});
  model.input("past", {"batch", "past", 8}).input("other", {"batch", "foo"});
  model.node("Relu", {"image"}, {"y"}).output("y");
  const model::Graph graph = model.resolve();
  for (const auto& [name, value] :
       model::DimensionBindings{{"batch", 1}, {"seq_len", 128}, {"H", 224}, {"W", 224}, {"past", 0}, {"foo", 1}}) {
    EXPECT_EQ(symbol(graph, name).value, value) << name;
    EXPECT_EQ(symbol(graph, name).origin == model::SymbolOrigin::assumed, name == "foo") << name;
  }
  EXPECT_EQ(tensor(model.resolve({{"seq", 7}, {"h", 64}}), "image").dims, (Dims{1, 3, 64, 224}));
}

TEST(Situations, Situation04_ADerivedSymbolFollowsItsParts) {
  OnnxModel model;
  model.input("ids", {1, "sequence_length"}, onnx::TensorProto::INT64);
  model.input("past", {1, 2, "past_sequence_length", 4}).input("mask", {1, "past_sequence_length + 1"});
  model.node("Relu", {"mask"}, {"y"}).output("y");
  EXPECT_EQ(tensor(model.resolve({{"past_sequence_length", 41}}), "mask").dims, (Dims{1, 42}));
  EXPECT_EQ(symbol(model.resolve(), "past_sequence_length + 1").origin, model::SymbolOrigin::derived);
  try {
    model.resolve({{"past_sequence_length", 41}, {"past_sequence_length + 1", 7}});
    FAIL() << "took a contradiction";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
    EXPECT_NE(error.message.find("its parts make it 42"), std::string::npos) << error.message;
  }
}

TEST(Situations, Situation05_AnInputWithoutShapeIsUnknownUntilItIsGiven) {
  OnnxModel model;
  model.input_without_shape("x").weight("w", {64, 3, 3, 3});
  model.node("Conv", {"x", "w"}, {"y"}, {{"strides", {2, 2}}, {"pads", {1, 1, 1, 1}}})
      .node("Relu", {"y"}, {"z"})
      .output("z");
  const workload::Workload unknown = analyse(model);
  EXPECT_TRUE(warned(unknown, "input-without-shape"));
  EXPECT_EQ(unknown.coverage.nodes_modelled, 0);
  EXPECT_LT(unknown.coverage.macs_fraction, 1.0);
  EXPECT_EQ(unknown.coverage.unknown.size(), 2U);
  EXPECT_EQ(macs(model, {{"x.0", 1}, {"x.1", 3}, {"x.2", 224}, {"x.3", 224}}), kFirstConvolution);
  EXPECT_THROW(model.resolve({{"x.1", 3}}), core::Error);
}

TEST(Situations, Situation06_NumberedSymbolsAreUnifiedWhereTheyAreTheSame) {
  OnnxModel model;
  model.input("image", {"unk__17", "unk__18", "unk__19", 3}).input("mask", {"unk__20", "unk__18", "unk__19", 1});
  model.input("other", {"unk__21", "unk__22", "unk__23", "unk__24", 8});
  model.node("Mul", {"image", "mask"}, {"y"}).output("y").node("Relu", {"other"}, {"z"}).output("z");
  const model::Graph graph = model.resolve();
  ASSERT_EQ(graph.symbols.size(), 4U);
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{1, 224, 224, 3}));
  EXPECT_EQ(symbol(graph, "unknown_dims").origin, model::SymbolOrigin::assumed);
  const model::Graph given = model.resolve({{"batch", 2}, {"height", 64}, {"unknown_dims", 5}});
  EXPECT_EQ(tensor(given, "y").dims, (Dims{2, 64, 224, 3}));
  EXPECT_EQ(tensor(given, "z").dims, (Dims{2, 5, 5, 5, 8}));
}

TEST(Situations, Situation07_NothingDeclaredInsideIsInferred) {
  OnnxModel model;
  model.input("x", {1, 8, 32, 32}).weight("w", {16, 8, 3, 3}).weight("m", {16, 10});
  model.node("Conv", {"x", "w"}, {"c"}).node("GlobalAveragePool", {"c"}, {"p"}).node("Flatten", {"p"}, {"f"});
  model.node("MatMul", {"f", "m"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 30 * 30 * 16 * 8 * 9 + 160);
  EXPECT_EQ(workload.coverage.macs_fraction, 1.0);
  EXPECT_TRUE(workload.warnings.empty());
}

TEST(Situations, Situation08_OwnInferenceWinsOverWhatTheFileSays) {
  OnnxModel model;
  add_first_convolution(model, {1, 3, 224, 224});
  model.node("Relu", {"y"}, {"z"}).value_info("y", {1, 64, 99, 99}).output("z", {1, 64, 98, 98});
  const model::Graph graph = model.resolve();
  EXPECT_EQ(tensor(graph, "z").dims, (Dims{1, 64, 112, 112}));
  ASSERT_EQ(std::count_if(graph.warnings.begin(), graph.warnings.end(),
                          [](const auto& warning) { return warning.code == "wrong-value-info"; }),
            2);
  const std::string& message = graph.warnings[0].message;
  EXPECT_NE(message.find("[1, 64, 99, 99]"), std::string::npos) << message;
  EXPECT_NE(message.find("[1, 64, 112, 112]"), std::string::npos) << message;
}

TEST(Situations, Situation09_ShapeArithmeticIsFollowedAndCostsNothing) {
  OnnxModel model;
  model.input("x", {"N", 20, 64})
      .scalar("zero", 0)
      .integers("axes", {0})
      .integers("rest", {-1})
      .weight("w", {1280, 10});
  model.node("Shape", {"x"}, {"s"}).node("Gather", {"s", "zero"}, {"n"}).node("Unsqueeze", {"n", "axes"}, {"n1"});
  model.node("Concat", {"n1", "rest"}, {"target"}, {{"axis", 0}}).node("Reshape", {"x", "target"}, {"flat"});
  model.node("MatMul", {"flat", "w"}, {"y"}).output("y");
  const workload::Workload workload = analyse(model, {{"N", 4}});
  EXPECT_EQ(workload.totals.macs, 4 * 1280 * 10);
  EXPECT_EQ(workload.totals.vector_ops, 0);
  for (const char* free : {"Shape", "Gather", "Unsqueeze", "Concat", "Reshape"})
    EXPECT_EQ(operator_of(workload, free).kind, workload::OperatorKind::view) << free;
  EXPECT_EQ(workload.partition(workload::Runtime::graph).subgraphs.size(), 1U);
}

TEST(Situations, Situation10_DataDependentShapesAreBounded) {
  OnnxModel model;
  model.input("x", {4, 5}).input("k", {1}, onnx::TensorProto::INT64).weight("w", {5, 3});
  model.node("TopK", {"x", "k"}, {"v", "i"}, {{"axis", 0}}).node("MatMul", {"v", "w"}, {"y"}).output("y");
  model.node("NonZero", {"x"}, {"nz"}).output("nz");
  const model::Graph graph = model.resolve();
  EXPECT_TRUE(tensor(graph, "y").data_dependent);
  EXPECT_EQ(tensor(graph, "y").max_dims, (Dims{4, 3}));
  EXPECT_EQ(tensor(graph, "nz").max_dims, (Dims{2, 20}));
  EXPECT_TRUE(warned(graph, "data-dependent"));
  const workload::Workload workload = analyse(model);
  EXPECT_EQ(workload.totals.macs, 60);
  EXPECT_TRUE(warned(workload, "data-dependent-range"));
  // A shape that is made from a guessed one by its numbers is guessed, too.
  OnnxModel counted;
  counted.input("x", {4, 5})
      .input("row", {1, 5})
      .node("NonZero", {"x"}, {"nz"})
      .node("Shape", {"nz"}, {"s"})
      .scalar("one", 1);
  counted.integers("zero", {0}).integers("five", {5}).weight("w", {5, 3});
  counted.node("Gather", {"s", "one"}, {"n"}).node("Unsqueeze", {"n", "zero"}, {"n1"});
  counted.node("Concat", {"n1", "five"}, {"shape"}, {{"axis", 0}}).node("Expand", {"row", "shape"}, {"rows"});
  counted.node("MatMul", {"rows", "w"}, {"y"}).output("y");
  EXPECT_EQ(tensor(counted.resolve(), "y").max_dims, (Dims{20, 3}));
  EXPECT_TRUE(warned(analyse(counted), "data-dependent-range"));
  // "As many boxes as there are" is written as the largest integer.
  OnnxModel boxes;
  boxes.input("boxes", {1, 100, 4})
      .input("scores", {1, 2, 100})
      .integers("most", {std::numeric_limits<std::int64_t>::max()});
  boxes.node("NonMaxSuppression", {"boxes", "scores", "most"}, {"kept"}).output("kept");
  EXPECT_EQ(tensor(boxes.resolve(), "kept").max_dims, (Dims{200, 3}));
}

TEST(Situations, Situation10_TheUserSaysHowManyThereAre) {
  OnnxModel model;
  model.input("x", {4, 5}).input("k", {1}, onnx::TensorProto::INT64).weight("w", {5, 3});
  model.node("TopK", {"x", "k"}, {"v", "i"}, {{"axis", 0}}).node("MatMul", {"v", "w"}, {"y"}).output("y");
  EXPECT_EQ(symbol(model.resolve(), "TopK_v.count").value, 4);
  EXPECT_EQ(symbol(model.resolve(), "TopK_v.count").origin, model::SymbolOrigin::assumed);
  const workload::Workload given = analyse(model, {{"TopK_v.count", 2}});
  EXPECT_EQ(given.totals.macs, 2 * 5 * 3);
  EXPECT_FALSE(warned(given, "data-dependent-range"));
  EXPECT_THROW(model.resolve({{"TopK_v.count", 5}}), core::Error);
  OnnxModel found;
  found.input("x", {6, 5}).node("Unique", {"x"}, {"y", "first", "place", "counts"}, {{"axis", 0}});
  for (const char* output : {"y", "first", "place", "counts"}) found.output(output);
  const model::Graph graph = found.resolve({{"Unique_y.count", 3}});
  EXPECT_EQ(tensor(graph, "y").dims, (Dims{3, 5}));
  EXPECT_EQ(tensor(graph, "place").dims, (Dims{6}));  // every row of the input is one of the three
  EXPECT_EQ(tensor(graph, "counts").dims, (Dims{3}));
}

onnx::GraphProto loop_body() {
  onnx::GraphProto body;
  OnnxGraph graph(body);
  graph.input("i", {}, onnx::TensorProto::INT64).input("go", {}, onnx::TensorProto::BOOL).input("state", {});
  graph.node("MatMul", {"state", "w"}, {"next"}).node("Identity", {"go"}, {"go_on"}).output("go_on").output("next");
  return body;
}

TEST(Situations, Situation11_ALoopMultipliesItsBody) {
  OnnxModel fixed;
  fixed.input("x", {1, 8}).weight("w", {8, 8}).scalar("trips", 12);
  fixed.node("Loop", {"trips", "", "x"}, {"y"}, {{"body", loop_body()}}).output("y");
  EXPECT_EQ(macs(fixed), 12 * 64);
  OnnxModel open;
  open.input("x", {1, 8}).input("trips", {}, onnx::TensorProto::INT64).weight("w", {8, 8});
  open.node("Loop", {"trips", "", "x"}, {"y"}, {{"body", loop_body()}}).output("y");
  const workload::Workload once = analyse(open);
  EXPECT_EQ(once.totals.macs, 64);
  EXPECT_TRUE(warned(once, "trip-count-assumed"));
  EXPECT_EQ(macs(open, {{"Loop_y.trips", 5}}), 5 * 64);
  onnx::GraphProto step;
  OnnxGraph(step)
      .input("s", {})
      .input("e", {})
      .node("MatMul", {"e", "w"}, {"m"})
      .node("Add", {"s", "m"}, {"t"})
      .output("t")
      .output("t");
  OnnxModel scan;
  scan.input("s", {1, 8}).input("x", {6, 1, 8}).weight("w", {8, 8});
  scan.node("Scan", {"s", "x"}, {"last", "all"}, {{"body", step}, {"num_scan_inputs", 1}}).output("last").output("all");
  EXPECT_EQ(macs(scan), 6 * 64);
  EXPECT_EQ(tensor(scan.resolve(), "all").dims, (Dims{6, 1, 8}));
}

TEST(Situations, Situation12_AMergedDecoderRunsTheBranchThatIsAskedFor) {
  const auto branch = [](const std::string& rows) {
    onnx::GraphProto graph;
    OnnxGraph(graph).node("MatMul", {rows, "w"}, {"out"}).output("out");
    return graph;
  };
  OnnxModel model;
  model.input("all", {1, 64, 8}).input("last", {1, 1, 8}).weight("w", {8, 8});
  model.input("past", {1, 2, "past_sequence_length", 4}).input("use_cache_branch", {1}, onnx::TensorProto::BOOL);
  model.node("If", {"use_cache_branch"}, {"y"}, {{"then_branch", branch("last")}, {"else_branch", branch("all")}})
      .output("y");
  EXPECT_EQ(macs(model), 64 * 64);
  EXPECT_EQ(macs(model, {{"past_sequence_length", 100}}), 64);
  EXPECT_EQ(macs(model, {{"use_cache_branch", 1}}), 64);
  EXPECT_EQ(symbol(model.resolve(), "use_cache_branch").origin, model::SymbolOrigin::known);
  // The branch that is not taken has its cost, too.
  const auto told = [&](const model::DimensionBindings& dims) {
    analysis::Request request;
    request.dims = dims;
    const model::Graph graph = analysis::resolve(read_bytes(model.bytes()), request, {});
    for (const model::Warning& warning : graph.warnings) {
      if (warning.code == "other-branch") return warning.message;
    }
    return std::string();
  };
  EXPECT_NE(told({}).find("use_cache_branch = 1 takes 64 MACs"), std::string::npos) << told({});
  EXPECT_NE(told({{"past_sequence_length", 9}}).find("use_cache_branch = 0 takes 4.10 k"), std::string::npos)
      << told({{"past_sequence_length", 9}});
  // A weight that both branches read is one weight.
  EXPECT_EQ(analyse(model).totals.weight_bytes, 64 * 4);
}

TEST(Situations, Situation13_APastGrowsTheCache) {
  OnnxModel model;
  model.opset(kMicrosoft, 1).input("q", {1, "sequence_length", 256}).input("kv", {1, "sequence_length", 64});
  model.input("past_key", {1, 2, "past_sequence_length", 32}).input("past_value", {1, 2, "past_sequence_length", 32});
  model.node("GroupQueryAttention", {"q", "kv", "kv", "past_key", "past_value"}, {"y", "present_key", "present_value"},
             {{"num_heads", 8}, {"kv_num_heads", 2}}, kMicrosoft);
  model.output("y").output("present_key").output("present_value");
  EXPECT_EQ(tensor(model.resolve(), "present_key").dims, (Dims{1, 2, 128, 32}));
  const model::DimensionBindings decode{{"sequence_length", 1}, {"past_sequence_length", 999}};
  EXPECT_EQ(tensor(model.resolve(decode), "present_key").dims, (Dims{1, 2, 1000, 32}));
  EXPECT_EQ(macs(model, decode), 2 * 1000 * 8 * 32);
}

}  // namespace
}  // namespace whichchip::tests
