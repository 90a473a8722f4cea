// A model whose file ends within its weights has lost what protobuf writes behind them: the descriptions of its inputs
// and outputs. Their names can still be told from the operators.
#pragma once

#include <vector>

#include "onnx/onnx_pb.h"

#include "model/graph.h"

namespace whichchip::model {

// Adds outputs (what nobody reads) and inputs (what nobody gives and operators take as their first operand, as data is,
// or as the rows to look up in a table) where the graph has none. Weights that are missing stay missing. An input that
// meets a convolution or a table of rows first gets the shape that this weight asks for, with free dimensions by their
// usual names; each is said in a warning.
std::vector<Warning> restore_interface(onnx::GraphProto& graph);

}  // namespace whichchip::model
