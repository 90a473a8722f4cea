// What every panel is handed while a frame is drawn: the look, a place for intents, and the register of widgets.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "imgui.h"

#include "ui/intent.h"
#include "ui/theme.h"

namespace whichchip::ui {

// In device pixels of the canvas.
struct Rectangle {
  float x = 0, y = 0, width = 0, height = 0;
};

struct Frame {
  const Theme& theme;
  std::vector<Intent>& intents;
  // Widget id → where it stands, so that tests can click on what has no DOM: "setting:precision", "sort:latency_s".
  std::map<std::string, Rectangle>& rectangles;

  float px(float css) const { return theme.px(css); }
  void ask(Intent intent) { intents.push_back(std::move(intent)); }
  // Registers the item just submitted, if it is seen: a window that appears is laid out unseen first, and placed after.
  void remember(const std::string& id) {
    if (ImGui::IsWindowAppearing()) return;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    rectangles[id] = {low.x, low.y, high.x - low.x, high.y - low.y};
  }
};

}  // namespace whichchip::ui
