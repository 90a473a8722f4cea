// How C++ answers JavaScript: never by an exception, which would arrive there without its text.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <utility>

#include <emscripten/val.h>

#include "core/error.h"

namespace whichchip::web {

inline emscripten::val failure(const core::Error& error) {
  emscripten::val details = emscripten::val::object();
  details.set("code", static_cast<int>(error.code));
  details.set("message", error.message);
  details.set("where", error.where);
  details.set("advice", error.advice);
  emscripten::val result = emscripten::val::object();
  result.set("error", details);
  return result;
}

// {value: function()}, or {error: {code, message, where, advice}}.
template <class Function>
emscripten::val answer(Function function) {
  try {
    emscripten::val result = emscripten::val::object();
    result.set("value", function());
    return result;
  } catch (const core::Error& error) {
    return failure(error);
  } catch (const std::exception& error) {
    return failure({core::ErrorCode::internal, error.what(), {}, "Please report it with the model's name."});
  }
}

// A Uint8Array that owns its bytes: a view would move with the memory.
inline emscripten::val byte_array(std::span<const std::uint8_t> bytes) {
  return emscripten::val::global("Uint8Array")
      .new_(emscripten::val(emscripten::typed_memory_view(bytes.size(), bytes.data())));
}

}  // namespace whichchip::web
