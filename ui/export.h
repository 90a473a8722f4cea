// What can be taken away from the panel that is shown: the whole as a report, every table, every chart.
#pragma once

#include <string>
#include <vector>

#include "report/document.h"

namespace whichchip::ui {

struct Exportable {
  std::string id;         // "html", "csv:0", "svg:1"
  std::string part;       // "Whole panel", or the table's or chart's title
  std::string form;       // "CSV"
  std::string extension;  // of a file
  std::string media_type;
};

// In reading order: the whole, then charts, then tables.
std::vector<Exportable> exportables(const report::Document& document);
// Throws core::Error (bad_usage) when the document has no such part.
std::string exported(const report::Document& document, const std::string& id);

}  // namespace whichchip::ui
