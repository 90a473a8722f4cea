#include "model/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace whichchip::model {
namespace {

constexpr std::size_t kLongestName = 1024;

// Length of the well-formed UTF-8 sequence at `at`; 0 when there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string clean_text(std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c != 0x7f; };  // negative: not ASCII
  if (text.size() <= kLongestName && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (result.size() >= kLongestName) return result + "…";
    const std::size_t length = sequence_length(text, at);
    const bool control = length == 1 && !is_plain(text[at]);
    if (length == 0 || control) {
      result += "\xEF\xBF\xBD";
      ++at;
    } else {
      result += text.substr(at, length);
      at += length;
    }
  }
  return result;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace whichchip::model
