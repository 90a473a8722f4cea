#include "report/chart.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace whichchip::report {
namespace {

constexpr double kRounding = 1e-9;  // of one tick: powers and logarithms are not exact

double decade(double exponent) { return core::pow(10, exponent); }

// The next of 1, 2, 5, 10, … below (above) a positive value.
double rounded(double value, bool up) {
  const double base = decade(std::floor(core::log10(value) + kRounding));
  const double digit = value / base;
  if (up) return base * (digit <= 1 + kRounding ? 1 : digit <= 2 + kRounding ? 2 : digit <= 5 + kRounding ? 5 : 10);
  return base * (digit >= 5 - kRounding ? 5 : digit >= 2 - kRounding ? 2 : 1);
}

}  // namespace

ChartRange::ChartRange(const std::vector<double>& values, bool logarithmic) : logarithmic_(logarithmic) {
  bool any = false;
  for (const double value : values) {
    if (!shows(value)) continue;
    low_ = any ? std::min(low_, value) : value;
    high_ = any ? std::max(high_, value) : value;
    any = true;
  }
  if (!any) low_ = logarithmic ? 1 : 0, high_ = 10;
  if (logarithmic) {
    low_ = rounded(low_, false);
    high_ = rounded(high_, true);
    if (high_ <= low_) high_ = low_ * 10;
    return;
  }
  low_ = std::min(low_, 0.0);
  high_ = std::max(high_, 0.0);
  if (high_ <= low_) high_ = low_ + 1;
  const std::vector<double> marks = ticks(low_, high_, false);
  const double step = marks.size() > 1 ? marks[1] - marks[0] : high_ - low_;
  if (high_ > 0) high_ = std::ceil(high_ / step - kRounding) * step;
  if (low_ < 0) low_ = std::floor(low_ / step + kRounding) * step;
}

bool ChartRange::shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }

double ChartRange::place(double value) const {
  if (!logarithmic_) return (value - low_) / (high_ - low_);
  return core::log10(value / low_) / core::log10(high_ / low_);
}

ChartRange ChartRange::between(double from, double to) const {
  const auto at = [this](double place) {
    if (!logarithmic_) return low_ + place * (high_ - low_);
    return low_ * core::exp(place * core::log(high_ / low_));
  };
  return {at(from), at(to), logarithmic_};
}

std::vector<double> ticks(double low, double high, bool logarithmic) {
  std::vector<double> result;
  if (logarithmic) {
    const double first = std::ceil(core::log10(low) - kRounding);
    const double last = std::floor(core::log10(high) + kRounding);
    constexpr double kMost = 8, kFew = 2;
    if (last - first <= kFew) {
      for (double exponent = std::floor(core::log10(low)); exponent <= last + kRounding; ++exponent) {
        for (const double digit : {1.0, 2.0, 5.0}) {
          const double tick = digit * decade(exponent);
          if (tick >= low * (1 - kRounding) && tick <= high * (1 + kRounding)) result.push_back(tick);
        }
      }
      // Within a part of a decade even steps say more.
      return result.size() > 1 ? result : ticks(low, high, false);
    }
    const double step = std::max(1.0, std::ceil((last - first) / kMost));
    for (double exponent = first; exponent <= last + kRounding; exponent += step) result.push_back(decade(exponent));
    return result;
  }
  constexpr double kWanted = 6;
  const double rough = (high - low) / kWanted;
  if (!(rough > 0)) return {low};
  const double base = decade(std::floor(core::log10(rough)));
  const double step = rough <= base ? base : rough <= 2 * base ? 2 * base : rough <= 5 * base ? 5 * base : 10 * base;
  for (double i = std::ceil(low / step - kRounding); i * step <= high + kRounding * step; ++i)
    result.push_back(i * step);
  return result;
}

std::string tick_text(const ChartAxis& axis, double tick) {
  constexpr double kLongest = 1e5;  // more zeros than that are not counted at a glance
  const double shown = tick / axis.scale.factor;
  const bool is_long = std::fabs(shown) >= kLongest;
  const core::Scale scale = is_long ? core::scale_for(core::Quantity::count, shown) : core::Scale{1, ""};
  std::string text = core::format_number(shown, scale, 3);
  if (text.find('.') != std::string::npos && text.find('e') == std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return is_long ? text + " " + scale.unit : text;
}

ChartRange x_range(const Chart& chart) {
  std::vector<double> values;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) values.push_back(point.x);
  }
  for (const ChartBar& bar : chart.bars) {
    values.push_back(bar.from);
    values.push_back(bar.to);
  }
  return {values, chart.x.logarithmic};
}

ChartRange y_range(const Chart& chart) {
  std::vector<double> values;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) values.push_back(point.y);
  }
  return {values, chart.y.logarithmic};
}

}  // namespace whichchip::report
