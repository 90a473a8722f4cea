#include <algorithm>
#include <string>
#include <vector>

#include "report/plain_text.h"
#include "report/render.h"

namespace whichchip::report {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kDim = "\x1b[2m";
constexpr const char* kReset = "\x1b[0m";
constexpr int kGap = 2;            // between columns
constexpr int kShortestText = 12;  // a shrunk text column keeps as many
constexpr int kLineWidth = 100;    // sentences, where the terminal says nothing
constexpr int kUnbroken = 10'000;  // columns

std::string styled(const std::string& text, const char* style, bool colour) {
  return colour ? style + text + kReset : text;
}

std::string padded(const std::string& text, int width, Align align) {
  const std::string space(static_cast<std::size_t>(std::max(0, width - display_width(text))), ' ');
  return align == Align::right ? space + text : text + space;
}

std::string head_of(const Column& column) {
  return plain(column.unit.empty() ? column.title : column.title + " " + column.unit);
}

// The table as strings, and which columns of it are shown how wide.
struct Layout {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> cells;
  std::vector<int> widths;
  std::vector<std::size_t> shown;
  std::size_t hidden = 0;

  int total() const {
    int width = 0;
    for (const std::size_t column : shown) width += widths[column] + kGap;
    return std::max(0, width - kGap);
  }
};

Layout measure(const Table& table) {
  Layout layout;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    layout.heads.push_back(head_of(table.columns[i]));
    layout.widths.push_back(display_width(layout.heads.back()));
    layout.shown.push_back(i);
  }
  for (const Row& row : table.rows) {
    std::vector<std::string>& line = layout.cells.emplace_back();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      line.push_back(i < row.cells.size() ? plain(row.cells[i].text) : std::string());
      layout.widths[i] = std::max(layout.widths[i], display_width(line.back()));
    }
  }
  return layout;
}

// First the columns that are not primary go, the last ones first; then the widest text column shrinks; where that is
// not enough the last columns go, but for the first two and the one that the table is sorted by.
void fit(Layout& layout, const Table& table, const TextStyle& style) {
  if (style.width <= 0) return;
  for (std::size_t i = layout.shown.size(); i-- > 0 && !style.all_columns && layout.total() > style.width;) {
    if (table.columns[layout.shown[i]].primary) continue;
    layout.shown.erase(layout.shown.begin() + static_cast<std::ptrdiff_t>(i));
    ++layout.hidden;
  }
  const int excess = layout.total() - style.width;
  if (excess <= 0) return;
  int* widest = nullptr;
  for (const std::size_t column : layout.shown) {
    const bool text = table.columns[column].align == Align::left;
    if (text && (widest == nullptr || layout.widths[column] > *widest)) widest = &layout.widths[column];
  }
  if (widest != nullptr) *widest = std::max(std::min(*widest, kShortestText), *widest - excess);
  constexpr std::size_t kKept = 2;
  for (std::size_t i = layout.shown.size(); i-- > kKept && !style.all_columns && layout.total() > style.width;) {
    if (table.columns[layout.shown[i]].key == table.sorted_by) continue;
    layout.shown.erase(layout.shown.begin() + static_cast<std::ptrdiff_t>(i));
    ++layout.hidden;
  }
}

// Dark on light to light on dark, in steps that every kind of colour vision tells apart (viridis); the glyphs of the
// cells say the same.
std::string heated(const std::string& text, int level) {
  static constexpr const char* kColours[kHeatLevels] = {"\x1b[30;48;5;227m", "\x1b[30;48;5;113m", "\x1b[97;48;5;30m",
                                                        "\x1b[97;48;5;60m", "\x1b[97;48;5;53m"};
  return kColours[level] + text + kReset;
}

std::string line_of(const Layout& layout, const Table& table, const std::vector<std::string>& cells,
                    const Row* coloured = nullptr) {
  std::string line;
  for (const std::size_t column : layout.shown) {
    if (!line.empty()) line += std::string(kGap, ' ');
    std::string cell =
        padded(shortened(cells[column], layout.widths[column]), layout.widths[column], table.columns[column].align);
    const int heat = coloured != nullptr && column < coloured->cells.size() ? coloured->cells[column].heat : kNoHeat;
    line += heat == kNoHeat ? cell : heated(cell, heat);
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// Greedy; the lines after the first are indented under the text of a list item.
std::string wrapped(const std::string& text, int width, const std::string& first, const std::string& rest) {
  std::string result;
  std::string line = first;
  bool empty = true;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    if (!empty && display_width(line) + 1 + display_width(word) > width) {
      result += line + "\n";
      line = rest;
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
    start = end + 1;
  }
  return result + line + "\n";
}

// Names and values: without heads, two columns.
bool is_pairs(const Layout& layout) {
  return layout.heads.size() == 2 && layout.heads[0].empty() && layout.heads[1].empty();
}

// A value may be a sentence: it goes on below itself instead of being cut.
std::string wrapped_pairs(const Table& table, const Layout& layout, const TextStyle& style) {
  std::string result = table.caption.empty() ? "" : plain(table.caption) + "\n";
  const std::string below(static_cast<std::size_t>(layout.widths[0] + kGap), ' ');
  for (const std::vector<std::string>& cells : layout.cells)
    result +=
        wrapped(cells[1], style.width, padded(cells[0], layout.widths[0], Align::left) + std::string(kGap, ' '), below);
  return result;
}

}  // namespace

std::string text(const Table& table, const TextStyle& style) {
  Layout layout = measure(table);
  if (is_pairs(layout) && style.width > 0 && layout.total() > style.width) return wrapped_pairs(table, layout, style);
  fit(layout, table, style);
  std::string result;
  if (!table.caption.empty()) result += plain(table.caption) + "\n";
  const std::string head = line_of(layout, table, layout.heads);
  if (!head.empty()) result += styled(head, kBold, style.colour) + "\n";  // pairs of name and value have none
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row* coloured = style.colour ? &table.rows[i] : nullptr;
    result +=
        styled(line_of(layout, table, layout.cells[i], coloured), kDim, style.colour && table.rows[i].muted) + "\n";
  }
  if (layout.hidden > 0) {
    const std::string columns = layout.hidden == 1 ? " more column" : " more columns";
    result += styled("(" + std::to_string(layout.hidden) + columns + ": --verbose, or a wider terminal)", kDim,
                     style.colour) +
              "\n";
  }
  return result;
}

std::string text(const Document& document, const TextStyle& style) {
  const int width = style.width > 0 ? style.width : kLineWidth;
  std::string result = styled(plain(document.title), kBold, style.colour) + "\n";
  if (!document.subtitle.empty()) {
    const std::string lines = wrapped(plain(document.subtitle), style.width > 0 ? width : kUnbroken, "", "");
    result += styled(lines.substr(0, lines.size() - 1), kDim, style.colour) + "\n";
  }
  for (const Section& section : document.sections) {
    if (section.folded && !style.all_columns) continue;
    result += "\n";
    if (!section.title.empty()) result += styled(plain(section.title), kBold, style.colour) + "\n";
    for (const std::string& line : section.lines) {
      result += wrapped(plain(line), width, section.lines.size() > 1 ? "- " : "", section.lines.size() > 1 ? "  " : "");
    }
    for (std::size_t i = 0; i < section.charts.size(); ++i) {
      if (i > 0 || !section.lines.empty()) result += "\n";
      result += text(section.charts[i], width);
    }
    for (std::size_t i = 0; i < section.tables.size(); ++i) {
      if (i > 0 || !section.lines.empty() || !section.charts.empty()) result += "\n";
      result += text(section.tables[i], style);
    }
  }
  return result;
}

}  // namespace whichchip::report
