// Dear ImGui without a screen: context, input queue and layout. JavaScript (web/static/canvas.js) listens to the DOM
// and decides when a frame is due; what a frame comes to is taken as a Picture and drawn elsewhere
// (web/static/renderer.js). Nothing here runs by itself.
//
// All positions are device pixels of the canvas's backing store.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/foreign_text.h"
#include "ui/frame.h"
#include "ui/view.h"

struct ImDrawData;
struct ImGuiContext;

namespace whichchip::web {

struct KeyModifiers {
  bool control = false, shift = false, alt = false, meta = false;
};

// One line of text: how much of every pixel it covers (0 to 255), row by row, and how far the next letter is.
struct PaintedText {
  int width = 0, height = 0;
  float advance = 0;
  std::vector<std::uint8_t> coverage;
};
// Paints a text at a size in pixels, with whatever typefaces the system has.
using TextPainter = std::function<PaintedText(const std::string& text, float size)>;

// Pixels for the one texture: of the whole of it, or of a part of what is there. One byte each, how much is covered.
struct TextureUpdate {
  bool whole = false;
  int x = 0, y = 0, width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

// All that a renderer needs. `drawing` is the layout's own and stands until the next one.
struct Picture {
  int width = 0, height = 0;
  std::uint32_t ground = 0;  // the colour below everything, as ImU32
  std::vector<TextureUpdate> texture;
  const ImDrawData* drawing = nullptr;
};

class Canvas {
 public:
  Canvas();
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  void set_typeface(ui::Typeface typeface);
  void set_text_painter(TextPainter painter) { painter_ = std::move(painter); }
  // `scale` is devicePixelRatio.
  void resize(int width, int height, float scale);
  void set_appearance(ui::Appearance appearance);
  // Makes the font atlas before the first frame needs it.
  void warm_up(float scale);

  void pointer(float x, float y);
  void pointer_left();
  void button(int button, bool down);  // 0 left, 1 right, 2 middle
  void wheel(float x, float y);        // in lines
  void zoom(float lines);              // of the plot that the pointer is over
  bool is_plot(float x, float y) const;
  // `code` is KeyboardEvent.code. Whether the key is of use now: then the browser must not act on it, too.
  bool key(std::string_view code, bool down, const KeyModifiers& modifiers);
  void text(const std::string& text);
  void focus(bool focused);
  bool wants_text() const;
  // Input that waits for another frame: Dear ImGui takes a key down and up, or a key and a character, one per frame.
  bool has_input() const;

  // A frame is one or more layouts, the first of which takes the `seconds` since the last frame. `revision` differs
  // whenever the view does.
  std::vector<ui::Intent> lay_out(const ui::View& view, std::uint64_t revision, double seconds);
  // The last layout looks like the one before, and nothing waits: another one would change nothing.
  bool is_settled() const { return layout_ == last_layout_ && !has_input(); }
  // The last layout, unless it has been taken already.
  std::optional<Picture> take_picture();
  // Who took them has lost them: the next picture comes whole, with its texture.
  void forget_picture() { theme_stale_ = true; }

  std::string take_clipboard();
  const char* cursor() const;  // CSS
  const std::map<std::string, ui::Rectangle>& rectangles() const { return rectangles_; }

 private:
  void build_theme();
  void paint_foreign_text();

  ImGuiContext* imgui_;
  ui::Theme theme_;
  ui::Typeface typeface_;
  ui::ForeignText foreign_;
  TextPainter painter_;
  // The part of the font atlas that foreign text is painted into: its place, and how far it is filled.
  struct Sheet {
    int rectangle = -1;
    int x = 0, y = 0, line = 0;
    std::size_t painted = 0;  // runs
  } sheet_;
  float scale_ = 1;
  ui::Appearance appearance_;
  bool theme_stale_ = true;
  std::string clipboard_;
  std::vector<TextureUpdate> texture_;  // not taken yet
  // Digests: of the last two layouts, and of the one that was taken last (0 when it is no longer of use).
  std::uint64_t layout_ = 0, last_layout_ = 0, picture_ = 0;
  std::map<std::string, ui::Rectangle> rectangles_;
};

}  // namespace whichchip::web
