#include "ui/panels/verdict_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

constexpr std::size_t kFurther = 1;
constexpr float kTileHeight = 66;

const Mark* mark_of(const View& view, const std::string& hardware) {
  for (const Mark& mark : view.marks) {
    if (mark.hardware == hardware) return &mark;
  }
  return nullptr;
}

std::string cell(const report::Table& table, const report::Row& row, const char* column) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].key == column) return row.cells[i].text;
  }
  return {};
}

// "Energy × delay" → "Best energy × delay"
std::string title_of(const View& view, const report::Row& row) {
  std::string metric = cell(view.winners, row, "metric");
  if (!metric.empty() && metric[0] >= 'A' && metric[0] <= 'Z') metric[0] = static_cast<char>(metric[0] - 'A' + 'a');
  return "Best " + metric;
}

// One tile a metric: who wins it, by which value. A click picks the device.
void winner_tile(const View& view, const report::Row& row, float width, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  const std::string hardware = cell(view.winners, row, "hardware");
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float height = frame.px(kTileHeight);
  if (ImGui::InvisibleButton(("winner:" + row.key).c_str(), {width, height})) frame.ask(Select{hardware});
  frame.remember("winner:" + row.key);
  hint(frame, "Matters for: " + cell(view.winners, row, "use"));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ground = ImGui::IsItemHovered() ? colours.hover : colours.surface;
  list.AddRectFilled(low, {low.x + width, low.y + height}, ground, frame.px(8));
  list.AddRect(low, {low.x + width, low.y + height}, colours.line, frame.px(8));
  const float x = low.x + frame.px(12);
  const float inner = width - frame.px(24);
  ImFont* small = frame.theme.font(Face::small);
  draw_text(list, small, {x, low.y + frame.px(6)}, colours.muted, title_of(view, row), inner);
  float indent = 0;
  if (const Mark* mark = mark_of(view, hardware)) {
    indent = frame.px(18);
    draw_class_marker(frame.theme, list, {x + frame.px(6), low.y + frame.px(33)}, frame.px(5), mark->device_class);
  }
  draw_text(list, frame.theme.font(Face::strong), {x + indent, low.y + frame.px(24)}, colours.ink, hardware,
            inner - indent);
  draw_text(list, small, {x, low.y + frame.px(44)}, colours.muted, cell(view.winners, row, "value"), inner);
}

void winner_tiles(const View& view, Frame& frame) {
  const auto& rows = view.winners.rows;
  if (rows.empty()) return;
  const float gap = frame.px(8);
  const float available = ImGui::GetContentRegionAvail().x;
  // As many as fit; together they are as wide as what is below them, to the pixel.
  const auto most = static_cast<std::size_t>(std::max((available + gap) / (frame.px(140) + gap), 1.0f));
  const std::size_t count = std::min(rows.size(), most);
  const float step = (available + gap) / static_cast<float>(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    const float from = std::round(step * static_cast<float>(i)), to = std::round(step * static_cast<float>(i + 1));
    winner_tile(view, rows[i], to - from - gap, frame);
  }
}

}  // namespace

void draw_verdict_panel(const View& view, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  if (!view.verdict.empty()) paragraph(frame, Face::heading, colours.ink, view.verdict.front());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {frame.px(8), frame.px(4)});
  for (std::size_t i = 1; i < view.verdict.size() && i <= kFurther; ++i)
    paragraph(frame, Face::body, colours.muted, view.verdict[i]);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, frame.px(4)});
  winner_tiles(view, frame);
}

}  // namespace whichchip::ui
