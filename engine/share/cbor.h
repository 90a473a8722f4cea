// CBOR (RFC 8949) from outside: what our encoders write, and nothing that a recursive parser could be hurt with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "nlohmann/json.hpp"

namespace whichchip::share {

// Nothing where the bytes are not one whole value of numbers, texts, byte strings, lists and maps of known lengths,
// nested at most `depth` deep. Takes memory in proportion to the bytes.
std::optional<nlohmann::json> parse_cbor(std::span<const std::uint8_t> bytes, std::size_t depth);

}  // namespace whichchip::share
