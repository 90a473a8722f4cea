// A report's chart on the canvas: the same axes, series, bars and colours as its SVG.
#pragma once

#include <string>

#include "report/chart.h"
#include "ui/frame.h"

namespace whichchip::ui {

// Takes the width that is left in the current window and the height that the chart needs. `layer`: the picked one,
// whose points are ringed; a click on a point picks its layer.
void draw_chart(const report::Chart& chart, const std::string& layer, Frame& frame);

}  // namespace whichchip::ui
