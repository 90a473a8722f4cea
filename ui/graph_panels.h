// Panels that look at other batches, dimensions or phases than those shown: made where the model's graph is, in the
// Worker.
#pragma once

#include <string>
#include <vector>

#include "ui/panels.h"

namespace whichchip::ui {

report::Document sweep_panel(const GraphContext& context);
std::vector<Setting> sweep_settings(const PanelContext& context);
report::Document memory_panel(const GraphContext& context);
// Prompt and generation of a language model over the length of its context.
report::Document phases_panel(const GraphContext& context);
// Which devices keep the chosen limits, the pick, and what the nearest misses lack: `whichchip recommend`.
report::Document budget_panel(const GraphContext& context);
std::vector<Setting> budget_settings(const PanelContext& context);

// The command line's JSON of each.
std::string sweep_json(const GraphContext& context, const report::Versions& versions);
std::string memory_json(const GraphContext& context, const report::Versions& versions);
std::string budget_json(const GraphContext& context, const report::Versions& versions);
std::string phases_json(const GraphContext& context, const report::Versions& versions);

}  // namespace whichchip::ui
