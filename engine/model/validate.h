// Checks a node before the ONNX library sees it: its inference divides, multiplies and allocates by what the file says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "onnx/defs/schema.h"

#include "model/graph.h"
#include "model/operation.h"

namespace whichchip::model {

// Why the node must not be inferred; empty when nothing is wrong.
std::optional<std::string> validate(const Operation& operation, const std::vector<Tensor>& tensors);

// Whether the inputs and attributes that the operator cannot do without are there, and of the right kind: the library
// takes that for granted.
std::optional<std::string> validate_against(const onnx::OpSchema& schema, const Operation& operation);

}  // namespace whichchip::model
