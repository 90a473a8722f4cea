#include "ui/row_order.h"

#include <algorithm>
#include <optional>

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

}  // namespace whichchip::ui
