// Matrix operators as anchors: what follows them in the same kernel (bias, residual sum, activation, requantisation),
// and what is folded into how they read (transposes, zero pads).
#include <algorithm>
#include <string_view>

#include "workload/fusion.h"

namespace whichchip::workload {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool is_any(std::string_view op, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), op) != names.end();
}

bool is_convolution(OperatorKind kind) {
  return kind == OperatorKind::convolution || kind == OperatorKind::depthwise_convolution;
}

bool is_product(const FusionGraph& graph, int i) {
  const OperatorKind kind = graph.op(i).kind;
  return (is_convolution(kind) || kind == OperatorKind::matmul) && !graph.op(i).matrix.empty();
}

struct Epilogue {
  int current = -1;         // the tensor that the kernel would write so far
  bool arithmetic = false;  // something other than folded constants has been added
  bool residual = false;
  bool activation = false;
};

bool feeds_layer_norm(const FusionGraph& graph, int sum) {
  const auto& readers = graph.consumers(graph.output(sum));
  return std::any_of(readers.begin(), readers.end(), [&](int r) {
    const int owner = graph.cluster_of[at(r)];
    return owner >= 0 && graph.clusters[at(owner)].kind == OperatorKind::normalization;
  });
}

// BatchNormalization and per-channel constant factors directly after the product become its weights.
bool folds(const FusionGraph& graph, int anchor, const Unit& unit, const Epilogue& state) {
  const int i = unit.exit();
  if (unit.operators.size() != 1 || state.arithmetic || !graph.op(anchor).matrix.front().weight_operand) return false;
  if (graph.op(i).op_type == "BatchNormalization") return true;
  return graph.op(i).op_type == "Mul" && graph.data_inputs(i).size() == 1 && graph.has_static_operand(i);
}

// One further operand: a residual sum of the result's size (once; after an activation only where the engine can), or
// one number that scales.
bool accepts_operand(const FusionGraph& graph, const Unit& unit, int other, Epilogue& state) {
  const int i = unit.exit();
  if (graph.elements(other) == 1) return true;
  if (unit.operators.size() != 1 || !is_any(graph.op(i).op_type, {"Add", "Sum", "QLinearAdd"}) || state.residual)
    return false;
  if (state.activation && graph.level != Runtime::engine) return false;
  if (feeds_layer_norm(graph, i)) return false;
  state.residual = true;
  state.activation = false;
  return true;
}

bool is_activation(const FusionGraph& graph, const Unit& unit) {
  const bool plain = unit.operators.size() == 1 &&
                     is_any(graph.op(unit.exit()).op_type, {"Add", "Sub", "Mul", "Div", "Cast", "QuantizeLinear"});
  return !plain;
}

// Whether the kernel of `cluster` can go on with the unit that alone reads its result; updates the cluster's labels.
bool accept(FusionGraph& graph, int cluster, const Unit& unit, Epilogue& state) {
  const int anchor = graph.clusters[at(cluster)].anchor;
  const int exit = unit.exit();
  const bool normalizes = unit.kind == OperatorKind::normalization;
  if (normalizes ? graph.op(exit).op_type != "BatchNormalization" : !is_pointwise(graph, exit)) return false;
  if (graph.op(exit).op_type == "Expand" || !graph.same_loop(anchor, exit)) return false;
  if (graph.elements(graph.output(exit)) != graph.elements(state.current)) return false;
  if (folds(graph, anchor, unit, state)) {
    graph.folded[at(exit)] = 1;
    return true;
  }
  for (const int t : graph.unit_inputs(unit)) {
    if (t != state.current && !accepts_operand(graph, unit, t, state)) return false;
  }
  state.arithmetic = true;
  state.activation = state.activation || is_activation(graph, unit);
  graph.clusters[at(cluster)].epilogue.push_back(unit.label);
  return true;
}

void grow(FusionGraph& graph, int anchor) {
  const int cluster = graph.claim({.operators = {anchor}, .anchor = anchor, .kind = graph.op(anchor).kind});
  if (graph.op(anchor).outputs.size() != 1) return;
  Epilogue state{.current = graph.output(anchor)};
  while (true) {
    const Unit unit = graph.sole_reader(state.current);
    if (unit.operators.empty() || !accept(graph, cluster, unit, state)) return;
    graph.extend(cluster, unit.operators);
    state.current = graph.output(unit.exit());
  }
}

// A permutation that a product reads as it is: batch axes anyhow, and the last two swapped or not.
bool is_product_layout(const FusionGraph& graph, int i) {
  const auto found = graph.node(i).attributes.find("perm");
  const auto* perm =
      found == graph.node(i).attributes.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&found->second);
  if (perm == nullptr) return graph.tensor(graph.output(i)).dims.size() == 2;
  const auto rank = static_cast<std::int64_t>(perm->size());
  return rank >= 2 && (perm->back() == rank - 1 || (*perm)[perm->size() - 2] == rank - 1);
}

bool is_zero_pad(const FusionGraph& graph, int i) {
  const model::Node& node = graph.node(i);
  if (node.op_type != "Pad") return false;
  const auto mode = node.attributes.find("mode");
  if (mode != node.attributes.end()) {
    const auto* text = std::get_if<std::string>(&mode->second);
    if (text != nullptr && *text != "constant") return false;
  }
  double value = 0;
  const bool given = node.inputs.size() > 2 && node.inputs[2] != model::kAbsent;
  if (given && !(graph.scalar_operand(i, 2, value) && value == 0)) return false;
  const auto attribute = node.attributes.find("value");
  if (attribute == node.attributes.end()) return true;
  const auto* number = std::get_if<double>(&attribute->second);
  return number == nullptr || *number == 0;
}

bool is_absorbable(const FusionGraph& graph, const Cluster& cluster, int i) {
  if (!graph.free(i) || !graph.same_loop(i, cluster.anchor) || !graph.feeds_only(i, cluster.operators)) return false;
  const OperatorKind kind = cluster.kind;
  if (graph.op(i).op_type == "Transpose") return kind == OperatorKind::matmul && is_product_layout(graph, i);
  return (is_convolution(kind) || kind == OperatorKind::pooling) && is_zero_pad(graph, i);
}

}  // namespace

void fuse_epilogues(FusionGraph& graph) {
  // From the end: of two producers of a residual sum, the last one takes it.
  for (int i = graph.operator_count() - 1; i >= 0; --i) {
    if (graph.free(i) && !graph.in_composite(i) && is_product(graph, i)) grow(graph, i);
  }
}

namespace {

// A pool takes the quantisation of its result along.
void claim_pool(FusionGraph& graph, int i) {
  const int cluster = graph.claim({.operators = {i}, .anchor = i, .kind = OperatorKind::pooling});
  if (graph.op(i).outputs.size() != 1) return;
  for (int last = i;;) {
    const Unit next = graph.sole_reader(graph.output(last));
    if (next.operators.size() != 1 || next.label != "QuantizeLinear" || !graph.same_loop(last, next.exit())) return;
    graph.extend(cluster, next.operators);
    graph.clusters[at(cluster)].epilogue.push_back(next.label);
    last = next.exit();
  }
}

}  // namespace

void absorb_transposes(FusionGraph& graph, int cluster) {
  const int anchor = graph.clusters[at(cluster)].anchor;
  for (const int t : graph.data_inputs(anchor)) {
    const int from = graph.producer(t);
    if (from >= 0 && is_absorbable(graph, graph.clusters[at(cluster)], from)) graph.extend(cluster, {from});
  }
}

void absorb_into_products(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (graph.free(i) && graph.op(i).kind == OperatorKind::pooling) claim_pool(graph, i);
  }
  for (std::size_t c = 0; c < graph.clusters.size(); ++c) absorb_transposes(graph, static_cast<int>(c));
}

}  // namespace whichchip::workload
