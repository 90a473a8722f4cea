// The comparison: one row a device, sorted by any column, with intervals, utilisation and what bounds the time drawn in
// place.
#pragma once

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

// Height that all rows, heads and the devices out of the ranking take, in device pixels.
float compare_panel_height(const View& view, const Frame& frame);
void draw_compare_panel(const View& view, Frame& frame);

}  // namespace whichchip::ui
