// diff as tables, a document and JSON (whichchip.diff/1), and a compare JSON read back as one side of it.
#pragma once

#include <string>
#include <string_view>

#include "analysis/diff.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

// A whichchip.compare/1 document; its layers are there when it was written at level subgraph. Throws core::Error
// (bad_model) naming the JSON path.
analysis::Revision revision_from_json(std::string_view json, const std::string& file);

Table run_changes_table(const analysis::Difference& difference);    // "diff"
Table layer_changes_table(const analysis::Difference& difference);  // "layers"
Document diff_document(const analysis::Difference& difference, bool all_layers);
std::string diff_json(const analysis::Difference& difference, const Versions& versions, int indent = 2);

}  // namespace whichchip::report
