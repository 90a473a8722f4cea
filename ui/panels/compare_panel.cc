#include "ui/panels/compare_panel.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/units.h"
#include "ui/charts/log_axis.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

constexpr float kRowHeight = 40;
constexpr float kHeadHeight = 32;

// How wide a column is, relative to the others.
struct Look {
  std::string_view key;
  float weight;
};
// A column of weight 1 is never narrower: then the table scrolls sideways.
constexpr float kLeastWidth = 76;
constexpr Look kLooks[] = {
    {"rank", 0.3f},    {"hardware", 2.0f},           {"precision_used", 1.1f}, {"latency_s", 2.0f},
    {"power_w", 0.8f}, {"measured_latency_s", 0.8f}, {"energy_j", 0.9f},       {"compute_utilisation", 1.3f},
    {"bound", 1.2f}};
constexpr Look kPlain{"", 1.0f};

const Look& look_of(const std::string& key) {
  for (const Look& look : kLooks) {
    if (look.key == key) return look;
  }
  return kPlain;
}

std::vector<std::size_t> shown_columns(const report::Table& table) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].primary) shown.push_back(i);
  }
  return shown;
}

// One axis over the intervals of all rows, so that whiskers compare down the column.
LogAxis latency_axis(const std::vector<Mark>& marks) {
  std::vector<double> ends;
  for (const Mark& mark : marks) {
    ends.push_back(mark.latency_interval_s.low);
    ends.push_back(mark.latency_interval_s.high);
    if (mark.measured_latency_s) ends.push_back(*mark.measured_latency_s);
  }
  return LogAxis(ends);
}

struct CellBox {
  ImVec2 low, high;
  float centre() const { return (low.y + high.y) / 2; }
  float width() const { return high.x - low.x; }
};

void value_text(const Frame& frame, const CellBox& box, const std::string& text, ImU32 colour, bool right,
                Face face = Face::body) {
  ImFont* font = frame.theme.font(face);
  const float width = std::min(text_width(font, text), box.width());
  const float x = right ? box.high.x - width : box.low.x;
  draw_text(*ImGui::GetWindowDrawList(), font, {x, box.centre() - font->FontSize / 2}, colour, text, box.width() + 1);
}

void hardware_cell(const Mark& mark, const std::string& text, const CellBox& box, const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_class_marker(frame.theme, list, {box.low.x + frame.px(7), box.centre()}, frame.px(6), mark.device_class);
  const float x = box.low.x + frame.px(22);
  const float width = box.high.x - x;
  draw_text(list, frame.theme.font(Face::strong), {x, box.centre() - frame.px(17)},
            mark.fits ? colours.ink : colours.muted, text, width);
  draw_text(list, frame.theme.font(Face::small), {x, box.centre() + frame.px(2)}, colours.muted, mark.detail, width);
}

void latency_cell(const Mark& mark, const std::string& text, const LogAxis& axis, const CellBox& box,
                  const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  const float number = std::max(text_width(frame.theme.font(Face::strong), text), frame.px(64));
  value_text(frame, box, text, mark.fits ? colours.ink : colours.muted, true, Face::strong);
  const float room = box.width() - number - frame.px(8);
  if (room < frame.px(40) || !(mark.latency_interval_s.low > 0) || !std::isfinite(mark.latency_interval_s.high)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = std::round(box.centre());
  const auto x = [&](double value) { return box.low.x + room * std::clamp(axis.at(value), 0.0f, 1.0f); };
  const float low = x(mark.latency_interval_s.low), high = x(mark.latency_interval_s.high);
  const ImU32 colour = frame.theme.of(mark.device_class);
  list.AddLine({box.low.x, y}, {box.low.x + room, y}, colours.line, frame.px(1));
  list.AddRectFilled({low, y - frame.px(1)}, {high, y + frame.px(1)}, colour);
  for (const float end : {low, high})
    list.AddRectFilled({end - frame.px(1), y - frame.px(5)}, {end + frame.px(1) * 0.5f, y + frame.px(5)}, colour);
  list.AddCircleFilled({x(mark.latency_s), y}, frame.px(4), colour, 16);
  if (!mark.measured_latency_s) return;
  // What others measured: a hollow diamond, so that it is not taken for the prediction.
  const float at = x(*mark.measured_latency_s), r = frame.px(5);
  list.AddQuadFilled({at, y - r}, {at + r, y}, {at, y + r}, {at - r, y}, colours.surface);
  list.AddQuad({at, y - r}, {at + r, y}, {at, y + r}, {at - r, y}, colours.ink, frame.px(2));
}

void utilisation_cell(const Mark& mark, const std::string& text, const CellBox& box, const Frame& frame) {
  value_text(frame, box, text, frame.theme.colours().ink, true);
  const float number = std::max(text_width(frame.theme.font(Face::body), text), frame.px(36));
  const float room = box.width() - number - frame.px(8);
  if (!mark.compute_utilisation || room < frame.px(24)) return;
  draw_bar(frame.theme, *ImGui::GetWindowDrawList(), {box.low.x, box.centre() - frame.px(3)},
           {box.low.x + room, box.centre() + frame.px(3)}, *mark.compute_utilisation,
           frame.theme.of(mark.device_class));
}

void bound_cell(const Mark& mark, const std::string& text, const CellBox& box, const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = frame.theme.font(Face::small);
  draw_text(list, font, {box.low.x, box.centre() - frame.px(16)}, colours.ink, text, box.width());
  std::array<Segment, 5> segments;
  for (std::size_t i = 0; i < segments.size(); ++i) segments[i] = {mark.bound_share[i], frame.theme.of_bound(i)};
  draw_stacked_bar(frame.theme, list, {box.low.x, box.centre() + frame.px(5)},
                   {box.high.x, box.centre() + frame.px(11)}, segments);
}

void draw_cell(const report::Column& column, const report::Cell& cell, const Mark& mark, const LogAxis& axis,
               const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const CellBox box{low, {low.x + ImGui::GetContentRegionAvail().x, low.y + frame.px(kRowHeight)}};
  if (column.key == "hardware") return hardware_cell(mark, cell.text, box, frame);
  if (column.key == "latency_s") return latency_cell(mark, cell.text, axis, box, frame);
  if (column.key == "compute_utilisation") return utilisation_cell(mark, cell.text, box, frame);
  if (column.key == "bound") return bound_cell(mark, cell.text, box, frame);
  const bool missing = !cell.value && column.align == report::Align::right;
  value_text(frame, box, cell.text, mark.fits && !missing ? colours.ink : colours.muted,
             column.align == report::Align::right);
}

void draw_head(const report::Table& table, const report::Column& column, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = frame.px(kHeadHeight);
  if (ImGui::InvisibleButton(("sort:" + column.key).c_str(), {std::max(width, 1.0f), height}))
    frame.ask(SortBy{column.key});
  frame.remember("sort:" + column.key);
  const bool hovered = ImGui::IsItemHovered();
  hint(frame, column.help);
  const bool sorted = table.sorted_by == column.key;
  ImFont* font = frame.theme.font(Face::small);
  const std::string unit = column.unit.empty() ? "" : " " + column.unit;
  const float arrow = sorted ? frame.px(12) : 0;
  const float text = text_width(font, column.title) + text_width(font, unit);
  const bool right = column.align == report::Align::right;
  float x = right ? low.x + std::max(width - text - arrow, 0.0f) : low.x;
  const float y = low.y + (height - font->FontSize) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = sorted || hovered ? colours.accent : colours.muted;
  draw_text(list, font, {x, y}, colour, column.title, width);
  x += text_width(font, column.title);
  draw_text(list, font, {x, y}, sorted ? colours.accent : colours.strong_line, unit, width);
  if (!sorted) return;
  x += text_width(font, unit) + frame.px(7);
  const float middle = low.y + height / 2, r = frame.px(4);
  if (table.ascending)
    list.AddTriangleFilled({x - r, middle + r * 0.6f}, {x, middle - r * 0.6f}, {x + r, middle + r * 0.6f}, colour);
  else
    list.AddTriangleFilled({x - r, middle - r * 0.6f}, {x + r, middle - r * 0.6f}, {x, middle + r * 0.6f}, colour);
}

void draw_row(const View& view, std::size_t index, std::span<const std::size_t> shown, const LogAxis& axis,
              Frame& frame) {
  const report::Row& row = view.comparison.rows[index];
  const float height = frame.px(kRowHeight);
  ImGui::TableNextRow(0, height);
  ImGui::PushID(row.key.c_str());
  bool first = true;
  for (const std::size_t column : shown) {
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (first) {
      first = false;
      const bool selected = row.key == view.selected;
      // Without spacing, so that the highlight ends where the row does.
      ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
      if (ImGui::Selectable("##row", selected, ImGuiSelectableFlags_SpanAllColumns, {0, height}))
        frame.ask(Select{row.key});
      ImGui::PopStyleVar();
      frame.remember("row:" + row.key);
      hint(frame, row.cells[column].note);
      ImGui::SetCursorScreenPos(at);
    }
    draw_cell(view.comparison.columns[column], row.cells[column], view.marks[index], axis, frame);
  }
  ImGui::PopID();
}

void out_of_ranking(const View& view, Frame& frame) {
  if (view.failed.rows.empty()) return;
  const Palette& colours = frame.theme.colours();
  const auto count = static_cast<std::int64_t>(view.failed.rows.size());
  const std::string title = core::counted(count, "device", "devices") + " not in the ranking";
  ImGui::PushFont(frame.theme.font(Face::small));
  ImGui::PushStyleColor(ImGuiCol_Text, colours.muted);
  const bool open = ImGui::TreeNodeEx(title.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  frame.remember("failed");
  if (!open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {frame.px(8), frame.px(2)});
  for (const report::Row& row : view.failed.rows)
    paragraph(frame, Face::small, colours.muted, row.cells.front().text + ": " + row.cells.back().text);
  ImGui::PopStyleVar();
}

float rows_height(const View& view, const Frame& frame) {
  const bool none_found = view.comparison.rows.empty() && !view.find.empty();
  return frame.px(kHeadHeight) + (none_found ? frame.px(kRowHeight) : 0) +
         static_cast<float>(view.comparison.rows.size()) * frame.px(kRowHeight + 1);
}

float failed_height(const View& view, const Frame& frame) { return view.failed.rows.empty() ? 0 : frame.px(32); }

}  // namespace

float compare_panel_height(const View& view, const Frame& frame) {
  return rows_height(view, frame) + failed_height(view, frame) + frame.px(8);
}

void draw_compare_panel(const View& view, Frame& frame) {
  const report::Table& table = view.comparison;
  const auto shown = shown_columns(table);
  if (shown.empty()) return;
  if (table.rows.empty() && !view.find.empty())
    paragraph(frame, Face::body, frame.theme.colours().muted, "No row holds \"" + view.find + "\".");
  const LogAxis axis = latency_axis(view.marks);
  const auto flags = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_PadOuterX |
                     ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings;
  float least = 0;
  for (const std::size_t column : shown) least += frame.px(kLeastWidth) * look_of(table.columns[column].key).weight;
  const bool wide = least > ImGui::GetContentRegionAvail().x;
  const float height =
      std::min(rows_height(view, frame) + frame.px(4), ImGui::GetContentRegionAvail().y - failed_height(view, frame));
  if (ImGui::BeginTable("comparison", static_cast<int>(shown.size()), wide ? flags | ImGuiTableFlags_ScrollX : flags,
                        {0, height}, wide ? least : 0)) {
    ImGui::TableSetupScrollFreeze(wide ? 2 : 0, 1);
    for (const std::size_t column : shown) {
      const Look& look = look_of(table.columns[column].key);
      ImGui::TableSetupColumn(table.columns[column].key.c_str(), ImGuiTableColumnFlags_WidthStretch, look.weight);
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, frame.px(kHeadHeight));
    for (const std::size_t column : shown) {
      ImGui::TableNextColumn();
      draw_head(table, table.columns[column], frame);
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(table.rows.size()), frame.px(kRowHeight));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        draw_row(view, static_cast<std::size_t>(i), shown, axis, frame);
    }
    ImGui::EndTable();
  }
  out_of_ranking(view, frame);
}

}  // namespace whichchip::ui
