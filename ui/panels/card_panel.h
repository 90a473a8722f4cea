// One device in full: where its time goes, rung by rung, and its figures.
#pragma once

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

void draw_card_panel(const View& view, Frame& frame);

}  // namespace whichchip::ui
