// Numeric formats that a chip computes in, and how one that it lacks is served.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace whichchip::hardware {

// fp32 is IEEE fp32; tf32 is a value of its own.
enum class Precision : std::uint8_t { fp64, fp32, tf32, fp16, bf16, fp8, int16, int8, fp4, int4 };
constexpr std::size_t kPrecisionCount = 10;
constexpr std::array<Precision, kPrecisionCount> kPrecisions{
    Precision::fp64, Precision::fp32,  Precision::tf32, Precision::fp16, Precision::bf16,
    Precision::fp8,  Precision::int16, Precision::int8, Precision::fp4,  Precision::int4};

const char* name(Precision precision);
std::optional<Precision> parse_precision(std::string_view text);  // also "e4m3", "nf4", "half", …
int storage_bits(Precision precision);                            // tf32 is stored in 32
bool is_integer(Precision precision);

// One value per precision; absent where the chip has no such path.
using PerPrecision = std::array<std::optional<double>, kPrecisionCount>;
inline std::optional<double> at(const PerPrecision& table, Precision p) { return table[static_cast<std::size_t>(p)]; }

}  // namespace whichchip::hardware
