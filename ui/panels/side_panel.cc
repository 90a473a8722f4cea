#include "ui/panels/side_panel.h"

#include <array>

#include "core/units.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

void facts(const ModelSummary& model, const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  if (!ImGui::BeginTable("facts", 2)) return;
  for (const Fact& fact : model.facts) {
    ImGui::TableNextColumn();
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, frame.px(1)});
    paragraph(frame, Face::small, colours.muted, fact.label);
    paragraph(frame, Face::heading, colours.ink, fact.text);
    ImGui::PopStyleVar();
    ImGui::Dummy({0, frame.px(4)});
    ImGui::EndGroup();
    hint(frame, fact.note);
  }
  ImGui::EndTable();
}

constexpr double kTold = 0.001;  // a smaller share is not seen in the bar

// The kinds of operator that hold the MACs, as one bar with a legend.
void mix(const ModelSummary& model, const Frame& frame) {
  if (model.mix.empty()) return;
  paragraph(frame, Face::small, frame.theme.colours().muted, "Share of the MACs");
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  std::vector<Segment> segments;
  for (const Share& share : model.mix) segments.push_back({share.fraction, frame.theme.of_bound(segments.size())});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_stacked_bar(frame.theme, list, low, {low.x + width, low.y + frame.px(8)}, segments);
  ImGui::Dummy({width, frame.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {frame.px(6), frame.px(2)});
  for (std::size_t i = 0; i < model.mix.size(); ++i) {
    if (model.mix[i].fraction < kTold) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = frame.theme.font(Face::small)->FontSize;
    list.AddRectFilled({at.x, at.y + line * 0.2f}, {at.x + frame.px(8), at.y + line * 0.2f + frame.px(8)},
                       segments[i].colour, frame.px(2));
    ImGui::SetCursorScreenPos({at.x + frame.px(14), at.y});
    paragraph(frame, Face::small, frame.theme.colours().muted,
              model.mix[i].label + " " + core::format(core::Quantity::fraction, model.mix[i].fraction));
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({0, frame.px(2)});
}

void coverage(const ModelSummary& model, const Frame& frame) {
  const Palette& colours = frame.theme.colours();
  const bool complete = model.coverage >= 0.99;
  ImGui::BeginGroup();
  paragraph(frame, Face::small, colours.muted, "Coverage");
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  draw_bar(frame.theme, *ImGui::GetWindowDrawList(), low, {low.x + width, low.y + frame.px(6)}, model.coverage,
           complete ? colours.accent : colours.warning);
  ImGui::Dummy({width, frame.px(8)});
  paragraph(frame, Face::small, complete ? colours.muted : colours.warning, model.coverage_text);
  ImGui::EndGroup();
}

void warnings(const ModelSummary& model, Frame& frame) {
  if (model.warnings.empty()) return;
  const std::string title =
      core::counted(static_cast<std::int64_t>(model.warnings.size()), "remark on the file", "remarks on the file");
  ImGui::PushFont(frame.theme.font(Face::small));
  ImGui::PushStyleColor(ImGuiCol_Text, frame.theme.colours().warning);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});  // in line with the rest
  const bool open = ImGui::TreeNodeEx(title.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  frame.remember("warnings");
  if (!open) return;
  for (const std::string& warning : model.warnings) paragraph(frame, Face::small, frame.theme.colours().muted, warning);
}

void rule(const Frame& frame) {
  ImGui::Dummy({0, frame.px(4)});
  ImGui::Separator();
  ImGui::Dummy({0, frame.px(4)});
}

void scenario(const View& view, Frame& frame) {
  group_heading(frame, "Scenario");
  for (const Setting& setting : view.settings) {
    if (setting.option == "deployment") continue;  // stands above the table that it fills
    drop_down(frame, setting);
  }
  for (const Dimension& dimension : view.dimensions) stepper(frame, dimension);
}

// Figures of the catalogue that are not as they were found, each with a button that takes it back.
void changes(const View& view, Frame& frame) {
  if (view.changes.empty()) return;
  rule(frame);
  group_heading(frame, "What if");
  for (const std::string& change : view.changes) {
    ImGui::PushID(change.c_str());
    const float side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - side - frame.px(6);
    ImFont* font = frame.theme.font(Face::small);
    draw_text(*ImGui::GetWindowDrawList(), font, {at.x, at.y + (side - font->FontSize) / 2},
              frame.theme.colours().warning, change, width);
    ImGui::SetCursorScreenPos({at.x + width + frame.px(6), at.y});
    if (ImGui::Button("×", {side, side})) frame.ask(SetOption{"set", change.substr(0, change.find('=') + 1)});
    frame.remember("stock:" + change);
    hint(frame, "Back to the catalogue's figure");
    ImGui::PopID();
  }
}

}  // namespace

void draw_side_panel(const View& view, Frame& frame) {
  const Palette& colours = frame.theme.colours();
  paragraph(frame, Face::heading, colours.ink, view.model.name);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, frame.px(2)});
  paragraph(frame, Face::small, colours.muted, view.model.type + " · " + view.model.origin);
  paragraph(frame, Face::small, colours.muted, view.model.inputs);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, frame.px(4)});
  facts(view.model, frame);
  mix(view.model, frame);
  coverage(view.model, frame);
  warnings(view.model, frame);
  rule(frame);
  scenario(view, frame);
  changes(view, frame);
}

}  // namespace whichchip::ui
