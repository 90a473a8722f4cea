// A report's chart on the canvas: the same axes, series, bars and colours as its SVG.
#pragma once

#include "report/chart.h"
#include "ui/frame.h"

namespace whichchip::ui {

// Takes the width that is left in the current window and the height that the chart needs.
void draw_chart(const report::Chart& chart, Frame& frame);

}  // namespace whichchip::ui
