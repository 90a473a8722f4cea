// Latency against energy, both logarithmic, a mark a device: nearer the lower left is better.
#pragma once

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

// Fills the region that is left in the current window.
void draw_scatter_panel(const View& view, Frame& frame);

}  // namespace whichchip::ui
