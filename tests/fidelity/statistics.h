// Errors of a set of predictions.
#pragma once

#include <vector>

#include "fidelity/cases.h"

namespace whichchip::fidelity {

struct Errors {
  std::size_t count = 0;
  double median = 0, mean = 0;                 // of |predicted ÷ measured − 1|
  double within_quarter = 0, within_half = 0;  // share within ×/÷ 1.25 and 1.5
  double ninety = 1;                           // nine of ten are within ×/÷ this
  double bias = 1;                             // geometric mean of predicted ÷ measured
  double coverage = 0;                         // share of measurements inside the interval
  double width = 1;                            // geometric mean of high ÷ low, as a factor each way
  double stretch = 1;                          // the intervals' logarithms times this would hold nine of ten
};

Errors errors_of(const std::vector<Prediction>& predictions);

// Order of devices: concordant less discordant pairs over all pairs, 1 when every pair is in the measured order.
struct Order {
  std::size_t concordant = 0, discordant = 0;  // pairs that the measurements tell apart
  double tau() const {
    const auto pairs = static_cast<double>(concordant + discordant);
    return pairs > 0 ? (static_cast<double>(concordant) - static_cast<double>(discordant)) / pairs : 0;
  }
};

// Kendall's τ over all pairs of the set; pairs measured within 3 % of each other (repeatability) say nothing.
Order order_of(const std::vector<Prediction>& predictions);

}  // namespace whichchip::fidelity
