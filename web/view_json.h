// The View as JSON, from which the page's HTML twin and its controls are made.
#pragma once

#include <string>

#include "report/table.h"
#include "ui/view.h"

namespace whichchip::web {

// Text that is not UTF-8 (names in a file are untrusted) is replaced, never refused.
//
// What the shell around the canvas shows, needed at every change.
std::string view_json(const ui::View& view);
// The comparison as tables. `cells` holds [text], [text, value] or [text, value, note] for each column.
std::string twin_json(const ui::View& view);
// A report, its charts as SVG: for a phone where `narrow`.
std::string document_json(const report::Document& document, bool narrow);
std::string table_json(const report::Table& table);

}  // namespace whichchip::web
