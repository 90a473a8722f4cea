// The panels of the page beside the comparison. Each is a report about the comparison that is shown, or about one device
// of it, so the canvas, the twin and the command line say the same; a new panel is a row of the table in panels.cc.
#pragma once

#include <span>

#include "analysis/compare.h"
#include "report/document.h"

namespace whichchip::ui {

struct PanelContext {
  const analysis::Comparison& comparison;
  const analysis::Row* device = nullptr;  // the picked one, else the first; null when no device has an estimate
};

struct Panel {
  const char* id;     // in links: "layers"
  const char* title;  // "Layers"
  bool of_device;     // about one device, which a picker chooses
  report::Document (*document)(const PanelContext& context);  // null for the comparison, which has a view of its own
};

inline constexpr const char* kComparisonPanel = "compare";

std::span<const Panel> panels();
// nullptr when there is none of that id.
const Panel* find_panel(const std::string& id);

}  // namespace whichchip::ui
