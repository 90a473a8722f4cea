// The View as JSON, from which the page's HTML twin and its controls are made.
#pragma once

#include <string>

#include "report/table.h"
#include "ui/view.h"

namespace whichchip::web {

// Text that is not UTF-8 (names in a file are untrusted) is replaced, never refused.
std::string view_json(const ui::View& view);
std::string document_json(const report::Document& document);
std::string table_json(const report::Table& table);

}  // namespace whichchip::web
