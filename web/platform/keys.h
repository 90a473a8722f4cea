// KeyboardEvent.code → Dear ImGui's keys, and which of them the page may take from the browser.
#pragma once

#include <string_view>

#include "imgui.h"

namespace whichchip::web {

// ImGuiKey_None for a key that nothing here uses.
ImGuiKey key_of(std::string_view code);

// Moves, activates or edits: of use to a focused canvas without any modifier. Tab is not among them, so that focus can
// always leave.
bool is_navigation(ImGuiKey key);

}  // namespace whichchip::web
