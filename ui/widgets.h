// Small drawings and controls that several panels share.
#pragma once

#include <span>
#include <string>

#include "ui/frame.h"
#include "ui/view.h"

namespace whichchip::ui {

// The class's shape (CPU ●, GPU ■, TPU ▲, KPU ◆, NPU ▼, DSP ✚, DPU ⬟, CGRA ✦) in its hue: never told by colour alone.
void draw_class_marker(const Theme& theme, ImDrawList& list, ImVec2 centre, float radius,
                       hardware::DeviceClass device_class);

// Text with its end cut to "…" where it does not fit `width`.
void draw_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width);
float text_width(ImFont* font, const std::string& text);
// Wrapped at the available width, in a face and colour.
void paragraph(const Frame& frame, Face face, ImU32 colour, const std::string& text);

// A child window on a ground of its own with a border and round corners; ImGui::EndChild() ends it. `size` as in
// ImGui::BeginChild, padding in device pixels. What is drawn on it has no ground of its own unless it pushes one.
bool begin_card(const Frame& frame, const char* id, const ImVec2& size, const ImVec2& padding);

struct Segment {
  double fraction = 0;
  ImU32 colour = 0;
};
// A horizontal stacked bar of parts of one whole, parts parted by a gap so that they are told apart without colour.
void draw_stacked_bar(const Theme& theme, ImDrawList& list, ImVec2 low, ImVec2 high, std::span<const Segment> segments);
// A bar of `fraction` (0…1) on a sunken ground.
void draw_bar(const Theme& theme, ImDrawList& list, ImVec2 low, ImVec2 high, double fraction, ImU32 colour);

// Buttons side by side of which one is on. Wraps to further lines where they do not fit.
void segmented(Frame& frame, const Setting& setting);
// A drop-down list with its label above; `choose` makes the intent of a choice.
void drop_down(Frame& frame, const Setting& setting,
               Intent (*choose)(const Setting& setting, const Choice& choice) = nullptr);
// A whole number with − and +, which halve and double a batch and step other dimensions; typing is confirmed by Enter
// or leaving.
void stepper(Frame& frame, const Dimension& dimension);

// A heading of a group in the side column.
void group_heading(const Frame& frame, const char* text);
// A tooltip for the item just submitted, wrapped to a readable width.
void hint(const Frame& frame, const std::string& text);

}  // namespace whichchip::ui
