// Builds a Table row by row; a numeric column gets the one prefix that suits all of its values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "report/table.h"

namespace whichchip::report {

inline constexpr const char* kNotAvailable = "—";

class TableBuilder {
 public:
  TableBuilder(std::string id, std::string caption);

  // Columns, left to right, before any row.
  TableBuilder& text(std::string key, std::string title, bool primary = true, std::string help = {});
  TableBuilder& number(std::string key, std::string title, core::Quantity quantity, bool primary = true,
                       std::string help = {});
  // Right-aligned, its text given with each cell.
  TableBuilder& label(std::string key, std::string title, std::string unit = {}, bool primary = true,
                      std::string help = {});
  // These numeric columns share one scale, so that they compare with each other too.
  TableBuilder& scale(const core::Scale& shared);

  // The column's figures are lower (upper) bounds: "≥ 34.6".
  TableBuilder& at_least(bool yes = true) { return prefix(yes ? "≥ " : ""); }
  TableBuilder& at_most(bool yes = true) { return prefix(yes ? "≤ " : ""); }

  // A row, then its cells in the order of the columns.
  TableBuilder& row(std::string key, bool muted = false);
  TableBuilder& cell(std::string shown, std::optional<double> value = std::nullopt, std::string note = {});
  TableBuilder& cell(std::optional<double> value, std::string note = {});
  TableBuilder& cell(const char* shown) { return cell(std::string(shown)); }
  TableBuilder& cell(double value) { return cell(std::optional<double>(value)); }
  TableBuilder& count(std::int64_t value);
  // Of the cell before.
  TableBuilder& heat(int level);

  TableBuilder& sorted(std::string key, bool ascending);
  Table build();

 private:
  struct Format {
    std::optional<core::Quantity> quantity;
    std::optional<core::Scale> scale;
    const char* prefix = "";
  };
  TableBuilder& prefix(const char* text);
  TableBuilder& column(Column column, Format format);
  core::Scale scale_of(std::size_t column) const;

  Table table_;
  std::vector<Format> formats_;
};

}  // namespace whichchip::report
