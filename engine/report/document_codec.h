// A Document as bytes and back: how a report that was made beside the model's graph, in a Worker, reaches the page that
// draws it. Not for storage: both ends are one build.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/document.h"

namespace whichchip::report {

std::vector<std::uint8_t> encode_document(const Document& document);
// Throws core::Error (internal) for bytes that encode_document() did not make.
Document decode_document(std::span<const std::uint8_t> bytes);

}  // namespace whichchip::report
