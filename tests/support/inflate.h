// Full-weight twins of weightless models: the same model with every absent weight filled by a pattern.
#pragma once

#include <string>

#include "onnx/onnx_pb.h"

namespace whichchip::tests {

// Gives every tensor with external data its bytes. Limited, as protobuf is, to results below 2 GiB.
void inflate(onnx::ModelProto& model);
// From file to file. Throws std::runtime_error when one cannot be read or written.
void inflate(const std::string& from_path, const std::string& to_path);

std::string read_file(const std::string& path);

}  // namespace whichchip::tests
