// A Document or a Table in a form that people and programs read.
#pragma once

#include <string>

#include "analysis/compare.h"
#include "analysis/energy.h"
#include "report/document.h"
#include "report/table.h"

namespace whichchip::report {

struct TextStyle {
  int width = 0;             // columns of the terminal; 0: as wide as the tables are
  bool colour = false;       // ANSI escapes
  bool all_columns = false;  // keep the columns that are not primary even where they do not fit
};

std::string text(const Document& document, const TextStyle& style = {});
std::string text(const Table& table, const TextStyle& style = {});

std::string markdown(const Document& document);
std::string markdown(const Table& table);

// One self-contained page: no script, no reference to anything outside.
std::string html(const Document& document);

// One header line of the columns' keys, then raw SI numbers and text. A text that a spreadsheet would run as a formula
// is quoted with '.
std::string csv(const Table& table);
// The columns that comparisons are exchanged by (units in their names), per inference; what is not available is empty.
std::string compare_csv(const analysis::Comparison& comparison);
// A row per subgraph and device.
std::string subgraphs_csv(const analysis::Comparison& comparison);

// A row per device: the run, then a column with the microjoules of every event that any architecture has, empty where
// this one has none. The head is the same for every model and device, so that runs can be appended to each other.
std::string energy_csv(const analysis::EnergyReport& report);
// A row per event and device, in tree order, with its count, price and source; with `by_subgraph` per subgraph too.
// Leaves only: they add up to the total.
std::string energy_events_csv(const analysis::EnergyReport& report, bool by_subgraph);

}  // namespace whichchip::report
