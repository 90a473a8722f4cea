// A browser's File, or anything else that JavaScript can read at an offset, as the engine's ByteSource.
#pragma once

#include <memory>

#include <emscripten/val.h>

#include "model/byte_source.h"

namespace whichchip::web {

// `reader` is {size: number, read(offset, length) → Uint8Array or null}; null means that the medium failed. It must
// outlive the source and may be called only on the thread that made it.
std::unique_ptr<model::ByteSource> js_byte_source(emscripten::val reader);

}  // namespace whichchip::web
