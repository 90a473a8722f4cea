#include "web/view_json.h"

#include "nlohmann/json.hpp"

#include "report/heat_map.h"

namespace whichchip::web {
namespace {

using nlohmann::json;

json optional(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json table(const report::Table& table) {
  json columns = json::array();
  for (const report::Column& column : table.columns)
    columns.push_back({{"key", column.key},
                       {"title", column.title},
                       {"unit", column.unit},
                       {"right", column.align == report::Align::right},
                       {"primary", column.primary},
                       {"help", column.help}});
  json rows = json::array();
  for (const report::Row& row : table.rows) {
    json cells = json::array();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const report::Cell& cell = row.cells[i];
      const std::string note = report::note_of(table.columns[i], cell);
      json entry = json::array({cell.text});
      if (cell.value || !note.empty()) entry.push_back(optional(cell.value));
      if (!note.empty()) entry.push_back(note);
      cells.push_back(std::move(entry));
    }
    rows.push_back({{"key", row.key}, {"muted", row.muted}, {"cells", std::move(cells)}});
  }
  return {{"id", table.id},
          {"of_layers", ui::is_of_layers(table)},
          {"caption", table.caption},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"sorted_by", table.sorted_by},
          {"ascending", table.ascending}};
}

json model(const ui::ModelSummary& model) {
  json facts = json::array();
  for (const ui::Fact& fact : model.facts)
    facts.push_back({{"label", fact.label}, {"text", fact.text}, {"value", optional(fact.value)}, {"note", fact.note}});
  return {{"name", model.name},
          {"origin", model.origin},
          {"type", model.type},
          {"inputs", model.inputs},
          {"facts", std::move(facts)},
          {"coverage", model.coverage},
          {"coverage_text", model.coverage_text},
          {"warnings", model.warnings},
          {"shapeless", model.shapeless}};
}

json setting(const ui::Setting& setting) {
  json choices = json::array();
  for (const ui::Choice& choice : setting.choices)
    choices.push_back({{"value", choice.value}, {"label", choice.label}});
  return {
      {"option", setting.option}, {"label", setting.label}, {"choices", std::move(choices)}, {"value", setting.value}};
}

std::string dump(const json& document) { return document.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace

std::string view_json(const ui::View& view) {
  json settings = json::array();
  for (const ui::Setting& each : view.settings) settings.push_back(setting(each));
  json dimensions = json::array();
  for (const ui::Dimension& each : view.dimensions)
    dimensions.push_back({{"symbol", each.symbol},
                          {"label", each.label},
                          {"value", each.value},
                          {"least", each.least},
                          {"origin", each.origin}});
  json panels = json::array();
  for (const ui::Choice& panel : view.panels) panels.push_back({{"value", panel.value}, {"label", panel.label}});
  json panel_settings = json::array();
  for (const ui::Setting& each : view.panel_settings) panel_settings.push_back(setting(each));
  json document = {{"has_model", view.has_model},
                   {"settings", std::move(settings)},
                   {"panels", std::move(panels)},
                   {"dimensions", std::move(dimensions)},
                   {"selected", view.selected},
                   {"panel", view.panel},
                   {"layer", view.layer},
                   {"status", view.status},
                   {"panel_settings", std::move(panel_settings)},
                   {"find", view.find},
                   {"changes", view.changes}};
  if (view.has_model) {
    document["model"] = model(view.model);
    document["scenario"] = view.scenario;
    document["devices"] = view.comparison.rows.size();
  }
  if (view.device_picker) document["device_picker"] = setting(*view.device_picker);
  if (view.card) document["carded"] = view.card->hardware;
  return dump(document);
}

std::string twin_json(const ui::View& view) {
  json classes = json::object();
  for (const ui::Mark& mark : view.marks)
    classes[mark.hardware] = {{"class", hardware::name(mark.device_class)}, {"detail", mark.detail}};
  json document = {{"verdict", view.verdict},
                   {"comparison", table(view.comparison)},
                   {"winners", table(view.winners)},
                   {"failed", table(view.failed)},
                   {"marks", std::move(classes)}};
  if (view.card)
    document["card"] = {{"hardware", view.card->hardware},
                        {"facts", table(view.card->facts)},
                        {"costliest", table(view.card->costliest)}};
  return dump(document);
}

std::string document_json(const report::Document& document, bool narrow) {
  const double width = narrow ? report::kPhoneWidth : report::kDeskWidth;
  json sections = json::array();
  for (const report::Section& section : document.sections) {
    json tables = json::array();
    for (const report::Table& each : section.tables) tables.push_back(table(each));
    json charts = json::array();
    for (const report::Chart& chart : section.charts) charts.push_back(report::svg(chart, width));
    sections.push_back({{"title", section.title},
                        {"lines", section.lines},
                        {"charts", std::move(charts)},
                        {"tables", std::move(tables)}});
  }
  return dump({{"title", document.title}, {"subtitle", document.subtitle}, {"sections", std::move(sections)}});
}

std::string table_json(const report::Table& each) { return dump(table(each)); }

}  // namespace whichchip::web
