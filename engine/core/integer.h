// 64-bit counting that saturates instead of overflowing: a hostile model must not wrap a count into a small number.
#pragma once

#include <cstdint>
#include <limits>

namespace whichchip::core {

constexpr std::int64_t kSaturated = std::numeric_limits<std::int64_t>::max();

// Both take non-negative operands.
constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > kSaturated / b ? kSaturated : a * b;
}

constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  return a > kSaturated - b ? kSaturated : a + b;
}

constexpr std::int64_t ceil_divide(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

}  // namespace whichchip::core
