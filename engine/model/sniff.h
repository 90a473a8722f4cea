// Recognises by content what is not an ONNX model, so that a wrong file is named instead of "cannot be parsed".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/byte_source.h"

namespace whichchip::model {

struct Lookalike {
  std::string what;    // "a PyTorch checkpoint"
  std::string advice;  // how to get an ONNX file from it
};

// `head` is the beginning of the source (512 bytes are enough). Reads further only for archives, to see what they hold.
std::optional<Lookalike> sniff(ByteSource& source, std::span<const std::uint8_t> head);

}  // namespace whichchip::model
