// What a framework runs node by node: its operators, some of which exporters write as several ONNX nodes. PyTorch has
// one kernel each for layer normalisation, GELU, SiLU, HardSwish, Mish, a linear layer with its bias, and (from 2.0 on)
// scaled dot-product attention; transposes that a product reads, and slices, are strides of the tensor that is there.
#include <algorithm>
#include <string>
#include <string_view>

#include "workload/fusion.h"

namespace whichchip::workload {

bool has_attention_operator(const std::string& producer) {
  constexpr std::string_view kName = "pytorch ";
  return producer.starts_with(kName) && producer.size() > kName.size() && producer[kName.size()] >= '2';
}

namespace {

// The bias of a linear layer: a weight vector over the last axis.
bool is_bias(const FusionGraph& graph, const Unit& unit, int product) {
  if (unit.operators.size() != 1 || !graph.free(unit.exit()) || graph.op(unit.exit()).op_type != "Add") return false;
  const int i = unit.exit();
  if (graph.data_inputs(i).size() != 1 || !graph.has_static_operand(i) || !graph.same_loop(i, product)) return false;
  const auto& result = graph.tensor(graph.output(i)).dims;
  return !result.empty() && std::any_of(graph.op(i).inputs.begin(), graph.op(i).inputs.end(), [&](int t) {
    return graph.tensor(t).weight && graph.tensor(t).elements == result.back();
  });
}

void claim_product(FusionGraph& graph, int i) {
  Cluster cluster{.operators = {i}, .anchor = i, .kind = OperatorKind::matmul};
  if (graph.op(i).op_type == "MatMul" && graph.op(i).matrix.front().weight_operand) {
    const Unit next = graph.sole_reader(graph.output(i));
    if (!next.operators.empty() && is_bias(graph, next, i)) {
      insert(cluster.operators, next.exit());
      cluster.epilogue.push_back(next.label);
    }
  }
  graph.claim(std::move(cluster));
}

}  // namespace

void fuse_framework_operators(FusionGraph& graph) {
  if (has_attention_operator(graph.lowered.graph->producer)) fuse_attention(graph);
  for (const Unit& unit : graph.composites()) {
    if (graph.free(unit.exit()))
      graph.claim({.operators = unit.operators, .anchor = unit.exit(), .kind = unit.kind, .head = unit.label});
  }
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (graph.free(i) && graph.op(i).kind == OperatorKind::matmul && !graph.op(i).matrix.empty())
      claim_product(graph, i);
  }
  for (std::size_t c = 0; c < graph.clusters.size(); ++c) absorb_transposes(graph, static_cast<int>(c));
}

void dissolve_slices(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    const Operator& op = graph.op(i);
    if (!graph.free(i) || op.kind != OperatorKind::data_movement || (op.op_type != "Slice" && op.op_type != "Split"))
      continue;
    const int operand = graph.data_operand(i, 0);
    const bool read = std::all_of(op.outputs.begin(), op.outputs.end(),
                                  [&](int t) { return !graph.escapes(t) && !graph.consumers(t).empty(); });
    if (operand >= 0 && read) graph.dissolve(i, operand);
  }
  graph.refresh_uses();
}

}  // namespace whichchip::workload
