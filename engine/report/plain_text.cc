#include "report/plain_text.h"

#include <cstddef>
#include <cstdint>

namespace whichchip::report {
namespace {

struct Decoded {
  std::uint32_t code = 0;
  std::size_t length = 1;
  bool valid = false;
};

// One code point; overlong forms, surrogates and what lies beyond U+10FFFF are not valid.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length, true};
}

bool is_control(std::uint32_t code) {
  const bool direction =
      (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 || direction;
}

int width_of(std::uint32_t code) {
  const auto within = [code](std::uint32_t low, std::uint32_t high) { return code >= low && code <= high; };
  if (within(0x300, 0x36F) || within(0x200B, 0x200D) || within(0x20D0, 0x20FF) || within(0xFE00, 0xFE0F)) return 0;
  if (within(0x1100, 0x115F) || within(0x2E80, 0xA4CF) || within(0xAC00, 0xD7A3) || within(0xF900, 0xFAFF) ||
      within(0xFE30, 0xFE6F) || within(0xFF00, 0xFF60) || within(0xFFE0, 0xFFE6) || within(0x1F300, 0x1F64F) ||
      within(0x1F900, 0x1F9FF) || within(0x20000, 0x3FFFD)) {
    return 2;
  }
  return 1;
}

}  // namespace

std::string plain(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Decoded character = decode(text);
    if (character.valid && !is_control(character.code)) {
      result += text.substr(0, character.length);
    } else if (character.valid && (character.code == '\n' || character.code == '\t' || character.code == '\r')) {
      result += ' ';
    } else {
      result += "\xEF\xBF\xBD";
    }
    text.remove_prefix(character.length);
  }
  return result;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Decoded character = decode(text);
    width += character.valid ? width_of(character.code) : 1;
    text.remove_prefix(character.length);
  }
  return width;
}

std::string shortened(std::string_view text, int width) {
  if (display_width(text) <= width) return std::string(text);
  std::string result;
  int used = 1;  // the ellipsis
  while (!text.empty()) {
    const Decoded character = decode(text);
    const int next = character.valid ? width_of(character.code) : 1;
    if (used + next > width) break;
    used += next;
    result += text.substr(0, character.length);
    text.remove_prefix(character.length);
  }
  return result + "…";
}

std::string sentence_case(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace whichchip::report
