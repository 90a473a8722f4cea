#include "model/reader.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/error.h"
#include "model/graph.h"
#include "model/resolve.h"
#include "support/inflate.h"
#include "support/logging_source.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

core::Error error_of(const std::string& bytes) {
  try {
    const model::Graph graph = resolve_bytes(bytes);
  } catch (const core::Error& error) {
    return error;
  }
  return core::Error(core::ErrorCode::internal, "no error");
}

std::string conv_chain() {
  OnnxModel model;
  model.input("x", {"N", 3, 32, 32}).weight("w0", {64, 3, 3, 3}).weight("w1", {64, 64, 3, 3}).weight("b", {64});
  model.node("Conv", {"x", "w0", "b"}, {"c0"}, {{"pads", {1, 1, 1, 1}}}).node("Relu", {"c0"}, {"r0"});
  model.node("Conv", {"r0", "w1"}, {"c1"}).output("c1", {"N", 64, 30, 30});
  return model.bytes();
}

TEST(Reader, ReadsLittleOfAModelWithItsWeights) {
  OnnxModel model;
  model.input("x", {1, 64, 8, 8});
  std::string previous = "x";
  for (int i = 0; i < 50; ++i) {
    const std::string name = std::to_string(i);
    model.weight("w" + name, {64, 64, 3, 3});
    model.node("Conv", {previous, "w" + name}, {"y" + name}, {{"pads", {1, 1, 1, 1}}});
    previous = "y" + name;
  }
  model.output(previous);
  LoggingSource source(model.bytes());
  const model::Skeleton skeleton = model::read_skeleton(source);
  EXPECT_GT(source.size(), 7'000'000);
  EXPECT_LT(source.bytes_read, 60'000);
  EXPECT_EQ(skeleton.statistics.bytes_read, source.bytes_read);
  EXPECT_EQ(skeleton.statistics.file_bytes, source.size());
  const model::Graph graph = model::resolve(skeleton);
  EXPECT_EQ(tensor(graph, "w7").dims, (std::vector<std::int64_t>{64, 64, 3, 3}));
  EXPECT_TRUE(tensor(graph, "w7").is_initializer);
  EXPECT_FALSE(tensor(graph, "w7").value.known);
  EXPECT_EQ(tensor(graph, "y49").dims, (std::vector<std::int64_t>{1, 64, 8, 8}));
}

TEST(Reader, ReadsLessThanAMegabyteOfAFullResNet50) {
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(read_file(WHICHCHIP_SOURCE_DIR "/sample_models/resnet50.onnx")));
  inflate(model);
  LoggingSource source(model.SerializeAsString());
  ASSERT_GT(source.size(), 100'000'000);
  const model::Graph full = model::resolve(model::read_skeleton(source));
  EXPECT_LT(source.bytes_read, 1'000'000);
  const model::Graph light = resolve_bytes(read_file(WHICHCHIP_SOURCE_DIR "/sample_models/resnet50.onnx"));
  ASSERT_EQ(full.tensors.size(), light.tensors.size());
  for (std::size_t i = 0; i < full.tensors.size(); ++i) EXPECT_EQ(full.tensors[i].dims, light.tensors[i].dims);
}

TEST(Reader, KeepsNothingOfHugeWeightsInMemory) {
  // A header written by hand: a tensor of 8 GB inside the graph, behind everything else.
  OnnxModel model;
  model.input("x", {1, 1'000'000}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  std::string bytes = model.bytes();
  const std::int64_t payload = 8'000'000'000;
  const auto varint = [](std::uint64_t value) {
    std::string text;
    for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>((value & 0x7f) | 0x80));
    text.push_back(static_cast<char>(value));
    return text;
  };
  const std::string header = std::string("\x08") + varint(1'000'000) + "\x08" + varint(2'000) +
                             "\x10\x01\x42\x01w\x4a" + varint(static_cast<std::uint64_t>(payload));
  const std::string tensor_start = "\x2a" + varint(header.size() + static_cast<std::uint64_t>(payload)) + header;
  // A second graph field is merged with the first, as protobuf does.
  bytes += "\x3a" + varint(tensor_start.size() + static_cast<std::uint64_t>(payload)) + tensor_start;
  LoggingSource source(bytes, static_cast<std::int64_t>(bytes.size()) + payload);
  const model::Skeleton skeleton = model::read_skeleton(source);
  EXPECT_LT(source.bytes_read, 10'000);
  EXPECT_EQ(tensor(model::resolve(skeleton), "y").dims, (std::vector<std::int64_t>{1, 2000}));
}

TEST(Reader, LeavesOutEveryKindOfPayload) {
  constexpr int kCount = 40'000;
  OnnxModel model;
  model.input("x", {1});
  onnx::TensorProto floats, ints, longs, doubles, unsigneds, strings;
  floats.set_name("floats"), floats.set_data_type(onnx::TensorProto::FLOAT);
  ints.set_name("ints"), ints.set_data_type(onnx::TensorProto::INT32);
  longs.set_name("longs"), longs.set_data_type(onnx::TensorProto::INT64);
  doubles.set_name("doubles"), doubles.set_data_type(onnx::TensorProto::DOUBLE);
  unsigneds.set_name("unsigneds"), unsigneds.set_data_type(onnx::TensorProto::UINT64);
  strings.set_name("strings"), strings.set_data_type(onnx::TensorProto::STRING);
  for (int i = 0; i < kCount; ++i) {
    floats.add_float_data(1.0F);
    ints.add_int32_data(i);
    longs.add_int64_data(i);
    doubles.add_double_data(1.0);
    unsigneds.add_uint64_data(static_cast<std::uint64_t>(i));
  }
  for (int i = 0; i < 20; ++i) strings.add_string_data(std::string(10'000, 's'));
  for (auto* t : {&floats, &ints, &longs, &doubles, &unsigneds}) t->add_dims(kCount);
  strings.add_dims(20);
  for (const auto& t : {floats, ints, longs, doubles, unsigneds, strings}) model.initializer(t);
  // The same inside a Constant, a subgraph and a sparse tensor.
  onnx::GraphProto inner;
  OnnxGraph(inner).initializer(floats).node("Identity", {"floats"}, {"inner"}).output("inner");
  model.node("Constant", {}, {"constant"}, {{"value", floats}});
  model.integers("condition", {1})
      .node("If", {"condition"}, {"branch"}, {{"then_branch", inner}, {"else_branch", inner}});
  auto* sparse = model.proto().add_sparse_initializer();
  *sparse->mutable_values() = floats;
  sparse->mutable_values()->set_name("sparse");
  *sparse->mutable_indices() = longs;
  sparse->add_dims(1'000'000);
  model.output("constant").output("branch");
  LoggingSource source(model.bytes());
  const model::Graph graph = model::resolve(model::read_skeleton(source));
  EXPECT_LT(source.bytes_read, 150'000);
  EXPECT_GT(source.size(), 1'500'000);
  for (const char* name : {"floats", "ints", "longs", "doubles", "unsigneds", "constant"}) {
    EXPECT_EQ(tensor(graph, name).elements(), kCount) << name;
    EXPECT_FALSE(tensor(graph, name).value.known) << name;
  }
  EXPECT_EQ(tensor(graph, "sparse").elements(), 1'000'000);
}

TEST(Reader, ReportsProgressAndCanBeCancelled) {
  const std::string bytes = conv_chain();
  model::ReadOptions options;
  int calls = 0;
  options.progress = [&](std::int64_t, std::int64_t size) {
    EXPECT_EQ(size, static_cast<std::int64_t>(bytes.size()));
    return ++calls < 2;
  };
  try {
    read_bytes(bytes, options);
    FAIL() << "not cancelled";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.message, "cancelled");
  }
}

TEST(Reader, WarnsWhenAPayloadDoesNotFitItsShape) {
  OnnxModel model;
  model.input("x", {1, 4}).weight("w", {4, 4000}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  model.proto().mutable_initializer(0)->mutable_raw_data()->resize(1000);
  EXPECT_TRUE(warned(model.resolve(), "tensor-size"));
}

TEST(Reader, CutAnywhereGivesAnErrorOrASalvagedGraph) {
  const std::string bytes = conv_chain();
  int salvaged = 0;
  // Every byte at both ends; in between there are only weights.
  const std::size_t dense = 600;
  for (std::size_t length = 0; length < bytes.size();
       length += length < dense || length + dense > bytes.size() ? 1 : 511) {
    try {
      const model::Graph graph = resolve_bytes(bytes.substr(0, length), {});
      EXPECT_TRUE(warned(graph, "truncated-file") || warned(graph, "opset-assumed")) << length;
      // What describes the input stands behind the weights; while it is missing, nothing is claimed.
      const bool described = !warned(graph, "input-without-shape");
      EXPECT_EQ(tensor(graph, "c1").dims.size(), described ? 4U : 0U) << length;
      EXPECT_EQ(graph.inputs.size(), 1U) << length;
      EXPECT_EQ(graph.outputs.size(), 1U) << length;
      ++salvaged;
    } catch (const core::Error& error) {
      EXPECT_EQ(error.code, core::ErrorCode::bad_model) << length;
      EXPECT_NE(error.message, "") << length;
    }
  }
  EXPECT_GT(salvaged, 300);
}

TEST(Reader, SalvagesAGraphWhoseWeightsAreCutOff) {
  // Inputs and outputs first: the order in which some writers put them.
  OnnxModel head, tail;
  head.input("x", {1, 16}).node("MatMul", {"x", "w"}, {"y"}).output("y", {1, 5000});
  tail.weight("w", {16, 5000});
  const std::string graph_head = head.proto().SerializeAsString();
  const std::string graph_tail = tail.proto().SerializeAsString();
  onnx::ModelProto outer = head.model();
  outer.clear_graph();
  std::string bytes = outer.SerializeAsString();
  const std::string graph = graph_head + graph_tail;
  bytes += "\x3a";
  for (std::size_t value = graph.size(); value > 0; value >>= 7) {
    bytes.push_back(static_cast<char>((value & 0x7f) | (value >= 0x80 ? 0x80 : 0)));
  }
  bytes += graph;
  const model::Graph resolved = resolve_bytes(bytes.substr(0, bytes.size() - 100'000));
  EXPECT_TRUE(warned(resolved, "truncated-file"));
  EXPECT_EQ(tensor(resolved, "y").dims, (std::vector<std::int64_t>{1, 5000}));
}

TEST(Reader, SaysHowMuchOfATruncatedModelIsMissing) {
  const std::string bytes = conv_chain();
  const core::Error error = error_of(bytes.substr(0, 60));
  EXPECT_NE(error.message.find("truncated"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("bytes are missing"), std::string::npos) << error.message;
}

TEST(Reader, IgnoresBytesBehindACompleteModel) {
  const model::Graph graph = resolve_bytes(conv_chain() + std::string(100, '\0'));
  EXPECT_TRUE(warned(graph, "trailing-bytes"));
  EXPECT_EQ(tensor(graph, "c1").dims, (std::vector<std::int64_t>{1, 64, 30, 30}));
}

TEST(Reader, AnyMutationGivesAGraphOrAnError) {
  const std::string bytes = conv_chain();
  const std::size_t head = std::min<std::size_t>(bytes.size(), 700);
  for (std::size_t at = 0; at < head; ++at) {
    for (const int value : {0x00, 0x07, 0x0b, 0x7f, 0x80, 0xff}) {
      std::string mutated = bytes;
      mutated[at] = static_cast<char>(value);
      const core::Error error = error_of(mutated);
      EXPECT_TRUE(error.message == "no error" || error.code == core::ErrorCode::bad_model)
          << at << " " << error.message;
    }
  }
}

TEST(Reader, RandomBytesAreNamedWithOffsetAndReason) {
  std::uint64_t state = 88172645463325252ULL;
  for (int round = 0; round < 500; ++round) {
    std::string bytes;
    for (int i = 0; i < 600; ++i) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      bytes.push_back(static_cast<char>(state & 0xff));
    }
    const core::Error error = error_of(bytes);
    EXPECT_EQ(error.code, core::ErrorCode::bad_model);
    EXPECT_NE(error.message.find("not an"), std::string::npos) << error.message;
    EXPECT_NE(error.where.find("byte"), std::string::npos);
  }
}

TEST(Reader, NestingIsBounded) {
  onnx::GraphProto graph;
  OnnxGraph(graph).node("Identity", {"x"}, {"y"}).output("y");
  const auto nest = [&graph](int depth) {
    OnnxModel model;
    for (int i = 0; i < depth; ++i) {
      onnx::GraphProto outer;
      OnnxGraph(outer)
          .node("If", {"c"}, {"y"}, {{"then_branch", graph}, {"else_branch", onnx::GraphProto()}})
          .output("y");
      graph = outer;
    }
    model.input("x", {1}).input("c", {1}, onnx::TensorProto::BOOL);
    *model.proto().mutable_node() = graph.node();
    model.output("y");
    return model.bytes();
  };
  EXPECT_NO_THROW(resolve_bytes(nest(50)));
  EXPECT_NE(error_of(nest(30)).message.find("deep"), std::string::npos);
}

TEST(Reader, AVeryDeepFileIsRefusedQuickly) {
  // Written from the inside out, because the builder itself would recurse: graph { node { attribute { graph …
  std::string inner;
  const auto wrap = [](char tag, const std::string& text) {
    std::string result(1, tag);
    std::size_t length = text.size();
    for (; length >= 0x80; length >>= 7) result.push_back(static_cast<char>((length & 0x7f) | 0x80));
    result.push_back(static_cast<char>(length));
    return result + text;
  };
  for (int i = 0; i < 2000; ++i) inner = wrap('\x0a', wrap('\x2a', wrap('\x32', inner)));
  const core::Error error = error_of("\x08\x08" + wrap('\x3a', inner));
  EXPECT_NE(error.message.find("nests graphs more than 64 deep"), std::string::npos) << error.message;
  EXPECT_TRUE(error.where.starts_with("byte ")) << error.where;
}

TEST(Reader, TrainingPartsAreLeftOutAndSaid) {
  OnnxModel model;
  model.input("x", {1}).node("Relu", {"x"}, {"y"}).output("y");
  model.model().add_training_info()->mutable_algorithm()->add_node()->set_op_type("Adam");
  EXPECT_TRUE(warned(model.resolve(), "training-part"));
}

TEST(Reader, AModelWithoutAGraphIsSaidToBeOne) {
  EXPECT_NE(error_of(std::string("\x08\x08\x12\x03"
                                 "abc"))
                .message.find("no ONNX graph"),
            std::string::npos);
  EXPECT_NE(error_of(std::string("\x08\x08\x3a\x00", 4)).message.find("empty"), std::string::npos);
}

}  // namespace
}  // namespace whichchip::tests
