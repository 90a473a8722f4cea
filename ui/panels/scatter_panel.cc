#include "ui/panels/scatter_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/log_axis.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

struct Plot {
  ImVec2 low, high;  // corners of the plotting area
  LogAxis x, y;
  float px(double value) const { return low.x + (high.x - low.x) * x.at(value); }
  float py(double value) const { return high.y - (high.y - low.y) * y.at(value); }
};

void grid(const Plot& plot, const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = frame.theme.font(Face::small);
  float free_from = -FLT_MAX;
  for (const double tick : plot.x.ticks()) {
    const float x = std::round(plot.px(tick));
    list.AddLine({x, plot.low.y}, {x, plot.high.y}, colours.line, frame.px(1));
    const std::string text = tick_text(core::Quantity::time, tick);
    const float start = x - text_width(font, text) / 2;
    if (start < free_from) continue;
    draw_text(list, font, {start, plot.high.y + frame.px(4)}, colours.muted, text, FLT_MAX);
    free_from = start + text_width(font, text) + frame.px(12);
  }
  float free_below = FLT_MAX;
  for (const double tick : plot.y.ticks()) {
    const float y = std::round(plot.py(tick));
    list.AddLine({plot.low.x, y}, {plot.high.x, y}, colours.line, frame.px(1));
    if (y > free_below) continue;
    const std::string text = tick_text(core::Quantity::energy, tick);
    draw_text(list, font, {plot.low.x - text_width(font, text) - frame.px(6), y - font->FontSize / 2}, colours.muted,
              text, FLT_MAX);
    free_below = y - font->FontSize - frame.px(4);
  }
}

void whiskers(const Mark& mark, const Plot& plot, ImU32 colour, const Frame& frame) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = plot.px(mark.latency_s), y = plot.py(mark.energy_j);
  const auto faint = (colour & ~IM_COL32_A_MASK) | (0x60u << IM_COL32_A_SHIFT);
  const auto& latency = mark.latency_interval_s;
  const auto& energy = mark.energy_interval_j;
  list.PushClipRect(plot.low, plot.high, true);
  // On whole pixels: two triangles each, where a line with smooth edges has six.
  const float half = frame.px(1);
  const float across = std::round(y), up = std::round(x);
  if (latency.low > 0 && std::isfinite(latency.high))
    list.AddRectFilled({plot.px(latency.low), across - half}, {plot.px(latency.high), across + half}, faint);
  if (energy.low > 0 && std::isfinite(energy.high))
    list.AddRectFilled({up - half, plot.py(energy.high)}, {up + half, plot.py(energy.low)}, faint);
  list.PopClipRect();
}

// Labels that would run over one another are left out; the mark's tooltip has them all.
struct Labels {
  std::vector<ImVec4> taken;
  bool place(const ImVec4& box) {
    for (const ImVec4& other : taken) {
      if (box.x < other.z && other.x < box.z && box.y < other.w && other.y < box.w) return false;
    }
    taken.push_back(box);
    return true;
  }
};

void label(const Mark& mark, const Plot& plot, Labels& labels, bool selected, const Frame& frame) {
  ImFont* font = frame.theme.font(selected ? Face::strong : Face::small);
  const float width = text_width(font, mark.hardware);
  const ImVec2 at{plot.px(mark.latency_s), plot.py(mark.energy_j)};
  // Above or below the whisker, which would strike it through; beside the ring of the picked one.
  const float aside = frame.px(selected ? 12 : 8);
  const ImVec2 right_above{at.x + aside, at.y - font->FontSize - frame.px(3)};
  const ImVec2 left_below{at.x - aside - width, at.y + frame.px(3)};
  const auto inside = [&](const ImVec2& from) { return from.x >= plot.low.x && from.x + width <= plot.high.x; };
  for (const ImVec2& from : {right_above, {left_below.x, right_above.y}, {right_above.x, left_below.y}, left_below}) {
    if (!inside(from) || !labels.place({from.x, from.y, from.x + width, from.y + font->FontSize})) continue;
    draw_text(*ImGui::GetWindowDrawList(), font, from, frame.theme.colours().ink, mark.hardware, FLT_MAX);
    return;
  }
  if (!selected) return;
  const ImVec2 from{inside(right_above) ? right_above.x : left_below.x, right_above.y};
  labels.taken.push_back({from.x, from.y, from.x + width, from.y + font->FontSize});
  draw_text(*ImGui::GetWindowDrawList(), font, from, frame.theme.colours().ink, mark.hardware, FLT_MAX);
}

}  // namespace

void draw_scatter_panel(const View& view, Frame& frame) {
  paragraph(frame, Face::strong, frame.theme.colours().ink, "Latency of a batch, energy of an inference");
  // The axes hold the whiskers too: one that ran over the labels would be read as part of them.
  std::vector<double> latencies, energies;
  for (const Mark& mark : view.marks) {
    if (!mark.fits) continue;
    latencies.insert(latencies.end(), {mark.latency_s, mark.latency_interval_s.low, mark.latency_interval_s.high});
    energies.insert(energies.end(), {mark.energy_j, mark.energy_interval_j.low, mark.energy_interval_j.high});
  }
  if (latencies.empty()) {  // axes of nothing would claim a range
    paragraph(frame, Face::body, frame.theme.colours().muted, "Nothing to draw.");
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < frame.px(160) || room.y < frame.px(100)) return;
  const Plot plot{{at.x + frame.px(56), at.y + frame.px(4)},
                  {at.x + room.x - frame.px(8), at.y + room.y - frame.px(24)},
                  LogAxis(latencies),
                  LogAxis(energies)};
  grid(plot, frame);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  Labels labels;
  const float radius = frame.px(6);
  // The picked device is drawn last, on top, and labelled first.
  std::vector<const Mark*> shown;
  for (const Mark& mark : view.marks) {
    if (mark.fits && mark.latency_s > 0 && mark.energy_j > 0) shown.push_back(&mark);
  }
  std::stable_partition(shown.begin(), shown.end(), [&](const Mark* mark) { return mark->hardware != view.selected; });
  for (const Mark* mark : shown) {
    const float x = plot.px(mark->latency_s), y = plot.py(mark->energy_j);
    labels.taken.push_back({x - radius, y - radius, x + radius, y + radius});
    whiskers(*mark, plot, frame.theme.of(mark->device_class), frame);
  }
  for (const Mark* mark : shown) {
    const float x = plot.px(mark->latency_s), y = plot.py(mark->energy_j);
    if (mark->hardware == view.selected)
      list.AddCircle({x, y}, radius * 1.9f, frame.theme.colours().accent, 24, frame.px(2));
    draw_class_marker(frame.theme, list, {x, y}, radius, mark->device_class);
    ImGui::SetCursorScreenPos({x - radius * 1.5f, y - radius * 1.5f});
    if (ImGui::InvisibleButton(("point:" + mark->hardware).c_str(), {radius * 3, radius * 3}))
      frame.ask(Select{mark->hardware});
    frame.remember("point:" + mark->hardware);
    hint(frame, mark->hardware + ": " + core::format(core::Quantity::time, mark->latency_s) + ", " +
                    core::format(core::Quantity::energy, mark->energy_j));
  }
  // The picked one first, then the best of the order.
  if (!shown.empty() && shown.back()->hardware == view.selected)
    std::rotate(shown.begin(), shown.end() - 1, shown.end());
  for (const Mark* mark : shown) label(*mark, plot, labels, mark->hardware == view.selected, frame);
}

}  // namespace whichchip::ui
