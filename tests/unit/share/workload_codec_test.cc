#include "share/workload_codec.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "core/error.h"

namespace whichchip::share {
namespace {

// A small workload in which every field differs from its default.
workload::Workload sample() {
  workload::Workload w;
  w.model.name = "tiny";
  w.model.producer = "pytorch 2.4.0";
  w.model.ir_version = 8;
  w.model.opsets = {{"", 17}, {"com.microsoft", 1}};
  w.model.nodes = 2;
  model::Declaration input;
  input.name = "image";
  input.type = model::DataType::float32;
  input.shape = {"batch", "3", "?"};
  input.has_rank = true;
  w.model.inputs = {input};
  w.model.outputs = {input};
  w.model.symbols = {{"batch", 4, model::SymbolOrigin::given}, {"seq", -1, model::SymbolOrigin::derived}};
  w.model.parameters = {25'557'032, 53'120, 7, 48, 12'000'000};
  w.batch = 4;
  w.phase = model::Phase::decode;
  w.decoder = workload::Decoder{{"1 × GroupQueryAttention"}, 1, 128, {{0, 1, 64}, {model::kAbsent, 0, 0}}, 256, 9, 512};

  workload::Tensor image;
  image.name = "image\xff\x01";  // names are untrusted bytes
  image.type = model::DataType::bfloat16;
  image.dims = {4, 3, -1};
  image.elements = 12;
  image.graph_input = true;
  workload::Tensor weight;
  weight.name = "w";
  weight.weight = true;
  weight.unknown = true;
  weight.graph_output = true;
  w.tensors = {image, weight};

  workload::Operator conv;
  conv.name = "/conv1";
  conv.op_type = "Conv";
  conv.domain = "ai.onnx";
  conv.kind = workload::OperatorKind::depthwise_convolution;
  conv.inputs = {0, 1};
  conv.outputs = {0};
  conv.reads = {{0, 12}, {1, 9}};
  conv.writes = {{0, std::int64_t{1} << 40}};
  workload::MatrixWork work;
  work.form = workload::MatrixWork::Form::transposed_convolution;
  work.groups = 2;
  work.m = 3;
  work.n = 4;
  work.k = 5;
  work.steps = 6;
  work.weight_operand = true;
  work.batch = 7;
  work.in_channels = 8;
  work.out_channels = 9;
  work.in_d = 10;
  work.in_h = 11;
  work.in_w = 12;
  work.out_d = 13;
  work.out_h = 14;
  work.out_w = 15;
  work.kernel_d = 16;
  work.kernel_h = 17;
  work.kernel_w = 18;
  work.stride_h = 19;
  work.stride_w = 20;
  conv.matrix = {work};
  conv.macs = 720;
  conv.vector_ops = 30;
  conv.transcendental_ops = 2;
  conv.repeat = 3;
  conv.rule = "Conv: …";
  conv.assumptions = {"padding known"};
  workload::Operator odd;
  odd.op_type = "Mystery";
  odd.unknown_reason = "no rule";
  w.operators = {conv, odd};

  for (auto& partition : w.partitions) {
    workload::Subgraph first;
    first.name = "Conv";
    first.anchor = 0;
    first.kind = workload::OperatorKind::convolution;
    first.operators = {0};
    first.reads = {{0, 12}};
    first.weights = {{1, 9}};
    first.writes = {{0, 4}};
    first.matrix = {work};
    first.macs = 720;
    first.vector_ops = 30;
    first.transcendental_ops = 2;
    first.repeat = 3;
    first.strided_movement = true;
    first.quantized = true;
    workload::Subgraph second;
    second.id = 1;
    second.anchor = 1;
    second.operators = {1};
    second.dependencies = {0};
    second.unknown = true;
    partition.subgraphs = {first, second};
    partition.peak_activation_bytes = 4096;
    partition.peak_activation_lower_bound_bytes = 2048;
    partition.peak_subgraph = 1;
    partition.activation_arena_bytes = 5000;
    partition.live = {{4000, 3}, {4096, 2}};
  }
  w.totals = {720, 30, 2, 36, 48};
  w.coverage = {2, 1, 0.1, {{"Mystery", "custom", "no rule", 1}}};
  w.warnings = {{"wrong-value-info", "a shape in the file is wrong", "/conv1"}};
  return w;
}

TEST(WorkloadCodec, KeepsEveryField) {
  const auto before = sample();
  const auto after = decode_workload(encode_workload(before));

  EXPECT_EQ(after.model.name, "tiny");
  EXPECT_EQ(after.model.opsets, before.model.opsets);
  EXPECT_EQ(after.model.inputs.at(0).shape, before.model.inputs[0].shape);
  EXPECT_EQ(after.model.symbols.at(1).value, -1);
  EXPECT_EQ(after.model.parameters.parameters, 25'557'032);
  EXPECT_EQ(after.model.parameters.scalar_constants, 48);
  EXPECT_EQ(after.batch, 4);
  EXPECT_EQ(after.tensors.at(0).name, before.tensors[0].name);
  EXPECT_EQ(after.tensors[0].dims, before.tensors[0].dims);
  EXPECT_TRUE(after.tensors[1].weight && after.tensors[1].unknown && after.tensors[1].graph_output &&
              !after.tensors[1].graph_input);
  EXPECT_EQ(after.operators.at(0).matrix.at(0).kernel_d, 16);
  EXPECT_EQ(after.operators[0].matrix[0].stride_w, 20);
  EXPECT_EQ(after.operators[0].writes[0].elements, std::int64_t{1} << 40);
  EXPECT_EQ(after.operators[1].unknown_reason, "no rule");
  const auto& partition = after.partition(workload::Runtime::eager);
  EXPECT_EQ(partition.subgraphs.at(1).id, 1);
  EXPECT_EQ(partition.subgraphs[1].dependencies, std::vector<int>{0});
  EXPECT_TRUE(partition.subgraphs[0].strided_movement && partition.subgraphs[0].quantized &&
              !partition.subgraphs[0].unknown);
  EXPECT_EQ(partition.peak_subgraph, 1);
  EXPECT_EQ(partition.activation_arena_bytes, 5000);
  ASSERT_EQ(partition.live.size(), 2U);
  EXPECT_EQ(partition.live[0].bytes, 4000);
  EXPECT_EQ(partition.live[1].buffers, 2);
  EXPECT_EQ(after.model.parameters.active_parameters, 12'000'000);
  EXPECT_EQ(after.phase, model::Phase::decode);
  ASSERT_TRUE(after.decoder.has_value());
  EXPECT_EQ(after.decoder->evidence, before.decoder->evidence);
  EXPECT_EQ(after.decoder->past_tokens, 128);
  EXPECT_EQ(after.decoder->caches.at(0).present, 1);
  EXPECT_EQ(after.decoder->caches.at(0).elements_per_token, 64);
  EXPECT_EQ(after.decoder->caches.at(1).past, model::kAbsent);
  EXPECT_EQ(after.decoder->cache_bytes, 512);
  EXPECT_EQ(after.coverage.macs_fraction, 0.1);
  EXPECT_EQ(after.coverage.unknown.at(0).count, 1);
  EXPECT_EQ(after.warnings.at(0).where, "/conv1");
}

TEST(WorkloadCodec, GivesTheSameBytesAfterARoundTrip) {
  const auto bytes = encode_workload(sample());
  EXPECT_EQ(encode_workload(decode_workload(bytes)), bytes);
  const auto empty = encode_workload({});
  EXPECT_EQ(encode_workload(decode_workload(empty)), empty);
}

void expect_damaged(const std::vector<std::uint8_t>& bytes) {
  try {
    decode_workload(bytes);
    ADD_FAILURE() << "decoded " << bytes.size() << " damaged bytes";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_model);
    EXPECT_FALSE(error.where.empty());
  }
}

TEST(WorkloadCodec, RefusesEveryTruncation) {
  auto bytes = encode_workload(sample());
  while (!bytes.empty()) {
    bytes.pop_back();
    expect_damaged(bytes);
  }
}

TEST(WorkloadCodec, RefusesNestingThatWouldExhaustTheStack) {
  expect_damaged(std::vector<std::uint8_t>(1'000'000, 0x81));  // arrays of one element
  std::vector<std::uint8_t> maps;
  for (int i = 0; i < 100'000; ++i) maps.insert(maps.end(), {0xa1, 0x60});  // maps with an empty key
  expect_damaged(maps);
}

TEST(WorkloadCodec, RefusesLengthsThatTheBytesDoNotHold) {
  expect_damaged({0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff});  // an array of 2^63 - 1
  expect_damaged({0x7b, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff});  // a text of 2^40
}

TEST(WorkloadCodec, RefusesIndicesOutOfRange) {
  auto w = sample();
  w.operators[0].inputs = {2};
  expect_damaged(encode_workload(w));
  w = sample();
  w.partitions[1].subgraphs[0].anchor = 2;
  expect_damaged(encode_workload(w));
  w = sample();
  w.partitions[0].subgraphs[1].dependencies = {1};
  expect_damaged(encode_workload(w));
  w = sample();
  w.partitions[2].peak_subgraph = -1;
  expect_damaged(encode_workload(w));
  w = sample();
  w.operators[0].macs = -1;
  expect_damaged(encode_workload(w));
}

TEST(WorkloadCodec, NamesANewerVersion) {
  auto bytes = encode_workload({});
  const std::string key = "whichchip.workload";
  const auto at = std::search(bytes.begin(), bytes.end(), key.begin(), key.end());
  ASSERT_NE(at, bytes.end());
  *(at + static_cast<std::ptrdiff_t>(key.size())) = 9;
  try {
    decode_workload(bytes);
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_NE(error.message.find("newer"), std::string::npos);
  }
}

// Whatever the bytes, the answer is a workload that can be encoded again, or one core::Error.
TEST(WorkloadCodec, SurvivesMutations) {
  const auto original = encode_workload(sample());
  std::mt19937 random(20'240'601);
  int decoded = 0;
  for (int i = 0; i < 20'000; ++i) {
    auto bytes = original;
    const auto changes = 1 + random() % 4;
    for (std::uint32_t c = 0; c < changes; ++c) {
      const auto at = static_cast<std::ptrdiff_t>(random() % bytes.size());
      switch (random() % 4) {
        case 0:
          bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(random());
          break;
        case 1:
          bytes[static_cast<std::size_t>(at)] ^= static_cast<std::uint8_t>(1u << (random() % 8));
          break;
        case 2:
          bytes.erase(bytes.begin() + at);
          break;
        default:
          bytes.insert(bytes.begin() + at, static_cast<std::uint8_t>(random()));
          break;
      }
    }
    try {
      encode_workload(decode_workload(bytes));
      ++decoded;
    } catch (const core::Error&) {
    }
  }
  EXPECT_GT(decoded, 0);       // some changes stay within a name
  EXPECT_LT(decoded, 20'000);  // most do not
}

}  // namespace
}  // namespace whichchip::share
