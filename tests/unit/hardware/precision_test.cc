#include "hardware/precision.h"

#include <gtest/gtest.h>

namespace whichchip::hardware {
namespace {

TEST(Precision, NamesReadBack) {
  for (const Precision p : kPrecisions) EXPECT_EQ(parse_precision(name(p)), p) << name(p);
}

TEST(Precision, KnowsTheFieldsSpellings) {
  EXPECT_EQ(parse_precision("FP16"), Precision::fp16);
  EXPECT_EQ(parse_precision("half"), Precision::fp16);
  EXPECT_EQ(parse_precision("bfloat16"), Precision::bf16);
  EXPECT_EQ(parse_precision("e4m3"), Precision::fp8);
  EXPECT_EQ(parse_precision("e5m2"), Precision::fp8);
  EXPECT_EQ(parse_precision("nf4"), Precision::int4);
  EXPECT_EQ(parse_precision("fp12"), std::nullopt);
  EXPECT_EQ(parse_precision(""), std::nullopt);
}

TEST(Precision, Tf32IsComputedInNineteenBitsAndStoredInThirtyTwo) { EXPECT_EQ(storage_bits(Precision::tf32), 32); }

TEST(Precision, BitsAndKinds) {
  EXPECT_EQ(storage_bits(Precision::fp64), 64);
  EXPECT_EQ(storage_bits(Precision::int8), 8);
  EXPECT_EQ(storage_bits(Precision::fp4), 4);
  EXPECT_TRUE(is_integer(Precision::int16));
  EXPECT_FALSE(is_integer(Precision::fp8));
}

}  // namespace
}  // namespace whichchip::hardware
