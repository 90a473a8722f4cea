// sweep as tables, charts, a document and JSON (whichchip.sweep/1).
#pragma once

#include <string>

#include "analysis/sweep.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

// "sweep": a row per point; the best of its device is marked.
Table sweep_table(const analysis::Sweep& sweep);
// One line per model, device and setting over the batch: throughput, and energy per inference.
Chart sweep_chart(const analysis::Sweep& sweep, bool energy);
// "fastest", "least_energy": the device that is best for a model and setting (rows) at a batch (columns).
Table decision_table(const analysis::Sweep& sweep, bool energy);
Document sweep_document(const analysis::Sweep& sweep);
std::string sweep_json(const analysis::Sweep& sweep, const Versions& versions, int indent = 2);

}  // namespace whichchip::report
