// The one chart that every face draws: SVG in HTML reports, characters on the terminal, the canvas of the page.
//
// Values are raw SI numbers; an axis says how they are shown. Every series has a name in the legend, and what it rests
// on ("data sheet") in its note.
#pragma once

#include <string>
#include <vector>

#include "core/units.h"

namespace whichchip::report {

struct ChartAxis {
  std::string title;
  core::Scale scale;  // shown = value ÷ factor, in unit
  bool logarithmic = false;
};

struct ChartPoint {
  double x = 0, y = 0;
  std::string label;       // tooltip: "#12 Conv 3×3"
  double weight = 0;       // 0 to 1: share that the mark's area shows; 0 for the least mark
  std::string layer = {};  // the id of the subgraph that it stands for
};

enum class Mark : std::uint8_t { line, points, steps };

struct ChartSeries {
  std::string name;
  Mark mark = Mark::line;
  std::vector<ChartPoint> points;
  std::string note;
  int colour = 0;  // series of one colour belong together (a device's roof and its points)
};

// Horizontal, from `from` to `to` on the x axis: waterfalls and stacked shares.
struct ChartBar {
  std::string name;  // empty: it continues the bar before, as the next part of a stack
  double from = 0, to = 0;
  std::string shown;   // the value as text, behind the bar
  bool total = false;  // start and end of a waterfall
};

// A part of a whole: its area is its share of the picture. Places and sizes are shares of the picture's width and
// height.
struct ChartTile {
  std::string name;
  double left = 0, top = 0, width = 0, height = 0;
  std::string shown;  // the value as text
  int colour = 0;     // tiles of one colour belong together
};

struct Chart {
  std::string id;  // data-chart
  std::string title;
  std::string description;  // what to see in it, for those who cannot
  ChartAxis x, y;           // y is unused where there are bars
  std::vector<ChartSeries> series;
  std::vector<ChartBar> bars;         // instead of series; the series then name the parts of stacks
  std::vector<ChartTile> tiles = {};  // instead of both: a treemap
};

inline constexpr double kDeskWidth = 760, kReportWidth = 560, kPhoneWidth = 340;  // two beside each other in a report
inline constexpr double kTilesHeight = 0.4;                                       // of the width

// A complete <svg> element: title, description, axes, legend; no script, no reference outside. Its letters are as large
// at every width.
std::string svg(const Chart& chart, double width = kDeskWidth);
// `width` columns of characters, with the legend below.
std::string text(const Chart& chart, int width);

// The tick values of an axis from `low` to `high`: powers of ten, with 2 and 5 times one where these are few, or steps
// of 1, 2 or 5 times one.
std::vector<double> ticks(double low, double high, bool logarithmic);
// A tick as it is written beside its axis: "20", not "20.0".
std::string tick_text(const ChartAxis& axis, double tick);

// Where a value lies between the least and the largest on its axis, from 0 to 1.
class ChartRange {
 public:
  // Over all finite values; a logarithmic axis takes positive ones only and ends at 1, 2 or 5 times a power of ten.
  ChartRange(const std::vector<double>& values, bool logarithmic);
  ChartRange(double low, double high, bool logarithmic) : logarithmic_(logarithmic), low_(low), high_(high) {}
  double low() const { return low_; }
  double high() const { return high_; }
  bool shows(double value) const;
  double place(double value) const;
  // The part between two places of this range.
  ChartRange between(double from, double to) const;

 private:
  bool logarithmic_;
  double low_ = 0, high_ = 1;
};
// Of all values of the chart on its x or y axis.
ChartRange x_range(const Chart& chart);
ChartRange y_range(const Chart& chart);

}  // namespace whichchip::report
