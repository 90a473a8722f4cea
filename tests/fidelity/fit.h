// Fits at most two physical parameters of one class × runtime, and checks them on devices that were left out.
#pragma once

#include <string>
#include <vector>

#include "fidelity/cases.h"
#include "fidelity/statistics.h"

namespace whichchip::fidelity {

struct Fit {
  std::vector<double> values;  // in the order of the names
  Errors before, after;
  Errors without_device, without_model;  // each device, each model predicted by a fit on the others
};

// `names` are fields of estimate::Parameters: "compute_efficiency", "kernel_s", … Throws std::runtime_error for
// another. The objective is the mean over devices of the mean |ln(predicted ÷ measured)|, so that no device dominates.
Fit fit(const std::vector<Case>& cases, const std::string& group, const std::vector<std::string>& names,
        const estimate::Technology& technology);

}  // namespace whichchip::fidelity
