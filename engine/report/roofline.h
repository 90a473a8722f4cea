// roofline as a chart, tables, a document and JSON (whichchip.roofline/1).
#pragma once

#include <string>
#include <vector>

#include "analysis/roofline.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

// Roofs (DRAM up to the peak at the precision used, and with one device every further ceiling below it) and one point
// per subgraph whose size is its share of the time.
Chart roofline_chart(const std::vector<analysis::Roofline>& rooflines);
Table ceilings_table(const std::vector<analysis::Roofline>& rooflines);         // "ceilings", with their sources
Table roofline_points_table(const analysis::Roofline& roofline, bool by_time);  // "roofline"
Document roofline_document(const analysis::Comparison& comparison, const std::vector<analysis::Roofline>& rooflines);
std::string roofline_json(const analysis::Comparison& comparison, const std::vector<analysis::Roofline>& rooflines,
                          const Versions& versions, int indent = 2);

}  // namespace whichchip::report
