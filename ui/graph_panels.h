// Panels that look at other batches, dimensions or phases than those shown: made where the model's graph is, in the
// Worker.
#pragma once

#include <vector>

#include "ui/panels.h"

namespace whichchip::ui {

report::Document sweep_panel(const GraphContext& context);
std::vector<Setting> sweep_settings(const PanelContext& context);
report::Document memory_panel(const GraphContext& context);
// Prompt and generation of a language model over the length of its context.
report::Document phases_panel(const GraphContext& context);

}  // namespace whichchip::ui
