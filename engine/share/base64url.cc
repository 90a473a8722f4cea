#include "share/base64url.h"

namespace whichchip::share {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string to_base64url(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve((bytes.size() * 4 + 2) / 3);
  std::uint32_t pending = 0;
  int bits = 0;
  for (const std::uint8_t byte : bytes) {
    pending = (pending << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += kAlphabet[(pending >> (bits - 6)) & 63U];
    pending &= (1U << bits) - 1;
  }
  if (bits > 0) text += kAlphabet[(pending << (6 - bits)) & 63U];
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t pending = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    pending = (pending << 6) | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(pending >> bits));
    pending &= (1U << bits) - 1;
  }
  if (pending != 0) return std::nullopt;
  return bytes;
}

}  // namespace whichchip::share
