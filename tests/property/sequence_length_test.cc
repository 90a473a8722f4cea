// What the length of a text and of its context does to the work, on real exports.
#include <string>

#include <gtest/gtest.h>

#include "model/reader.h"
#include "model/resolve.h"
#include "support/samples.h"
#include "workload/workload.h"

namespace whichchip {
namespace {

workload::Workload resolved(const std::string& sample, const model::DimensionBindings& dims,
                            model::Phase phase = model::Phase::prefill) {
  const std::string path = tests::sample_path(sample);
  const auto source = model::file_source(path);
  return workload::build_workload(model::resolve(model::read_skeleton(*source), dims, {}, phase), path);
}

// Of a + b·s + c·s² MACs, c·s² is attention, and second differences hold nothing else.
TEST(SequenceLength, TwiceTheLengthIsFourTimesTheAttention) {
  for (const char* sample : {"bert_base", "distilbert", "roberta_base", "gpt2"}) {
    const auto macs = [&](std::int64_t length) { return resolved(sample, {{"seq", length}}).totals.macs; };
    const auto attention = [&](std::int64_t s) { return (macs(3 * s) - 2 * macs(2 * s) + macs(s)) / 2; };
    EXPECT_GT(attention(32), 0) << sample;
    EXPECT_EQ(attention(64), 4 * attention(32)) << sample;
  }
}

TEST(SequenceLength, TwiceTheContextIsTwiceTheCache) {
  for (const char* sample : {"gpt2_with_past", "llama3_8b"}) {
    const auto cache_bytes = [&](std::int64_t past) {
      const workload::Workload decode = resolved(sample, {{"past", past}, {"seq", 1}}, model::Phase::decode);
      return decode.decoder ? decode.decoder->cache_bytes : 0;
    };
    const std::int64_t a_token = cache_bytes(128) - cache_bytes(127);
    EXPECT_GT(a_token, 0) << sample;
    EXPECT_EQ(cache_bytes(511), 512 * a_token) << sample;  // 511 tokens and the new one
    EXPECT_EQ(cache_bytes(1023), 2 * cache_bytes(511)) << sample;
  }
}

}  // namespace
}  // namespace whichchip
