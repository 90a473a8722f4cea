// Layouts: transposes that undo each other vanish, and so do those between NCHW and NHWC next to a convolution, because
// a backend keeps feature maps in one layout throughout and converts at entry and exit only.
#include <algorithm>

#include "workload/fusion.h"

namespace whichchip::workload {

namespace {

constexpr int kLongestWalk = 8;
using Permutation = std::vector<std::int64_t>;

bool permutation_of(const FusionGraph& graph, int i, Permutation& permutation) {
  const model::Node& node = graph.node(i);
  if (node.op_type != "Transpose") return false;
  const auto found = node.attributes.find("perm");
  const auto* given = found == node.attributes.end() ? nullptr : std::get_if<Permutation>(&found->second);
  if (given == nullptr) return false;
  permutation = *given;
  return true;
}

bool cancels(const FusionGraph& graph, int first, int second) {
  Permutation p, q;
  if (!permutation_of(graph, first, p) || !permutation_of(graph, second, q) || p.size() != q.size()) return false;
  for (std::size_t axis = 0; axis < q.size(); ++axis) {
    const std::int64_t via = q[axis];
    if (via < 0 || static_cast<std::size_t>(via) >= p.size()) return false;
    if (p[static_cast<std::size_t>(via)] != static_cast<std::int64_t>(axis)) return false;
  }
  return true;
}

bool is_convolution(const FusionGraph& graph, int i) {
  return graph.op(i).kind == OperatorKind::convolution || graph.op(i).kind == OperatorKind::depthwise_convolution;
}

bool keeps_layout(const FusionGraph& graph, int i) {
  const OperatorKind kind = graph.op(i).kind;
  return kind == OperatorKind::elementwise || kind == OperatorKind::quantize || kind == OperatorKind::pooling ||
         kind == OperatorKind::resize || graph.op(i).op_type == "BatchNormalization";
}

// The tensor comes out of a convolution, through operators that keep its layout.
bool comes_from_convolution(const FusionGraph& graph, int tensor) {
  for (int budget = kLongestWalk; budget > 0; --budget) {
    const int i = graph.producer(tensor);
    if (i < 0) return false;
    if (is_convolution(graph, i)) return true;
    if (!keeps_layout(graph, i)) return false;
    // A residual sum has two branches: the later one is the block's own.
    const TensorList inputs = graph.data_inputs(i);
    if (inputs.empty()) return false;
    tensor = *std::max_element(inputs.begin(), inputs.end(),
                               [&](int a, int b) { return graph.producer(a) < graph.producer(b); });
  }
  return false;
}

bool goes_to_convolution(const FusionGraph& graph, int tensor) {
  for (int budget = kLongestWalk; budget > 0; --budget) {
    if (graph.escapes(tensor) || graph.consumers(tensor).empty()) return false;
    const auto& readers = graph.consumers(tensor);
    if (std::any_of(readers.begin(), readers.end(), [&](int r) { return is_convolution(graph, r); })) return true;
    if (!keeps_layout(graph, readers.front())) return false;
    tensor = graph.output(readers.front());
  }
  return false;
}

bool is_layout_change(const FusionGraph& graph, int i) {
  static const Permutation kToChannelsLast{0, 2, 3, 1}, kToChannelsFirst{0, 3, 1, 2};
  Permutation permutation;
  if (!permutation_of(graph, i, permutation)) return false;
  const int operand = graph.data_operand(i, 0);
  const int result = graph.output(i);
  if (graph.producer(operand) < 0 || graph.escapes(result)) return false;
  if (permutation == kToChannelsLast) return comes_from_convolution(graph, operand);
  return permutation == kToChannelsFirst &&
         (goes_to_convolution(graph, result) || comes_from_convolution(graph, result));
}

}  // namespace

void cancel_transposes(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (graph.op(i).op_type != "Transpose" || !graph.free(i)) continue;
    const int operand = graph.data_operand(i, 0);
    if (operand < 0 || graph.escapes(graph.output(i)) || graph.consumers(graph.output(i)).size() != 1) continue;
    const int next = graph.consumers(graph.output(i)).front();
    // A reshape in between makes another permutation of it.
    if (!graph.free(next) || graph.node(next).inputs[0] != graph.node(i).outputs[0]) continue;
    if (!cancels(graph, i, next) || graph.escapes(graph.output(next))) continue;
    graph.dissolve(i, operand);
    graph.dissolve(next, operand);
  }
  graph.refresh_uses();
}

void dissolve_layout_changes(FusionGraph& graph) {
  std::vector<int> changes;
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (graph.free(i) && is_layout_change(graph, i)) changes.push_back(i);
  }
  for (const int i : changes) graph.dissolve(i, graph.data_operand(i, 0));
  graph.refresh_uses();
}

}  // namespace whichchip::workload
