#include "ui/charts/plot_view.h"

#include <algorithm>

#include "core/math.h"

namespace whichchip::ui {
namespace {

constexpr float kStep = 0.8f;  // of what is shown, with a line of the wheel
constexpr float kNarrowest = 0.02f;
constexpr float kClickSlop = 4;

// Within 0 to 1, as wide as it is where that is possible.
Span kept_inside(Span span) {
  const float width = std::clamp(span.to - span.from, kNarrowest, 1.0f);
  const float from = std::clamp(span.from, 0.0f, 1 - width);
  return {from, from + width};
}

Span zoomed(Span span, float place, float lines) {
  const float factor = static_cast<float>(core::pow(kStep, lines));
  const float centre = span.from + place * (span.to - span.from);
  return kept_inside({centre - (centre - span.from) * factor, centre + (span.to - centre) * factor});
}

Span moved(Span span, float by) {
  const float shift = by * (span.to - span.from);
  return kept_inside({span.from - shift, span.to - shift});
}

// Dear ImGui keeps it with the window, as it does for what is scrolled or folded.
Span load(const char* name, ImGuiStorage& store) {
  return {store.GetFloat(ImGui::GetID(name), 0), store.GetFloat(ImGui::GetID(name) + 1, 1)};
}

void save(const char* name, const Span& span, ImGuiStorage& store) {
  store.SetFloat(ImGui::GetID(name), span.from);
  store.SetFloat(ImGui::GetID(name) + 1, span.to);
}

}  // namespace

PlotView plot_view(const std::string& id, ImVec2 low, ImVec2 high, Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGuiStorage& store = *ImGui::GetStateStorage();
  const ImVec2 size{std::max(high.x - low.x, 1.0f), std::max(high.y - low.y, 1.0f)};
  ImGui::PushID(id.c_str());
  PlotView view{load("x", store), load("y", store)};
  ImGui::SetCursorScreenPos(low);
  ImGui::InvisibleButton("plot", size);
  frame.remember("plot:" + id);
  view.hovered = ImGui::IsItemHovered();
  if (view.hovered && io.KeyCtrl && io.MouseWheel != 0) {
    view.x = zoomed(view.x, (io.MousePos.x - low.x) / size.x, io.MouseWheel);
    view.y = zoomed(view.y, (high.y - io.MousePos.y) / size.y, io.MouseWheel);
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, frame.px(kClickSlop))) {
    view.x = moved(view.x, io.MouseDelta.x / size.x);
    view.y = moved(view.y, -io.MouseDelta.y / size.y);
  }
  if (view.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view.x = view.y = {};
  const float slop = frame.px(kClickSlop);
  view.clicked = view.hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                 io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < slop * slop;
  save("x", view.x, store);
  save("y", view.y, store);
  ImGui::PopID();
  return view;
}

}  // namespace whichchip::ui
