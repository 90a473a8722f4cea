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
};

Errors errors_of(const std::vector<Prediction>& predictions);

}  // namespace whichchip::fidelity
