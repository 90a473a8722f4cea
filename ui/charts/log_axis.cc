#include "ui/charts/log_axis.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace whichchip::ui {
namespace {

constexpr double kRoom = 0.12;  // decades left free on either side
constexpr double kShort = 2.5;  // decades below which 2 and 5 are marked, too

}  // namespace

LogAxis::LogAxis(const std::vector<double>& values) {
  double least = 0, most = 0;
  for (const double value : values) {
    if (!(value > 0) || !std::isfinite(value)) continue;
    least = least > 0 ? std::min(least, value) : value;
    most = std::max(most, value);
  }
  if (!(least > 0)) return;
  low_ = core::log10(least) - kRoom;
  high_ = core::log10(most) + kRoom;
  if (const double missing = 1 - (high_ - low_); missing > 0) {
    low_ -= missing / 2;
    high_ += missing / 2;
  }
}

float LogAxis::at(double value) const { return static_cast<float>((core::log10(value) - low_) / (high_ - low_)); }

std::vector<double> LogAxis::ticks() const {
  std::vector<double> ticks;
  const bool fine = high_ - low_ < kShort;
  for (int decade = static_cast<int>(std::floor(low_)); decade <= static_cast<int>(std::ceil(high_)); ++decade) {
    const double power = core::pow(10, decade);
    for (const double step : {1.0, 2.0, 5.0}) {
      if (step > 1 && !fine) continue;
      const float position = at(power * step);
      if (position >= 0 && position <= 1) ticks.push_back(power * step);
    }
  }
  return ticks;
}

std::string tick_text(core::Quantity quantity, double value) {
  const core::Scale scale = core::scale_for(quantity, value);
  // 10⁻³ made by pow may be a hair below 1 of its unit; a tick is a whole number.
  const double shown = value / scale.factor;
  return std::to_string(static_cast<long long>(std::llround(shown))) + " " + scale.unit;
}

}  // namespace whichchip::ui
