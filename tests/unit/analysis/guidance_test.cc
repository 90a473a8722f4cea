#include "analysis/guidance.h"

#include <gtest/gtest.h>

#include "support/samples.h"

namespace whichchip::analysis {
namespace {

Guidance guide(const char* sample) {
  return guidance(tests::sample_workload(tests::sample_path(sample)), workload::Runtime::engine);
}

const Finding* fact(const Guidance& guidance, const std::string& code) {
  for (const Finding& each : guidance.facts)
    if (each.code == code) return &each;
  return nullptr;
}
const Remedy* remedy(const Guidance& guidance, const std::string& code) {
  for (const Remedy& each : guidance.remedies)
    if (each.code == code) return &each;
  return nullptr;
}

// Llama 3 8B: 32 layers of 8 pairs of heads of 128 values at 2 bytes: 131072 bytes a token; 32 heads ask.
TEST(Guidance, ALanguageModelsCacheHeadsAndWeights) {
  const Guidance llama = guide("llama3_8b");
  ASSERT_NE(fact(llama, "kv-cache"), nullptr);
  EXPECT_NE(fact(llama, "kv-cache")->message.find("131 KB a token"), std::string::npos)
      << fact(llama, "kv-cache")->message;
  ASSERT_NE(fact(llama, "attention-form"), nullptr);
  EXPECT_NE(fact(llama, "attention-form")->message.find("grouped-query: 32 heads share 8 pairs"), std::string::npos)
      << fact(llama, "attention-form")->message;
  ASSERT_NE(remedy(llama, "kv-cache-8-bit"), nullptr);
  EXPECT_DOUBLE_EQ(remedy(llama, "kv-cache-8-bit")->gain.after, remedy(llama, "kv-cache-8-bit")->gain.before / 2);
  ASSERT_NE(remedy(llama, "weights-8-bit"), nullptr);
  const Gain& weights = remedy(llama, "weights-8-bit")->gain;
  EXPECT_NEAR(weights.before, 16.06e9, 0.02e9);
  EXPECT_NEAR(weights.after, weights.before / 2, 0.001 * weights.before);  // but for norms
  EXPECT_LT(remedy(llama, "weights-4-bit")->gain.after, 0.27 * weights.before);
  EXPECT_EQ(remedy(llama, "activations-8-bit"), nullptr);
  const Guidance gpt2 = guide("gpt2_with_past");
  ASSERT_NE(fact(gpt2, "attention-form"), nullptr);
  EXPECT_NE(fact(gpt2, "attention-form")->message.find("multi-head: each of 12 heads"), std::string::npos)
      << fact(gpt2, "attention-form")->message;
}

TEST(Guidance, NoLineOnKeysAndValuesForACnn) {
  const Guidance resnet = guide("resnet18");
  EXPECT_TRUE(resnet.facts.empty());
  EXPECT_TRUE(resnet.components.empty());
  EXPECT_EQ(remedy(resnet, "kv-cache-8-bit"), nullptr);
  EXPECT_EQ(remedy(resnet, "weights-8-bit"), nullptr);
  ASSERT_NE(remedy(resnet, "activations-8-bit"), nullptr);
  const Gain& gain = remedy(resnet, "activations-8-bit")->gain;
  EXPECT_DOUBLE_EQ(gain.after, gain.before / 4);
  EXPECT_EQ(remedy(guide("resnet50_qoperator_int8"), "activations-8-bit"), nullptr);
}

// Whisper takes 3000 frames of 10 ms; the RNN-T encoder frames of which three are stacked, 30 ms.
TEST(Guidance, SoundHasSteps) {
  const auto whisper = sound_of(tests::sample_workload(tests::sample_path("whisper_base_encoder")));
  ASSERT_TRUE(whisper);
  EXPECT_EQ(whisper->steps, 3000);
  EXPECT_DOUBLE_EQ(whisper->seconds(), 30);
  const auto rnn_t = sound_of(tests::sample_workload(tests::sample_path("lstm_speech")));
  ASSERT_TRUE(rnn_t);
  EXPECT_DOUBLE_EQ(rnn_t->step_s, 0.03);
  EXPECT_DOUBLE_EQ(rnn_t->seconds(), static_cast<double>(rnn_t->steps) * 0.03);
  EXPECT_NE(fact(guide("lstm_speech"), "sound"), nullptr);
  for (const char* other : {"resnet18", "bert_base", "llama3_8b", "whisper_base_decoder"})
    EXPECT_FALSE(sound_of(tests::sample_workload(tests::sample_path(other)))) << other;
}

TEST(Guidance, AMultimodalModelHasParts) {
  const workload::Workload clip = tests::sample_workload(tests::sample_path("clip_vit_b_32"));
  const Guidance found = guidance(clip, workload::Runtime::engine);
  ASSERT_EQ(found.components.size(), 3U);
  EXPECT_EQ(found.components[0].inputs, "pixel_values");
  EXPECT_EQ(found.components[1].inputs.rfind("input_ids", 0), 0U) << found.components[1].inputs;
  EXPECT_EQ(found.components[2].inputs, "joint");
  std::int64_t macs = 0;
  for (const Component& component : found.components) macs += component.macs;
  EXPECT_EQ(macs, clip.totals.macs);
  EXPECT_GT(found.components[0].macs, found.components[1].macs);
  EXPECT_LT(found.components[2].macs, clip.totals.macs / 1000);
}

}  // namespace
}  // namespace whichchip::analysis
