// The page's visual language on the canvas: colours, type and spacing, the same as in web/static/styles.css.
//
// Lengths are given in CSS pixels and drawn in device pixels: `Theme::px` converts, so that text and lines fall on
// whole device pixels at any display scale. Fonts are rasterised for the scale and rebuilt when it changes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "imgui.h"

#include "hardware/device.h"

namespace whichchip::ui {

struct Palette {
  ImU32 page, surface, sunken, line, strong_line;
  ImU32 ink, muted, accent, on_accent, accent_wash, warning, danger;
  ImU32 hover, selected;
};

enum class Face : std::uint8_t { small, body, strong, heading, display };

// The subsets of the page's typeface, as files in memory; nothing can be drawn without.
struct Typeface {
  std::vector<std::uint8_t> regular, medium;
};

// What the user's system asks for.
struct Appearance {
  bool dark = false;
  bool contrast = false;  // more of it: no soft inks and lines
  bool operator==(const Appearance&) const = default;
};

class Theme {
 public:
  // Rebuilds style and font atlas of the current ImGui context. The renderer must upload the atlas again afterwards.
  // `reserve` may ask for further room in it.
  void build(const Typeface& typeface, float scale, Appearance appearance,
             const std::function<void(ImFontAtlas&)>& reserve = {});

  float px(float css) const;  // whole device pixels, at least 1
  float scale() const { return scale_; }
  bool dark() const { return appearance_.dark; }
  const Palette& colours() const { return palette_; }
  ImFont* font(Face face) const { return fonts_[static_cast<std::size_t>(face)]; }
  ImU32 of(hardware::DeviceClass device_class) const;  // fixed hue, safe for colour-blind eyes
  ImU32 of_bound(std::size_t bound) const;             // by estimate::Bound

 private:
  float scale_ = 1;
  Appearance appearance_;
  Palette palette_{};
  ImFont* fonts_[5] = {};
};

}  // namespace whichchip::ui
