#include "web/platform/canvas.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "imgui.h"
#include "imgui_internal.h"

#include "ui/root.h"
#include "web/platform/keys.h"

namespace whichchip::web {
namespace {

constexpr int kSheetWidth = 512, kSheetHeight = 1024, kSheetGap = 1;
constexpr std::array kFaces{ui::Face::small, ui::Face::body, ui::Face::strong, ui::Face::heading, ui::Face::display};

// FNV-1a (Fowler, Noll and Vo) by words of four bytes, of which everything here consists.
std::uint64_t digest(std::uint64_t hash, const void* data, std::size_t bytes) {
  const auto* at = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
    std::uint32_t word;
    std::memcpy(&word, at + i, sizeof word);
    hash = (hash ^ word) * 0x100000001b3;
  }
  // Indices of two bytes may leave half a word.
  for (std::size_t i = bytes & ~std::size_t{3}; i < bytes; ++i) hash = (hash ^ at[i]) * 0x100000001b3;
  return hash;
}

// Equal for equal pictures.
std::uint64_t digest(const ImDrawData& drawing) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const ImDrawList* list : drawing.CmdLists) {
    hash = digest(hash, list->VtxBuffer.Data, static_cast<std::size_t>(list->VtxBuffer.size_in_bytes()));
    hash = digest(hash, list->IdxBuffer.Data, static_cast<std::size_t>(list->IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& command : list->CmdBuffer) {
      hash = digest(hash, &command.ClipRect, sizeof command.ClipRect);
      hash = digest(hash, &command.ElemCount, sizeof command.ElemCount);
    }
  }
  return hash;
}

}  // namespace

Canvas::Canvas() {
  IMGUI_CHECKVERSION();
  imgui_ = ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would draw for ever
  io.BackendPlatformName = "whichchip web";
  io.ClipboardUserData = this;
  io.SetClipboardTextFn = [](void* self, const char* text) { static_cast<Canvas*>(self)->clipboard_ = text; };
  io.GetClipboardTextFn = [](void* self) {
    return static_cast<const char*>(static_cast<Canvas*>(self)->clipboard_.c_str());
  };
}

Canvas::~Canvas() { ImGui::DestroyContext(imgui_); }

void Canvas::set_typeface(ui::Typeface typeface) {
  typeface_ = std::move(typeface);
  theme_stale_ = true;
}

void Canvas::resize(int width, int height, float scale) {
  picture_ = 0;
  rectangles_.clear();  // the next layout puts everything elsewhere
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  theme_stale_ = theme_stale_ || scale != scale_;
  scale_ = scale;
}

void Canvas::set_appearance(ui::Appearance appearance) {
  theme_stale_ = theme_stale_ || appearance != appearance_;
  appearance_ = appearance;
}

void Canvas::warm_up(float scale) {
  theme_stale_ = theme_stale_ || scale != scale_;
  scale_ = scale;
  if (theme_stale_) build_theme();
}

void Canvas::pointer(float x, float y) { ImGui::GetIO().AddMousePosEvent(x, y); }
void Canvas::pointer_left() { ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX); }
void Canvas::button(int button, bool down) { ImGui::GetIO().AddMouseButtonEvent(std::clamp(button, 0, 2), down); }
void Canvas::wheel(float x, float y) { ImGui::GetIO().AddMouseWheelEvent(x, y); }

void Canvas::zoom(float lines) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddMouseWheelEvent(0, lines);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
}

bool Canvas::is_plot(float x, float y) const {
  return std::any_of(rectangles_.begin(), rectangles_.end(), [x, y](const auto& entry) {
    const ui::Rectangle& box = entry.second;
    return entry.first.starts_with("plot:") && x >= box.x && x < box.x + box.width && y >= box.y &&
           y < box.y + box.height;
  });
}

bool Canvas::key(std::string_view code, bool down, const KeyModifiers& modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  // The Command key of a Mac does what Control does elsewhere.
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.control || modifiers.meta);
  io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
  const ImGuiKey key = key_of(code);
  if (key == ImGuiKey_None) return false;
  const bool command = modifiers.control || modifiers.meta;
  const bool editing = io.WantTextInput && !modifiers.alt;
  const bool of_use = editing || (is_navigation(key) && !command && !modifiers.alt);
  // A key goes up whatever it was of use for when it went down.
  if (of_use || !down) io.AddKeyEvent(key, down);
  return of_use;
}

void Canvas::text(const std::string& text) { ImGui::GetIO().AddInputCharactersUTF8(text.c_str()); }
void Canvas::focus(bool focused) { ImGui::GetIO().AddFocusEvent(focused); }
bool Canvas::wants_text() const { return ImGui::GetIO().WantTextInput; }
bool Canvas::has_input() const { return !imgui_->InputEventsQueue.empty(); }

void Canvas::build_theme() {
  const bool foreign = !foreign_.runs().empty();
  sheet_ = {};
  theme_.build(typeface_, scale_, appearance_, [&](ImFontAtlas& atlas) {
    if (!foreign) return;
    sheet_.rectangle = atlas.AddCustomRectRegular(kSheetWidth, kSheetHeight);
    atlas.TexDesiredWidth = 2 * kSheetWidth;  // by itself it may choose one that the sheet has no room in
  });
  picture_ = 0;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  texture_.assign(1, {true, 0, 0, width, height, {pixels, pixels + static_cast<std::ptrdiff_t>(width) * height}});
  atlas.ClearTexData();  // the renderer has its own copy soon
  theme_stale_ = false;
}

// Every run once, for the largest size of running text; the others show it smaller.
void Canvas::paint_foreign_text() {
  if (foreign_.runs().size() == sheet_.painted || !painter_) return;
  if (sheet_.rectangle < 0) build_theme();
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const ImFontAtlasCustomRect& place = *atlas.GetCustomRectByIndex(sheet_.rectangle);
  const float size = theme_.font(ui::Face::heading)->FontSize;
  const std::size_t count = std::min(foreign_.runs().size(), ui::ForeignText::kMostRuns);
  for (std::size_t i = sheet_.painted; i < count; ++i) {
    PaintedText text = painter_(foreign_.runs()[i], size);
    if (sheet_.x + text.width > kSheetWidth) sheet_.x = 0, sheet_.y += sheet_.line + kSheetGap, sheet_.line = 0;
    if (text.width <= 0 || text.width > kSheetWidth || sheet_.y + text.height > kSheetHeight) continue;
    const int x = place.X + sheet_.x, y = place.Y + sheet_.y;
    texture_.push_back({false, x, y, text.width, text.height, std::move(text.coverage)});
    const ImVec2 low{static_cast<float>(x) * atlas.TexUvScale.x, static_cast<float>(y) * atlas.TexUvScale.y};
    const ImVec2 high{static_cast<float>(x + text.width) * atlas.TexUvScale.x,
                      static_cast<float>(y + text.height) * atlas.TexUvScale.y};
    for (const ui::Face face : kFaces) {
      ImFont& font = *theme_.font(face);
      const float by = font.FontSize / size;
      font.AddGlyph(nullptr, static_cast<ImWchar>(ui::ForeignText::glyph_of(i)), 0, 0,
                    static_cast<float>(text.width) * by, static_cast<float>(text.height) * by, low.x, low.y, high.x,
                    high.y, text.advance * by);
    }
    sheet_.x += text.width + kSheetGap;
    sheet_.line = std::max(sheet_.line, text.height);
  }
  for (const ui::Face face : kFaces) theme_.font(face)->BuildLookupTable();
  sheet_.painted = foreign_.runs().size();
}

std::vector<ui::Intent> Canvas::lay_out(const ui::View& view, std::uint64_t revision, double seconds) {
  if (typeface_.regular.empty()) return {};  // the typeface is still on its way
  ImGuiIO& io = ImGui::GetIO();
  if (theme_stale_) build_theme();
  const ui::View& shown = foreign_.shown(view, revision);
  paint_foreign_text();
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 0.001, 0.1));
  ImGui::NewFrame();
  std::vector<ui::Intent> intents = ui::draw(shown, theme_, rectangles_);
  ImGui::Render();
  last_layout_ = std::exchange(layout_, digest(*ImGui::GetDrawData()));
  return intents;
}

std::optional<Picture> Canvas::take_picture() {
  if (std::exchange(picture_, layout_) == layout_) return std::nullopt;
  const ImDrawData* drawing = ImGui::GetDrawData();
  return Picture{static_cast<int>(drawing->DisplaySize.x), static_cast<int>(drawing->DisplaySize.y),
                 theme_.colours().page, std::exchange(texture_, {}), drawing};
}

std::string Canvas::take_clipboard() { return std::exchange(clipboard_, {}); }

const char* Canvas::cursor() const {
  switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput:
      return "text";
    case ImGuiMouseCursor_Hand:
      return "pointer";
    case ImGuiMouseCursor_ResizeEW:
      return "ew-resize";
    default:
      return "default";
  }
}

}  // namespace whichchip::web
