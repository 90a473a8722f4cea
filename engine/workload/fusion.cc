#include "workload/fusion.h"

#include <algorithm>

namespace whichchip::workload {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

bool contains(const std::vector<int>& ascending, int value) {
  return std::binary_search(ascending.begin(), ascending.end(), value);
}

void insert(std::vector<int>& ascending, int value) {
  const auto place = std::lower_bound(ascending.begin(), ascending.end(), value);
  if (place == ascending.end() || *place != value) ascending.insert(place, value);
}

FusionGraph::FusionGraph(const Lowered& lowered_graph, Runtime runtime)
    : lowered(lowered_graph),
      level(runtime),
      storage(lowered_graph.storage),
      dissolved(lowered_graph.operators.size(), 0),
      folded(lowered_graph.operators.size(), 0),
      eliminated(lowered_graph.operators.size(), 0),
      prolonged(lowered_graph.tensors.size(), 0),
      cluster_of(lowered_graph.operators.size(), -1),
      composite_of_(lowered_graph.operators.size(), -1) {
  index_uses();
}

void FusionGraph::dissolve(int i, int operand) {
  dissolved[at(i)] = 1;
  for (const int t : op(i).outputs) storage[at(t)] = operand;
  stale_ = true;
}

void FusionGraph::refresh_uses() {
  if (stale_) index_uses();
}

void FusionGraph::index_uses() {
  stale_ = false;
  const std::size_t count = lowered.tensors.size();
  producer_.assign(count, -1);
  consumers_.assign(count, {});
  escapes_.assign(count, 0);
  // Dissolved operators may chain: resolve in graph order, producers first.
  for (int i = 0; i < operator_count(); ++i) {
    for (const int t : op(i).outputs) {
      int& root = storage[at(t)];
      root = storage[at(root)];
    }
    if (!works(i)) continue;
    for (const int t : op(i).outputs) producer_[at(t)] = i;
    for (const int t : data_inputs(i)) consumers_[at(t)].push_back(i);
  }
  if (lowered.graph->outputs.empty()) {
    for (std::size_t t = 0; t < count; ++t) escapes_[t] = producer_[t] >= 0 && consumers_[t].empty();
  }
  for (const int t : lowered.graph->outputs) escapes_[at(storage[at(t)])] = 1;
}

int FusionGraph::data_operand(int i, std::size_t position) const {
  const auto& inputs = node(i).inputs;
  if (position >= inputs.size() || inputs[position] == model::kAbsent) return -1;
  const int root = storage[at(inputs[position])];
  return lowered.is_static[at(root)] != 0 ? -1 : root;
}

TensorList FusionGraph::data_inputs(int i) const {
  TensorList result;
  const auto& inputs = op(i).inputs;
  for (const int t : inputs) {
    const int root = storage[at(t)];
    if (lowered.is_static[at(root)] != 0) continue;
    // Long operand lists (a Concat of thousands) come distinct; a repeated operand is a matter of a few.
    if (inputs.size() <= 16 && std::find(result.begin(), result.end(), root) != result.end()) continue;
    result.push_back(root);
  }
  return result;
}

std::vector<int> FusionGraph::unit_inputs(const Unit& unit) const {
  std::vector<int> result;
  for (const int i : unit.operators) {
    for (const int t : data_inputs(i)) {
      const int from = producer(t);
      if (from >= 0 && contains(unit.operators, from)) continue;
      if (std::find(result.begin(), result.end(), t) == result.end()) result.push_back(t);
    }
  }
  return result;
}

int FusionGraph::output(int i) const { return op(i).outputs.empty() ? -1 : op(i).outputs[0]; }

bool FusionGraph::scalar_operand(int i, std::size_t position, double& value) const {
  const auto& inputs = node(i).inputs;
  if (position >= inputs.size() || inputs[position] == model::kAbsent) return false;
  const model::TensorValue& known = lowered.graph->tensors[at(inputs[position])].value;
  if (!known.known) return false;
  if (known.reals.size() == 1) {
    value = known.reals[0];
    return true;
  }
  if (known.integers.size() != 1) return false;
  value = static_cast<double>(known.integers[0]);
  return true;
}

bool FusionGraph::has_static_operand(int i) const {
  return std::any_of(op(i).inputs.begin(), op(i).inputs.end(),
                     [&](int t) { return lowered.is_static[at(storage[at(t)])] != 0; });
}

Unit FusionGraph::unit_of(int i) const {
  if (in_composite(i)) return composites_[at(composite_of_[at(i)])];
  return {.operators = {i}, .label = op(i).op_type, .kind = op(i).kind};
}

Unit FusionGraph::sole_reader(int tensor) const {
  if (tensor < 0 || escapes(tensor) || consumers(tensor).empty()) return {};
  const auto& readers = consumers(tensor);
  if (readers.size() > 1 && !in_composite(readers.front())) return {};
  if (cluster_of[at(readers.front())] >= 0) return {};
  Unit unit = unit_of(readers.front());
  const bool alone = std::all_of(readers.begin(), readers.end(), [&](int i) { return contains(unit.operators, i); });
  return alone ? unit : Unit{};
}

bool FusionGraph::feeds_only(int i, const std::vector<int>& members) const {
  return std::all_of(op(i).outputs.begin(), op(i).outputs.end(), [&](int t) {
    const auto& readers = consumers(t);
    return !escapes(t) &&
           std::all_of(readers.begin(), readers.end(), [&](int reader) { return contains(members, reader); });
  });
}

void FusionGraph::add_composite(Unit unit) {
  for (const int i : unit.operators) composite_of_[at(i)] = static_cast<int>(composites_.size());
  composites_.push_back(std::move(unit));
}

int FusionGraph::claim(Cluster cluster) {
  const int id = static_cast<int>(clusters.size());
  for (const int i : cluster.operators) cluster_of[at(i)] = id;
  clusters.push_back(std::move(cluster));
  return id;
}

void FusionGraph::extend(int cluster, const std::vector<int>& operators) {
  for (const int i : operators) {
    cluster_of[at(i)] = cluster;
    insert(clusters[at(cluster)].operators, i);
  }
}

void FusionGraph::append(int cluster, const std::vector<int>& operators) {
  for (const int i : operators) {
    cluster_of[at(i)] = cluster;
    clusters[at(cluster)].operators.push_back(i);
  }
}

bool is_pointwise(const FusionGraph& graph, int i) {
  const Operator& op = graph.op(i);
  if (op.outputs.size() != 1) return op.op_type == "BatchNormalization";
  return op.kind == OperatorKind::elementwise ||
         (op.kind == OperatorKind::quantize && op.op_type != "DynamicQuantizeLinear") ||
         op.op_type == "BatchNormalization" || op.op_type == "Expand";
}

FusionGraph fuse(const Lowered& lowered, Runtime level) {
  FusionGraph graph(lowered, level);
  if (level == Runtime::eager) {
    find_composites(graph);
    fuse_framework_operators(graph);
    dissolve_slices(graph);
  } else {
    dissolve_dequantization(graph);
    cancel_transposes(graph);
    dissolve_layout_changes(graph);
    find_composites(graph);
    if (level == Runtime::engine || has_attention_operator(lowered.graph->producer)) fuse_attention(graph);
    fuse_skip_normalization(graph);
    fuse_epilogues(graph);
    absorb_into_products(graph);
    if (level == Runtime::engine) {
      merge_projections(graph);
      merge_gates(graph);
    }
    fuse_elementwise(graph);
  }
  close_clusters(graph);
  if (level != Runtime::eager) eliminate_concats(graph);
  mark_quantized(graph);
  return graph;
}

}  // namespace whichchip::workload
