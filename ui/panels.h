// The panels of the page beside the comparison. Each is a report about the comparison that is shown, or about one
// device of it, so the canvas, the twin and the command line say the same; a new panel is a row of the table in
// panels.cc.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/compare.h"
#include "analysis/open_model.h"
#include "analysis/request.h"
#include "hardware/catalog.h"
#include "report/document.h"
#include "report/json.h"
#include "ui/view.h"

namespace whichchip::ui {

// What was chosen within a panel: "metric" → "energy". What is not in it has the first choice of its setting.
using PanelOptions = std::map<std::string, std::string>;

struct PanelContext {
  const analysis::Comparison& comparison;
  const analysis::Request& request;
  const hardware::Catalog& catalog;  // with its edits
  const PanelOptions& options;
  const std::map<std::string, workload::Workload>& others;  // models that are open, too
  const analysis::Row* device = nullptr;  // the picked one, else the first; null when no device has an estimate
  std::string layer = {};                 // the picked subgraph's id; empty when none is
};

// What a panel is made of that needs other batches or dimensions than those shown: only the Worker holds the graph.
struct GraphContext {
  const analysis::OpenModel& model;
  const analysis::Request& request;
  const hardware::Catalog& catalog;  // with its edits
  const PanelOptions& options;
};

struct Panel {
  const char* id;     // in links: "layers"
  const char* title;  // "Layers"
  bool of_device;     // about one device, which a picker chooses
  // Exactly one of these makes it; neither for the comparison, which has a view of its own.
  report::Document (*document)(const PanelContext& context);
  report::Document (*graph_document)(const GraphContext& context) = nullptr;
  std::vector<Setting> (*settings)(const PanelContext& context) = nullptr;
  // The command line's JSON of the same; null where there is none. Called only with a device where the panel is about
  // one.
  std::string (*json)(const PanelContext& context, const report::Versions& versions) = nullptr;
  // The same of a panel that is made from the graph.
  std::string (*graph_json)(const GraphContext& context, const report::Versions& versions) = nullptr;
};

// What was chosen for `key`, or `otherwise`.
std::string option(const PanelOptions& options, const char* key, const std::string& otherwise);

inline constexpr const char* kComparisonPanel = "compare";

std::span<const Panel> panels();
// nullptr when there is none of that id.
const Panel* find_panel(const std::string& id);

// "explain?against=T4&metric=energy": a panel with its options, in links.
std::string panel_text(const std::string& id, const PanelOptions& options);
struct PanelChoice {
  std::string id;
  PanelOptions options;
};
PanelChoice parse_panel(const std::string& text);

}  // namespace whichchip::ui
