#include "core/units.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/math.h"

namespace whichchip::core {
namespace {

TEST(Units, ThreeDigitsWhateverTheMagnitude) {
  EXPECT_EQ(format_number(0.012345), "0.0123");
  EXPECT_EQ(format_number(1.2345), "1.23");
  EXPECT_EQ(format_number(45.64), "45.6");
  EXPECT_EQ(format_number(456.4), "456");
  EXPECT_EQ(format_number(88526), "88526");
  EXPECT_EQ(format_number(-1.5), "−1.50") << "a minus sign, not a hyphen";
  EXPECT_EQ(format(Quantity::bytes, -64), "−64 B");
  EXPECT_EQ(format_number(-2.5e-9), "−2.50e-09");
  EXPECT_EQ(format_number(0), "0");
}

TEST(Units, ASmallShareIsSaidToBeSmall) {
  EXPECT_EQ(format(Quantity::fraction, 9.87e-8), "<0.01 %");
  EXPECT_EQ(format(Quantity::fraction, 2e-4), "0.0200 %");
  EXPECT_EQ(format(Quantity::fraction, 0), "0 %");
}

TEST(Units, RoundingUpDoesNotAddADigit) {
  EXPECT_EQ(format_number(9.996), "10.0");
  EXPECT_EQ(format_number(0.99951), "1.00");
  EXPECT_EQ(format_number(999.6), "1000");
  EXPECT_EQ(format(Quantity::time, 0.9996), "1.00 s");
  EXPECT_EQ(format(Quantity::time, 0.0009994), "999 µs");
}

// What the quick way prints is what printf prints: the exact value rounded, to even where it lies in the middle.
TEST(Units, DigitsAreThoseOfPrintf) {
  const auto by_printf = [](double value, int digits) {
    char text[400];
    std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
    const int exponent = std::atoi(std::strchr(text, 'e') + 1);
    if (exponent >= -6 && exponent <= 15)
      std::snprintf(text, sizeof text, "%.*f", std::max(0, digits - 1 - exponent), value);
    return text[0] == '-' ? "−" + std::string(text + 1) : std::string(text);
  };
  std::uint64_t state = 7;
  const auto random = [&state] {  // Knuth's constants for a linear congruential generator of 64 bits
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  };
  for (int i = 0; i < 20000; ++i) {
    double value = (1 + 9 * random()) * pow(10, std::floor(24 * random()) - 8);
    if (i % 4 == 0) value = std::round(value * 8) / 8;  // halves and eighths lie in the middle of decimals
    if (i % 5 == 0) value = -value;
    if (value == 0) continue;
    for (const int digits : {1, 3, 4, 6, 9}) ASSERT_EQ(format_number(value, digits), by_printf(value, digits)) << i;
  }
  for (const double value : {0.125, 2.5, 99.95, 999.5, 9995.0, 1e-6, 9.9999e-7, 1e15, 999999999999999.5})
    EXPECT_EQ(format_number(value, 3), by_printf(value, 3));
}

TEST(Units, FourDigitsForCountsThatArePublishedSo) {
  EXPECT_EQ(format(Quantity::operations, 4089184256, 4), "4.089 G");
  EXPECT_EQ(format(Quantity::count, 25557032, 4), "25.56 M");
}

TEST(Units, PrefixesAreDecimal) {
  EXPECT_EQ(format(Quantity::time, 12.3e-6), "12.3 µs");
  EXPECT_EQ(format(Quantity::time, 4.5e-9), "4.50 ns");
  EXPECT_EQ(format(Quantity::energy, 0.0123), "12.3 mJ");
  EXPECT_EQ(format(Quantity::energy, 3.2e-12), "3.20 pJ");
  EXPECT_EQ(format(Quantity::bytes, 1024), "1.02 KB");
  EXPECT_EQ(format(Quantity::bytes, 512), "512 B");
  EXPECT_EQ(format(Quantity::bytes, 64), "64 B");
  EXPECT_EQ(format(Quantity::count, 5), "5");
  EXPECT_EQ(format(Quantity::operations, 0), "0");
  EXPECT_EQ(format(Quantity::bandwidth, 2039e9), "2.04 TB/s");
  EXPECT_EQ(format(Quantity::throughput, 312e12), "312 TOPS");
  EXPECT_EQ(format(Quantity::throughput, 22e15), "22000 TOPS");
  EXPECT_EQ(format(Quantity::frequency, 1.41e9), "1.41 GHz");
  EXPECT_EQ(format(Quantity::power, 0.5), "500 mW");
}

TEST(Units, SomeQuantitiesHaveNoPrefix) {
  EXPECT_EQ(format(Quantity::rate, 88526), "88526 1/s");
  EXPECT_EQ(format(Quantity::fraction, 0.456), "45.6 %");
  EXPECT_EQ(format(Quantity::ratio, 3.2), "3.20×");
  EXPECT_EQ(format(Quantity::money, 0.0694), "$0.0694");
}

TEST(Units, WhatIsNotFiniteIsADash) {
  EXPECT_EQ(format(Quantity::time, std::numeric_limits<double>::infinity()), "—");
  EXPECT_EQ(format_number(std::numeric_limits<double>::quiet_NaN()), "—");
}

TEST(Units, AColumnTakesThePrefixOfItsMedian) {
  const std::vector<double> seconds{0.0003, 0.002, 0.004, 5, 0, std::numeric_limits<double>::infinity()};
  const Scale scale = scale_for(Quantity::time, seconds);
  EXPECT_EQ(scale.unit, "ms");
  EXPECT_EQ(format_number(seconds[0], scale), "0.300");
  EXPECT_EQ(format_number(seconds[3], scale), "5000");
}

TEST(Units, WhatIsCountedOneByOneHasNoDecimals) {
  const std::vector<double> few{44, 12, 96};
  EXPECT_EQ(format_number(44, scale_for(Quantity::bytes, few)), "44");
  EXPECT_EQ(format_number(44.5, scale_for(Quantity::bytes, few)), "44.5");  // a share of one
  EXPECT_EQ(format_number(44, scale_for(Quantity::power, few)), "44.0");
  EXPECT_EQ(format_number(44, scale_for(Quantity::bytes, std::vector<double>{4e3})), "0.0440");
  EXPECT_EQ(format(Quantity::operations, 64), "64");
}

TEST(Units, AnEmptyColumnHasTheBareUnit) {
  EXPECT_EQ(scale_for(Quantity::energy, std::vector<double>{}).unit, "J");
  EXPECT_EQ(scale_for(Quantity::energy, std::vector<double>{0}).unit, "J");
}

TEST(Units, CountedWords) {
  EXPECT_EQ(counted(1, "device", "devices"), "1 device");
  EXPECT_EQ(counted(0, "device", "devices"), "0 devices");
}

}  // namespace
}  // namespace whichchip::core
