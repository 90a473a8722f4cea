#include "ui/panels/document_panel.h"

#include <algorithm>
#include <cmath>

#include "report/heat_map.h"
#include "ui/charts/chart.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

constexpr float kRowHeight = 28;
constexpr float kHeadHeight = 32;
constexpr float kWidestColumn = 420;
constexpr float kNarrowestLast = 200;
constexpr float kGap = 20;  // between columns
constexpr float kBarWidth = 120;
constexpr float kBarHeight = 8;
constexpr float kPickerWidth = 280;
constexpr float kChoiceWidth = 200;

// Viridis in five steps, as in the HTML report: even to colour-blind eyes and in grey (Nuñez, Anderton and Renslow
// 2018).
constexpr struct {
  ImU32 ground, ink;
} kHeat[report::kHeatLevels] = {{IM_COL32(0xfd, 0xe7, 0x25, 255), IM_COL32_BLACK},
                                {IM_COL32(0x7a, 0xd1, 0x51, 255), IM_COL32_BLACK},
                                {IM_COL32(0x22, 0xa8, 0x84, 255), IM_COL32_BLACK},
                                {IM_COL32(0x41, 0x44, 0x87, 255), IM_COL32_WHITE},
                                {IM_COL32(0x44, 0x01, 0x54, 255), IM_COL32_WHITE}};

std::string head_of(const report::Column& column) {
  return column.unit.empty() ? column.title : column.title + " " + column.unit;
}

// Row by row, as the cells lie in memory: a map of layers has thousands.
std::vector<float> widths_of(const report::Table& table, const Frame& frame) {
  ImFont* font = frame.theme.font(Face::body);
  std::vector<float> widths;
  for (const report::Column& column : table.columns)
    widths.push_back(text_width(frame.theme.font(Face::small), head_of(column)));
  for (const report::Row& row : table.rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const report::Cell& cell = row.cells[i];
      // A shade takes what its head does.
      if (cell.heat == report::kNoHeat) widths[i] = std::max(widths[i], text_width(font, cell.text));
    }
  }
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const bool bar = table.columns[i].key == report::kBarColumn;
    widths[i] = bar ? frame.px(kBarWidth + kGap) : std::min(widths[i], frame.px(kWidestColumn)) + frame.px(kGap);
  }
  return widths;
}

void draw_in(const Frame& frame, ImFont* font, const std::string& text, ImU32 colour, bool right, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - frame.px(kGap);
  const float x = right ? at.x + std::max(room - text_width(font, text), 0.0f) : at.x;
  draw_text(*ImGui::GetWindowDrawList(), font, {x, at.y + (height - font->FontSize) / 2}, colour, text, room + 1);
}

// A cell of a heat map: its ground says how far from the best it is, and the best of the row has its letter.
void draw_heat(const report::Column& column, const report::Cell& cell, Frame& frame) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x - frame.px(2), 1.0f);
  const float height = frame.px(kRowHeight) - frame.px(2);
  const auto heat = static_cast<std::size_t>(cell.heat);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, kHeat[heat].ground, frame.px(2));
  if (cell.heat == 0) {
    ImFont* font = frame.theme.font(Face::body);
    const float x = at.x + (width - text_width(font, cell.text)) / 2;
    draw_text(list, font, {x, at.y + (height - font->FontSize) / 2}, kHeat[heat].ink, cell.text, width);
  }
  ImGui::Dummy({width, frame.px(kRowHeight)});
  if (ImGui::IsItemHovered()) hint(frame, report::note_of(column, cell));
}

void draw_bar(const report::Cell& cell, Frame& frame) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = frame.px(kRowHeight), thick = frame.px(kBarHeight);
  const float width = static_cast<float>(std::clamp(cell.value.value_or(0), 0.0, 1.0)) * frame.px(kBarWidth);
  const float top = at.y + (height - thick) / 2;
  if (width > 0)  // however short, what there is has a bar; what there is not has none
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + std::max(width, 1.0f), top + thick},
                                              frame.theme.colours().accent, frame.px(2));
  ImGui::Dummy({std::max(ImGui::GetContentRegionAvail().x, 1.0f), height});
}

void draw_cell(const report::Column& column, const report::Cell& cell, bool muted, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  if (cell.heat != report::kNoHeat) return draw_heat(column, cell, frame);
  if (column.key == report::kBarColumn) return draw_bar(cell, frame);
  const bool right = column.align == report::Align::right;
  const bool missing = right && !cell.value;
  const float height = frame.px(kRowHeight);
  draw_in(frame, frame.theme.font(Face::body), cell.text, muted || missing ? colours.muted : colours.ink, right,
          height);
  const float width = ImGui::GetContentRegionAvail().x;
  const bool cut = text_width(frame.theme.font(Face::body), cell.text) > width - frame.px(kGap);
  ImGui::Dummy({std::max(width, 1.0f), height});
  hint(frame, cut ? cell.note.empty() ? cell.text : cell.text + "\n" + cell.note : cell.note);
}

// The whole row picks what it stands for.
void pick_row(const report::Row& row, const std::string& layer, Frame& frame) {
  ImGui::PushStyleColor(ImGuiCol_Header, frame.theme.colours().selected);
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, frame.theme.colours().hover);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr auto kSpan = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowOverlap;
  if (ImGui::Selectable(("##" + row.key).c_str(), row.key == layer, kSpan, {0, frame.px(kRowHeight)}))
    frame.ask(SelectLayer{row.key});
  frame.remember("layer:" + row.key);
  ImGui::SetCursorScreenPos(at);
  ImGui::PopStyleColor(2);
}

bool is_layer(const report::Row& row) { return !row.key.empty() && row.key.front() >= '0' && row.key.front() <= '9'; }

void draw_table(const report::Table& table, const std::string& layer, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  if (table.columns.empty()) return;
  const bool of_layers = is_of_layers(table);
  const bool headed = std::any_of(table.columns.begin(), table.columns.end(),
                                  [](const report::Column& column) { return !column.title.empty(); });
  const float height = frame.px(kRowHeight) * static_cast<float>(table.rows.size()) +
                       (headed ? frame.px(kHeadHeight) : 0) + ImGui::GetStyle().ScrollbarSize + frame.px(2);
  if (!ImGui::IsRectVisible({1, height})) {  // its widths alone would look at every cell
    ImGui::Dummy({0, height});
    return;
  }
  constexpr auto kFlags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH |
                          ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_NoPadInnerX;
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginTable(table.id.c_str(), static_cast<int>(table.columns.size()), kFlags, {0, height})) {
    ImGui::TableSetupScrollFreeze(1, 0);
    float left = room;
    const std::vector<float> widths = widths_of(table, frame);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      // The last column takes what the others leave; its longer texts are cut, and whole in their tooltip.
      const float wanted = widths[i];
      // A shade is not: its columns are all alike.
      const bool shades = !table.rows.empty() && table.rows.front().cells[i].heat != report::kNoHeat;
      const bool last = i + 1 == table.columns.size() && table.columns[i].align == report::Align::left && !shades;
      ImGui::TableSetupColumn(table.columns[i].key.c_str(), ImGuiTableColumnFlags_WidthFixed,
                              last && left >= frame.px(kNarrowestLast) ? left : wanted);
      left -= wanted;
    }
    if (headed) {
      ImGui::TableNextRow(0, frame.px(kHeadHeight));
      for (const report::Column& column : table.columns) {
        if (!ImGui::TableNextColumn()) continue;  // scrolled out of sight
        draw_in(frame, frame.theme.font(Face::small), head_of(column), colours.muted,
                column.align == report::Align::right, frame.px(kHeadHeight));
        ImGui::Dummy({std::max(ImGui::GetContentRegionAvail().x, 1.0f), frame.px(kHeadHeight)});
        hint(frame, column.help);
      }
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(table.rows.size()), frame.px(kRowHeight));
    while (clipper.Step()) {
      for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r) {
        const report::Row& row = table.rows[static_cast<std::size_t>(r)];
        ImGui::TableNextRow(0, frame.px(kRowHeight));
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
          if (!ImGui::TableNextColumn()) continue;
          if (i == 0 && of_layers && is_layer(row)) pick_row(row, layer, frame);
          draw_cell(table.columns[i], row.cells[i], row.muted, frame);
        }
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar(2);
}

// What the panel is about: the device, and further choices of its own, side by side.
void draw_choices(const View& view, Frame& frame) {
  if (!view.device_picker && view.panel_settings.empty()) return;
  ImGui::Dummy({0, frame.px(4)});
  const float height = ImGui::GetFrameHeight() + ImGui::GetTextLineHeightWithSpacing();
  const auto pick = [](const Setting&, const Choice& choice) { return Intent(Select{choice.value}); };
  const auto set = [](const Setting& setting, const Choice& choice) {
    return Intent(SetPanelOption{setting.option, choice.value});
  };
  const float room = ImGui::GetContentRegionAvail().x;
  float used = 0;
  const auto draw = [&](const Setting& setting, Intent (*choose)(const Setting&, const Choice&), float width) {
    const bool fits = used + frame.px(kGap) + frame.px(width) <= room;
    if (used > 0 && fits) ImGui::SameLine(0, frame.px(kGap));
    used = (used > 0 && fits ? used + frame.px(kGap) : 0) + frame.px(width);
    ImGui::BeginChild(("choice:" + setting.option).c_str(), {frame.px(width), height});
    drop_down(frame, setting, choose);
    ImGui::EndChild();
  };
  if (view.device_picker) draw(*view.device_picker, pick, kPickerWidth);
  for (const Setting& setting : view.panel_settings) draw(setting, set, kChoiceWidth);
}

}  // namespace

void draw_document_panel(const View& view, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  const report::Document& document = view.document;
  if (begin_card(frame, ("document:" + view.panel).c_str(), {0, 0}, {frame.px(20), frame.px(16)})) {
    paragraph(frame, Face::heading, colours.ink, document.title);
    if (!document.subtitle.empty()) paragraph(frame, Face::small, colours.muted, document.subtitle);
    draw_choices(view, frame);
    int index = 0;
    for (const report::Section& section : document.sections) {
      ImGui::PushID(index++);
      ImGui::Dummy({0, frame.px(8)});
      if (!section.title.empty()) paragraph(frame, Face::strong, colours.ink, section.title);
      for (const std::string& line : section.lines) paragraph(frame, Face::body, colours.ink, line);
      for (const report::Chart& chart : section.charts) draw_chart(chart, view.layer, frame);
      for (const report::Table& table : section.tables) {
        if (!table.caption.empty() && table.caption != section.title)
          paragraph(frame, Face::small, colours.muted, table.caption);
        draw_table(table, view.layer, frame);
      }
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
}

}  // namespace whichchip::ui
