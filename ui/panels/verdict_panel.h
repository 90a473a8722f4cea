// The answer first: the verdict in one sentence, what else is worth knowing, and who wins what.
#pragma once

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

void draw_verdict_panel(const View& view, Frame& frame);

}  // namespace whichchip::ui
