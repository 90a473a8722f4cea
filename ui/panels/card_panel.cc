#include "ui/panels/card_panel.h"

#include "core/units.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

struct LadderPart {
  const char* name;
  double seconds;
  ImU32 colour;
};

// Rungs keep the hue of the bound that they belong to: compute, power, memory, link, overhead.
std::vector<LadderPart> ladder(const Card& card, const Theme& theme) {
  const auto faded = [](ImU32 colour, std::uint32_t alpha) {
    return (colour & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT);
  };
  const auto rung = [&](estimate::Rung each) { return card.rungs_s[static_cast<std::size_t>(each)]; };
  const ImU32 compute = theme.of_bound(0);
  std::vector<LadderPart> parts{{"Ideal", rung(estimate::Rung::ideal), compute},
                                {"Padding", rung(estimate::Rung::padding), faded(compute, 0xb0)},
                                {"Efficiency", rung(estimate::Rung::efficiency), faded(compute, 0x70)},
                                {"Power", rung(estimate::Rung::power), theme.of_bound(2)},
                                {"Memory", rung(estimate::Rung::memory), theme.of_bound(1)},
                                {"Link", rung(estimate::Rung::link), theme.of_bound(3)},
                                {"Fixed", rung(estimate::Rung::fixed) + card.request_s, theme.of_bound(4)},
                                {"Host", rung(estimate::Rung::fallback), faded(theme.of_bound(3), 0x90)}};
  std::erase_if(parts, [](const LadderPart& part) { return !(part.seconds > 0); });
  return parts;
}

void draw_ladder(const Card& card, const Frame& frame) {
  const auto parts = ladder(card, frame.theme);
  if (parts.empty() || !(card.latency_s > 0)) return;
  const Palette& colours = frame.theme.colours();
  paragraph(frame, Face::small, colours.muted,
            "Where the " + core::format(core::Quantity::time, card.latency_s) + " of a batch go");
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  std::vector<Segment> segments;
  for (const LadderPart& part : parts) segments.push_back({part.seconds / card.latency_s, part.colour});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_stacked_bar(frame.theme, list, low, {low.x + width, low.y + frame.px(14)}, segments);
  ImGui::Dummy({width, frame.px(16)});
  ImFont* font = frame.theme.font(Face::small);
  float x = low.x;
  float y = ImGui::GetCursorScreenPos().y;
  for (const LadderPart& part : parts) {
    const std::string text = std::string(part.name) + " " + core::format(core::Quantity::time, part.seconds);
    const float needed = frame.px(14) + text_width(font, text) + frame.px(16);
    if (x > low.x && x + needed > low.x + width) {
      x = low.x;
      y += frame.px(20);
    }
    list.AddRectFilled({x, y + frame.px(4)}, {x + frame.px(8), y + frame.px(12)}, part.colour, frame.px(2));
    draw_text(list, font, {x + frame.px(14), y}, colours.muted, text, FLT_MAX);
    x += needed;
  }
  ImGui::Dummy({width, y + frame.px(20) - ImGui::GetCursorScreenPos().y});
}

void figures(const report::Table& table, const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  // Values of several lines keep apart from what follows.
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, frame.px(2)});
  const bool open = ImGui::BeginTable("figures", 2, ImGuiTableFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!open) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, frame.px(112));
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  for (const report::Row& row : table.rows) {
    if (row.cells.size() < 2) continue;
    ImGui::TableNextRow(0, frame.px(20));
    ImGui::TableNextColumn();
    paragraph(frame, Face::small, colours.muted, row.cells[0].text);
    ImGui::TableNextColumn();
    paragraph(frame, Face::small, colours.ink, row.cells[1].text);
  }
  ImGui::EndTable();
}

}  // namespace

void draw_card_panel(const View& view, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  if (!view.card) {
    paragraph(frame, Face::body, colours.muted, "None of these devices can run this model: the reasons are above.");
    return;
  }
  for (const Mark& mark : view.marks) {
    if (mark.hardware != view.card->hardware) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = frame.theme.font(Face::heading)->FontSize;
    draw_class_marker(frame.theme, *ImGui::GetWindowDrawList(), {at.x + frame.px(7), at.y + line / 2}, frame.px(6),
                      mark.device_class);
    ImGui::SetCursorScreenPos({at.x + frame.px(22), at.y});
  }
  paragraph(frame, Face::heading, colours.ink, view.card->hardware);
  draw_ladder(*view.card, frame);
  figures(view.card->facts, frame);
}

}  // namespace whichchip::ui
