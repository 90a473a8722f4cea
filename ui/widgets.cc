#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace whichchip::ui {
namespace {

constexpr std::array<ImVec2, 5> kPentagon{
    {{0, -1}, {0.951f, -0.309f}, {0.588f, 0.809f}, {-0.588f, 0.809f}, {-0.951f, -0.309f}}};

void label_above(const Frame& frame, const std::string& text) {
  ImGui::PushFont(frame.theme.font(Face::small));
  ImGui::PushStyleColor(ImGuiCol_Text, frame.theme.colours().muted);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

// A button that shows whether it is on.
bool toggle(const Frame& frame, const std::string& label, bool on) {
  const Palette& colours = frame.theme.colours();
  if (on) {
    ImGui::PushStyleColor(ImGuiCol_Button, colours.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colours.accent);
    ImGui::PushStyleColor(ImGuiCol_Text, colours.on_accent);
    ImGui::PushStyleColor(ImGuiCol_Border, colours.accent);
  }
  const bool pressed = ImGui::Button(label.c_str());
  if (on) ImGui::PopStyleColor(4);
  return pressed;
}

}  // namespace

void draw_class_marker(const Theme& theme, ImDrawList& list, ImVec2 centre, float radius,
                       hardware::DeviceClass device_class) {
  const ImU32 colour = theme.of(device_class);
  const float x = centre.x, y = centre.y, r = radius;
  switch (device_class) {
    case hardware::DeviceClass::cpu:
      list.AddCircleFilled(centre, r, colour);
      break;
    case hardware::DeviceClass::gpu:
      // On whole pixels and with sharp corners: two triangles, where rounded ones take four dozen.
      list.AddRectFilled({std::round(x - r * 0.88f), std::round(y - r * 0.88f)},
                         {std::round(x + r * 0.88f), std::round(y + r * 0.88f)}, colour);
      break;
    case hardware::DeviceClass::tpu:
      list.AddTriangleFilled({x, y - r}, {x + r, y + r * 0.8f}, {x - r, y + r * 0.8f}, colour);
      break;
    case hardware::DeviceClass::kpu:
      list.AddQuadFilled({x, y - r * 1.1f}, {x + r * 1.1f, y}, {x, y + r * 1.1f}, {x - r * 1.1f, y}, colour);
      break;
    case hardware::DeviceClass::npu:
      list.AddTriangleFilled({x, y + r}, {x - r, y - r * 0.8f}, {x + r, y - r * 0.8f}, colour);
      break;
    case hardware::DeviceClass::dsp:
      list.AddRectFilled({x - r, y - r * 0.34f}, {x + r, y + r * 0.34f}, colour);
      list.AddRectFilled({x - r * 0.34f, y - r}, {x + r * 0.34f, y + r}, colour);
      break;
    case hardware::DeviceClass::dpu:
      for (const ImVec2& corner : kPentagon) list.PathLineTo({x + corner.x * r, y + corner.y * r});
      list.PathFillConvex(colour);
      break;
    case hardware::DeviceClass::cgra:
      list.AddQuadFilled({x, y - r * 1.2f}, {x + r * 0.4f, y}, {x, y + r * 1.2f}, {x - r * 0.4f, y}, colour);
      list.AddQuadFilled({x, y - r * 0.4f}, {x + r * 1.2f, y}, {x, y + r * 0.4f}, {x - r * 1.2f, y}, colour);
      break;
  }
}

float text_width(ImFont* font, const std::string& text) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void draw_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width) {
  const ImVec2 start{static_cast<float>(static_cast<int>(at.x)), static_cast<float>(static_cast<int>(at.y))};
  if (text_width(font, text) <= width) {
    list.AddText(font, font->FontSize, start, colour, text.data(), text.data() + text.size());
    return;
  }
  const std::string dots = "…";
  std::size_t length = text.size();
  std::string cut;
  do {
    // Whole UTF-8 characters only.
    do --length;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0u) == 0x80u);
    cut = text.substr(0, length) + dots;
  } while (length > 0 && text_width(font, cut) > width);
  list.AddText(font, font->FontSize, start, colour, cut.data(), cut.data() + cut.size());
}

void paragraph(const Frame& frame, Face face, ImU32 colour, const std::string& text) {
  ImGui::PushFont(frame.theme.font(face));
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void draw_bar(const Theme& theme, ImDrawList& list, ImVec2 low, ImVec2 high, double fraction, ImU32 colour) {
  const float radius = (high.y - low.y) / 2;
  list.AddRectFilled(low, high, theme.colours().sunken, radius);
  const float width = (high.x - low.x) * static_cast<float>(std::clamp(fraction, 0.0, 1.0));
  if (width >= 1) list.AddRectFilled(low, {low.x + std::max(width, 2 * radius), high.y}, colour, radius);
}

bool begin_card(const Frame& frame, const char* id, const ImVec2& size, const ImVec2& padding) {
  ImDrawList& below = *ImGui::GetWindowDrawList();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  const bool open = ImGui::BeginChild(id, size, ImGuiChildFlags_Border | ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  // Not Dear ImGui's own ground, a polygon: with the corners apart, the rest is one plain rectangle, and a renderer
  // that draws what lies within begins with its colour (web/static/damage.js).
  const ImU32 colour = frame.theme.colours().surface;
  const float rounding = ImGui::GetStyle().ChildRounding, corners = std::ceil(rounding) + 1;
  const ImVec2 low = ImGui::GetWindowPos();
  const ImVec2 high{low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight()};
  below.AddRectFilled(low, {high.x, low.y + corners}, colour, rounding, ImDrawFlags_RoundCornersTop);
  below.AddRectFilled({low.x, low.y + corners}, {high.x, high.y - corners}, colour);
  below.AddRectFilled({low.x, high.y - corners}, high, colour, rounding, ImDrawFlags_RoundCornersBottom);
  return open;
}

void draw_stacked_bar(const Theme& theme, ImDrawList& list, ImVec2 low, ImVec2 high,
                      std::span<const Segment> segments) {
  const float gap = theme.px(1);
  float x = low.x;
  for (const Segment& segment : segments) {
    const float width = (high.x - low.x) * static_cast<float>(segment.fraction);
    if (width >= gap * 2) list.AddRectFilled({x, low.y}, {x + width - gap, high.y}, segment.colour, theme.px(2));
    x += width;
  }
}

void segmented(Frame& frame, const Setting& setting) {
  ImGui::PushID(setting.option.c_str());
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {frame.px(6), frame.px(6)});
  bool first = true;
  for (const Choice& choice : setting.choices) {
    const float width = ImGui::CalcTextSize(choice.label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (!first && ImGui::GetItemRectMax().x + frame.px(6) + width <= right) ImGui::SameLine();
    first = false;
    if (toggle(frame, choice.label, choice.value == setting.value)) frame.ask(SetOption{setting.option, choice.value});
    frame.remember(setting.option + ":" + choice.value);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
}

void drop_down(Frame& frame, const Setting& setting, Intent (*choose)(const Setting&, const Choice&)) {
  label_above(frame, setting.label);
  std::string shown = setting.value;
  for (const Choice& choice : setting.choices) {
    if (choice.value == setting.value) shown = choice.label;
  }
  ImGui::SetNextItemWidth(-FLT_MIN);
  const std::string id = "##" + setting.option;
  const bool open = ImGui::BeginCombo(id.c_str(), shown.c_str(), ImGuiComboFlags_HeightLargest);
  frame.remember("setting:" + setting.option);
  if (!open) return;
  for (const Choice& choice : setting.choices) {
    const bool on = choice.value == setting.value;
    if (ImGui::Selectable(choice.label.c_str(), on))
      frame.ask(choose == nullptr ? Intent(SetOption{setting.option, choice.value}) : choose(setting, choice));
    frame.remember(setting.option + ":" + choice.value);
    if (on) ImGui::SetItemDefaultFocus();
  }
  ImGui::EndCombo();
}

void stepper(Frame& frame, const Dimension& dimension) {
  label_above(frame, dimension.origin == "assumed" ? dimension.label + " (assumed)" : dimension.label);
  ImGui::PushID(dimension.symbol.c_str());
  const bool batch = dimension.symbol == "batch";
  const float side = ImGui::GetFrameHeight();
  const auto go = [&](std::int64_t value) {
    value = std::max(value, dimension.least);
    if (value != dimension.value) frame.ask(SetDimension{dimension.symbol, value});
  };
  if (ImGui::Button("−", {side, 0})) go(batch ? dimension.value / 2 : dimension.value - 1);
  frame.remember("less:" + dimension.symbol);
  ImGui::SameLine(0, frame.px(4));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - side - frame.px(4));
  char text[24];
  std::snprintf(text, sizeof text, "%lld", static_cast<long long>(dimension.value));
  ImGui::InputText("##value", text, sizeof text, ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::IsItemDeactivatedAfterEdit()) go(std::strtoll(text, nullptr, 10));
  frame.remember("dimension:" + dimension.symbol);
  ImGui::SameLine(0, frame.px(4));
  if (ImGui::Button("+", {side, 0})) go(batch ? dimension.value * 2 : dimension.value + 1);
  frame.remember("more:" + dimension.symbol);
  ImGui::PopID();
}

void group_heading(const Frame& frame, const char* text) {
  paragraph(frame, Face::strong, frame.theme.colours().ink, text);
}

void hint(const Frame& frame, const std::string& text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.px(12), frame.px(8)});
  if (ImGui::BeginTooltip()) {
    ImGui::PushTextWrapPos(frame.px(320));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar();
}

}  // namespace whichchip::ui
