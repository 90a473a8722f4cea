// 90 % intervals. Residuals are near log-normal, so variances of logarithms add:
// σ² = σ_class² + Σ share²·σ_op² + σ_specification², with σ = ln(factor) ÷ 1.645 (modelling §9.1, §9.3).
#pragma once

#include "estimate/estimate.h"
#include "estimate/parameters.h"

namespace whichchip::estimate {

// Fills the intervals of latency, energy and power and the confidence of an otherwise complete estimate.
void set_intervals(Estimate& estimate, const workload::Workload& workload, const hardware::Device& device,
                   const Parameters& parameters, bool measured_idle);

// Of predictions for the device by these parameters.
Confidence confidence_of(const hardware::Device& device, const Parameters& parameters);

}  // namespace whichchip::estimate
