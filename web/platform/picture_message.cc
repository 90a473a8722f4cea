#include "web/platform/picture_message.h"

#include <cstdint>
#include <vector>

#include "imgui.h"

namespace whichchip::web {
namespace {

using emscripten::val;

// As web/static/renderer.js reads them.
static_assert(sizeof(ImDrawVert) == 20 && sizeof(ImDrawIdx) == 4);

// A typed array of JavaScript's own with what stands in the engine's memory.
template <typename T>
val copied(const char* type, const std::vector<T>& values) {
  return val::global(type).new_(val(emscripten::typed_memory_view(values.size(), values.data())));
}

template <typename T>
void append(const val& bytes, std::size_t& at, const ImVector<T>& values) {
  const auto size = static_cast<std::size_t>(values.size_in_bytes());
  bytes.call<void>("set", val(emscripten::typed_memory_view(size, reinterpret_cast<const std::uint8_t*>(values.Data))),
                   at);
  at += size;
}

val texture_message(const TextureUpdate& update) {
  val message = val::object();
  message.set("whole", update.whole);
  message.set("x", update.x);
  message.set("y", update.y);
  message.set("width", update.width);
  message.set("height", update.height);
  message.set("pixels", copied("Uint8Array", update.pixels));
  return message;
}

}  // namespace

val picture_message(const Picture& picture) {
  const val bytes = val::global("Uint8Array");
  const val vertices = bytes.new_(picture.drawing->TotalVtxCount * sizeof(ImDrawVert));
  const val indices = bytes.new_(picture.drawing->TotalIdxCount * sizeof(ImDrawIdx));
  std::vector<std::int32_t> commands;
  std::size_t vertices_at = 0, indices_at = 0;
  for (const ImDrawList* list : picture.drawing->CmdLists) {
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const int left = static_cast<int>(command.ClipRect.x);
      const int bottom = static_cast<int>(static_cast<float>(picture.height) - command.ClipRect.w);
      const int width = static_cast<int>(command.ClipRect.z - command.ClipRect.x);
      const int height = static_cast<int>(command.ClipRect.w - command.ClipRect.y);
      if (command.ElemCount == 0 || width <= 0 || height <= 0) continue;
      commands.insert(commands.end(), {static_cast<std::int32_t>(vertices_at + command.VtxOffset * sizeof(ImDrawVert)),
                                       static_cast<std::int32_t>(indices_at + command.IdxOffset * sizeof(ImDrawIdx)),
                                       static_cast<std::int32_t>(command.ElemCount), left, bottom, width, height});
    }
    append(vertices, vertices_at, list->VtxBuffer);
    append(indices, indices_at, list->IdxBuffer);
  }
  val texture = val::array();
  for (const TextureUpdate& update : picture.texture) texture.call<void>("push", texture_message(update));
  val message = val::object();
  message.set("width", picture.width);
  message.set("height", picture.height);
  message.set("ground", picture.ground);
  message.set("texture", texture);
  message.set("vertices", vertices);
  message.set("indices", indices);
  message.set("commands", copied("Int32Array", commands));
  return message;
}

}  // namespace whichchip::web
