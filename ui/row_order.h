// Which rows and columns of a table are shown, and in which order.
#pragma once

#include <map>
#include <string>

#include "report/table.h"

namespace whichchip::ui {

// Numbers by value, text by its letters; rows without a value last either way, rows that do not fit after those that
// do. An empty `column` keeps the order that the table came in, which `reversed` turns round.
void order_rows(report::Table& table, const std::string& column, bool reversed);
// Keeps the rows in which every word of `words` stands somewhere, whatever its case, and the totals.
void keep_rows(report::Table& table, const std::string& words);
// Column key → whether it is shown; the others as the table says.
void choose_columns(report::Table& table, const std::map<std::string, bool>& chosen);

}  // namespace whichchip::ui
