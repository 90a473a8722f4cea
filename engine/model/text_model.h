// Models in ONNX's own text form, as onnx.parser reads and onnx.printer writes it: "<ir_version: 8, …> name (…) => (…)
// {…}".
#pragma once

#include <string_view>

#include "onnx/onnx_pb.h"

#include "model/byte_source.h"

namespace whichchip::model {

// Whether the beginning of a file is that form.
bool is_text_model(std::string_view head);

// Throws core::Error (bad_model): for a text above 16 MiB, one that nests too deep for the library's parser, which
// recurses, and one that the parser refuses.
void read_text_model(ByteSource& source, onnx::ModelProto& model);

}  // namespace whichchip::model
