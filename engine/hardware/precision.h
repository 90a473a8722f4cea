// Numeric formats that a chip computes in, and how one that it lacks is served.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace whichchip::hardware {

// fp32 is IEEE fp32; tf32 is a value of its own. w8a16 and w4a16 are weights of 8 and 4 bits with activations of 16: no
// chip multiplies in them, they are stored so.
enum class Precision : std::uint8_t { fp64, fp32, tf32, fp16, bf16, fp8, int16, int8, fp4, int4, w8a16, w4a16 };
constexpr std::size_t kPrecisionCount = 12;
constexpr std::array<Precision, kPrecisionCount> kPrecisions{
    Precision::fp64,  Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16,  Precision::fp8,
    Precision::int16, Precision::int8, Precision::fp4,  Precision::int4, Precision::w8a16, Precision::w4a16};

const char* name(Precision precision);
std::optional<Precision> parse_precision(std::string_view text);  // also "e4m3", "nf4", "half", …
int storage_bits(Precision precision);                            // of activations; tf32 is stored in 32
double weight_bits(Precision precision);                          // of one weight; w4a16 with a scale for every 32
bool is_integer(Precision precision);
bool is_weight_only(Precision precision);  // w8a16, w4a16

// One value per precision; absent where the chip has no such path.
using PerPrecision = std::array<std::optional<double>, kPrecisionCount>;
inline std::optional<double> at(const PerPrecision& table, Precision p) { return table[static_cast<std::size_t>(p)]; }

}  // namespace whichchip::hardware
