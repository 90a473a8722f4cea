// Any report on the canvas: headings, sentences and tables in reading order, scrolled as one.
#pragma once

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

void draw_document_panel(const View& view, Frame& frame);

}  // namespace whichchip::ui
