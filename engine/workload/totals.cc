#include "workload/totals.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "core/integer.h"
#include "core/units.h"
#include "workload/operator_rules.h"
#include "workload/parameters.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;
using core::saturating_multiply;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool names_batch(const std::string& symbol) {
  static constexpr std::string_view kNames[] = {"batch", "batch_size", "batchsize", "n", "bs", "b"};
  const std::string name = lower_case(symbol);
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Its bare name: no folders, no ".onnx".
std::string base_name(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  // Only these endings: "mobilenet_v2_1.4" keeps its version.
  for (const std::string_view ending : {".gz", ".onnx"}) {
    if (name.size() > ending.size() && lower_case(name.substr(name.size() - ending.size())) == ending)
      name.resize(name.size() - ending.size());
  }
  return name;
}

bool holds_macs(OperatorKind kind) {
  return kind == OperatorKind::convolution || kind == OperatorKind::depthwise_convolution ||
         kind == OperatorKind::matmul || kind == OperatorKind::attention || kind == OperatorKind::recurrent ||
         kind == OperatorKind::unknown;
}

// An unknown operator whose rule counts vector work only cannot hide MACs; one without a rule may.
bool may_hold_macs(const Operator& op) {
  const OperatorRule* rule = find_rule(op.domain, op.op_type);
  return rule == nullptr || holds_macs(rule->kind);
}

}  // namespace

Totals sum_totals(const Lowered& lowered) {
  Totals totals;
  std::set<int> weights;
  for (const Operator& op : lowered.operators) {
    totals.macs = saturating_add(totals.macs, op.macs);
    totals.vector_ops = saturating_add(totals.vector_ops, op.vector_ops);
    totals.transcendental_ops = saturating_add(totals.transcendental_ops, op.transcendental_ops);
    for (const Access& read : op.reads) {
      if (lowered.tensors[at(read.tensor)].weight) weights.insert(read.tensor);
    }
    for (const Access& write : op.writes) {
      const std::int64_t bytes = model::storage_bytes(write.elements, lowered.tensors[at(write.tensor)].type);
      totals.activation_bytes = saturating_add(totals.activation_bytes, saturating_multiply(bytes, op.repeat));
    }
  }
  for (const int t : weights) {
    const Tensor& tensor = lowered.tensors[at(t)];
    totals.weight_bytes = saturating_add(totals.weight_bytes, model::storage_bytes(tensor.elements, tensor.type));
  }
  return totals;
}

Coverage measure_coverage(const Lowered& lowered) {
  Coverage coverage;
  std::int64_t with_macs = 0, hidden = 0;
  std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> unknown;
  for (const Operator& op : lowered.operators) {
    ++coverage.nodes;
    if (op.macs > 0) ++with_macs;
    if (op.kind != OperatorKind::unknown) {
      ++coverage.nodes_modelled;
      continue;
    }
    ++unknown[{op.domain, op.op_type, op.unknown_reason}];
    if (may_hold_macs(op)) ++hidden;
  }
  if (hidden > 0) coverage.macs_fraction = static_cast<double>(with_macs) / static_cast<double>(with_macs + hidden);
  for (const auto& [key, count] : unknown) {
    coverage.unknown.push_back(
        {.op_type = std::get<1>(key), .domain = std::get<0>(key), .reason = std::get<2>(key), .count = count});
  }
  return coverage;
}

std::optional<model::Warning> tell_range(const Lowered& lowered) {
  std::int64_t all = 0, open = 0;
  for (const Operator& op : lowered.operators) {
    const bool guessed = std::any_of(op.outputs.begin(), op.outputs.end(),
                                     [&](int t) { return lowered.graph->tensors[at(t)].data_dependent; });
    all = saturating_add(all, op.macs);
    if (guessed) open = saturating_add(open, op.macs);
  }
  if (open == 0) return std::nullopt;
  const auto text = [](std::int64_t macs) {
    return core::format(core::Quantity::operations, static_cast<double>(macs));
  };
  return model::Warning{"data-dependent-range",
                        "The data decide how much of the model runs: between " + text(all - open) + " and " +
                            text(all) + " MACs; the larger figure is counted.",
                        {}};
}

std::int64_t inferences_per_run(const model::Graph& graph) {
  for (const model::Symbol& symbol : graph.symbols) {
    if (names_batch(symbol.name)) return std::max<std::int64_t>(symbol.value, 1);
  }
  if (graph.inputs.empty()) return 1;
  const model::Tensor& input = graph.tensors[at(graph.inputs[0])];
  if (!input.has_rank || input.dims.size() < 2 || input.dims[0] < 1) return 1;
  if (!graph.declared_inputs.empty() && !graph.declared_inputs[0].shape.empty()) {
    const std::string& leading = graph.declared_inputs[0].shape[0];
    const bool number = !leading.empty() && leading.find_first_not_of("0123456789") == std::string::npos;
    if (!number) return input.dims[0];
  }
  // A fixed leading extent is a batch when the first output shares it.
  if (graph.outputs.empty()) return 1;
  const model::Tensor& output = graph.tensors[at(graph.outputs[0])];
  const bool shared = output.has_rank && !output.dims.empty() && output.dims[0] == input.dims[0];
  return shared ? input.dims[0] : 1;
}

ModelHeader describe_model(const Lowered& lowered, const std::string& name) {
  const model::Graph& graph = *lowered.graph;
  ModelHeader header;
  header.name = base_name(name);
  header.producer = graph.producer;
  header.ir_version = graph.ir_version;
  header.opsets.assign(graph.opsets.begin(), graph.opsets.end());
  header.nodes = graph.nodes_in_file;
  header.inputs = graph.declared_inputs;
  header.outputs = graph.declared_outputs;
  header.symbols = graph.symbols;
  header.parameters = count_parameters(lowered);
  return header;
}

}  // namespace whichchip::workload
