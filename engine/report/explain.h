// explain as tables, a document and JSON (whichchip.explain/1).
#pragma once

#include <string>

#include "analysis/explain.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

// "causes": a row per cause with what it holds of both sides, its difference and its share; key "total" for the sum.
Table causes_table(const analysis::Explanation& explanation);
// "layers": a row per layer, the largest difference first, with its causes.
Table layer_differences_table(const analysis::Explanation& explanation);
// From a's value to b's, cause by cause.
Chart waterfall_chart(const analysis::Explanation& explanation);

Document explain_document(const workload::Workload& workload, const estimate::Scenario& scenario,
                          const analysis::Explanation& explanation, bool all_layers);
std::string explain_json(const workload::Workload& workload, const estimate::Scenario& scenario,
                         const analysis::Explanation& explanation, const Versions& versions, int indent = 2);

}  // namespace whichchip::report
