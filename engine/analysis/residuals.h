// How far the prediction is off where others measured: the run that was measured is predicted at its own settings.
#pragma once

#include "analysis/compare.h"
#include "analysis/open_model.h"
#include "analysis/request.h"

namespace whichchip::analysis {

// Fills `own_residual` of every row's nearest measurement: at the measured batch, type and timing, on the row's device
// in its mode. A measurement on a part of the device, or at settings that the model or the device does not take, stays
// without.
void add_residuals(Comparison& comparison, const OpenModel& model, const Request& request);

}  // namespace whichchip::analysis
