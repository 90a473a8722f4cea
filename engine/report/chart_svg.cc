#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "report/chart.h"
#include "report/markup.h"
#include "report/plain_text.h"

namespace whichchip::report {
namespace {

// Okabe and Ito's palette, told apart by all kinds of colour vision (jfly.uni-koeln.de/color).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8A6D00"};
constexpr int kColourCount = 7;
constexpr double kLeft = 76, kRight = 20, kTop = 16, kPlot = 300, kBottom = 48;
constexpr double kBarHeight = 26, kBarRight = 110, kNarrowBarRight = 64, kLegendLine = 20, kLegendMark = 28;
constexpr double kLetter = 7.2;  // what a letter takes at most, nearly

// As printf has it; a third of the code that strings put together take. What is cut is no markup: the longest format is
// far below the buffer.
[[gnu::format(printf, 1, 2)]] std::string printed(const char* format, ...) {
  char buffer[400];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(buffer, sizeof buffer, format, values);
  va_end(values);
  return buffer;
}

// Beyond the colours that there are, lines are dashed.
const char* dashes(int index) { return index >= kColourCount ? " stroke-dasharray=\"6 4\"" : ""; }

const char* colour(int index) { return kColours[((index % kColourCount) + kColourCount) % kColourCount]; }

// White is read on it, not black.
bool is_dark(int index) { return index % kColourCount == 0 || index % kColourCount == kColourCount - 1; }

std::string axis_title(const ChartAxis& axis) {
  return axis.scale.unit.empty() ? axis.title : axis.title + " (" + axis.scale.unit + ")";
}

std::string label(double x, double y, const char* anchor, const std::string& words, const char* extra = "") {
  return printed("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, extra) + markup_escaped(words) +
         "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const char* cls) {
  return printed("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, cls);
}

// Open: a title, and its end, follow.
std::string rectangle(double x, double y, double width, double height, const char* ink) {
  return printed("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\">", x, y, width, height, ink);
}

std::string title(const std::string& words) { return "<title>" + markup_escaped(words) + "</title>"; }

// Parts of `words` that each take no more than `room`, broken at spaces.
std::vector<std::string> wrapped(const std::string& words, double room) {
  const int most = std::max(1, static_cast<int>(room / kLetter));
  std::vector<std::string> lines{""};
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    std::string& last = lines.back();
    if (last.empty() || display_width(last) + 1 + display_width(word) <= most)
      last += (last.empty() ? "" : " ") + word;
    else
      lines.push_back(word);
    at = end + 1;
  }
  return lines;
}

std::string opening(const Chart& chart, double width, double height) {
  return "<svg class=\"chart\" data-chart=\"" + markup_escaped(chart.id) +
         printed(
             "\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %.1f\" role=\"img\" font-family=\"system-ui, "
             "sans-serif\" font-size=\"12\" fill=\"currentColor\">\n",
             width, height) +
         title(chart.title) + "\n<desc>" + markup_escaped(chart.description) +
         "</desc>\n<style>.axis{stroke:currentColor;stroke-width:1}.grid{stroke:currentColor;stroke-opacity:.15}"
         "</style>\n";
}

class Plot {
 public:
  Plot(const Chart& chart, double width) : chart_(chart), width_(width), x_(x_range(chart)), y_(y_range(chart)) {
    for (const ChartSeries& series : chart.series)
      legend_.push_back(wrapped(plain(series.note.empty() ? series.name : series.name + ": " + series.note),
                                width - legend_left() - kLegendMark - kRight));
  }

  std::string svg() const {
    double lines = 0;
    for (const std::vector<std::string>& entry : legend_) lines += static_cast<double>(entry.size());
    std::string result = opening(chart_, width_, kTop + kPlot + kBottom + kLegendLine * lines);
    result += axes();
    for (const ChartSeries& series : chart_.series) result += series_svg(series);
    return result + legend_svg() + "</svg>\n";
  }

 private:
  double across(double value) const { return kLeft + x_.place(value) * (width_ - kLeft - kRight); }
  double down(double value) const { return kTop + (1 - y_.place(value)) * kPlot; }

  std::string axes() const {
    std::string result;
    for (const double tick : ticks(x_.low(), x_.high(), chart_.x.logarithmic)) {
      result += line(across(tick), kTop, across(tick), kTop + kPlot, "grid");
      result += label(across(tick), kTop + kPlot + 16, "middle", tick_text(chart_.x, tick));
    }
    for (const double tick : ticks(y_.low(), y_.high(), chart_.y.logarithmic)) {
      result += line(kLeft, down(tick), width_ - kRight, down(tick), "grid");
      result += label(kLeft - 8, down(tick) + 4, "end", tick_text(chart_.y, tick));
    }
    result += line(kLeft, kTop, kLeft, kTop + kPlot, "axis");
    result += line(kLeft, kTop + kPlot, width_ - kRight, kTop + kPlot, "axis");
    result += label((kLeft + width_ - kRight) / 2, kTop + kPlot + 36, "middle", axis_title(chart_.x));
    const std::string turn = printed(" transform=\"rotate(-90 16 %.1f)\"", kTop + kPlot / 2);
    return result + label(16, kTop + kPlot / 2, "middle", axis_title(chart_.y), turn.c_str());
  }

  std::string series_svg(const ChartSeries& series) const {
    const char* ink = colour(series.colour);
    std::string path, marks;
    const ChartPoint* last = nullptr;
    for (const ChartPoint& point : series.points) {
      if (!x_.shows(point.x) || !y_.shows(point.y)) continue;
      const bool steps = series.mark == Mark::steps;
      path += printed(last == nullptr ? "M%.1f %.1f"
                      : steps         ? " H%.1f V%.1f"
                                      : " L%.1f %.1f",
                      across(point.x), down(point.y));
      last = &point;
      if (series.mark == Mark::steps) continue;
      const double radius = 2.5 + 9 * std::sqrt(std::clamp(point.weight, 0.0, 1.0));
      if (series.mark == Mark::line && point.label.empty()) continue;
      marks += printed("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" fill-opacity=\"0.65\">", across(point.x),
                       down(point.y), radius, ink) +
               title(point.label) + "</circle>\n";
    }
    if (series.mark == Mark::points || path.empty()) return marks;
    return "<path d=\"" + path +
           printed("\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", ink, dashes(series.colour)) + marks;
  }

  // Below the plot; where there is little room, from the edge.
  double legend_left() const { return width_ < kReportWidth ? 4 : kLeft; }

  std::string legend_svg() const {
    std::string result;
    double y = kTop + kPlot + kBottom + 8;
    const double left = legend_left();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const ChartSeries& series = chart_.series[i];
      const char* ink = colour(series.colour);
      if (series.mark == Mark::points)
        result += printed("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n", left + 10, y - 4, ink);
      else
        result += printed("<path d=\"M%.1f %.1f h20\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", left, y - 4, ink,
                          dashes(series.colour));
      for (const std::string& words : legend_[i]) {
        result += label(left + kLegendMark, y, "start", words);
        y += kLegendLine;
      }
    }
    return result;
  }

  const Chart& chart_;
  double width_;
  std::vector<std::vector<std::string>> legend_;  // lines of every series
  ChartRange x_, y_;
};

// What the colours stand for, in as many rows as it takes.
class Swatches {
 public:
  Swatches(const Chart& chart, double left, double width) : chart_(chart) {
    double x = left, y = 0;
    for (const ChartSeries& series : chart.series) {
      const double wide = 18 + 8 * display_width(plain(series.name)) + 16;
      if (x > left && x + wide > width) x = left, y += kLegendLine;
      places_.emplace_back(x, y);
      x += wide;
    }
  }
  double height() const { return places_.empty() ? 0 : places_.back().second + kLegendLine + 4; }
  // `top`: of the first row's line of writing.
  std::string svg(double top) const {
    std::string result;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double x = places_[i].first, y = top + places_[i].second;
      result += rectangle(x, y - 10, 12, 12, colour(chart_.series[i].colour)) + "</rect>\n";
      result += label(x + 18, y, "start", chart_.series[i].name);
    }
    return result;
  }

 private:
  const Chart& chart_;
  std::vector<std::pair<double, double>> places_;
};

// Room for the longest name.
double bars_left(const Chart& chart, double width) {
  constexpr double kLeast = 80, kMost = 0.35;  // of the width
  double left = kLeast;
  for (const ChartBar& bar : chart.bars) left = std::max(left, 16 + kLetter * display_width(plain(bar.name)));
  return std::min(left, kMost * width);
}

// Before a bar, in two lines where it is long.
std::string name_svg(const std::string& name, double right, double top, int letters) {
  const std::vector<std::string> lines = wrapped(name, kLetter * letters);
  if (lines.size() == 1) return label(right, top + 16, "end", shortened(name, letters));
  std::string second;
  for (std::size_t i = 1; i < lines.size(); ++i) second += (i > 1 ? " " : "") + lines[i];
  return label(right, top + 11, "end", shortened(lines.front(), letters)) +
         label(right, top + 23, "end", shortened(second, letters));
}

std::string bars_svg(const Chart& chart, double width) {
  const double names = bars_left(chart, width);
  const double end = width - (chart.series.empty() ? width < kReportWidth ? kNarrowBarRight : kBarRight : kRight);
  const int letters = static_cast<int>((names - 16) / kLetter);
  const ChartRange range = x_range(chart);
  const auto lines =
      std::count_if(chart.bars.begin(), chart.bars.end(), [](const ChartBar& b) { return !b.name.empty(); });
  const double height = kTop + kBarHeight * static_cast<double>(lines);
  const Swatches legend(chart, width < kReportWidth ? 4 : names, width);
  const auto across = [&](double value) { return names + range.place(value) * (end - names); };
  std::string result = opening(chart, width, height + kBottom + legend.height());
  for (const double tick : ticks(range.low(), range.high(), false)) {
    result += line(across(tick), kTop, across(tick), height, "grid");
    result += label(across(tick), height + 16, "middle", tick_text(chart.x, tick));
  }
  result += label((names + end) / 2, height + 36, "middle", axis_title(chart.x));
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
    if (part == 0) result += name_svg(plain(bar.name), names - 8, y, letters);
    result += rectangle(left, y + 4, std::max(1.0, right - left), kBarHeight - 8, ink) +
              title(bar.name + ": " + bar.shown) + "</rect>\n";
    const bool ends = &bar == &chart.bars.back() || !(&bar + 1)->name.empty();
    if (ends && chart.series.empty()) result += label(right + 6, y + 16, "start", bar.shown);
  }
  return result + legend.svg(height + kBottom + 12) + "</svg>\n";
}

// A tile says what it is where there is room for that.
std::string tiles_svg(const Chart& chart, double width) {
  constexpr double kTextHeight = 18;
  const double height = width * (width < kReportWidth ? 2 * kTilesHeight : kTilesHeight);
  const Swatches legend(chart, 0, width);
  std::string result = opening(chart, width, height + 12 + legend.height());
  for (const ChartTile& tile : chart.tiles) {
    const double left = tile.left * width, top = tile.top * height;
    const double across = tile.width * width - 1, down = tile.height * height - 1;
    if (across < 0.5 || down < 0.5) continue;
    result +=
        rectangle(left, top, across, down, colour(tile.colour)) + title(tile.name + ": " + tile.shown) + "</rect>\n";
    const char* ink = is_dark(tile.colour) ? " fill=\"#fff\"" : " fill=\"#000\"";
    const auto write = [&](double line, const std::string& words) {
      const bool fits = kLetter * display_width(words) + 8 <= across && kTextHeight * line + 4 <= down;
      if (fits) result += label(left + 6, top + kTextHeight * line, "start", words, ink);
      return fits;
    };
    if (write(1, plain(tile.name))) write(2, tile.shown);  // a figure without its name would be a riddle
  }
  return result + legend.svg(height + 20) + "</svg>\n";
}

}  // namespace

std::string svg(const Chart& chart, double width) {
  if (!chart.tiles.empty()) return tiles_svg(chart, width);
  return chart.bars.empty() ? Plot(chart, width).svg() : bars_svg(chart, width);
}

}  // namespace whichchip::report
