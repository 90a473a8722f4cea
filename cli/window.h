// --window FIRST,LAST: only these subgraphs, by their numbers, in the tables that list subgraphs. Totals stay those of
// all.
#pragma once

#include "cli/arguments.h"

#include "report/document.h"

namespace whichchip::cli {

// Without the option the document stays as it is. Throws core::Error (bad_usage) when it is no window.
void keep_window(report::Document& document, const Arguments& arguments);
void keep_window(report::Table& table, const Arguments& arguments);

}  // namespace whichchip::cli
