#include "model/data_type.h"

#include <array>
#include <cstddef>

#include "core/integer.h"

namespace whichchip::model {
namespace {

enum class Family : std::uint8_t { other, floating, integer };

struct Traits {
  std::string_view name;
  int bits;
  Family family;
};

// Indexed by the type's number.
constexpr std::array<Traits, 27> kTraits{{
    {"undefined", 0, Family::other},
    {"float", 32, Family::floating},
    {"uint8", 8, Family::integer},
    {"int8", 8, Family::integer},
    {"uint16", 16, Family::integer},
    {"int16", 16, Family::integer},
    {"int32", 32, Family::integer},
    {"int64", 64, Family::integer},
    {"string", 0, Family::other},
    {"bool", 8, Family::other},
    {"float16", 16, Family::floating},
    {"double", 64, Family::floating},
    {"uint32", 32, Family::integer},
    {"uint64", 64, Family::integer},
    {"complex64", 64, Family::other},
    {"complex128", 128, Family::other},
    {"bfloat16", 16, Family::floating},
    {"float8e4m3fn", 8, Family::floating},
    {"float8e4m3fnuz", 8, Family::floating},
    {"float8e5m2", 8, Family::floating},
    {"float8e5m2fnuz", 8, Family::floating},
    {"uint4", 4, Family::integer},
    {"int4", 4, Family::integer},
    {"float4e2m1", 4, Family::floating},
    {"float8e8m0", 8, Family::floating},
    {"uint2", 2, Family::integer},
    {"int2", 2, Family::integer},
}};

const Traits& traits(DataType type) {
  const auto index = static_cast<std::size_t>(type);
  return kTraits[index < kTraits.size() ? index : 0];
}

}  // namespace

int bits(DataType type) { return traits(type).bits; }

std::string_view name(DataType type) { return traits(type).name; }

bool is_floating(DataType type) { return traits(type).family == Family::floating; }

bool is_integer(DataType type) { return traits(type).family == Family::integer; }

std::int64_t storage_bytes(std::int64_t elements, DataType type) {
  const std::int64_t width = bits(type);
  if (width >= 8) return core::saturating_multiply(elements, width / 8);
  if (width == 0) return 0;
  return core::ceil_divide(elements, 8 / width);
}

}  // namespace whichchip::model
