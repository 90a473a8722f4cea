#include <algorithm>
#include <cmath>

#include "report/chart.h"
#include "report/plain_text.h"

namespace whichchip::report {
namespace {

constexpr const char* kMarks[] = {"●", "■", "▲", "◆", "○", "□", "△", "◇"};
constexpr int kMarkCount = 8;
constexpr int kRows = 16, kLeast = 40, kMost = 100, kAxis = 10;

std::string spaces(int count) { return std::string(static_cast<std::size_t>(std::max(0, count)), ' '); }

std::string right_aligned(const std::string& text, int width) { return spaces(width - display_width(text)) + text; }

std::string titled(const ChartAxis& axis) {
  return axis.scale.unit.empty() ? axis.title : axis.title + " " + axis.scale.unit;
}

// Cells of one character each.
class Grid {
 public:
  Grid(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        cells_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), " ") {}

  // x and y from 0 to 1, from the lower left. Marks stand over lines.
  void put(double x, double y, const char* mark, bool line) {
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return;
    const auto column = static_cast<std::size_t>(x * (columns_ - 1) + 0.5);
    const auto row = static_cast<std::size_t>((1 - y) * (rows_ - 1) + 0.5);
    std::string& cell = cells_[row * static_cast<std::size_t>(columns_) + column];
    if (!line || cell == " ") cell = mark;
  }
  void segment(double x0, double y0, double x1, double y1, const char* mark) {
    const int steps = 2 * (columns_ + rows_);
    for (int i = 0; i <= steps; ++i) {
      const double t = static_cast<double>(i) / steps;
      put(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, mark, true);
    }
  }
  std::string row(int index) const {
    std::string result;
    for (int i = 0; i < columns_; ++i)
      result +=
          cells_[static_cast<std::size_t>(index) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(i)];
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
  }

 private:
  int columns_, rows_;
  std::vector<std::string> cells_;
};

std::string x_labels(const Chart& chart, const ChartRange& range, int columns) {
  std::string line = spaces(kAxis + 2);
  int used = 0;
  for (const double tick : ticks(range.low(), range.high(), chart.x.logarithmic)) {
    const std::string words = core::format_number(tick, chart.x.scale, 2);
    const int width = display_width(words);
    const int at = std::clamp(static_cast<int>(range.place(tick) * (columns - 1) + 0.5) - width / 2, 0,
                              std::max(0, columns - width));
    if (at < used + (used > 0 ? 1 : 0)) continue;
    line += spaces(at - used) + words;
    used = at + width;
  }
  return line + "\n";
}

std::string plot_text(const Chart& chart, int width) {
  const int columns = std::clamp(width, kLeast, kMost) - kAxis - 2;
  const ChartRange x = x_range(chart), y = y_range(chart);
  Grid grid(columns, kRows);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const ChartSeries& series = chart.series[s];
    const char* mark = kMarks[s % kMarkCount];
    const ChartPoint* last = nullptr;
    for (const ChartPoint& point : series.points) {
      if (!x.shows(point.x) || !y.shows(point.y)) continue;
      const double px = x.place(point.x), py = y.place(point.y);
      if (last != nullptr && series.mark == Mark::line) grid.segment(x.place(last->x), y.place(last->y), px, py, "·");
      if (last != nullptr && series.mark == Mark::steps) {
        grid.segment(x.place(last->x), y.place(last->y), px, y.place(last->y), "─");
        grid.segment(px, y.place(last->y), px, py, "│");
      }
      last = &point;
      if (series.mark != Mark::steps) grid.put(px, py, mark, false);
    }
  }
  const std::vector<double> marks = ticks(y.low(), y.high(), chart.y.logarithmic);
  std::string result = titled(chart.y) + "\n";
  for (int row = 0; row < kRows; ++row) {
    std::string words;
    for (const double tick : marks) {
      if (static_cast<int>((1 - y.place(tick)) * (kRows - 1) + 0.5) == row) words = tick_text(chart.y, tick);
    }
    result += right_aligned(words, kAxis) + (words.empty() ? " │" : " ┤") + grid.row(row) + "\n";
  }
  result += spaces(kAxis + 1) + "└";
  for (int i = 0; i < columns; ++i) result += "─";
  result += "\n" + x_labels(chart, x, columns);
  result += right_aligned(titled(chart.x), kAxis + 2 + columns) + "\n";
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const ChartSeries& series = chart.series[s];
    const std::string mark = series.mark == Mark::steps ? "─" : kMarks[s % kMarkCount];
    result += "  " + mark + " " + plain(series.name) + (series.note.empty() ? "" : ": " + plain(series.note)) + "\n";
  }
  return result;
}

std::string bars_text(const Chart& chart, int width) {
  const ChartRange range = x_range(chart);
  int names = 0, values = 0;
  for (const ChartBar& bar : chart.bars) {
    names = std::max(names, std::min(40, display_width(plain(bar.name))));
    values = std::max(values, display_width(bar.shown));
  }
  const int columns = std::clamp(width, kLeast, kMost) - names - values - 4;
  if (columns < 10) return {};
  std::string result;
  for (const ChartBar& bar : chart.bars) {
    const double low = range.place(std::min(bar.from, bar.to)) * columns;
    const double high = range.place(std::max(bar.from, bar.to)) * columns;
    const int start = std::clamp(static_cast<int>(low + 0.5), 0, columns - 1);
    const int end = std::clamp(static_cast<int>(high + 0.5), start + 1, columns);
    const std::string name = shortened(plain(bar.name), names);
    std::string line = name + spaces(names - display_width(name) + 2) + spaces(start);
    for (int i = start; i < end; ++i) line += bar.total ? "█" : bar.to < bar.from ? "░" : "▓";
    line += spaces(columns - end + 2) + right_aligned(bar.shown, values);
    result += line + "\n";
  }
  return result;
}

}  // namespace

std::string text(const Chart& chart, int width) {
  if (!chart.tiles.empty()) {  // below one another, by their shares
    Chart bars;
    bars.title = chart.title;
    for (const ChartTile& tile : chart.tiles)
      bars.bars.push_back({tile.name, 0, tile.width * tile.height, tile.shown, true});
    return text(bars, width);
  }
  const std::string body = chart.bars.empty() ? plot_text(chart, width) : bars_text(chart, width);
  return plain(chart.title) + "\n" + body;
}

}  // namespace whichchip::report
