// The left column: what the model is, and the scenario that it is judged under.
#pragma once

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

void draw_side_panel(const View& view, Frame& frame);

}  // namespace whichchip::ui
