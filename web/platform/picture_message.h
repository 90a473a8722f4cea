// A Picture as a JavaScript object whose buffers may be transferred to a Worker: {width, height, ground,
// texture: [{whole, x, y, width, height, pixels: Uint8Array}], vertices: Uint8Array, indices: Uint8Array,
// commands: Int32Array}.
//
// Vertices are ImDrawVert, indices 32 bits, both of all draw lists after one another. A command is 7 numbers: the byte
// at which the vertices that its indices count from begin, the byte at which its indices begin, their count, and its
// scissor as WebGL takes it (x, y from below, width, height; device pixels).
#pragma once

#include <emscripten/val.h>

#include "web/platform/canvas.h"

namespace whichchip::web {

emscripten::val picture_message(const Picture& picture);

}  // namespace whichchip::web
