// A logarithmic axis: whole decades as grid lines, positions in pixels.
#pragma once

#include <string>
#include <vector>

#include "core/units.h"

namespace whichchip::ui {

class LogAxis {
 public:
  // Covers every positive finite value with a little room; at least one decade wide.
  explicit LogAxis(const std::vector<double>& values);

  // 0 at the lower end, 1 at the upper end; outside for values beyond them.
  float at(double value) const;
  // Powers of ten inside the axis and, where the axis is short, 2 and 5 times them.
  std::vector<double> ticks() const;

 private:
  double low_ = 0, high_ = 1;  // decimal logarithms
};

// "1 ms", "200 µs"
std::string tick_text(core::Quantity quantity, double value);

}  // namespace whichchip::ui
