#include "ui/app.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
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
  };
  for (const auto& [key, metric] : kColumns) {
    if (column == key) return metric;
  }
  return std::nullopt;
}

bool has_column(const report::Table& table, const std::string& key) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const report::Column& column) { return column.key == key; });
}

}  // namespace

App::App(const hardware::Catalog& catalog) : catalog_(catalog) { refresh(); }

void App::forget_dimensions() {
  request_.phase = model::Phase::prefill;
  request_.dims.clear();
  request_.batch = 1;
}

void App::set_default_dimensions(model::DimensionBindings defaults) { request_.default_dims = std::move(defaults); }

share::View App::snapshot() const {
  share::View view;
  view.request = request_;
  view.workload = workload_;
  view.panel = panel_;
  view.selected = selected_;
  const report::Versions versions = report::versions(catalog_);
  view.catalogue = versions.catalogue;
  view.parameters = versions.parameters;
  return view;
}

void App::restore(share::View view) {
  // Whether all of the scenario can be served is known before anything is changed.
  analysis::select_devices(view.request, catalog_);
  view.request.default_dims = request_.default_dims;
  request_ = std::move(view.request);
  selected_ = std::move(view.selected);
  panel_ = find_panel(view.panel) == nullptr ? kComparisonPanel : view.panel;
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
  request_.batch = bound_.batch;
  refresh();
}

void App::open(workload::Workload workload) {
  workload_ = std::move(workload);
  bound_ = {request_.batch, request_.dims, request_.default_dims, request_.phase};
  compare();
  refresh();
}

void App::compare() {
  if (!workload_) return;
  comparison_ = analysis::compare(*workload_, analysis::select_devices(request_, catalog_), request_);
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
  panel_ = id;
}

void App::apply(const Intent& intent) {
  if (const auto* option = std::get_if<SetOption>(&intent)) {
    analysis::Request before = request_;
    // Lists add to what is there: on the page a control states its whole value.
    if (option->option == "hardware") request_.hardware.clear();
    if (option->option == "class") request_.classes.clear();
    try {
      if (!option->value.empty()) analysis::set_option(request_, option->option, option->value);
      if (option->option == "deployment") request_.hardware.clear();
      if (option->option == "sort") sort_column_.clear(), reversed_ = false;
      compare();
    } catch (const core::Error&) {
      request_ = std::move(before);
      throw;
    }
  } else if (const auto* dimension = std::get_if<SetDimension>(&intent)) {
    if (dimension->symbol == "batch")
      analysis::set_option(request_, "batch", std::to_string(dimension->value));
    else
      analysis::set_option(request_, "dim", dimension->symbol + "=" + std::to_string(dimension->value));
  } else if (const auto* sort = std::get_if<SortBy>(&intent)) {
    sort_by(sort->column);
  } else if (const auto* select = std::get_if<Select>(&intent)) {
    selected_ = selected_ == select->hardware ? "" : select->hardware;
  } else if (const auto* show = std::get_if<ShowPanel>(&intent)) {
    show_panel(show->panel);
  }
  refresh();
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
  view.verdict = comparison_->insights;
  view.comparison = report::comparison_table(*comparison_);
  order_rows(view.comparison, sort_column_, reversed_);
  view.failed = report::failed_table(*comparison_);
  view.winners = report::winners_table(*comparison_);
  view.marks = marks(*comparison_, view.comparison);
  // Without a choice the first device is shown in full: the answer comes with its reasons.
  const auto& lines = view.comparison.rows;
  const std::string shown = selected_.empty() && !lines.empty() ? lines.front().key : selected_;
  PanelContext context{*comparison_};
  for (const analysis::Row& row : comparison_->rows) {
    if (row.key == shown) context.device = &row;
  }
  if (context.device != nullptr) view.card = card(*comparison_, *context.device);
  const Panel* panel = find_panel(panel_);
  if (panel != nullptr && panel->document != nullptr) view.document = panel->document(context);
  if (panel != nullptr && panel->of_device) {
    view.device_picker = Setting{"device", "Device", {}, shown};
    for (const report::Row& line : lines) view.device_picker->choices.push_back({line.key, line.key});
  }
  view.selected = selected_;
  view.status = status(*comparison_);
  view_ = std::move(view);
}

}  // namespace whichchip::ui
