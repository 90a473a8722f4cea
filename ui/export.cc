#include "ui/export.h"

#include <algorithm>
#include <cstdlib>

#include "core/error.h"
#include "report/render.h"

namespace whichchip::ui {
namespace {

// As it is shown, for a spreadsheet or a mail: tabs and line ends within a text become spaces.
constexpr std::string_view kMinus = "−";

std::string tab_separated(const report::Table& table) {
  std::string text;
  const auto add = [&text](const std::string& cell, bool last) {
    for (const char c : cell) text += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    text += last ? '\n' : '\t';
  };
  const std::size_t count = table.columns.size();
  for (std::size_t i = 0; i < count; ++i) {
    const report::Column& column = table.columns[i];
    add(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")", i + 1 == count);
  }
  for (const report::Row& row : table.rows) {
    for (std::size_t i = 0; i < count; ++i) {
      // Spreadsheets read a number only behind a hyphen.
      const report::Cell& cell = row.cells[i];
      const bool below_zero = cell.value && cell.text.starts_with(kMinus);
      add(below_zero ? "-" + cell.text.substr(kMinus.size()) : cell.text, i + 1 == count);
    }
  }
  return text;
}

std::vector<const report::Table*> tables_of(const report::Document& document) {
  std::vector<const report::Table*> tables;
  for (const report::Section& section : document.sections) {
    for (const report::Table& table : section.tables) tables.push_back(&table);
  }
  return tables;
}

std::vector<const report::Chart*> charts_of(const report::Document& document) {
  std::vector<const report::Chart*> charts;
  for (const report::Section& section : document.sections) {
    for (const report::Chart& chart : section.charts) charts.push_back(&chart);
  }
  return charts;
}

}  // namespace

std::vector<Exportable> exportables(const report::Document& document) {
  const std::string whole = "Whole panel";
  std::vector<Exportable> list{{"html", whole, "HTML report", "html", "text/html"},
                               {"md", whole, "Markdown", "md", "text/markdown"},
                               {"txt", whole, "Text", "txt", "text/plain"}};
  std::size_t chart_index = 0, table_index = 0;
  for (const report::Section& section : document.sections) {
    for (const report::Chart& chart : section.charts) {
      const std::string place = ":" + std::to_string(chart_index++);
      const std::string part = chart.title.empty() ? section.title : chart.title;
      list.push_back({"svg" + place, part, "SVG", "svg", "image/svg+xml"});
      list.push_back({"png" + place, part, "PNG", "png", "image/png"});
    }
  }
  std::vector<std::string> named;
  for (const report::Section& section : document.sections) {
    for (const report::Table& table : section.tables) {
      const std::string place = ":" + std::to_string(table_index++);
      std::string part = section.title.empty() ? document.title : section.title;
      const std::string& caption = table.caption;
      if (!caption.empty()) part = caption.starts_with(part) ? caption : part + ": " + caption;
      // Of tables of one name each has its own: files are called by it.
      named.push_back(part);
      const auto alike = std::count(named.begin(), named.end(), part);
      if (alike > 1) part += " (" + std::to_string(alike) + ")";
      list.push_back({"csv" + place, part, "CSV", "csv", "text/csv"});
      list.push_back({"tsv" + place, part, "TSV", "tsv", "text/tab-separated-values"});
      list.push_back({"mdt" + place, part, "Markdown", "md", "text/markdown"});
    }
  }
  return list;
}

std::string exported(const report::Document& document, const std::string& id) {
  if (id == "html") return report::html(document);
  if (id == "md") return report::markdown(document);
  if (id == "txt") return report::text(document, {0, false, true});
  const std::size_t colon = id.find(':');
  const std::string form = id.substr(0, colon);
  const std::size_t index =
      colon == std::string::npos ? 0 : static_cast<std::size_t>(std::strtoul(id.c_str() + colon + 1, nullptr, 10));
  if (form == "svg" || form == "png") {  // a picture in pixels is drawn from it
    const auto charts = charts_of(document);
    if (index < charts.size()) return report::svg(*charts[index]);
  } else if (form == "csv" || form == "tsv" || form == "mdt") {
    const auto tables = tables_of(document);
    if (index < tables.size()) {
      const report::Table& table = *tables[index];
      return form == "csv" ? report::csv(table) : form == "tsv" ? tab_separated(table) : report::markdown(table);
    }
  }
  throw core::Error(core::ErrorCode::bad_usage, "there is no part '" + id + "' to export", {},
                    "Choose one of the list.");
}

}  // namespace whichchip::ui
