#include "ui/root.h"

#include <algorithm>

#include "ui/panels.h"
#include "ui/panels/card_panel.h"
#include "ui/panels/compare_panel.h"
#include "ui/panels/document_panel.h"
#include "ui/panels/scatter_panel.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/verdict_panel.h"
#include "ui/widgets.h"

namespace whichchip::ui {
namespace {

constexpr float kSideWidth = 288;
constexpr float kBottomHeight = 232;
constexpr float kLeastTableHeight = 220;
constexpr auto kPlainWindow = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                              ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                              ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground;

void deployment_tabs(const View& view, Frame& frame) {
  for (const Setting& setting : view.settings) {
    if (setting.option == "deployment") segmented(frame, setting);
  }
}

void card(const char* id, const ImVec2& size, float padding, void (*draw)(const View&, Frame&), const View& view,
          Frame& frame) {
  if (begin_card(frame, id, size, {frame.px(padding), frame.px(padding)})) draw(view, frame);
  ImGui::EndChild();
}

// The table takes what its rows need; plot and card take the rest, and never less than is readable.
void comparison(const View& view, Frame& frame) {
  draw_verdict_panel(view, frame);
  ImGui::Dummy({0, frame.px(2)});
  deployment_tabs(view, frame);
  const float gap = frame.px(8);
  const float available = ImGui::GetContentRegionAvail().y;
  const float wanted = compare_panel_height(view, frame) + frame.px(16);
  const float room = std::max(available - frame.px(kBottomHeight) - gap, frame.px(kLeastTableHeight));
  card("compare", {0, std::min(wanted, room)}, 8, draw_compare_panel, view, frame);
  const float bottom = std::max(ImGui::GetContentRegionAvail().y, frame.px(kBottomHeight));
  const float half = static_cast<float>(static_cast<int>((ImGui::GetContentRegionAvail().x - gap) / 2));
  card("scatter", {half, bottom}, 12, draw_scatter_panel, view, frame);
  ImGui::SameLine(0, gap);
  card("card", {0, bottom}, 12, draw_card_panel, view, frame);
}

void main_column(const View& view, Frame& frame) {
  if (view.panel == kComparisonPanel) return comparison(view, frame);
  deployment_tabs(view, frame);
  draw_document_panel(view, frame);
}

}  // namespace

std::vector<Intent> draw(const View& view, const Theme& theme, std::map<std::string, Rectangle>& rectangles) {
  std::vector<Intent> intents;
  rectangles.clear();
  if (!view.has_model) return intents;
  Frame frame{theme, intents, rectangles};
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool open = ImGui::Begin("root", nullptr, kPlainWindow);
  ImGui::PopStyleVar();
  if (open) {
    const auto padded = ImGuiChildFlags_AlwaysUseWindowPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0);
    ImGui::BeginChild("side", {frame.px(kSideWidth), 0}, padded);
    ImGui::PopStyleVar(2);
    draw_side_panel(view, frame);
    ImGui::EndChild();
    ImGui::SameLine(0, frame.px(1));
    // Below it is the canvas's ground, which has the page's colour; without a graphics card each layer is a few
    // milliseconds.
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild("main", {0, 0}, padded);
    main_column(view, frame);
    ImGui::EndChild();
    ImGui::PopStyleColor();
  }
  ImGui::End();
  return intents;
}

}  // namespace whichchip::ui
