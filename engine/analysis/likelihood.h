// How sure it is that one estimate is below another, from their 90 % intervals.
//
// Residuals are log-normal: P(A < B) = Φ((ln B − ln A) ÷ √(σ_A² + σ_B² − 2ρ·σ_A·σ_B)), σ = ln(high ÷ low) ÷ (2
// · 1.645), ρ = 0.5 between devices of one class, whose errors are partly the class's, else 0 (modelling §7).
#pragma once

#include "estimate/estimate.h"

namespace whichchip::analysis {

// Below it two devices are "about equal".
inline constexpr double kSureEnough = 0.8;

// Positive values, each with its interval.
double probability_less(double a, const estimate::Interval& interval_a, double b, const estimate::Interval& interval_b,
                        bool one_class);

}  // namespace whichchip::analysis
