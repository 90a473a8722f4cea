// Number formats: a DequantizeLinear is what its consumers do while they read, so they read the narrow tensor.
#include <algorithm>

#include "workload/fusion.h"

namespace whichchip::workload {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Kernels that have integer forms, or convert while they read.
bool reads_quantized(OperatorKind kind) {
  switch (kind) {
    case OperatorKind::convolution:
    case OperatorKind::depthwise_convolution:
    case OperatorKind::matmul:
    case OperatorKind::pooling:
    case OperatorKind::elementwise:
    case OperatorKind::reduction:
    case OperatorKind::resize:
    case OperatorKind::data_movement:
    case OperatorKind::quantize:
      return true;
    default:
      return false;
  }
}

bool is_dequantize(const Operator& op) { return op.op_type == "DequantizeLinear" && op.kind == OperatorKind::quantize; }

// A matrix operator is integer when every operand of it that carries data is read through a DequantizeLinear of 8 bits
// or fewer, weights included.
bool computes_in_integers(const FusionGraph& graph, int i) {
  const Operator& op = graph.op(i);
  if (op.matrix.empty()) return false;
  if (op.integer_arithmetic) return true;
  const auto& tensors = graph.lowered.graph->tensors;
  const auto& inputs = graph.node(i).inputs;
  if (inputs.size() < 2) return false;
  for (std::size_t p = 0; p < 2; ++p) {
    if (inputs[p] == model::kAbsent) return false;
    const int operand = graph.storage[at(inputs[p])];
    const int stored =
        graph.lowered.is_static[at(operand)] != 0 ? stored_weights(graph.lowered, operand).front() : operand;
    const model::DataType type = tensors[at(stored)].type;
    if (!model::is_integer(type) || model::bits(type) > 8) return false;
  }
  return true;
}

}  // namespace

void dissolve_dequantization(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (!is_dequantize(graph.op(i))) continue;
    const int operand = graph.data_operand(i, 0);
    const int result = graph.output(i);
    if (operand < 0 || result < 0 || graph.escapes(result) || graph.consumers(result).empty()) continue;
    const auto& readers = graph.consumers(result);
    const bool folds = std::all_of(readers.begin(), readers.end(),
                                   [&](int r) { return reads_quantized(graph.op(r).kind) && graph.same_loop(i, r); });
    if (folds) graph.dissolve(i, operand);
  }
  graph.refresh_uses();
}

void mark_quantized(FusionGraph& graph) {
  for (Cluster& cluster : graph.clusters) {
    bool any = false, all = true;
    for (const int i : cluster.operators) {
      if (graph.op(i).matrix.empty()) continue;
      any = true;
      all = all && computes_in_integers(graph, i);
    }
    cluster.quantized = any && all;
  }
}

}  // namespace whichchip::workload
