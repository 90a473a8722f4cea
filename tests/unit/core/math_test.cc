// The functions give the same bits on every target: this file runs natively (with and without optimisation, under
// sanitizers) and as WebAssembly.
#include "core/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace whichchip::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

struct Golden {
  double x;
  std::uint64_t bits;
};

template <typename Function, std::size_t N>
void expect_bits(Function function, const Golden (&rows)[N]) {
  for (const Golden& row : rows) {
    EXPECT_EQ(bits(function(row.x)), row.bits) << "x = " << row.x << ", value " << function(row.x);
  }
}

TEST(Math, ExpGivesTheSameBitsEverywhere) {
  constexpr Golden kRows[] = {
      {0x1.999999999999ap-4, 0x3ff1aec7b35a00d4}, {0x1p-1, 0x3ffa61298e1e069c},      {0x1.8p+0, 0x4011ed3fe64fc541},
      {0x1.908p+6, 0x48f5daaf24221d5e},           {-0x1.8p-1, 0x3fde3b40ebefcd7e},   {-0x1.48p+4, 0x3e157a3afeed00ab},
      {0x1.62cp+9, 0x7fe81e9b4b52d0c9},           {-0x1.748p+9, 0x0000000000000001},
  };
  expect_bits(exp, kRows);
}

TEST(Math, LogGivesTheSameBitsEverywhere) {
  constexpr Golden kRows[] = {
      {0x1.999999999999ap-4, 0xc0026bb1bbb55515},
      {0x1p-1, 0xbfe62e42fefa39ef},
      {0x1.8p+0, 0x3fd9f323ecbf984c},
      {0x1.908p+6, 0x40126cf9356736c2},
      {0x1.4f8b588e368f1p-17, 0xc027069e2aa2aa5b},
      {0x1.81cd6c8b43958p+13, 0x4022d79559791e31},
      {0x1.bc16d674ec8p+59, 0x4044b927f32bffb8},
      {0x1.7e43c8800759cp+996, 0x4085963447f87fb5},
      {0x1.62cp+9, 0x401a421c25960b33},
  };
  expect_bits(log, kRows);
}

TEST(Math, Log2GivesTheSameBitsEverywhere) {
  constexpr Golden kRows[] = {
      {0x1.999999999999ap-4, 0xc00a934f0979a371},
      {0x1.8p+0, 0x3fe2b803473f7ad1},
      {0x1.ap+1, 0x3ffb35004723c466},
      {0x1.908p+6, 0x401a95277bee5401},
      {0x1.4f8b588e368f1p-17, 0xc0309c1165ec0627},
      {0x1.81cd6c8b43958p+13, 0x402b2ef5b86e63d0},
      {0x1.7e43c8800759cp+996, 0x408f24a09f1a8b89},
  };
  expect_bits(log2, kRows);
}

TEST(Math, Log10GivesTheSameBitsEverywhere) {
  constexpr Golden kRows[] = {
      {0x1.999999999999ap-4, 0xbff0000000000000},
      {0x1p-1, 0xbfd34413509f79ff},
      {0x1.8p+0, 0x3fc68a288b60b7fc},
      {0x1.ap+1, 0x3fe0615936d8aa9f},
      {0x1.908p+6, 0x4000011c7105ab13},
      {0x1.4f8b588e368f1p-17, 0xc014000000000000},
      {0x1.bc16d674ec8p+59, 0x4032000000000000},
  };
  expect_bits(log10, kRows);
}

TEST(Math, CbrtGivesTheSameBitsEverywhere) {
  constexpr Golden kRows[] = {
      {0x1.999999999999ap-4, 0x3fddb4c7760bcff3},
      {0x1p-1, 0x3fe965fea53d6e3d},
      {0x1.5bf0a8b145769p+1, 0x3ff6546db1ba2d13},
      {0x1.4p+3, 0x40013c484138704f},
      {0x1.4f8b588e368f1p-17, 0x3f960fb8a566f628},
      {0x1.81cd6c8b43958p+13, 0x40371caec6430a06},
      {0x1.bc16d674ec8p+59, 0x412e848000000000},
      {-0x1.8p-1, 0xbfed12ed0af1a27f},
      {-0x1.48p+4, 0xc005e512937d045f},
  };
  expect_bits(cbrt, kRows);
}

TEST(Math, ErfcGivesTheSameBitsEverywhere) {
  constexpr Golden kRows[] = {
      {0x1.999999999999ap-4, 0x3fec66b42bb6099a},
      {0x1p-1, 0x3fdeb02147ce245c},
      {0x1p+0, 0x3fc4226162fbddd5},
      {0x1.8p+0, 0x3fa15aaa8ec85205},
      {0x1.ap+1, 0x3ed20c1303550f0e},
      {0x1.4p+3, 0x36a7d8a7f2a8a2cf},
      {-0x1.8p-1, 0x3ffb60e4bace8730},
      {-0x1.8p+1, 0x3fffffe8d6209afd},
  };
  expect_bits(erfc, kRows);
}

TEST(Math, PowGivesTheSameBitsEverywhere) {
  constexpr struct {
    double base;
    double exponent;
    std::uint64_t bits;
  } kRows[] = {
      {0x1p+1, 0x1p-1, 0x3ff6a09e667f3bcd},
      {0x1.4p+3, -0x1.8p+1, 0x3f50624dd2f1a9fc},
      {0x1.00068db8bac71p+0, 0x1.81c8p+13, 0x400b7dd84483e523},
      {0x1.3333333333333p-2, 0x1.6666666666666p-1, 0x3fdb8d809c615f41},
      {0x1.2a05f2p+33, 0x1.4p+1, 0x45208b2a2c280291},
      {0x1.cp+2, 0x1.2cp+8, 0x7492763cf89c12d4},
      {-0x1p+1, 0x1.8p+1, 0xc020000000000000},
      {0x1.8p+0, -0x1.f42p+9, 0x1b5dad3c0dc25565},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(bits(pow(row.base, row.exponent)), row.bits) << row.base << " ^ " << row.exponent;
  }
}

TEST(Math, AgreesWithTheSystemLibraryToTwoUnitsInTheLastPlace) {
  for (double x = -20.0; x < 20.0; x += 0.37) {
    const auto near = [x](double ours, double theirs) {
      EXPECT_NEAR(ours, theirs, 3 * std::numeric_limits<double>::epsilon() * std::abs(theirs)) << "x = " << x;
    };
    near(exp(x), std::exp(x));
    near(cbrt(x), std::cbrt(x));
    if (x < 5) near(erfc(x), std::erfc(x));
    if (x > 0) {
      near(log(x), std::log(x));
      near(log2(x), std::log2(x));
      near(log10(x), std::log10(x));
      near(pow(x, 1.7), std::pow(x, 1.7));
    }
  }
}

TEST(Math, SpecialCasesFollowAnnexF) {
  EXPECT_EQ(log(0.0), -kInfinity);
  EXPECT_TRUE(std::isnan(log(-1.0)));
  EXPECT_TRUE(std::isnan(log2(-1.0)));
  EXPECT_EQ(exp(1000.0), kInfinity);
  EXPECT_EQ(bits(exp(-1000.0)), 0u);
  EXPECT_EQ(exp(-kInfinity), 0.0);
  EXPECT_EQ(pow(0.0, 0.0), 1.0);
  EXPECT_EQ(pow(kInfinity, -1.0), 0.0);
  EXPECT_TRUE(std::isnan(pow(-2.0, 0.5)));
  EXPECT_TRUE(std::isnan(exp(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(cbrt(-kInfinity), -kInfinity);
  EXPECT_EQ(erfc(kInfinity), 0.0);
  EXPECT_EQ(erfc(-kInfinity), 2.0);
}

}  // namespace
}  // namespace whichchip::core
