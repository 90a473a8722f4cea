#include "analysis/likelihood.h"

#include <cmath>

#include <gtest/gtest.h>

namespace whichchip::analysis {
namespace {

estimate::Interval around(double value, double sigma) {
  const double factor = std::exp(1.645 * sigma);
  return {value / factor, value * factor};
}

// σ = 0.2 each, B twice A: z = ln 2 ÷ √0.08 = 2.4506, Φ = 0.99287; within a class √0.04: z = 3.4657, Φ = 0.999736.
TEST(Likelihood, IsThatOfLogNormalResiduals) {
  const auto a = around(1, 0.2), b = around(2, 0.2);
  EXPECT_NEAR(probability_less(1, a, 2, b, false), 0.992869, 1e-6);
  EXPECT_NEAR(probability_less(1, a, 2, b, true), 0.999736, 1e-6);
  EXPECT_NEAR(probability_less(2, b, 1, a, false), 1 - 0.992869, 1e-6);
  EXPECT_NEAR(probability_less(1, a, 1, a, false), 0.5, 1e-15);
}

TEST(Likelihood, WiderIntervalsAreLessSure) {
  double last = 1;
  for (const double sigma : {0.05, 0.1, 0.2, 0.4, 0.8}) {
    const double now = probability_less(1, around(1, sigma), 1.3, around(1.3, sigma), false);
    EXPECT_LT(now, last);
    last = now;
  }
  EXPECT_GT(last, 0.5);
}

TEST(Likelihood, WithoutAnIntervalItIsTheOrder) {
  EXPECT_EQ(probability_less(1, {1, 1}, 2, {2, 2}, false), 1);
  EXPECT_EQ(probability_less(2, {2, 2}, 1, {1, 1}, false), 0);
  EXPECT_EQ(probability_less(1, {1, 1}, 1, {1, 1}, true), 0.5);
}

}  // namespace
}  // namespace whichchip::analysis
