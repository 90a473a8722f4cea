#include "core/suggest.h"

#include <algorithm>

#include "core/order.h"

namespace whichchip::core {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Case and punctuation say little about what was meant: "ResNet-50" is "resnet50".
std::string letters_and_digits(std::string_view text) {
  std::string result;
  for (const char raw : text) {
    const char c = lower(raw);
    const bool punctuation = c == '-' || c == '_' || c == ' ' || c == '.' || c == '/';
    if (!punctuation) result += c;
  }
  return result;
}

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, one each.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string> nearest(std::string_view text, const std::vector<std::string>& names, std::size_t count) {
  // Whatever is longer than any name is as far away as can be; cutting it bounds the work.
  constexpr std::size_t kLongestName = 80;
  const std::string wanted = letters_and_digits(text.substr(0, kLongestName));
  struct Candidate {
    bool contained;
    std::size_t distance;
    const std::string* name;
  };
  std::vector<Candidate> candidates;
  for (const std::string& name : names) {
    const std::string normal = letters_and_digits(name);
    candidates.push_back(
        {wanted.size() >= 2 && normal.find(wanted) != std::string::npos, edit_distance(wanted, normal), &name});
  }
  core::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.contained != b.contained ? a.contained : a.distance < b.distance;
  });
  std::vector<std::string> result;
  for (const Candidate& candidate : candidates) {
    if (result.size() == count) break;
    result.push_back(*candidate.name);
  }
  return result;
}

std::string join_choices(const std::vector<std::string>& names) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) result += i + 1 == names.size() ? " or " : ", ";
    result += names[i];
  }
  return result;
}

}  // namespace whichchip::core
