#include "analysis/residuals.h"

#include "core/error.h"
#include "estimate/estimate.h"

namespace whichchip::analysis {
namespace {

std::optional<double> residual_of(const OpenModel& model, const Request& request, const Row& row, const Measured& m) {
  if (m.residual) return m.residual;
  if (!m.whole_device) return std::nullopt;
  Request as_measured = request;
  try {
    as_measured.batch = m.batch;
    set_option(as_measured, "precision", m.precision);
    set_option(as_measured, "timing", m.boundary);
    const workload::Workload workload = model(as_measured);
    return estimate::estimate(workload, row.device, as_measured.scenario).latency_s / m.seconds() - 1;
  } catch (const core::Error&) {
    return std::nullopt;  // the batch is fixed in the file, or the device has no such type
  }
}

}  // namespace

void add_residuals(Comparison& comparison, const OpenModel& model, const Request& request) {
  const OpenModel once = remembering(model);
  for (Row& row : comparison.rows) {
    if (!row.measured.empty())
      row.measured.front().own_residual = residual_of(once, request, row, row.measured.front());
  }
}

}  // namespace whichchip::analysis
