// The panel Hardware: every figure of the picked device with its source, or the whole catalogue as one list.
#pragma once

#include <string>
#include <vector>

#include "ui/panels.h"

namespace whichchip::ui {

report::Document hardware_panel(const PanelContext& context);
std::vector<Setting> hardware_settings(const PanelContext& context);
// As `whichchip hardware show` and `whichchip hardware list` have it.
std::string hardware_panel_json(const PanelContext& context, const report::Versions& versions);

}  // namespace whichchip::ui
