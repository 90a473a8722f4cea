#include "ui/row_order.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/suggest.h"

namespace whichchip::ui {
namespace {

// −1, 0, 1 by what the cells say; nullopt when one of them says nothing.
std::optional<int> compare_cells(const report::Cell& a, const report::Cell& b) {
  if (a.value && b.value) return *a.value < *b.value ? -1 : *a.value > *b.value ? 1 : 0;
  if (a.value || b.value) return std::nullopt;
  return a.text.compare(b.text);
}

}  // namespace

void order_rows(report::Table& table, const std::string& column, bool reversed) {
  auto& rows = table.rows;
  if (column.empty()) {
    const auto fit_end =
        std::stable_partition(rows.begin(), rows.end(), [](const report::Row& row) { return !row.muted; });
    if (reversed) {
      std::reverse(rows.begin(), fit_end);
      table.ascending = !table.ascending;
    }
    return;
  }
  std::size_t index = 0;
  while (index < table.columns.size() && table.columns[index].key != column) ++index;
  if (index == table.columns.size()) return;
  std::stable_sort(rows.begin(), rows.end(), [&](const report::Row& a, const report::Row& b) {
    if (a.muted != b.muted) return b.muted;
    const report::Cell& x = a.cells[index];
    const report::Cell& y = b.cells[index];
    const auto order = compare_cells(x, y);
    if (!order) return x.value.has_value();
    return reversed ? *order > 0 : *order < 0;
  });
  table.sorted_by = column;
  table.ascending = !reversed;
}

void keep_rows(report::Table& table, const std::string& words) {
  std::vector<std::string> wanted{""};
  for (const char c : core::lower_case(words)) {
    if (c != ' ')
      wanted.back() += c;
    else if (!wanted.back().empty())
      wanted.emplace_back();
  }
  std::erase(wanted, "");
  if (wanted.empty()) return;
  std::erase_if(table.rows, [&](const report::Row& row) {
    if (row.key == "total") return false;
    std::string all;
    for (const report::Cell& cell : row.cells) all += core::lower_case(cell.text) + "\n";
    return !std::all_of(wanted.begin(), wanted.end(),
                        [&](const std::string& word) { return all.find(word) != std::string::npos; });
  });
}

void choose_columns(report::Table& table, const std::map<std::string, bool>& chosen) {
  for (report::Column& column : table.columns) {
    if (const auto choice = chosen.find(column.key); choice != chosen.end()) column.primary = choice->second;
  }
}

}  // namespace whichchip::ui
