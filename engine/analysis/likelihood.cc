#include "analysis/likelihood.h"

#include <cmath>

#include "core/math.h"

namespace whichchip::analysis {
namespace {

constexpr double kNinetyPercent = 1.645;  // two-sided, normal
constexpr double kWithinClass = 0.5;

double sigma_of(const estimate::Interval& interval) {
  if (!(interval.low > 0) || !(interval.high > interval.low)) return 0;
  return core::log(interval.high / interval.low) / (2 * kNinetyPercent);
}

}  // namespace

double probability_less(double a, const estimate::Interval& interval_a, double b, const estimate::Interval& interval_b,
                        bool one_class) {
  const double x = sigma_of(interval_a), y = sigma_of(interval_b);
  const double variance = x * x + y * y - (one_class ? 2 * kWithinClass * x * y : 0);
  if (!(a > 0) || !(b > 0) || variance <= 0) return a < b ? 1 : a > b ? 0 : 0.5;
  const double z = core::log(b / a) / std::sqrt(variance);
  return core::erfc(-z / std::sqrt(2.0)) / 2;
}

}  // namespace whichchip::analysis
