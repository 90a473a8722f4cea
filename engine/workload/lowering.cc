#include "workload/lowering.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::vector<Tensor> lower_tensors(const model::Graph& graph) {
  std::vector<Tensor> tensors;
  tensors.reserve(graph.tensors.size());
  for (const model::Tensor& source : graph.tensors) {
    const std::int64_t elements = source.elements();
    tensors.push_back({.name = source.name,
                       .type = source.type,
                       .dims = source.dims,
                       .elements = std::max<std::int64_t>(elements, 0),
                       .unknown = elements < 0,
                       .weight = source.kind == model::TensorKind::weight});
  }
  for (const int i : graph.inputs) tensors[at(i)].graph_input = true;
  for (const int i : graph.outputs) tensors[at(i)].graph_output = true;
  return tensors;
}

// Its results follow from shapes or are known: running it needs none of its operands.
bool needs_no_operand(const model::Graph& graph, const model::Node& node) {
  if (node.op_type == "Shape" || node.op_type == "Size") return true;
  return !node.outputs.empty() && std::all_of(node.outputs.begin(), node.outputs.end(), [&](int t) {
    return t == model::kAbsent || graph.tensors[at(t)].value.known;
  });
}

// Nodes that something needs. A graph that names no outputs keeps them all.
std::vector<char> live_nodes(const model::Graph& graph) {
  std::vector<char> live(graph.nodes.size(), graph.outputs.empty() ? 1 : 0);
  if (graph.outputs.empty()) return live;
  std::vector<char> needed(graph.tensors.size(), 0);
  for (const int i : graph.outputs) needed[at(i)] = 1;
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const model::Node& node = graph.nodes[n];
    live[n] = std::any_of(node.outputs.begin(), node.outputs.end(),
                          [&](int t) { return t != model::kAbsent && needed[at(t)]; });
    if (!live[n] || needs_no_operand(graph, node)) continue;
    for (const int t : node.inputs) {
      if (t != model::kAbsent) needed[at(t)] = 1;
    }
  }
  return live;
}

// Everything it yields is known before the model runs: a folded constant, or shape arithmetic.
bool is_precomputed(const model::Graph& graph, const model::Node& node) {
  if (node.folded) return true;
  bool any = false;
  for (const int t : node.outputs) {
    if (t == model::kAbsent) continue;
    const model::Tensor& tensor = graph.tensors[at(t)];
    if (tensor.kind != model::TensorKind::weight && !tensor.value.known) return false;
    any = true;
  }
  return any;
}

Cost free_cost() {
  Cost cost;
  cost.kind = OperatorKind::view;
  return cost;
}

class Lowering {
 public:
  explicit Lowering(const model::Graph& graph) : graph_(graph) {
    result_.graph = &graph;
    result_.tensors = lower_tensors(graph);
    result_.storage.resize(graph.tensors.size());
    for (std::size_t i = 0; i < result_.storage.size(); ++i) result_.storage[i] = static_cast<int>(i);
    result_.is_static.resize(graph.tensors.size());
    for (std::size_t i = 0; i < result_.is_static.size(); ++i) result_.is_static[i] = result_.tensors[i].weight ? 1 : 0;
    result_.escapes.resize(graph.tensors.size(), 0);
    place_.resize(graph.tensors.size(), 0);
  }

  Lowered run() {
    const std::vector<char> live = live_nodes(graph_);
    result_.operators.reserve(graph_.nodes.size());
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      result_.operators.push_back(lower_node(graph_.nodes[n], live[n] != 0));
    }
    for (const auto& [n, written] : graph_.written_as) {
      Operator& op = result_.operators[n];
      op.assumptions.push_back(written + " is counted like " + op.op_type + ", as asked");
    }
    for (const int t : graph_.outputs) result_.escapes[at(result_.storage[at(t)])] = 1;
    return std::move(result_);
  }

 private:
  Operator lower_node(const model::Node& node, bool live) {
    Operator op = named(node);
    Cost cost;
    if (!live) {
      op.rule = unused_;
      cost = free_cost();
    } else if (is_precomputed(graph_, node)) {
      op.rule = precomputed_;
      cost = free_cost();
      trace_weight(node);
    } else {
      cost = apply_rule(node, op);
    }
    take(cost, op);
    if (op.kind == OperatorKind::view) {
      link_view(node, cost);
    } else {
      resolve_traffic(node, cost, op);
    }
    return op;
  }

  Operator named(const model::Node& node) const {
    Operator op;
    op.name = node.name;
    op.op_type = node.op_type;
    op.domain = node.domain;
    op.repeat = std::max<std::int64_t>(node.repeat, 0);
    for (const int t : node.inputs) {
      if (t != model::kAbsent) op.inputs.push_back(t);
    }
    for (const int t : node.outputs) {
      if (t != model::kAbsent) op.outputs.push_back(t);
    }
    return op;
  }

  const core::SharedText& rule_text(const OperatorRule& rule) {
    core::SharedText& text = rule_texts_[&rule];
    if (text.empty()) text = std::string(rule.op_type) + ": " + describe(rule);
    return text;
  }

  Cost apply_rule(const model::Node& node, Operator& op) {
    const OperatorRule* rule = find_rule(node.domain, node.op_type);
    if (rule == nullptr) {
      op.unknown_reason = "no rule counts this operator";
      return {};
    }
    op.rule = rule_text(*rule);
    try {
      return rule->cost(NodeView(graph_, node), *rule);
    } catch (const NotKnown& reason) {
      op.unknown_reason = reason.reason;
      return {};
    }
  }

  void take(Cost& cost, Operator& op) const {
    op.kind = cost.kind;
    for (const MatrixWork& work : cost.matrix) op.macs = plus(op.macs, times(work.macs(), op.repeat));
    op.matrix = std::move(cost.matrix);
    op.vector_ops = times(cost.vector_ops, op.repeat);
    op.transcendental_ops = times(cost.transcendental_ops, op.repeat);
    op.integer_arithmetic = cost.integer_arithmetic;
    op.assumptions = std::move(cost.assumptions);
    const bool guessed =
        std::any_of(op.outputs.begin(), op.outputs.end(), [&](int t) { return graph_.tensors[at(t)].data_dependent; });
    if (guessed && op.kind != OperatorKind::view)
      op.assumptions.emplace_back("output shape depends on data: counted as a bounded guess");
  }

  void link_view(const model::Node& node, const Cost& cost) {
    bool first = true;
    for (const int t : node.outputs) {
      if (t != model::kAbsent) {
        if (first && cost.alias != model::kAbsent) {
          result_.storage[at(t)] = result_.storage[at(cost.alias)];
          result_.is_static[at(t)] = result_.is_static[at(cost.alias)];
        } else {
          result_.is_static[at(t)] = 1;
        }
      }
      first = false;
    }
  }

  // A folded node that only reformats one weight leaves that weight in the file.
  void trace_weight(const model::Node& node) {
    static constexpr std::string_view kReformats[] = {"Transpose", "Reshape",  "Squeeze", "Unsqueeze",
                                                      "Flatten",   "Identity", "Cast",    "Dropout"};
    if (node.inputs.empty() || node.outputs.empty() || node.inputs[0] == model::kAbsent ||
        node.outputs[0] == model::kAbsent)
      return;
    if (graph_.tensors[at(node.inputs[0])].kind != model::TensorKind::weight) return;
    const bool dequantizes = node.op_type == "DequantizeLinear";
    if (!dequantizes && std::find(std::begin(kReformats), std::end(kReformats), node.op_type) == std::end(kReformats))
      return;
    model::TensorList sources = stored_weights(result_, node.inputs[0]);
    if (dequantizes) {
      sources = {sources.front()};
      for (std::size_t i = 1; i < std::min<std::size_t>(node.inputs.size(), 3); ++i) {
        if (node.inputs[i] != model::kAbsent) sources.push_back(stored_weights(result_, node.inputs[i]).front());
      }
    }
    result_.sources[node.outputs[0]] = std::move(sources);
  }

  void resolve_traffic(const model::Node& node, Cost& cost, Operator& op) {
    if (!cost.own_traffic) {
      for (const int t : op.inputs) {
        const model::Tensor& tensor = graph_.tensors[at(t)];
        if (!is_parameter_operand(tensor) && tensor.elements() >= 0) cost.reads.push_back({t, tensor.elements()});
      }
      for (const int t : node.outputs) {
        if (t != model::kAbsent && graph_.tensors[at(t)].elements() >= 0)
          cost.writes.push_back({t, graph_.tensors[at(t)].elements()});
      }
    }
    for (const Access& read : cost.reads) add_read(read, op.reads);
    for (const Access& write : cost.writes) op.writes.push_back(write);
  }

  // An operand given twice is read once; the larger access counts.
  void add_read(const Access& read, Accesses& reads) {
    bool data = true;
    for (const int source : stored_weights(result_, result_.storage[at(read.tensor)])) {
      const std::int64_t whole = result_.tensors[at(source)].elements;
      const std::int64_t elements = data ? std::min(read.elements, whole) : whole;
      data = false;
      const std::size_t place = place_[at(source)];
      if (place < reads.size() && reads[place].tensor == source) {
        reads[place].elements = std::max(reads[place].elements, elements);
      } else {
        place_[at(source)] = reads.size();
        reads.push_back({source, elements});
      }
    }
  }

  const model::Graph& graph_;
  Lowered result_;
  const core::SharedText unused_ = "free: nothing uses it", precomputed_ = "free: known before the model runs";
  std::unordered_map<const OperatorRule*, core::SharedText> rule_texts_;
  std::vector<std::size_t> place_;  // of a tensor among the reads of the operator that reads it last
};

}  // namespace

model::TensorList stored_weights(const Lowered& lowered, int tensor) {
  const auto found = lowered.sources.find(tensor);
  return found == lowered.sources.end() ? model::TensorList{tensor} : found->second;
}

Lowered lower(const model::Graph& graph) { return Lowering(graph).run(); }

}  // namespace whichchip::workload
