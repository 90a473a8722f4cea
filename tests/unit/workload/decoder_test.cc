// What a generating model keeps from run to run, by the operators and names that show it, and its two phases.
#include "workload/decoder.h"

#include <string>

#include <gtest/gtest.h>

#include "core/error.h"
#include "support/graph_builder.h"
#include "support/onnx_model.h"
#include "support/workload_checks.h"
#include "workload/workload.h"

namespace whichchip::workload {
namespace {

using model::Phase;
using tests::GraphBuilder;
using tests::OnnxModel;
using tests::Shape;
using tests::Value;

// One layer of grouped-query attention with a cache: B sequences, 8 query heads, `kv` key heads of size 16.
struct Decoding {
  std::int64_t batch = 1, tokens = 1, past = 128, key_heads = 2, window = -1;

  Workload build() const {
    GraphBuilder net;
    const Shape cache{batch, key_heads, past, 16}, grown{batch, key_heads, past + tokens, 16};
    const Value q = net.input({batch, tokens, 128}), k = net.input({batch, tokens, key_heads * 16});
    const auto out = net.op("GroupQueryAttention", {q, k, k, net.input(cache), net.input(cache)},
                            {Shape{batch, tokens, 128}, grown, grown}, "com.microsoft");
    net.set("num_heads", std::int64_t{8});
    net.set("kv_num_heads", key_heads);
    net.set("local_window_size", window);
    for (const Value& value : out) net.output(value);
    Workload workload = build_workload(net.build(), "decoder");
    tests::expect_consistent(workload);
    return workload;
  }
};

TEST(Decoder, GroupedAttentionKeepsKeysAndValues) {
  const Workload w = Decoding{.batch = 3, .tokens = 2, .past = 100}.build();
  ASSERT_TRUE(w.decoder.has_value());
  EXPECT_EQ(w.decoder->evidence, (std::vector<std::string>{"1 × GroupQueryAttention"}));
  EXPECT_EQ(w.decoder->new_tokens, 2);
  EXPECT_EQ(w.decoder->past_tokens, 100);
  ASSERT_EQ(w.decoder->caches.size(), 2u);
  EXPECT_EQ(w.decoder->caches[0].elements_per_token, 2 * 16);
  EXPECT_EQ(w.decoder->cache_bytes_per_token, 2 * 2 * 16 * 4);  // 2 · layers · key heads · head size · bytes
  EXPECT_EQ(w.decoder->cache_bytes, 3 * 102 * w.decoder->cache_bytes_per_token);
  EXPECT_EQ(w.decoder->state_bytes, 0);
}

std::int64_t cache_read(const Workload& w) {
  std::int64_t elements = 0;
  for (const Access& read : w.partition(Runtime::engine).subgraphs.at(0).reads) {
    if (w.tensors[static_cast<std::size_t>(read.tensor)].dims.size() == 4) elements += read.elements;
  }
  return elements;
}

TEST(Decoder, DoubledContextDoublesTheCacheThatIsRead) {
  const Workload one = Decoding{.past = 512}.build(), two = Decoding{.past = 1024}.build();
  EXPECT_EQ(cache_read(one), 2 * 512 * 2 * 16);
  EXPECT_EQ(cache_read(two), 2 * cache_read(one));
}

TEST(Decoder, ASlidingWindowBoundsWhatIsRead) {
  const Workload w = Decoding{.past = 1000, .window = 128}.build();
  EXPECT_EQ(w.totals.macs, 2 * 8 * 128 * 16);
  EXPECT_EQ(cache_read(w), 2 * 127 * 2 * 16);
  EXPECT_EQ(Decoding({.past = 2000, .window = 128}).build().totals.macs, w.totals.macs);
}

TEST(Decoder, DecodeAtNoPastEqualsPrefillOfOneToken) {
  const Workload w = Decoding{.tokens = 1, .past = 0}.build();
  EXPECT_EQ(w.totals.macs, 2 * 8 * 16);
  EXPECT_EQ(w.decoder->past_tokens, 0);
  EXPECT_EQ(w.decoder->cache_bytes, w.decoder->cache_bytes_per_token);
}

TEST(Decoder, DoubledPromptQuadruplesTheScores) {
  EXPECT_EQ(Decoding({.tokens = 64, .past = 0}).build().totals.macs,
            4 * Decoding({.tokens = 32, .past = 0}).build().totals.macs);
}

TEST(Decoder, GroupedAttentionWithAllHeadsCountsAsMultiHead) {
  GraphBuilder net;
  const Value q = net.input({1, 4, 128});
  const Value past = net.input({1, 8, 60, 16});
  const auto out = net.op("MultiHeadAttention", {q, q, q, Value(), Value(), Value(), past, past},
                          {Shape{1, 4, 128}, Shape{1, 8, 64, 16}, Shape{1, 8, 64, 16}}, "com.microsoft");
  net.set("num_heads", std::int64_t{8});
  for (const Value& value : out) net.output(value);
  const Workload multi = build_workload(net.build(), "mha");
  const Workload grouped = Decoding{.tokens = 4, .past = 60, .key_heads = 8}.build();
  EXPECT_EQ(multi.totals.macs, grouped.totals.macs);
  ASSERT_TRUE(multi.decoder.has_value());
  // One tensor is given as both caches here.
  EXPECT_EQ(multi.decoder->caches.size(), 1u);
}

// As exporters write it: the fed keys prolonged by a Concat.
OnnxModel& cached_attention(OnnxModel& model) {
  model.input("q", {"batch", 4, "sequence_length", 16});
  for (const char* kind : {"key", "value"}) {
    const std::string past = std::string("past_key_values.0.") + kind, present = std::string("present.0.") + kind;
    model.input(past, {"batch", 4, "past_sequence_length", 16});
    model.node("Concat", {past, "q"}, {present}, {{"axis", -2}}).output(present);
  }
  model.node("Transpose", {"present.0.key"}, {"kt"}, {{"perm", {0, 1, 3, 2}}});
  model.node("MatMul", {"q", "kt"}, {"scores"}).node("Softmax", {"scores"}, {"p"}, {{"axis", -1}});
  model.node("MatMul", {"p", "present.0.value"}, {"y"}).output("y");
  return model;
}

model::Graph resolved(const OnnxModel& model, const model::DimensionBindings& dims, Phase phase) {
  return model::resolve(tests::read_bytes(model.bytes()), dims, {}, phase);
}

TEST(Decoder, PhasesBindTheLengths) {
  OnnxModel model;
  cached_attention(model);
  const auto lengths = [&](const model::DimensionBindings& dims, Phase phase) {
    const Workload w = build_workload(resolved(model, dims, phase), "m");
    EXPECT_EQ(w.phase, phase);
    return std::pair(w.decoder->new_tokens, w.decoder->past_tokens);
  };
  EXPECT_EQ(lengths({}, Phase::prefill), std::pair(std::int64_t{128}, std::int64_t{0}));
  EXPECT_EQ(lengths({}, Phase::decode), std::pair(std::int64_t{1}, std::int64_t{128}));
  EXPECT_EQ(lengths({{"past", 4096}}, Phase::decode), std::pair(std::int64_t{1}, std::int64_t{4096}));
  EXPECT_EQ(lengths({{"seq", 4}, {"past", 0}}, Phase::decode), std::pair(std::int64_t{4}, std::int64_t{0}));
  // A sample's own lengths are those of its prompt.
  const auto own = model::resolve(tests::read_bytes(model.bytes()), {}, {{"sequence_length", 64}}, Phase::decode);
  EXPECT_EQ(build_workload(own, "m").decoder->new_tokens, 1);
}

TEST(Decoder, ConcatProlongsAFedCache) {
  OnnxModel model;
  cached_attention(model);
  const Workload w = build_workload(resolved(model, {{"batch", 2}, {"past", 100}}, Phase::decode), "m");
  tests::expect_consistent(w);
  ASSERT_TRUE(w.decoder.has_value());
  EXPECT_EQ(w.decoder->evidence,
            (std::vector<std::string>{"2 fed tensors prolonged by Concat: past_key_values.0.key"}));
  EXPECT_EQ(w.decoder->cache_bytes_per_token, 2 * 4 * 16 * 4);
  EXPECT_EQ(w.decoder->cache_bytes, 2 * 101 * w.decoder->cache_bytes_per_token);
}

// An encoder's keys are fed too, but do not grow.
TEST(Decoder, AnEncodersKeysAreState) {
  OnnxModel model;
  cached_attention(model);
  model.input("past_key_values.0.encoder.key", {"batch", 4, "encoder_sequence_length", 16});
  model.node("Relu", {"past_key_values.0.encoder.key"}, {"z"}).output("z");
  const Workload w = build_workload(resolved(model, {{"past", 10}}, Phase::decode), "m");
  EXPECT_EQ(w.decoder->state_bytes, 4 * 128 * 16 * 4);
  EXPECT_EQ(w.decoder->cache_bytes, 11 * w.decoder->cache_bytes_per_token + w.decoder->state_bytes);
}

TEST(Decoder, AModelWithoutAPastHasNoDecodePhase) {
  OnnxModel model;
  model.input("input_ids", {"batch", "sequence_length"}, onnx::TensorProto::INT64);
  model.node("Identity", {"input_ids"}, {"y"}).output("y");
  EXPECT_FALSE(build_workload(model.resolve(), "m").decoder.has_value());
  EXPECT_THROW(resolved(model, {}, Phase::decode), core::Error);
}

TEST(Decoder, ActiveParametersLeaveIdleExpertsOut) {
  GraphBuilder net;
  const Value x = net.input({1, 4, 32});
  const Value router = net.input({4, 8});
  const Value y = net.op("MoE", {x, router, net.weight({8, 32, 64}), Value(), net.weight({8, 64, 32})}, Shape{1, 4, 32},
                         "com.microsoft");
  net.set("k", std::int64_t{2});
  net.output(y.matmul(100));
  const Workload w = build_workload(net.build(), "moe");
  const std::int64_t experts = 8 * 2 * 32 * 64, head = 32 * 100;
  EXPECT_EQ(w.model.parameters.parameters, experts + head);
  EXPECT_EQ(w.model.parameters.active_parameters, experts / 8 * 2 + head);
}

TEST(Decoder, PackedExpertsCountTheirWeights) {
  GraphBuilder net;
  const Value x = net.input({1, 4, 32});
  const auto bytes = [&](Shape shape) { return net.weight(shape, model::DataType::uint8); };
  const Value y = net.op(
      "QMoE",
      {x, net.input({4, 8}), bytes({8, 64, 16}), net.weight({8, 64}), Value(), bytes({8, 32, 32}), net.weight({8, 32})},
      Shape{1, 4, 32}, "com.microsoft");
  net.set("k", std::int64_t{2});
  net.set("expert_weight_bits", std::int64_t{4});
  net.output(y);
  const Workload w = build_workload(net.build(), "qmoe");
  const std::int64_t weights = 8 * 64 * 32 + 8 * 32 * 64;  // scales describe weights: they are none themselves
  EXPECT_EQ(w.model.parameters.parameters, weights);
  EXPECT_EQ(w.model.parameters.active_parameters, weights / 4);
}

}  // namespace
}  // namespace whichchip::workload
