// The page's state and the only place that changes it: intents in, one View out.
//
//   App app;
//   app.open(workload);                        // decoded from what the Worker sent
//   app.apply(SetOption{"deployment", "edge"});  // compared at once
//   draw(app.view());
//
// What the graph is read with cannot be changed here (it lives in the Worker): SetDimension, SetOption{"phase"} and
// SetOption{"cost-like:OPERATOR"} change request(), and the page opens the workload that the Worker resolves from it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "analysis/compare.h"
#include "analysis/other_settings.h"
#include "analysis/request.h"
#include "hardware/catalog.h"
#include "share/link.h"
#include "ui/intent.h"
#include "ui/panels.h"
#include "ui/view.h"
#include "workload/workload.h"

namespace whichchip::ui {

class App {
 public:
  explicit App(const hardware::Catalog& catalog);
  // The comparison points into the workload.
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Before a new model is read: dimensions that the last one was given are forgotten, all else stays as set.
  void forget_dimensions();
  // Those of the model to be read, if it is a sample.
  void set_default_dimensions(model::DimensionBindings defaults);
  void open(workload::Workload workload);
  // The model does not take the dimensions asked for: back to those that it was opened with.
  void abandon_dimensions();
  // Throws core::Error (bad_usage); the state is then as before.
  void apply(const Intent& intent);

  // A panel that is made from the graph is asked for: what the Worker is to answer, as graph_answer() takes it; empty
  // when nothing is. `document` is what answer_graph_question() gave, here or there.
  std::string graph_question() const;
  void graph_answer(const std::string& question, report::Document document);
  // What the Worker is to answer with answer_json_question() for the JSON of such a panel; empty for any other.
  std::string json_question() const;

  // What takes the model at other batches: what the Worker is to answer with analysis::other_settings(), empty when
  // nothing is left to ask.
  std::string other_settings_question() const;
  void other_settings_answer(const std::string& question, analysis::OtherSettings others);

  // The devices' sources have arrived: everything that shows them is made anew.
  void catalogue_changed();
  // Other models that are open beside this one, by the names of their tabs; the panel that compares two shows one of
  // them.
  void set_others(std::map<std::string, workload::Workload> others);

  // All that is needed to see this again, the model (when one is open) included or left out: to copy it takes time.
  share::View snapshot(bool with_model = true) const;
  // Takes over a snapshot's scenario and, when it holds one, its model. Dimensions of a model that is open already are
  // asked for in request(), as after SetDimension. Throws core::Error (bad_usage); the state is then as before.
  void restore(share::View view);

  // The panel that is shown as a report, and as the command line's JSON (empty where it has none).
  report::Document shown_document() const;
  std::string shown_json() const;

  const View& view() const { return view_; }
  const analysis::Request& request() const { return request_; }
  const analysis::Comparison* comparison() const { return comparison_ ? &*comparison_ : nullptr; }
  const workload::Workload* workload() const { return workload_ ? &*workload_ : nullptr; }
  // Differs whenever view() does.
  std::uint64_t revision() const { return revision_; }

 private:
  void compare();
  void set_option(const std::string& option, const std::string& value);
  void sort_by(const std::string& column);
  void show_panel(const std::string& id);
  void take_catalogue();
  PanelContext context() const;
  std::string panel_question() const;
  report::Document panel_document(const Panel& panel, const PanelContext& context) const;
  void refresh();

  struct Bound {
    std::int64_t batch = 1;
    model::DimensionBindings dims, default_dims;
    model::Phase phase = model::Phase::prefill;
    model::StandIns cost_like;
  };

  const hardware::Catalog& stock_;
  hardware::Catalog catalog_;  // with the request's edits
  analysis::Request request_;
  Bound bound_;  // what the open workload was resolved with
  std::optional<workload::Workload> workload_;
  std::optional<analysis::Comparison> comparison_;
  std::string sort_column_;  // empty: the column of request_.sort
  bool reversed_ = false;
  std::string selected_, layer_;
  std::string panel_ = kComparisonPanel;
  PanelOptions panel_options_;
  std::string find_;
  std::map<std::string, bool> columns_;  // of the comparison, where they differ from the table's own choice
  std::string answered_;                 // the question that graph_document_ answers
  report::Document graph_document_;
  std::string others_asked_;  // the question that other_settings_ answers
  analysis::OtherSettings other_settings_;
  std::map<std::string, workload::Workload> others_;
  View view_;
  std::uint64_t revision_ = 0;
};

// In the Worker: the report that App::graph_question() asks for. Throws core::Error.
report::Document answer_graph_question(const std::string& question, const analysis::OpenModel& model,
                                       const hardware::Catalog& stock);
// Likewise the JSON for App::json_question().
std::string answer_json_question(const std::string& question, const analysis::OpenModel& model,
                                 const hardware::Catalog& stock);

}  // namespace whichchip::ui
