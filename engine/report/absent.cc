#include "report/absent.h"

#include <algorithm>

#include "report/table_builder.h"

namespace whichchip::report {

std::vector<std::string> absent_reasons(const Document& document) {
  std::vector<std::string> lines;
  for (const Section& section : document.sections) {
    for (const Table& table : section.tables) {
      for (const Row& row : table.rows) {
        for (std::size_t i = 0; i < row.cells.size() && i < table.columns.size(); ++i) {
          const Cell& cell = row.cells[i];
          if (cell.text != kNotAvailable || cell.note.empty() || table.columns[i].title.empty()) continue;
          std::string line = std::string(kNotAvailable) + " under " + table.columns[i].title + ": " + cell.note + ".";
          if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
        }
      }
    }
  }
  return lines;
}

}  // namespace whichchip::report
