// Attention, anchored on its Softmax: upstream scale, mask and the product of query and key; downstream the product
// with the value; around them the transposes, selections and head repetitions that only arrange operands. Scores never
// leave the kernel.
#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "workload/fusion.h"

namespace whichchip::workload {

namespace {

constexpr int kLongestChain = 10;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool is_any(std::string_view op, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), op) != names.end();
}

// A product of two activations.
bool is_score_product(const FusionGraph& graph, int i) {
  const Operator& op = graph.op(i);
  return op.kind == OperatorKind::matmul && op.matrix.size() == 1 && !op.matrix.front().weight_operand &&
         graph.data_inputs(i).size() <= 2;
}

bool is_free_pointwise(const FusionGraph& graph, int i, int softmax) {
  return graph.free(i) && !graph.in_composite(i) && graph.same_loop(i, softmax) &&
         (graph.op(i).kind == OperatorKind::elementwise || graph.op(i).kind == OperatorKind::quantize);
}

// From a tensor up to the product of query and key, through scale and mask; `members` gains the operators on the way.
// At a sum of two full-size operands (a mask or a bias may have the scores' size) every one is tried. False when there
// is none.
bool find_scores(const FusionGraph& graph, int softmax, int tensor, int budget, std::vector<int>& members) {
  const int i = graph.producer(tensor);
  if (budget == 0 || !graph.free(i) || !graph.same_loop(i, softmax) || !graph.feeds_only(i, members)) return false;
  const std::vector<int> before = members;
  insert(members, i);
  if (is_score_product(graph, i)) return true;
  if (is_free_pointwise(graph, i, softmax)) {
    for (const int t : graph.data_inputs(i)) {
      if (graph.elements(t) == graph.elements(graph.output(i)) && find_scores(graph, softmax, t, budget - 1, members))
        return true;
    }
  }
  members = before;
  return false;
}

// From the softmax down to the product with the value; probabilities may pass a cast, a guard against NaN or a
// rescaling.
bool find_values(const FusionGraph& graph, int softmax, std::vector<int>& members) {
  std::vector<int> frontier{graph.output(softmax)};
  for (int budget = kLongestChain; budget > 0; --budget) {
    if (graph.escapes(frontier.back())) return false;
    int next = -1;
    for (const int reader : graph.consumers(frontier.back())) {
      if (contains(members, reader)) continue;
      if (!graph.free(reader)) return false;
      if (is_score_product(graph, reader)) {
        if (graph.consumers(frontier.back()).size() != 1) return false;
        insert(members, reader);
        return true;
      }
      if (!is_free_pointwise(graph, reader, softmax)) return false;
      insert(members, reader);
      next = std::max(next, reader);
    }
    if (next < 0) return false;
    frontier.push_back(graph.output(next));
  }
  return false;
}

bool is_scale(const FusionGraph& graph, int i) {
  return is_any(graph.op(i).op_type, {"Mul", "Div", "Cast"}) && graph.data_inputs(i).size() == 1;
}

// What only arranges or scales an operand of attention.
bool is_arrangement(const FusionGraph& graph, int i) {
  return is_any(graph.op(i).op_type, {"Transpose", "Gather", "Split", "Slice", "Expand", "Tile"}) || is_scale(graph, i);
}

// Takes producers that feed nothing but the kernel, latest first.
void absorb_operands(const FusionGraph& graph, std::vector<int>& members) {
  std::vector<int> pending = members;
  for (int budget = 48; budget > 0 && !pending.empty(); --budget) {
    std::vector<int> candidates;
    for (const int i : pending) {
      for (const int t : graph.data_inputs(i)) {
        const int from = graph.producer(t);
        if (from >= 0 && !contains(members, from)) insert(candidates, from);
      }
    }
    pending.clear();
    for (auto i = candidates.rbegin(); i != candidates.rend(); ++i) {
      if (!graph.free(*i) || graph.in_composite(*i) || !graph.same_loop(*i, members.front())) continue;
      if (!is_arrangement(graph, *i) || !graph.feeds_only(*i, members)) continue;
      insert(members, *i);
      pending.push_back(*i);
    }
  }
}

void absorb_result_transpose(const FusionGraph& graph, std::vector<int>& members, int exit) {
  const Unit next = graph.sole_reader(graph.output(exit));
  if (next.operators.size() == 1 && graph.op(next.exit()).op_type == "Transpose") insert(members, next.exit());
}

// "12×64": heads and head size, from the products' groups and inner extent.
std::string head_label(const FusionGraph& graph, const MatrixWork& scores, int product) {
  std::int64_t heads = scores.groups;
  const auto& dims = graph.lowered.tensors[at(graph.op(product).inputs.front())].dims;
  if (dims.size() == 4) heads = dims[1];
  return "Attention " + std::to_string(heads) + "×" + std::to_string(scores.k);
}

void try_decomposed(FusionGraph& graph, int softmax) {
  std::vector<int> members{softmax};
  if (!find_values(graph, softmax, members)) return;
  const int exit = members.back();
  if (!find_scores(graph, softmax, graph.data_operand(softmax, 0), kLongestChain, members)) return;
  const auto product = std::find_if(members.begin(), members.end(), [&](int i) { return is_score_product(graph, i); });
  if (*product == exit) return;
  Cluster cluster{.anchor = softmax, .kind = OperatorKind::attention};
  cluster.head = head_label(graph, graph.op(*product).matrix.front(), *product);
  absorb_operands(graph, members);
  absorb_result_transpose(graph, members, exit);
  cluster.operators = members;
  graph.claim(std::move(cluster));
}

void fuse_operator(FusionGraph& graph, int i) {
  std::vector<int> members{i};
  absorb_operands(graph, members);
  if (graph.op(i).outputs.size() == 1) absorb_result_transpose(graph, members, i);
  graph.claim({.operators = members, .anchor = i, .kind = OperatorKind::attention});
}

// --- parallel projections -------------------------------------------------------------------------------------------

// The product that an operand of attention comes from, through rotary embeddings, caches and arrangements.
int projection_of(const FusionGraph& graph, int tensor) {
  for (int budget = 16; budget > 0; --budget) {
    const int i = graph.producer(tensor);
    if (i < 0) return -1;
    const int owner = graph.cluster_of[at(i)];
    if (owner >= 0) {
      const Cluster& cluster = graph.clusters[at(owner)];
      return cluster.kind == OperatorKind::matmul ? owner : -1;
    }
    const TensorList inputs = graph.data_inputs(i);
    if (inputs.empty()) return -1;
    // Rotary tables and caches are made before the projection: the latest producer leads back to it.
    tensor = *std::max_element(inputs.begin(), inputs.end(),
                               [&](int a, int b) { return graph.producer(a) < graph.producer(b); });
  }
  return -1;
}

// Projections with the same input, rows and inner extent, and with no other operand that is data.
bool describe_projection(const FusionGraph& graph, const Cluster& cluster,
                         std::tuple<int, std::int64_t, std::int64_t>& key) {
  const Operator& anchor = graph.op(cluster.anchor);
  if (anchor.matrix.size() != 1 || cluster.merged_products) return false;
  const MatrixWork& work = anchor.matrix.front();
  if (!work.weight_operand || work.groups != 1) return false;
  const std::vector<int> inputs = graph.unit_inputs({.operators = cluster.operators});
  if (inputs.size() != 1) return false;
  key = {inputs[0], work.m, work.k};
  return true;
}

void merge(FusionGraph& graph, const std::vector<int>& owners) {
  Cluster& target = graph.clusters[at(owners.front())];
  for (std::size_t i = 1; i < owners.size(); ++i) {
    Cluster& other = graph.clusters[at(owners[i])];
    const std::vector<int> moved = std::move(other.operators);
    other = {};
    graph.extend(owners.front(), moved);
  }
  target.merged_products = true;
}

}  // namespace

void fuse_attention(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (!graph.free(i)) continue;
    if (graph.op(i).kind == OperatorKind::softmax)
      try_decomposed(graph, i);
    else if (graph.op(i).kind == OperatorKind::attention)
      fuse_operator(graph, i);
  }
}

void merge_projections(FusionGraph& graph) {
  const std::size_t count = graph.clusters.size();
  for (std::size_t c = 0; c < count; ++c) {
    if (graph.clusters[c].kind != OperatorKind::attention) continue;
    std::map<std::tuple<int, std::int64_t, std::int64_t>, std::vector<int>> groups;
    for (const int t : graph.unit_inputs({.operators = graph.clusters[c].operators})) {
      const int owner = projection_of(graph, t);
      std::tuple<int, std::int64_t, std::int64_t> key;
      if (owner >= 0 && describe_projection(graph, graph.clusters[at(owner)], key)) insert(groups[key], owner);
    }
    for (const auto& [key, owners] : groups) {
      if (owners.size() > 1) merge(graph, owners);
    }
  }
}

namespace {

// The product that ends in `tensor`, when nothing but operator `reader` reads that.
int gate_owner(const FusionGraph& graph, int tensor, int reader) {
  const int from = graph.producer(tensor);
  if (from < 0 || !graph.feeds_only(from, {reader})) return -1;
  const int owner = graph.cluster_of[at(from)];
  return owner >= 0 && graph.clusters[at(owner)].kind == OperatorKind::matmul ? owner : -1;
}

}  // namespace

// act(x·W) ∘ (x·V), the gated layers of language models: one product with both weights, the gate in its epilogue.
void merge_gates(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (!graph.free(i) || graph.op(i).op_type != "Mul") continue;
    const TensorList inputs = graph.data_inputs(i);
    if (inputs.size() != 2) continue;
    const int first = gate_owner(graph, inputs[0], i), second = gate_owner(graph, inputs[1], i);
    if (first < 0 || second < 0 || first == second || !graph.same_loop(i, graph.clusters[at(first)].anchor)) continue;
    std::tuple<int, std::int64_t, std::int64_t> key, other_key;
    if (!describe_projection(graph, graph.clusters[at(first)], key) ||
        !describe_projection(graph, graph.clusters[at(second)], other_key) || key != other_key)
      continue;
    std::vector<std::string> epilogue = graph.clusters[at(first)].epilogue;
    const std::vector<std::string>& more = graph.clusters[at(second)].epilogue;
    epilogue.insert(epilogue.end(), more.begin(), more.end());
    epilogue.emplace_back("Mul");
    merge(graph, {first, second});
    graph.extend(first, {i});
    graph.clusters[at(first)].epilogue = std::move(epilogue);
  }
}

}  // namespace whichchip::workload
