#include <algorithm>
#include <cmath>
#include <cstdio>

#include "report/chart.h"
#include "report/markup.h"
#include "report/plain_text.h"

namespace whichchip::report {
namespace {

// Okabe and Ito's palette, told apart by all kinds of colour vision (jfly.uni-koeln.de/color).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8A6D00"};
constexpr int kColourCount = 7;
constexpr double kWidth = 760, kLeft = 76, kRight = 20, kTop = 16, kPlot = 300, kBottom = 48;
constexpr double kBarHeight = 26, kBarRight = 110, kLegendLine = 20;

std::string fixed(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

// Beyond the colours that there are, lines are dashed.
const char* dashes(int index) { return index >= kColourCount ? " stroke-dasharray=\"6 4\"" : ""; }

const char* colour(int index) { return kColours[((index % kColourCount) + kColourCount) % kColourCount]; }

std::string axis_title(const ChartAxis& axis) {
  return axis.scale.unit.empty() ? axis.title : axis.title + " (" + axis.scale.unit + ")";
}

std::string label(double x, double y, const char* anchor, const std::string& words, const char* extra = "") {
  return "<text x=\"" + fixed(x) + "\" y=\"" + fixed(y) + "\" text-anchor=\"" + anchor + "\"" + extra + ">" +
         markup_escaped(words) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const char* cls) {
  return "<line x1=\"" + fixed(x1) + "\" y1=\"" + fixed(y1) + "\" x2=\"" + fixed(x2) + "\" y2=\"" + fixed(y2) +
         "\" class=\"" + cls + "\"/>\n";
}

std::string opening(const Chart& chart, double height) {
  return "<svg class=\"chart\" data-chart=\"" + markup_escaped(chart.id) +
         "\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + fixed(kWidth) + " " + fixed(height) +
         "\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\">\n<title>" +
         markup_escaped(chart.title) + "</title>\n<desc>" + markup_escaped(chart.description) +
         "</desc>\n<style>.axis{stroke:currentColor;stroke-width:1}.grid{stroke:currentColor;stroke-opacity:.15}"
         "</style>\n";
}

class Plot {
 public:
  explicit Plot(const Chart& chart) : chart_(chart), x_(x_range(chart)), y_(y_range(chart)) {}

  std::string svg() const {
    const double legend = kLegendLine * static_cast<double>(chart_.series.size());
    std::string result = opening(chart_, kTop + kPlot + kBottom + legend);
    result += axes();
    for (const ChartSeries& series : chart_.series) result += series_svg(series);
    return result + legend_svg() + "</svg>\n";
  }

 private:
  double across(double value) const { return kLeft + x_.place(value) * (kWidth - kLeft - kRight); }
  double down(double value) const { return kTop + (1 - y_.place(value)) * kPlot; }

  std::string axes() const {
    std::string result;
    for (const double tick : ticks(x_.low(), x_.high(), chart_.x.logarithmic)) {
      result += line(across(tick), kTop, across(tick), kTop + kPlot, "grid");
      result += label(across(tick), kTop + kPlot + 16, "middle", tick_text(chart_.x, tick));
    }
    for (const double tick : ticks(y_.low(), y_.high(), chart_.y.logarithmic)) {
      result += line(kLeft, down(tick), kWidth - kRight, down(tick), "grid");
      result += label(kLeft - 8, down(tick) + 4, "end", tick_text(chart_.y, tick));
    }
    result += line(kLeft, kTop, kLeft, kTop + kPlot, "axis");
    result += line(kLeft, kTop + kPlot, kWidth - kRight, kTop + kPlot, "axis");
    result += label((kLeft + kWidth - kRight) / 2, kTop + kPlot + 36, "middle", axis_title(chart_.x));
    const std::string turn = " transform=\"rotate(-90 16 " + fixed(kTop + kPlot / 2) + ")\"";
    return result + label(16, kTop + kPlot / 2, "middle", axis_title(chart_.y), turn.c_str());
  }

  std::string series_svg(const ChartSeries& series) const {
    const std::string ink = colour(series.colour);
    std::string path, marks;
    const ChartPoint* last = nullptr;
    for (const ChartPoint& point : series.points) {
      if (!x_.shows(point.x) || !y_.shows(point.y)) continue;
      const std::string here = fixed(across(point.x)) + " " + fixed(down(point.y));
      if (last == nullptr) {
        path = "M" + here;
      } else if (series.mark == Mark::steps) {
        path += " H" + fixed(across(point.x)) + " V" + fixed(down(point.y));
      } else {
        path += " L" + here;
      }
      last = &point;
      if (series.mark == Mark::steps) continue;
      const double radius = 2.5 + 9 * std::sqrt(std::clamp(point.weight, 0.0, 1.0));
      if (series.mark == Mark::line && point.label.empty()) continue;
      marks += "<circle cx=\"" + fixed(across(point.x)) + "\" cy=\"" + fixed(down(point.y)) + "\" r=\"" +
               fixed(radius) + "\" fill=\"" + ink + "\" fill-opacity=\"0.65\"><title>" + markup_escaped(point.label) +
               "</title></circle>\n";
    }
    if (series.mark == Mark::points || path.empty()) return marks;
    return "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + ink + "\" stroke-width=\"2\"" + dashes(series.colour) +
           "/>\n" + marks;
  }

  std::string legend_svg() const {
    std::string result;
    double y = kTop + kPlot + kBottom + 8;
    for (const ChartSeries& series : chart_.series) {
      const std::string ink = colour(series.colour);
      if (series.mark == Mark::points) {
        result +=
            "<circle cx=\"" + fixed(kLeft + 10) + "\" cy=\"" + fixed(y - 4) + "\" r=\"5\" fill=\"" + ink + "\"/>\n";
      } else {
        result += "<path d=\"M" + fixed(kLeft) + " " + fixed(y - 4) + " h20\" stroke=\"" + ink +
                  "\" stroke-width=\"2\"" + dashes(series.colour) + "/>\n";
      }
      result += label(kLeft + 28, y, "start", series.note.empty() ? series.name : series.name + ": " + series.note);
      y += kLegendLine;
    }
    return result;
  }

  const Chart& chart_;
  ChartRange x_, y_;
};

// Room for the longest name, at what a letter takes at most.
double bars_left(const Chart& chart) {
  constexpr double kLetter = 7.2, kLeast = 80, kMost = 266;
  double left = kLeast;
  for (const ChartBar& bar : chart.bars) left = std::max(left, 8 + kLetter * display_width(plain(bar.name)));
  return std::min(left, kMost);
}

std::string bars_svg(const Chart& chart) {
  const double names = bars_left(chart);
  const ChartRange range = x_range(chart);
  const auto lines =
      std::count_if(chart.bars.begin(), chart.bars.end(), [](const ChartBar& b) { return !b.name.empty(); });
  const double height = kTop + kBarHeight * static_cast<double>(lines);
  const double legend = chart.series.empty() ? 0 : kLegendLine + 4;
  const auto across = [&](double value) { return names + range.place(value) * (kWidth - names - kBarRight); };
  std::string result = opening(chart, height + kBottom + legend);
  for (const double tick : ticks(range.low(), range.high(), false)) {
    result += line(across(tick), kTop, across(tick), height, "grid");
    result += label(across(tick), height + 16, "middle", tick_text(chart.x, tick));
  }
  result += label((names + kWidth - kBarRight) / 2, height + 36, "middle", axis_title(chart.x));
  double y = kTop - kBarHeight;
  int part = 0;
  for (const ChartBar& bar : chart.bars) {
    part = bar.name.empty() ? part + 1 : 0;
    if (part == 0) y += kBarHeight;
    const double left = across(std::min(bar.from, bar.to)), right = across(std::max(bar.from, bar.to));
    const char* ink = !chart.series.empty()
                          ? colour(chart.series[static_cast<std::size_t>(part) % chart.series.size()].colour)
                      : bar.total         ? kColours[0]
                      : bar.to < bar.from ? kColours[2]
                                          : kColours[1];
    if (part == 0) result += label(names - 8, y + 16, "end", shortened(plain(bar.name), 36));
    result += "<rect x=\"" + fixed(left) + "\" y=\"" + fixed(y + 4) + "\" width=\"" +
              fixed(std::max(1.0, right - left)) + "\" height=\"" + fixed(kBarHeight - 8) + "\" fill=\"" + ink +
              "\"><title>" + markup_escaped(bar.name + ": " + bar.shown) + "</title></rect>\n";
    const bool ends = &bar == &chart.bars.back() || !(&bar + 1)->name.empty();
    if (ends && chart.series.empty()) result += label(right + 6, y + 16, "start", bar.shown);
  }
  double x = names;
  for (const ChartSeries& series : chart.series) {
    const double at = height + kBottom + 12;
    result += "<rect x=\"" + fixed(x) + "\" y=\"" + fixed(at - 10) + "\" width=\"12\" height=\"12\" fill=\"" +
              colour(series.colour) + "\"/>\n";
    result += label(x + 18, at, "start", series.name);
    x += 18 + 8 * static_cast<double>(series.name.size()) + 16;
  }
  return result + "</svg>\n";
}

}  // namespace

std::string svg(const Chart& chart) { return chart.bars.empty() ? Plot(chart).svg() : bars_svg(chart); }

}  // namespace whichchip::report
