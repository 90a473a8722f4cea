// Which part of a plot is shown: Ctrl and the wheel zoom about the pointer, dragging moves, a double click shows all.
#pragma once

#include "ui/frame.h"

namespace whichchip::ui {

// Places on an axis, 0 to 1 over the whole of it.
struct Span {
  float from = 0, to = 1;
};

struct PlotView {
  Span x, y;
  bool hovered = false;
  bool clicked = false;  // and not dragged
};

// For the plotting area from `low` to `high`, which becomes a widget of the name "plot:ID".
PlotView plot_view(const std::string& id, ImVec2 low, ImVec2 high, Frame& frame);

}  // namespace whichchip::ui
