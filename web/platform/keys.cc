#include "web/platform/keys.h"

#include <utility>

namespace whichchip::web {
namespace {

constexpr std::pair<std::string_view, ImGuiKey> kKeys[] = {
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},
    {"Delete", ImGuiKey_Delete},
    {"Backspace", ImGuiKey_Backspace},
    {"Space", ImGuiKey_Space},
    {"Enter", ImGuiKey_Enter},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"Escape", ImGuiKey_Escape},
    {"KeyA", ImGuiKey_A},
    {"KeyC", ImGuiKey_C},
    {"KeyX", ImGuiKey_X},
    {"KeyY", ImGuiKey_Y},
    {"KeyZ", ImGuiKey_Z},
};

}  // namespace

ImGuiKey key_of(std::string_view code) {
  for (const auto& [name, key] : kKeys) {
    if (name == code) return key;
  }
  return ImGuiKey_None;
}

bool is_navigation(ImGuiKey key) {
  return key == ImGuiKey_LeftArrow || key == ImGuiKey_RightArrow || key == ImGuiKey_UpArrow ||
         key == ImGuiKey_DownArrow || key == ImGuiKey_PageUp || key == ImGuiKey_PageDown || key == ImGuiKey_Home ||
         key == ImGuiKey_End || key == ImGuiKey_Space || key == ImGuiKey_Enter || key == ImGuiKey_KeypadEnter ||
         key == ImGuiKey_Escape;
}

}  // namespace whichchip::web
