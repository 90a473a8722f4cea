#include "ui/app.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "hardware/edit.h"
#include "report/document.h"
#include "report/json.h"
#include "report/tables.h"
#include "ui/panels.h"
#include "ui/row_order.h"
#include "ui/view_builder.h"

namespace whichchip::ui {
namespace {

// The metric that ranks by a column, so that a click on its head ranks anew instead of only reordering.
std::optional<analysis::Metric> metric_of(const std::string& column) {
  static const std::pair<const char*, analysis::Metric> kColumns[] = {
      {"latency_s", analysis::Metric::latency}, {"throughput_per_s", analysis::Metric::throughput},
      {"power_w", analysis::Metric::power},     {"inferences_per_j", analysis::Metric::efficiency},
      {"energy_j", analysis::Metric::energy},   {"cost_usd_per_million", analysis::Metric::cost},
      {"carbon_g", analysis::Metric::carbon},   {"peak_memory_bytes", analysis::Metric::memory},
      {"edp_js", analysis::Metric::balance},
  };
  for (const auto& [key, metric] : kColumns) {
    if (column == key) return metric;
  }
  return std::nullopt;
}

// "T4.memory.bandwidth=640" takes the place of an earlier edit of that figure; "T4.memory.bandwidth=" takes it back; ""
// takes all back.
void set_edit(analysis::Request& request, const std::string& text, const hardware::Catalog& catalog) {
  if (text.empty()) return request.edits.clear();
  const std::string figure = text.substr(0, text.find('=') + 1);
  std::erase_if(request.edits, [&](const std::string& edit) { return edit.starts_with(figure); });
  if (text == figure) return;
  hardware::parse_edit(text, catalog);
  analysis::set_option(request, "set", text);
}

// A column that is about few networks is shown where it says something.
void show_if_filled(report::Table& table, const std::string& key) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].key != key) continue;
    table.columns[i].primary = std::any_of(table.rows.begin(), table.rows.end(),
                                           [i](const report::Row& row) { return row.cells[i].value.has_value(); });
  }
}

bool has_column(const report::Table& table, const std::string& key) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const report::Column& column) { return column.key == key; });
}

}  // namespace

App::App(const hardware::Catalog& catalog) : stock_(catalog), catalog_(catalog) { refresh(); }

void App::forget_dimensions() {
  request_.phase = model::Phase::prefill;
  request_.dims.clear();
  request_.cost_like.clear();
  request_.batch = 1;
}

void App::set_default_dimensions(model::DimensionBindings defaults) { request_.default_dims = std::move(defaults); }

share::View App::snapshot(bool with_model) const {
  share::View view;
  view.request = request_;
  if (with_model) view.workload = workload_;
  view.panel = panel_text(panel_, panel_options_);
  view.selected = selected_;
  const report::Versions versions = report::versions(catalog_);
  view.catalogue = versions.catalogue;
  view.parameters = versions.parameters;
  return view;
}

void App::restore(share::View view) {
  // Whether all of the scenario can be served is known before anything is changed.
  hardware::Catalog edited = hardware::with_edits(stock_, view.request.edits);
  analysis::select_devices(view.request, edited);
  catalog_ = std::move(edited);
  view.request.default_dims = request_.default_dims;
  request_ = std::move(view.request);
  selected_ = std::move(view.selected);
  PanelChoice choice = parse_panel(view.panel);
  panel_ = find_panel(choice.id) == nullptr ? kComparisonPanel : choice.id;
  panel_options_ = std::move(choice.options);
  sort_column_.clear();
  reversed_ = false;
  if (view.workload) return open(std::move(*view.workload));
  compare();
  refresh();
}

void App::abandon_dimensions() {
  request_.dims = bound_.dims;
  request_.default_dims = bound_.default_dims;
  request_.phase = bound_.phase;
  request_.cost_like = bound_.cost_like;
  request_.batch = bound_.batch;
  refresh();
}

void App::open(workload::Workload workload) {
  workload_ = std::move(workload);
  answered_.clear();
  others_asked_.clear();
  layer_.clear();
  bound_ = {request_.batch, request_.dims, request_.default_dims, request_.phase, request_.cost_like};
  compare();
  refresh();
}

void App::compare() {
  if (!workload_) return;
  comparison_ = analysis::compare(*workload_, analysis::select_devices(request_, catalog_), request_);
  if (!others_asked_.empty() && other_settings_question().empty())
    analysis::add_other_settings(*comparison_, other_settings_);
  if (selected_.empty()) return;
  const auto& rows = comparison_->rows;
  const bool there =
      std::any_of(rows.begin(), rows.end(), [&](const analysis::Row& row) { return row.key == selected_; });
  if (!there) selected_.clear();
}

void App::sort_by(const std::string& column) {
  const report::Table& table = view_.comparison;
  if (!has_column(table, column))
    throw core::Error(core::ErrorCode::bad_usage, "there is no column '" + column + "'", "sort",
                      "Choose one of the table's columns.");
  reversed_ = table.sorted_by == column && !reversed_;
  const auto metric = metric_of(column);
  sort_column_ = metric ? "" : column;
  if (!metric || *metric == request_.sort) return;
  request_.sort = *metric;
  if (comparison_) analysis::sort_rows(*comparison_, *metric);
}

void App::show_panel(const std::string& id) {
  if (find_panel(id) == nullptr)
    throw core::Error(core::ErrorCode::bad_usage, "there is no panel '" + id + "'", {}, "Choose one of the tabs.");
  if (panel_ != id) panel_options_.clear();
  panel_ = id;
}

void App::take_catalogue() { catalog_ = hardware::with_edits(stock_, request_.edits); }

void App::catalogue_changed() {
  take_catalogue();
  compare();
  refresh();
}

void App::set_others(std::map<std::string, workload::Workload> others) {
  others_ = std::move(others);
  refresh();
}

std::string App::panel_question() const {
  return panel_text(panel_, panel_options_) + "\n" + report::request_to_json(request_);
}

std::string App::graph_question() const {
  const Panel* panel = find_panel(panel_);
  if (!workload_ || panel == nullptr || panel->graph_document == nullptr) return {};
  const std::string question = panel_question();
  return question == answered_ ? std::string() : question;
}

std::string App::json_question() const {
  const Panel* panel = find_panel(panel_);
  return workload_ && panel != nullptr && panel->graph_json != nullptr ? panel_question() : std::string();
}

void App::graph_answer(const std::string& question, report::Document document) {
  answered_ = question;
  graph_document_ = std::move(document);
  refresh();
}

namespace {

// `answer(panel, context)` to a question about the model's graph.
template <typename Answer>
auto about_graph(const std::string& question, const analysis::OpenModel& model, const hardware::Catalog& stock,
                 Answer answer) {
  const std::size_t line = question.find('\n');
  const PanelChoice choice = parse_panel(question.substr(0, line));
  const Panel* panel = find_panel(choice.id);
  if (line == std::string::npos || panel == nullptr || panel->graph_document == nullptr)
    throw core::Error(core::ErrorCode::internal, "there is no such question about the model's graph");
  const analysis::Request request = report::request_from_json(question.substr(line + 1));
  const hardware::Catalog catalog = hardware::with_edits(stock, request.edits);
  return answer(*panel, GraphContext{model, request, catalog, choice.options});
}

}  // namespace

report::Document answer_graph_question(const std::string& question, const analysis::OpenModel& model,
                                       const hardware::Catalog& stock) {
  return about_graph(question, model, stock,
                     [](const Panel& panel, const GraphContext& context) { return panel.graph_document(context); });
}

std::string answer_json_question(const std::string& question, const analysis::OpenModel& model,
                                 const hardware::Catalog& stock) {
  return about_graph(question, model, stock, [](const Panel& panel, const GraphContext& context) {
    return panel.graph_json(context, report::versions(context.catalog)) + "\n";
  });
}

std::string App::other_settings_question() const {
  if (!comparison_ || !analysis::asks_other_settings(*comparison_)) return {};
  const std::string question = report::request_to_json(request_);
  return question != others_asked_ ? question : std::string();
}

void App::other_settings_answer(const std::string& question, analysis::OtherSettings others) {
  others_asked_ = question;
  other_settings_ = std::move(others);
  if (!other_settings_question().empty()) return;  // asked for settings that are no longer shown
  analysis::add_other_settings(*comparison_, other_settings_);
  refresh();
}

void App::set_option(const std::string& option, const std::string& value) {
  analysis::Request before = request_;
  // Lists add to what is there: on the page a control states its whole value.
  if (option == "hardware") request_.hardware.clear();
  if (option == "class") request_.classes.clear();
  try {
    if (option == "set") {
      set_edit(request_, value, stock_);
      take_catalogue();
    } else if (option.starts_with(kStandInOption)) {
      analysis::set_option(request_, "cost-like", option.substr(kStandInOption.size()) + "=" + value);
    } else if (!value.empty()) {
      analysis::set_option(request_, option, value);
    }
    if (option == "deployment") request_.hardware.clear();
    if (option == "sort") sort_column_.clear(), reversed_ = false;
    compare();
  } catch (const core::Error&) {
    request_ = std::move(before);
    take_catalogue();
    throw;
  }
}

void App::apply(const Intent& intent) {
  if (const auto* option = std::get_if<SetOption>(&intent)) {
    set_option(option->option, option->value);
  } else if (const auto* dimension = std::get_if<SetDimension>(&intent)) {
    if (dimension->symbol == "batch")
      analysis::set_option(request_, "batch", std::to_string(dimension->value));
    else
      analysis::set_option(request_, "dim", dimension->symbol + "=" + std::to_string(dimension->value));
  } else if (const auto* sort = std::get_if<SortBy>(&intent)) {
    sort_by(sort->column);
  } else if (const auto* select = std::get_if<Select>(&intent)) {
    selected_ = selected_ == select->hardware ? "" : select->hardware;
  } else if (const auto* layer = std::get_if<SelectLayer>(&intent)) {
    layer_ = layer_ == layer->layer ? "" : layer->layer;
  } else if (const auto* show = std::get_if<ShowPanel>(&intent)) {
    show_panel(show->panel);
  } else if (const auto* chosen = std::get_if<SetPanelOption>(&intent)) {
    // What things cost is part of the scenario, which links and the command line hold.
    const std::vector<std::string>& economics = analysis::economics_options();
    if (std::find(economics.begin(), economics.end(), chosen->option) != economics.end())
      set_option(chosen->option, chosen->value);
    else
      panel_options_[chosen->option] = chosen->value;
  } else if (const auto* find = std::get_if<FindText>(&intent)) {
    find_ = find->text;
  } else if (const auto* column = std::get_if<ShowColumn>(&intent)) {
    if (column->column.empty())
      columns_.clear();
    else
      columns_[column->column] = column->shown;
  }
  refresh();
}

// About the picked device, or without one the first of the table: the answer comes with its reasons.
PanelContext App::context() const {
  PanelContext context{*comparison_, request_, catalog_, panel_options_, others_};
  context.layer = layer_;
  const std::string first = view_.comparison.rows.empty() ? "" : view_.comparison.rows.front().key;
  const std::string wanted = selected_.empty() ? first : selected_;
  for (const analysis::Row& row : comparison_->rows) {
    if (row.key == wanted) context.device = &row;
  }
  if (context.device == nullptr && !comparison_->rows.empty()) context.device = &comparison_->rows.front();
  return context;
}

report::Document App::shown_document() const {
  if (!comparison_) return {};
  if (panel_ == kComparisonPanel) return report::compare_document(*comparison_, analysis::Level::detailed);
  return view_.document;
}

std::string App::shown_json() const {
  const Panel* panel = find_panel(panel_);
  if (!comparison_ || panel == nullptr || panel->json == nullptr) return {};
  const PanelContext shown = context();
  if (panel->of_device && shown.device == nullptr) return {};
  const std::string json = panel->json(shown, report::versions(catalog_));
  return json.empty() ? json : json + "\n";
}

report::Document App::panel_document(const Panel& panel, const PanelContext& context) const {
  if (panel.document != nullptr) return panel.document(context);
  if (panel.graph_document == nullptr) return {};
  if (graph_question().empty()) return graph_document_;
  return {panel.title, "Being computed…", {}};
}

void App::refresh() {
  ++revision_;
  View view;
  view.settings = settings(request_, catalog_, workload_ ? &*workload_ : nullptr);
  view.panel = panel_;
  for (const Panel& panel : panels()) view.panels.push_back({panel.id, panel.title});
  if (!comparison_) {
    view_ = std::move(view);
    return;
  }
  view.has_model = true;
  view.model = model_summary(*workload_, request_.scenario.runtime);
  view.dimensions = dimensions(*workload_);
  view.scenario = report::scenario_line(*workload_, request_.scenario);
  for (const std::string& edit : request_.edits) view.scenario += " · what if " + edit;
  view.verdict = comparison_->insights;
  view.comparison = report::comparison_table(*comparison_);
  order_rows(view.comparison, sort_column_, reversed_);
  show_if_filled(view.comparison, "measured_latency_s");
  choose_columns(view.comparison, columns_);
  keep_rows(view.comparison, find_);
  view.find = find_;
  view.changes = request_.edits;
  view.failed = report::failed_table(*comparison_);
  keep_rows(view.failed, find_);
  view.winners = report::winners_table(*comparison_);
  view.marks = marks(*comparison_, view.comparison);
  view_ = std::move(view);
  const PanelContext about = context();
  if (about.device != nullptr) view_.card = card(*comparison_, *about.device);
  const Panel* panel = find_panel(panel_);
  if (panel != nullptr) view_.document = panel_document(*panel, about);
  for (report::Section& section : view_.document.sections) {
    for (report::Table& table : section.tables) keep_rows(table, find_);
  }
  if (panel != nullptr && panel->settings != nullptr) view_.panel_settings = panel->settings(about);
  if (panel != nullptr && panel->of_device) {
    view_.device_picker = Setting{"device", "Device", {}, about.device == nullptr ? std::string() : about.device->key};
    for (const analysis::Row& line : comparison_->rows) view_.device_picker->choices.push_back({line.key, line.key});
  }
  view_.selected = selected_;
  view_.layer = layer_;
  view_.status = status(*comparison_);
}

}  // namespace whichchip::ui
