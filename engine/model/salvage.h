// A model whose file ends within its weights has lost what protobuf writes behind them: the descriptions of its inputs and
// outputs. Their names can still be told from the operators.
#pragma once

#include "onnx/onnx_pb.h"

namespace whichchip::model {

// Adds outputs (what nobody reads) and inputs (what nobody gives and operators take as their first operand, as data is)
// where the graph has none. Their types and shapes stay unknown. Weights that are missing stay missing.
void restore_interface(onnx::GraphProto& graph);

}  // namespace whichchip::model
