// The comparison by groups of metrics that its reader chooses: what the general table shows of them, and what it leaves
// out for want of space.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare.h"
#include "report/document.h"
#include "report/table.h"

namespace whichchip::report {

// "latency", "throughput", "energy", "power", "memory", "flops", "bandwidth", "cost", "carbon".
const std::vector<std::string>& column_groups();

// data-table: "comparison". The rows of comparison_table: place, device and precision, then the columns of `groups`, in
// the order given. Throws core::Error (bad_usage) for a group that is none.
Table metric_table(const analysis::Comparison& comparison, const std::vector<std::string>& groups);
// The same in place of the general table of a compare_document.
void choose_columns(Document& document, const analysis::Comparison& comparison, const std::vector<std::string>& groups);

}  // namespace whichchip::report
