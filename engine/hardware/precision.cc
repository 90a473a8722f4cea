#include "hardware/precision.h"

#include <string>

#include "core/suggest.h"

namespace whichchip::hardware {
namespace {

struct Row {
  Precision precision;
  const char* name;
  int bits;
  bool integer;
};
// In the enumerators' order.
constexpr std::array<Row, kPrecisionCount> kRows{{{Precision::fp64, "fp64", 64, false},
                                                  {Precision::fp32, "fp32", 32, false},
                                                  {Precision::tf32, "tf32", 32, false},
                                                  {Precision::fp16, "fp16", 16, false},
                                                  {Precision::bf16, "bf16", 16, false},
                                                  {Precision::fp8, "fp8", 8, false},
                                                  {Precision::int16, "int16", 16, true},
                                                  {Precision::int8, "int8", 8, true},
                                                  {Precision::fp4, "fp4", 4, false},
                                                  {Precision::int4, "int4", 4, true},
                                                  {Precision::w8a16, "w8a16", 16, true},
                                                  {Precision::w4a16, "w4a16", 16, true}}};

const Row& row(Precision precision) { return kRows[static_cast<std::size_t>(precision)]; }

struct Spelling {
  const char* text;
  Precision precision;
};
constexpr Spelling kSpellings[] = {
    {"double", Precision::fp64},     {"float64", Precision::fp64},    {"float", Precision::fp32},
    {"single", Precision::fp32},     {"float32", Precision::fp32},    {"half", Precision::fp16},
    {"float16", Precision::fp16},    {"bfloat16", Precision::bf16},   {"e4m3", Precision::fp8},
    {"e5m2", Precision::fp8},        {"fp8_e4m3", Precision::fp8},    {"fp8_e5m2", Precision::fp8},
    {"fp8-e4m3", Precision::fp8},    {"fp8-e5m2", Precision::fp8},    {"float8", Precision::fp8},
    {"float8_e4m3", Precision::fp8}, {"float8_e5m2", Precision::fp8}, {"i16", Precision::int16},
    {"uint16", Precision::int16},    {"i8", Precision::int8},         {"uint8", Precision::int8},
    {"w8a8", Precision::int8},       {"nvfp4", Precision::fp4},       {"mxfp4", Precision::fp4},
    {"float4", Precision::fp4},      {"e2m1", Precision::fp4},        {"nf4", Precision::int4},
    {"i4", Precision::int4},         {"uint4", Precision::int4},
};

}  // namespace

const char* name(Precision precision) { return row(precision).name; }

std::optional<Precision> parse_precision(std::string_view text) {
  const std::string wanted = core::lower_case(text);
  for (const Row& r : kRows)
    if (wanted == r.name) return r.precision;
  for (const Spelling& spelling : kSpellings)
    if (wanted == spelling.text) return spelling.precision;
  return std::nullopt;
}

int storage_bits(Precision precision) { return row(precision).bits; }
double weight_bits(Precision precision) {
  constexpr double kScaleBits = 16.0 / 32;  // a half-precision scale for every 32 weights of 4 bits
  if (precision == Precision::w8a16) return 8;
  return precision == Precision::w4a16 ? 4 + kScaleBits : storage_bits(precision);
}
bool is_integer(Precision precision) { return row(precision).integer; }
bool is_weight_only(Precision precision) { return precision == Precision::w8a16 || precision == Precision::w4a16; }

}  // namespace whichchip::hardware
