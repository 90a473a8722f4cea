#include "core/units.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace whichchip::core {
namespace {

const std::string kMinus = "−";  // as wide as a figure, where figures are tabular; a hyphen is not

struct Prefix {
  double factor;
  const char* unit;
};

// Largest first. The first whose factor the value reaches is taken; below all, the last.
std::span<const Prefix> prefixes(Quantity quantity) {
  static constexpr Prefix kTime[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
  static constexpr Prefix kEnergy[] = {{1e3, "kJ"}, {1, "J"}, {1e-3, "mJ"}, {1e-6, "µJ"}, {1e-9, "nJ"}, {1e-12, "pJ"}};
  static constexpr Prefix kPower[] = {{1e3, "kW"}, {1, "W"}, {1e-3, "mW"}};
  static constexpr Prefix kBytes[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}, {1, "B"}};
  static constexpr Prefix kBandwidth[] = {{1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "KB/s"}, {1, "B/s"}};
  static constexpr Prefix kCount[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
  static constexpr Prefix kRate[] = {{1, "1/s"}};
  static constexpr Prefix kThroughput[] = {{1e12, "TOPS"}, {1e9, "GOPS"}, {1e6, "MOPS"}};
  static constexpr Prefix kFrequency[] = {{1e9, "GHz"}, {1e6, "MHz"}};
  static constexpr Prefix kFraction[] = {{0.01, "%"}};
  static constexpr Prefix kRatio[] = {{1, "×"}};
  static constexpr Prefix kEnergyDelay[] = {
      {1, "J·s"}, {1e-3, "mJ·s"}, {1e-6, "µJ·s"}, {1e-9, "nJ·s"}, {1e-12, "pJ·s"}};
  static constexpr Prefix kMoney[] = {{1, "$"}};
  static constexpr Prefix kMass[] = {{1, "g"}, {1e-3, "mg"}, {1e-6, "µg"}, {1e-9, "ng"}};
  switch (quantity) {
    case Quantity::time:
      return kTime;
    case Quantity::energy:
      return kEnergy;
    case Quantity::power:
      return kPower;
    case Quantity::bytes:
      return kBytes;
    case Quantity::bandwidth:
      return kBandwidth;
    case Quantity::count:
    case Quantity::operations:
      return kCount;
    case Quantity::rate:
      return kRate;
    case Quantity::throughput:
      return kThroughput;
    case Quantity::frequency:
      return kFrequency;
    case Quantity::fraction:
      return kFraction;
    case Quantity::ratio:
      return kRatio;
    case Quantity::energy_delay:
      return kEnergyDelay;
    case Quantity::money:
      return kMoney;
    case Quantity::mass:
      return kMass;
  }
  return kRatio;
}

Scale scale_of(Quantity quantity, const Prefix& prefix) {
  const bool counts = quantity == Quantity::count || quantity == Quantity::operations || quantity == Quantity::bytes;
  return {prefix.factor, prefix.unit, counts && prefix.factor == 1};
}

constexpr int kLeastPower = -6, kMostPower = 15, kQuickDigits = 6;
constexpr double kPowersOfTen[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0,  1e1,  1e2,  1e3,  1e4,
                                   1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
double power_of_ten(int exponent) { return kPowersOfTen[exponent - kLeastPower]; }

// As printf would round, at a hundredth of its time where `long double` is made of software, as in WebAssembly. False
// where that is not certain: out of the common range, or so near the middle of two numbers that the exact value
// decides.
bool format_quickly(double value, int digits, std::string& out) {
  const double magnitude = std::fabs(value);
  if (digits < 1 || digits > kQuickDigits || magnitude < power_of_ten(kLeastPower) ||
      magnitude >= power_of_ten(kMostPower))
    return false;
  int exponent = kLeastPower;
  while (magnitude >= power_of_ten(exponent + 1)) ++exponent;
  int decimals = std::max(0, digits - 1 - exponent);
  const double scaled = magnitude * power_of_ten(decimals);
  const double below = std::floor(scaled), rest = scaled - below;
  if (std::fabs(rest - 0.5) < 1e-6) return false;
  auto figures = static_cast<std::int64_t>(rest < 0.5 ? below : below + 1);
  if (decimals > 0 && figures >= static_cast<std::int64_t>(power_of_ten(digits))) figures /= 10, --decimals;
  std::string text = std::to_string(figures);
  if (decimals > 0) {
    if (const auto least = static_cast<std::size_t>(decimals) + 1; text.size() < least)
      text.insert(0, least - text.size(), '0');
    text.insert(text.size() - static_cast<std::size_t>(decimals), 1, '.');
  }
  out = value < 0 ? kMinus + text : text;
  return true;
}

}  // namespace

Scale scale_for(Quantity quantity, double value) {
  const std::span<const Prefix> table = prefixes(quantity);
  const double magnitude = std::fabs(value);
  if (!std::isfinite(magnitude) || magnitude == 0) {
    // Nothing to go by: the unit without a prefix.
    for (const Prefix& prefix : table) {
      if (prefix.factor == 1) return scale_of(quantity, prefix);
    }
    return scale_of(quantity, table.back());
  }
  for (const Prefix& prefix : table) {
    // 999.6 rounds to 1000 in three digits, so it belongs to the next prefix already.
    if (magnitude >= prefix.factor * 0.9995) return scale_of(quantity, prefix);
  }
  return scale_of(quantity, table.back());
}

Scale scale_for(Quantity quantity, std::span<const double> values) {
  std::vector<double> magnitudes;
  for (const double value : values) {
    if (std::isfinite(value) && value != 0) magnitudes.push_back(std::fabs(value));
  }
  if (magnitudes.empty()) return scale_for(quantity, 0.0);
  const auto median = magnitudes.begin() + static_cast<std::ptrdiff_t>((magnitudes.size() - 1) / 2);
  std::nth_element(magnitudes.begin(), median, magnitudes.end());
  return scale_for(quantity, *median);
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return "—";
  if (value == 0) return "0";
  if (std::string quick; format_quickly(value, digits, quick)) return quick;
  if (value < 0) return kMinus + format_number(-value, digits);
  char buffer[400];
  // The exponent after rounding decides the decimals, so that 9.996 becomes "10.0" and not "10.00".
  std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
  const char* mark = buffer;
  while (*mark != 'e') ++mark;
  const int exponent = std::atoi(mark + 1);
  if (exponent < -6 || exponent > 15) return buffer;
  std::snprintf(buffer, sizeof buffer, "%.*f", std::max(0, digits - 1 - exponent), value);
  return buffer;
}

std::string format_number(double value, const Scale& scale, int digits) {
  // A share too small to matter is said to be so: "0.000681 %" beside "27.4 %" is a figure that nobody reads.
  constexpr double kLeastShare = 1e-4;
  if (scale.unit == "%" && value > 0 && value < kLeastShare) return "<0.01";
  if (scale.whole && value == std::trunc(value) && std::fabs(value) < 1e15)
    return (value < 0 ? kMinus : "") + std::to_string(static_cast<long long>(std::fabs(value)));
  return format_number(value / scale.factor, digits);
}

std::string format_given(double value) {
  if (!std::isfinite(value)) return "—";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

std::string format(Quantity quantity, double value, int digits) {
  if (!std::isfinite(value)) return "—";
  const Scale scale = scale_for(quantity, value);
  const std::string number = format_number(value, scale, digits);
  if (quantity == Quantity::money) return "$" + number;
  if (quantity == Quantity::ratio || scale.unit.empty()) return number + scale.unit;
  return number + " " + scale.unit;
}

std::string counted(std::int64_t count, std::string_view singular, std::string_view plural) {
  return std::to_string(count) + " " + std::string(count == 1 ? singular : plural);
}

}  // namespace whichchip::core
