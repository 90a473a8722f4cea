#include <string>

#include "report/plain_text.h"
#include "report/render.h"

namespace whichchip::report {
namespace {

// Everything that Markdown or the HTML inside it would take as markup.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : plain(text)) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      const bool markup = c == '\\' || c == '|' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' ||
                          c == '#' || c == '~' || c == '!';
      if (markup) result += '\\';
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string markdown(const Table& table) {
  std::string result;
  if (!table.caption.empty()) result += escaped(table.caption) + "\n\n";
  std::string rule = "|";
  result += "|";
  for (const Column& column : table.columns) {
    result += " " + escaped(column.title) + (column.unit.empty() ? "" : " (" + escaped(column.unit) + ")") + " |";
    rule += column.align == Align::right ? " ---: |" : " --- |";
  }
  result += "\n" + rule + "\n";
  for (const Row& row : table.rows) {
    result += "|";
    for (const Cell& cell : row.cells) result += " " + escaped(cell.text) + " |";
    result += "\n";
  }
  return result;
}

std::string markdown(const Document& document) {
  std::string result = "# " + escaped(document.title) + "\n";
  if (!document.subtitle.empty()) result += "\n" + escaped(document.subtitle) + "\n";
  for (const Section& section : document.sections) {
    if (section.folded) continue;
    if (!section.title.empty()) result += "\n## " + escaped(section.title) + "\n";
    if (!section.lines.empty()) result += "\n";
    for (const std::string& line : section.lines)
      result += (section.lines.size() > 1 ? "- " : "") + escaped(line) + "\n";
    constexpr int kChartWidth = 100;
    for (const Chart& chart : section.charts) result += "\n```text\n" + text(chart, kChartWidth) + "```\n";
    for (const Table& table : section.tables) result += "\n" + markdown(table);
  }
  return result;
}

}  // namespace whichchip::report
