// A model's operations as another tool counts them, beside ours.
#pragma once

#include <string>

#include "analysis/counting.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

// "counting": a row per type of operator, with a total row.
Table counting_table(const analysis::Counting& counting);
Section counting_section(const analysis::Counting& counting);
// The inspect_json of report/json.h with `counted_like`.
std::string inspect_json(const workload::Workload& workload, const estimate::Scenario& scenario,
                         const Versions& versions, analysis::Level level, const analysis::Counting& counting,
                         int indent = 2);

}  // namespace whichchip::report
