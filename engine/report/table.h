// The one table that every face renders: aligned text on the terminal, CSV, Markdown, HTML, the canvas and its
// accessible twin.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace whichchip::report {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string key;    // stable: data-column, CSV head: "latency_s"
  std::string title;  // "Latency"
  std::string unit;   // as displayed, chosen per column: "ms"; empty for text
  Align align = Align::right;
  bool primary = true;  // shown where space is short
  std::string help;     // one sentence: definition, for tooltips
};

inline constexpr int kNoHeat = -1;
inline constexpr int kHeatLevels = 5;

// The key of a column of bars: a share of one as the value, blocks as the text for those who cannot draw.
inline constexpr const char* kBarColumn = "bar";

struct Cell {
  std::string text;             // as displayed, without the unit; "—" where not available
  std::optional<double> value;  // raw SI number: data-value
  std::string note;             // why it is not available, or what to know of it
  int heat = kNoHeat;           // of a heat map: 0 is the best, kHeatLevels − 1 the worst
};

struct Row {
  std::string key;  // data-hardware, or the subgraph's id
  std::vector<Cell> cells;
  bool muted = false;  // does not fit
};

struct Table {
  std::string id;  // data-table
  std::string caption;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string sorted_by;  // column key; empty when unsorted
  bool ascending = true;
};

}  // namespace whichchip::report
