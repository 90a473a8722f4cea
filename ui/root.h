// The whole canvas: lays the panels out for its size and collects what the user asked for in them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

// Between ImGui::NewFrame and ImGui::Render.
std::vector<Intent> draw(const View& view, const Theme& theme, std::map<std::string, Rectangle>& rectangles);

}  // namespace whichchip::ui
