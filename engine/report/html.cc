#include <string>

#include "report/chart.h"
#include "report/heat_map.h"
#include "report/markup.h"
#include "report/plain_text.h"
#include "report/raw_number.h"
#include "report/render.h"

namespace whichchip::report {

std::string markup_escaped(const std::string& text) {
  std::string result;
  for (const char c : plain(text)) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

namespace {

std::string escaped(const std::string& text) { return markup_escaped(text); }

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #16202c; --soft: #5a6878; --line: #d9dfe6; --paper: #ffffff; --band: #f4f6f9; --accent: #0b62c4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #9aa7b5; --line: #2d3846; --paper: #11171e; --band: #18202a; --accent: #6cb2ff; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 88rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.2rem; }
.subtitle { margin: .5rem 0 0; color: var(--soft); }
.lead li:first-child { font-size: 1.1rem; }
ul { padding-left: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { padding: .4rem .7rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--band); border-bottom: 2px solid var(--line); }
th small { color: var(--soft); font-weight: normal; }
.n { text-align: right; }
tbody tr:hover, tbody tr:hover th { background: var(--band); }
tbody th { font-weight: 600; position: sticky; left: 0; background: var(--paper); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(36rem, 100%), 1fr)); gap: 1rem 2rem; }
figure { margin: 0; max-width: 46rem; overflow-x: auto; break-inside: avoid; }
figcaption { font-weight: 600; }
.chart { width: 100%; min-width: 35rem; height: auto; margin: .5rem 0 1rem; }
.scroll + .scroll { margin-top: 1.25rem; }
.w { white-space: normal; min-width: 20rem; }
tr.muted { color: var(--soft); }
td[data-column="bar"] { color: var(--accent); }
.h0 { background: #fde725; color: #000; } .h1 { background: #7ad151; color: #000; } .h2 { background: #22a884; color: #000; }
.h3 { background: #414487; color: #fff; } .h4 { background: #440154; color: #fff; }
summary { cursor: pointer; font-weight: 600; margin: 1rem 0 .5rem; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) { main { padding: 1rem 1rem 3rem; } h1 { font-size: 1.4rem; } ul { padding-left: 1rem; }
  th, td { padding: .35rem .45rem; } tbody th { white-space: normal; min-width: 7rem; } [data-table="energy-tree"] tbody th { white-space: nowrap; font-weight: normal; } .w { min-width: 14rem; } }
@media print { details:not([open]) { display: none; } thead th, tbody th { position: static; } .scroll { overflow: visible; } }
)";

// The column whose cells head their rows: the first with text.
std::size_t head_column(const Table& table) {
  std::size_t index = 0;
  while (index + 1 < table.columns.size() && table.columns[index].align == Align::right) ++index;
  return index;
}

std::string html_cell(const Column& column, const Cell& cell, bool heads_row) {
  std::string attributes = " data-column=\"" + escaped(column.key) + "\"";
  if (cell.value) attributes += " data-value=\"" + raw_number(*cell.value) + "\"";
  std::string classes = column.align == Align::right ? "n" : "";
  if (cell.heat != kNoHeat) classes += (classes.empty() ? "h" : " h") + std::to_string(cell.heat);
  constexpr std::size_t kLong = 60;  // bytes of a sentence that had better wrap
  if (cell.text.size() > kLong) classes += classes.empty() ? "w" : " w";
  if (!classes.empty()) attributes += " class=\"" + classes + "\"";
  if (const std::string note = note_of(column, cell); !note.empty()) attributes += " title=\"" + escaped(note) + "\"";
  const std::string tag = heads_row ? "th scope=\"row\"" : "td";
  return "<" + tag + attributes + ">" + escaped(cell.text) + (heads_row ? "</th>" : "</td>");
}

std::string html_table(const Table& table) {
  std::string result = "<div class=\"scroll\"><table data-table=\"" + escaped(table.id) + "\">\n";
  if (!table.caption.empty()) result += "<caption>" + escaped(table.caption) + "</caption>\n";
  bool titled = false;
  for (const Column& column : table.columns) titled = titled || !column.title.empty();
  result += titled ? "<thead><tr>" : "<thead hidden><tr>";  // pairs of name and value need no heads
  for (const Column& column : table.columns) {
    result += std::string("<th scope=\"col\"") + (column.align == Align::right ? " class=\"n\"" : "");
    if (!column.help.empty()) result += " title=\"" + escaped(column.help) + "\"";
    result += ">" + escaped(column.title);
    if (!column.unit.empty()) result += " <small>" + escaped(column.unit) + "</small>";
    result += "</th>";
  }
  result += "</tr></thead>\n<tbody>\n";
  const std::size_t head = head_column(table);
  for (const Row& row : table.rows) {
    result += row.muted ? "<tr class=\"muted\">" : "<tr>";
    for (std::size_t i = 0; i < row.cells.size() && i < table.columns.size(); ++i) {
      result += html_cell(table.columns[i], row.cells[i], i == head);
    }
    result += "</tr>\n";
  }
  return result + "</tbody></table></div>\n";
}

}  // namespace

std::string html(const Document& document) {
  const std::string title = escaped(document.title);
  std::string result = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  result += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  result += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n";
  result +=
      "<title>" + title + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n<h1>" + title + "</h1>\n";
  if (!document.subtitle.empty()) result += "<p class=\"subtitle\">" + escaped(document.subtitle) + "</p>\n";
  bool first = true;
  for (const Section& section : document.sections) {
    result +=
        section.folded ? "<section><details>\n<summary>" + escaped(section.title) + "</summary>\n" : "<section>\n";
    if (!section.title.empty() && !section.folded) result += "<h2>" + escaped(section.title) + "</h2>\n";
    if (!section.lines.empty()) {
      result += first ? "<ul class=\"lead\">\n" : "<ul>\n";
      for (const std::string& line : section.lines) result += "<li>" + escaped(line) + "</li>\n";
      result += "</ul>\n";
    }
    if (!section.charts.empty()) result += "<div class=\"charts\">\n";
    for (const Chart& chart : section.charts)
      result +=
          "<figure><figcaption>" + escaped(chart.title) + "</figcaption>\n" + svg(chart, kReportWidth) + "</figure>\n";
    if (!section.charts.empty()) result += "</div>\n";
    for (const Table& table : section.tables) result += html_table(table);
    result += section.folded ? "</details></section>\n" : "</section>\n";
    first = false;
  }
  return result +
         "<footer>Made by whichchip. Predictions, not measurements, unless a cell says "
         "so.</footer>\n</main>\n</body>\n</html>\n";
}

}  // namespace whichchip::report
