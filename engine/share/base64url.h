// Bytes as text that needs no escaping in an address: RFC 4648 §5, without padding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whichchip::share {

std::string to_base64url(std::span<const std::uint8_t> bytes);
// nullopt for a foreign character, an impossible length, or bits that no encoder writes.
std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text);

}  // namespace whichchip::share
