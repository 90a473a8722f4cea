#include "ui/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace whichchip::ui {
namespace {

constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

constexpr Palette kLight{.page = rgb(0xf4f6f8),
                         .surface = rgb(0xffffff),
                         .sunken = rgb(0xeef1f4),
                         .line = rgb(0xdfe4ea),
                         .strong_line = rgb(0x8a94a3),
                         .ink = rgb(0x141b26),
                         .muted = rgb(0x55606f),
                         .accent = rgb(0x0b6e69),
                         .on_accent = rgb(0xffffff),
                         .accent_wash = rgb(0xe2f2f0),
                         .warning = rgb(0x8a5a00),
                         .danger = rgb(0xb3261e),
                         .hover = rgb(0xf1f6f7),
                         .selected = rgb(0xe2f2f0)};
constexpr Palette kDark{.page = rgb(0x0e131a),
                        .surface = rgb(0x161d27),
                        .sunken = rgb(0x0a0e14),
                        .line = rgb(0x2a3442),
                        .strong_line = rgb(0x6d7a8c),
                        .ink = rgb(0xe8edf3),
                        .muted = rgb(0x9dabbb),
                        .accent = rgb(0x4fd1c5),
                        .on_accent = rgb(0x06201e),
                        .accent_wash = rgb(0x15302f),
                        .warning = rgb(0xf2b53a),
                        .danger = rgb(0xff8a80),
                        .hover = rgb(0x1c2531),
                        .selected = rgb(0x15302f)};

// By DeviceClass: cpu, gpu, tpu, kpu, npu, dsp, dpu, cgra.
constexpr std::array<ImU32, 8> kClassLight{rgb(0x0b63c5), rgb(0x0a7d4f), rgb(0xc8481a), rgb(0xa3378f),
                                           rgb(0x9a6200), rgb(0x0b8093), rgb(0x7a5c3e), rgb(0x5b6472)};
constexpr std::array<ImU32, 8> kClassDark{rgb(0x6ab0ff), rgb(0x3fcf96), rgb(0xff8a5c), rgb(0xe08bd8),
                                          rgb(0xf2b53a), rgb(0x56d4e6), rgb(0xc9a27e), rgb(0xa9b4c2)};
// By Bound: compute, memory, power, link, overhead.
constexpr std::array<ImU32, 5> kBoundLight{rgb(0x0b6e69), rgb(0x5a7fc0), rgb(0xc0571f), rgb(0xa86fb5), rgb(0xa0a9b5)};
constexpr std::array<ImU32, 5> kBoundDark{rgb(0x4fd1c5), rgb(0x7fa6ec), rgb(0xf08a52), rgb(0xcf9ade), rgb(0x66717f)};

constexpr ImWchar kGlyphs[] = {
#include "ui/glyph_ranges.inc"
    0};

void set_sizes(ImGuiStyle& style, const Theme& theme) {
  style = ImGuiStyle{};
  style.WindowPadding = {theme.px(16), theme.px(16)};
  style.FramePadding = {theme.px(10), theme.px(7)};
  style.ItemSpacing = {theme.px(8), theme.px(8)};
  style.ItemInnerSpacing = {theme.px(6), theme.px(4)};
  style.CellPadding = {theme.px(10), 0};
  style.ScrollbarSize = theme.px(12);
  style.GrabMinSize = theme.px(12);
  style.WindowRounding = 0;
  style.ChildRounding = theme.px(8);
  style.FrameRounding = theme.px(6);
  style.PopupRounding = theme.px(8);
  style.ScrollbarRounding = theme.px(6);
  style.GrabRounding = theme.px(6);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = theme.px(1);
  style.PopupBorderSize = theme.px(1);
  style.FrameBorderSize = theme.px(1);
}

void set_colours(ImGuiStyle& style, const Palette& palette) {
  const auto set = [&](ImGuiCol index, ImU32 colour) { style.Colors[index] = ImGui::ColorConvertU32ToFloat4(colour); };
  set(ImGuiCol_Text, palette.ink);
  set(ImGuiCol_TextDisabled, palette.muted);
  set(ImGuiCol_WindowBg, palette.page);
  set(ImGuiCol_ChildBg, palette.surface);
  set(ImGuiCol_PopupBg, palette.surface);
  set(ImGuiCol_Border, palette.line);
  set(ImGuiCol_Separator, palette.line);
  set(ImGuiCol_FrameBg, palette.surface);
  set(ImGuiCol_FrameBgHovered, palette.hover);
  set(ImGuiCol_FrameBgActive, palette.accent_wash);
  set(ImGuiCol_Button, palette.surface);
  set(ImGuiCol_ButtonHovered, palette.hover);
  set(ImGuiCol_ButtonActive, palette.accent_wash);
  set(ImGuiCol_Header, palette.accent_wash);
  set(ImGuiCol_HeaderHovered, palette.hover);
  set(ImGuiCol_HeaderActive, palette.accent_wash);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, palette.line);
  set(ImGuiCol_ScrollbarGrabHovered, palette.strong_line);
  set(ImGuiCol_ScrollbarGrabActive, palette.strong_line);
  set(ImGuiCol_SliderGrab, palette.accent);
  set(ImGuiCol_SliderGrabActive, palette.accent);
  set(ImGuiCol_CheckMark, palette.accent);
  set(ImGuiCol_TableHeaderBg, palette.sunken);
  set(ImGuiCol_TableBorderLight, palette.line);
  set(ImGuiCol_TableBorderStrong, palette.line);
  set(ImGuiCol_TableHeaderBg, palette.surface);
  set(ImGuiCol_TableRowBg, 0);
  set(ImGuiCol_TableRowBgAlt, 0);
  set(ImGuiCol_NavHighlight, palette.accent);
  set(ImGuiCol_TextSelectedBg, palette.accent_wash);
}

}  // namespace

float Theme::px(float css) const { return std::max(1.0f, std::round(css * scale_)); }

void Theme::build(const Typeface& typeface, float scale, Appearance appearance,
                  const std::function<void(ImFontAtlas&)>& reserve) {
  scale_ = scale;
  appearance_ = appearance;
  palette_ = appearance.dark ? kDark : kLight;
  if (appearance.contrast) {
    palette_.muted = palette_.ink;
    palette_.line = palette_.strong_line;
  }
  set_sizes(ImGui::GetStyle(), *this);
  set_colours(ImGui::GetStyle(), palette_);

  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = scale < 1.5f ? 3 : 2;
  config.OversampleV = 1;
  config.PixelSnapH = false;
  config.GlyphRanges = kGlyphs;
  // Light text on dark grounds looks thinner than dark on light.
  config.RasterizerMultiply = appearance.dark ? 1.1f : 1.25f;
  struct Size {
    bool medium;
    float css;
  };
  constexpr std::array<Size, 5> kSizes{{{false, 13}, {false, 15}, {true, 15}, {true, 18}, {true, 24}}};
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const auto& file = kSizes[i].medium ? typeface.medium : typeface.regular;
    const float size = px(kSizes[i].css);
    // The atlas reads the file and keeps no reference to it once built.
    fonts_[i] = atlas.AddFontFromMemoryTTF(const_cast<std::uint8_t*>(file.data()), static_cast<int>(file.size()), size,
                                           &config);
  }
  if (reserve) reserve(atlas);
  atlas.Build();
  ImGui::GetIO().FontDefault = font(Face::body);
}

ImU32 Theme::of(hardware::DeviceClass device_class) const {
  return (appearance_.dark ? kClassDark : kClassLight)[static_cast<std::size_t>(device_class)];
}

ImU32 Theme::of_bound(std::size_t bound) const { return (appearance_.dark ? kBoundDark : kBoundLight)[bound]; }

}  // namespace whichchip::ui
