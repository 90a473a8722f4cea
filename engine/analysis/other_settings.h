// What a comparison says about settings other than its own, for faces that hold the model: how far off the published
// runs are predicted at theirs, and which batch spends least energy.
#pragma once

#include <map>
#include <string>

#include "analysis/compare.h"
#include "analysis/open_model.h"
#include "analysis/request.h"

namespace whichchip::analysis {

struct OtherSettings {
  // Of every row's nearest measurement, by device key: predicted ÷ measured time − 1 at the measured batch, type and
  // timing, on the row's device in its mode. A measurement on a part of the device, or at settings that the model or
  // the device does not take, has none.
  std::map<std::string, double> residuals;
  std::string best_batch;  // a sentence about the device of least energy; empty where the batch is
                           // fixed or the model is too large to be resolved for a remark
};

// Whether there may be anything to find: published runs, or a model that is small enough.
bool asks_other_settings(const Comparison& comparison);

OtherSettings other_settings(const Comparison& comparison, const OpenModel& model, const Request& request);

// Fills `own_residual` of the rows' nearest measurements and tells the batch among the insights.
void add_other_settings(Comparison& comparison, const OtherSettings& others);

}  // namespace whichchip::analysis
