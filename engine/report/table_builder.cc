#include "report/table_builder.h"

#include <utility>

namespace whichchip::report {

TableBuilder::TableBuilder(std::string id, std::string caption) {
  table_.id = std::move(id);
  table_.caption = std::move(caption);
}

TableBuilder& TableBuilder::column(Column column, Format format) {
  table_.columns.push_back(std::move(column));
  formats_.push_back(std::move(format));
  return *this;
}

TableBuilder& TableBuilder::text(std::string key, std::string title, bool primary, std::string help) {
  return column({std::move(key), std::move(title), {}, Align::left, primary, std::move(help)}, {});
}

TableBuilder& TableBuilder::number(std::string key, std::string title, core::Quantity quantity, bool primary,
                                   std::string help) {
  return column({std::move(key), std::move(title), {}, Align::right, primary, std::move(help)},
                {quantity, std::nullopt});
}

TableBuilder& TableBuilder::label(std::string key, std::string title, std::string unit, bool primary,
                                  std::string help) {
  return column({std::move(key), std::move(title), std::move(unit), Align::right, primary, std::move(help)}, {});
}

TableBuilder& TableBuilder::scale(const core::Scale& shared) {
  formats_.back().scale = shared;
  return *this;
}

TableBuilder& TableBuilder::prefix(const char* text) {
  formats_.back().prefix = text;
  return *this;
}

TableBuilder& TableBuilder::row(std::string key, bool muted) {
  table_.rows.push_back({std::move(key), {}, muted});
  table_.rows.back().cells.reserve(table_.columns.size());
  return *this;
}

TableBuilder& TableBuilder::cell(std::string shown, std::optional<double> value, std::string note) {
  table_.rows.back().cells.push_back({std::move(shown), value, std::move(note), kNoHeat});
  return *this;
}

TableBuilder& TableBuilder::cell(std::optional<double> value, std::string note) {
  return cell(kNotAvailable, value, std::move(note));
}

TableBuilder& TableBuilder::count(std::int64_t value) {
  return cell(std::to_string(value), static_cast<double>(value));
}

TableBuilder& TableBuilder::heat(int level) {
  table_.rows.back().cells.back().heat = level;
  return *this;
}

TableBuilder& TableBuilder::sorted(std::string key, bool ascending) {
  table_.sorted_by = std::move(key);
  table_.ascending = ascending;
  return *this;
}

core::Scale TableBuilder::scale_of(std::size_t column) const {
  if (formats_[column].scale) return *formats_[column].scale;
  std::vector<double> values;
  for (const Row& row : table_.rows) {
    if (column < row.cells.size() && row.cells[column].value) values.push_back(*row.cells[column].value);
  }
  return core::scale_for(*formats_[column].quantity, values);
}

Table TableBuilder::build() {
  std::vector<core::Scale> scales(formats_.size());
  for (std::size_t i = 0; i < formats_.size(); ++i) {
    if (!formats_[i].quantity) continue;
    scales[i] = scale_of(i);
    table_.columns[i].unit = scales[i].unit;
  }
  for (Row& row : table_.rows) {
    for (std::size_t i = 0; i < row.cells.size() && i < formats_.size(); ++i) {
      Cell& cell = row.cells[i];
      if (!formats_[i].quantity || !cell.value) continue;
      cell.text = core::format_number(*cell.value, scales[i]);
      if (*formats_[i].prefix != '\0') cell.text.insert(0, formats_[i].prefix);
    }
  }
  return std::move(table_);
}

}  // namespace whichchip::report
