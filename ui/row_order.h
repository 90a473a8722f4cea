// Orders a table's rows by any of its columns.
#pragma once

#include <string>

#include "report/table.h"

namespace whichchip::ui {

// Numbers by value, text by its letters; rows without a value last either way, rows that do not fit after those that
// do. An empty `column` keeps the order that the table came in, which `reversed` turns round.
void order_rows(report::Table& table, const std::string& column, bool reversed);

}  // namespace whichchip::ui
