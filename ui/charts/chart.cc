#include "ui/charts/chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/charts/plot_view.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

// Okabe and Ito's palette, as in the SVG: told apart by all kinds of colour vision (jfly.uni-koeln.de/color).
constexpr std::array<ImU32, 7> kColours{IM_COL32(0x00, 0x72, 0xb2, 255), IM_COL32(0xd5, 0x5e, 0x00, 255),
                                        IM_COL32(0x00, 0x9e, 0x73, 255), IM_COL32(0xcc, 0x79, 0xa7, 255),
                                        IM_COL32(0xe6, 0x9f, 0x00, 255), IM_COL32(0x56, 0xb4, 0xe9, 255),
                                        IM_COL32(0x8a, 0x6d, 0x00, 255)};
constexpr float kWidest = 960, kPlotHeight = 320, kLeft = 72, kBottom = 44;
constexpr float kBarHeight = 26, kBarLeft = 240, kBarRight = 110, kLegendLine = 20, kLegendMark = 28, kLegendGap = 24;
constexpr float kTitleGap = 4, kLargestMark = 16, kTilesFoot = 8;

ImU32 colour_of(int index) {
  const auto count = static_cast<int>(kColours.size());
  return kColours[static_cast<std::size_t>(((index % count) + count) % count)];
}

ImU32 faded(ImU32 colour, int alpha) {
  return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT);
}

std::string title_of(const report::ChartAxis& axis) {
  return axis.scale.unit.empty() ? axis.title : axis.title + " (" + axis.scale.unit + ")";
}

std::string legend_text(const report::ChartSeries& series) {
  return series.note.empty() ? series.name : series.name + ": " + series.note;
}

// What the series are called, in as many columns as there is room for.
struct Legend {
  std::size_t columns = 1;
  float width = 0, height = 0;  // of a column; of all
};

Legend legend_of(const report::Chart& chart, float room, const Frame& frame) {
  Legend legend;
  for (const report::ChartSeries& each : chart.series)
    legend.width = std::max(legend.width, text_width(frame.theme.font(Face::small), legend_text(each)));
  legend.width += frame.px(kLegendMark + kLegendGap);
  const std::size_t count = chart.series.size();
  legend.columns = std::clamp(static_cast<std::size_t>(std::max(room / legend.width, 1.0f)), std::size_t{1},
                              std::max(count, std::size_t{1}));
  legend.height = frame.px(kLegendLine) * static_cast<float>((count + legend.columns - 1) / legend.columns);
  return legend;
}

struct Plot {
  const report::Chart& chart;
  Frame& frame;
  report::ChartRange x, y;
  ImVec2 low, high;  // corners of the plotting area
  const std::string& layer;
  PlotView view;

  float across(double value) const { return low.x + static_cast<float>(x.place(value)) * (high.x - low.x); }
  float down(double value) const { return high.y - static_cast<float>(y.place(value)) * (high.y - low.y); }

  void small(ImVec2 at, const std::string& text, ImU32 colour, float anchor, float width) const {
    ImFont* font = frame.theme.font(Face::small);
    draw_text(*ImGui::GetWindowDrawList(), font, {at.x - anchor * std::min(text_width(font, text), width), at.y},
              colour, text, width);
  }

  void axes() const {
    const Palette& colours = frame.theme.colours();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = frame.theme.font(Face::small)->FontSize;
    float free_from = -FLT_MAX;
    for (const double tick : report::ticks(x.low(), x.high(), chart.x.logarithmic)) {
      const float at = std::round(across(tick));
      list.AddLine({at, low.y}, {at, high.y}, colours.line, frame.px(1));
      const std::string text = report::tick_text(chart.x, tick);
      const float half = text_width(frame.theme.font(Face::small), text) / 2;
      if (at - half < free_from) continue;
      small({at, high.y + frame.px(6)}, text, colours.muted, 0.5f, FLT_MAX);
      free_from = at + half + frame.px(8);
    }
    small({(low.x + high.x) / 2, high.y + frame.px(10) + line}, title_of(chart.x), colours.muted, 0.5f, high.x - low.x);
  }

  void vertical_axis() const {
    const Palette& colours = frame.theme.colours();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = frame.theme.font(Face::small)->FontSize;
    for (const double tick : report::ticks(y.low(), y.high(), chart.y.logarithmic)) {
      const float at = std::round(down(tick));
      list.AddLine({low.x, at}, {high.x, at}, colours.line, frame.px(1));
      small({low.x - frame.px(8), at - line / 2}, report::tick_text(chart.y, tick), colours.muted, 1, FLT_MAX);
    }
    // Above the upper half of the topmost tick's label.
    small({low.x - frame.px(kLeft - 4), low.y - 1.5f * line - frame.px(kTitleGap)}, title_of(chart.y), colours.muted, 0,
          FLT_MAX);
  }

  void answer(ImVec2 at, float radius, const report::ChartPoint& point) const {
    if (point.label.empty() || !view.hovered) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float dx = mouse.x - at.x, dy = mouse.y - at.y, reach = std::max(radius, frame.px(5));
    if (dx * dx + dy * dy > reach * reach) return;
    ImGui::SetTooltip("%s", point.label.c_str());
    if (view.clicked && !point.layer.empty()) frame.ask(SelectLayer{point.layer});
  }

  void series(const report::ChartSeries& each) const {
    const ImU32 ink = colour_of(each.colour);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<ImVec2> last;
    for (const report::ChartPoint& point : each.points) {
      if (!x.shows(point.x) || !y.shows(point.y)) continue;
      const ImVec2 here{across(point.x), down(point.y)};
      if (last && each.mark == report::Mark::steps) {
        list.AddLine(*last, {here.x, last->y}, ink, frame.px(2));
        list.AddLine({here.x, last->y}, here, ink, frame.px(2));
      } else if (last && each.mark == report::Mark::line) {
        list.AddLine(*last, here, ink, frame.px(2));
      }
      last = here;
      if (each.mark == report::Mark::steps || (each.mark == report::Mark::line && point.label.empty())) continue;
      const float radius = frame.px(2.5f + 9 * std::sqrt(static_cast<float>(std::clamp(point.weight, 0.0, 1.0))));
      list.AddCircleFilled(here, radius, faded(ink, 166), 20);
      if (!layer.empty() && point.layer == layer)
        list.AddCircle(here, radius + frame.px(3), frame.theme.colours().ink, 24, frame.px(2));
      answer(here, radius, point);
    }
  }

  void legend(float top, const Legend& shape) const {
    ImFont* font = frame.theme.font(Face::small);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::size_t index = 0;
    for (const report::ChartSeries& each : chart.series) {
      const float left = low.x + shape.width * static_cast<float>(index % shape.columns);
      const float middle = top + frame.px(kLegendLine) * (static_cast<float>(index / shape.columns) + 0.5f);
      if (each.mark == report::Mark::points)
        list.AddCircleFilled({left + frame.px(10), middle}, frame.px(5), colour_of(each.colour), 16);
      else
        list.AddLine({left, middle}, {left + frame.px(20), middle}, colour_of(each.colour), frame.px(2));
      small({left + frame.px(kLegendMark), middle - font->FontSize / 2}, legend_text(each), frame.theme.colours().ink,
            0, high.x - left - frame.px(kLegendMark));
      ++index;
    }
  }

  void bars() const {
    const Palette& colours = frame.theme.colours();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool stacked = !chart.series.empty();
    float top = low.y - frame.px(kBarHeight);
    std::size_t part = 0;
    for (const report::ChartBar& bar : chart.bars) {
      part = bar.name.empty() ? part + 1 : 0;
      if (part == 0) top += frame.px(kBarHeight);
      const float left = across(std::min(bar.from, bar.to)), right = across(std::max(bar.from, bar.to));
      const ImU32 ink = colour_of(stacked             ? chart.series[part % chart.series.size()].colour
                                  : bar.total         ? 0
                                  : bar.to < bar.from ? 2
                                                      : 1);
      const float text = top + (frame.px(kBarHeight) - frame.theme.font(Face::small)->FontSize) / 2;
      if (part == 0) small({low.x - frame.px(8), text}, bar.name, colours.ink, 1, frame.px(kBarLeft - 16));
      const ImVec2 from{left, top + frame.px(4)}, to{std::max(right, left + 1), top + frame.px(kBarHeight - 4)};
      list.AddRectFilled(from, to, ink, frame.px(2));
      if (!stacked)
        small({right + frame.px(6), text}, bar.shown, colours.ink, 0, FLT_MAX);
      else if (ImGui::IsMouseHoveringRect(from, to))
        ImGui::SetTooltip("%s", bar.shown.c_str());
    }
  }
};

// A tile says what it is where there is room for that; a tooltip says it of all.
void draw_tiles(const report::Chart& chart, ImVec2 at, ImVec2 size, Frame& frame) {
  constexpr float kInset = 6;
  ImFont* font = frame.theme.font(Face::small);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const report::ChartTile& tile : chart.tiles) {
    const ImVec2 low{std::round(at.x + static_cast<float>(tile.left) * size.x),
                     std::round(at.y + static_cast<float>(tile.top) * size.y)};
    const ImVec2 high{std::round(at.x + static_cast<float>(tile.left + tile.width) * size.x) - frame.px(1),
                      std::round(at.y + static_cast<float>(tile.top + tile.height) * size.y) - frame.px(1)};
    if (high.x <= low.x || high.y <= low.y) continue;
    list.AddRectFilled(low, high, colour_of(tile.colour));
    const auto last = static_cast<int>(kColours.size()) - 1, index = tile.colour % (last + 1);
    const ImU32 ink = index == 0 || index == last ? IM_COL32_WHITE : IM_COL32_BLACK;
    float top = low.y + frame.px(kInset) / 2;
    for (const std::string* text : {&tile.name, &tile.shown}) {
      const bool fits =
          low.x + text_width(font, *text) + 2 * frame.px(kInset) <= high.x && top + font->FontSize <= high.y;
      if (!fits) break;  // a figure without its name would be a riddle
      draw_text(list, font, {low.x + frame.px(kInset), top}, ink, *text, FLT_MAX);
      top += font->FontSize;
    }
    if (ImGui::IsMouseHoveringRect(low, high)) ImGui::SetTooltip("%s: %s", tile.name.c_str(), tile.shown.c_str());
  }
}

// Parts of a stack share the line of the first.
float lines_of(const report::Chart& chart) {
  return static_cast<float>(std::count_if(chart.bars.begin(), chart.bars.end(),
                                          [](const report::ChartBar& bar) { return !bar.name.empty(); }));
}

}  // namespace

void draw_chart(const report::Chart& chart, const std::string& layer, Frame& frame) {
  const bool tiled = !chart.tiles.empty(), barred = !chart.bars.empty();
  if (!tiled && !barred && chart.series.empty()) return;
  ImGui::Dummy({0, frame.px(4)});
  paragraph(frame, Face::small, frame.theme.colours().muted, chart.title);
  const float width = std::min(ImGui::GetContentRegionAvail().x, frame.px(kWidest));
  const float head = tiled || barred ? 0 : 1.5f * frame.theme.font(Face::small)->FontSize + frame.px(kTitleGap + 2);
  const float plot = tiled    ? width * static_cast<float>(report::kTilesHeight)
                     : barred ? frame.px(kBarHeight) * lines_of(chart)
                              : frame.px(kPlotHeight);
  const float foot = frame.px(tiled ? kTilesFoot : kBottom);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = tiled ? 0 : frame.px(barred ? kBarLeft : kLeft);
  const float right = tiled ? 0 : frame.px(barred ? kBarRight : 8);
  const ImVec2 low{at.x + left, at.y + head}, high{at.x + width - right, at.y + head + plot};
  const Legend legend = legend_of(chart, high.x - low.x, frame);
  const float below = at.y + head + plot + foot;
  if (tiled) {
    draw_tiles(chart, at, {width, plot}, frame);
    Plot{chart, frame, {0, 1, false}, {0, 1, false}, low, high, layer, {}}.legend(below, legend);
  } else if (barred) {
    const Plot drawn{chart, frame, report::x_range(chart), report::y_range(chart), low, high, layer, {}};
    drawn.axes();
    drawn.bars();
    drawn.legend(below, legend);
  } else {
    const PlotView view = plot_view(chart.id, low, high, frame);
    const Plot drawn{chart,
                     frame,
                     report::x_range(chart).between(view.x.from, view.x.to),
                     report::y_range(chart).between(view.y.from, view.y.to),
                     low,
                     high,
                     layer,
                     view};
    drawn.axes();
    drawn.vertical_axis();
    // Marks on the edge are whole while all is shown.
    const bool whole = view.x.to - view.x.from >= 1 && view.y.to - view.y.from >= 1;
    const float beyond = whole ? frame.px(kLargestMark) : 0;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({low.x - beyond, low.y - beyond}, {high.x + beyond, high.y + beyond}, true);
    for (const report::ChartSeries& series : chart.series) drawn.series(series);
    list.PopClipRect();
    drawn.legend(below, legend);
    ImGui::SetCursorScreenPos(at);
  }
  ImGui::Dummy({width, head + plot + foot + legend.height});
}

}  // namespace whichchip::ui
