#include "workload/parameters.h"

#include <algorithm>
#include <string_view>

#include "core/integer.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;
using core::saturating_multiply;

// Integer and boolean constants up to this many elements are axes, shapes and the like.
constexpr std::int64_t kSmallConstant = 1024;

// What a tensor is used as; the strongest use wins. `ingredient`: something is computed from it before the run that an
// operator uses as a weight.
enum class Role : std::uint8_t { unused, none, constant, scalar, ingredient, statistics, parameter };

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Makes a tensor that the file does not hold. Repeating a stored tensor does not: the stored one counts.
bool generates(const model::Graph& graph, const model::Node& node) {
  if (one_of(node.op_type, {"ConstantOfShape", "EyeLike", "Range"})) return true;
  if (!one_of(node.op_type, {"Expand", "Tile"}) || node.inputs.empty() || node.inputs[0] == model::kAbsent)
    return false;
  return graph.tensors[at(node.inputs[0])].elements() == 1;
}

// Operands that hold quantised weights, by operator.
bool is_integer_weight(const model::Node& node, std::size_t i) {
  const std::string_view op = node.op_type;
  if (op == "DequantizeLinear") return i == 0;
  if (one_of(op, {"QLinearConv", "QLinearMatMul", "QGemm"})) return i == 3 || (op == "QLinearConv" && i == 8);
  if (one_of(op, {"ConvInteger", "MatMulInteger", "MatMulIntegerToFloat", "DynamicQuantizeMatMul", "QAttention",
                  "MatMulInteger16", "MatMulNBits", "MatMulBnb4", "MatMulFpQ4", "DynamicQuantizeLSTM"})) {
    return i == 1 || (op == "DynamicQuantizeLSTM" && i == 2);
  }
  if (op == "QMoE") return i == 2 || i == 5 || i == 8;
  return op == "GatherBlockQuantized" && i == 0;
}

bool is_quantization_scale(const model::Node& node, std::size_t i) {
  if (node.op_type == "MatMulNBits") return i == 2 || i == 3;
  if (node.op_type == "QMoE") return i == 3 || i == 6 || i == 9;
  return (one_of(node.op_type, {"DequantizeLinear", "QuantizeLinear"}) && i > 0) ||
         (node.op_type == "QLinearConv" && (i == 1 || i == 2 || (i >= 4 && i <= 7))) ||
         (node.op_type == "QLinearMatMul" && i != 0 && i != 3);
}

bool is_packed_product(const model::Node& node) {
  return one_of(node.op_type, {"MatMulNBits", "MatMulBnb4", "MatMulFpQ4"});
}

std::int64_t attribute(const model::Node& node, const char* name, std::int64_t fallback) {
  const auto found = node.attributes.find(name);
  const auto* value = found == node.attributes.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
  return value == nullptr || *value < 0 ? fallback : *value;
}

// Weights of fewer than 8 bits in bytes: how many stand in one, by the attribute that says their width.
std::int64_t weights_per_byte(const model::Node& node, std::size_t i) {
  std::int64_t bits = 8;
  if (node.op_type == "QMoE" && (i == 2 || i == 5 || i == 8)) bits = attribute(node, "expert_weight_bits", 4);
  if (node.op_type == "GatherBlockQuantized" && i == 0) bits = attribute(node, "bits", 4);
  if (one_of(node.op_type, {"MatMulNBitsMlp", "MatMulNBitsQkv"})) bits = attribute(node, "bits", 4);
  return bits > 0 && bits < 8 ? 8 / bits : 1;
}

bool is_mixture(const model::Node& node) { return node.op_type == "MoE" || node.op_type == "QMoE"; }

class Count {
 public:
  explicit Count(const Lowered& lowered)
      : graph_(*lowered.graph),
        lowered_(lowered),
        roles_(graph_.tensors.size(), Role::unused),
        generated_(graph_.tensors.size(), 0) {}

  ParameterCount run() {
    for (const int t : graph_.outputs) raise(t, Role::parameter);
    for (std::size_t n = graph_.nodes.size(); n-- > 0;) visit(n);
    count_stored();
    result_.active_parameters = std::max<std::int64_t>(result_.parameters - idle_, 0);
    return result_;
  }

 private:
  void count_stored() {
    for (std::size_t t = 0; t < graph_.tensors.size(); ++t) {
      if (!graph_.tensors[t].is_initializer || generated_[t] != 0) continue;
      Role role = roles_[t];
      if (role == Role::unused) role = role_by_type(graph_.tensors[t]);  // the file holds it, though nothing uses it
      add(role == Role::ingredient ? Role::parameter : role, graph_.tensors[t].elements());
    }
  }

  void raise(int tensor, Role role) { roles_[at(tensor)] = std::max(roles_[at(tensor)], role); }

  void add(Role role, std::int64_t elements) {
    if (elements <= 0) return;
    if (role == Role::parameter) result_.parameters = saturating_add(result_.parameters, elements);
    if (role == Role::statistics)
      result_.normalization_statistics = saturating_add(result_.normalization_statistics, elements);
    if (role == Role::scalar) result_.scalar_constants = saturating_add(result_.scalar_constants, elements);
    if (role == Role::constant) result_.other_constants = saturating_add(result_.other_constants, elements);
  }

  // Nodes backwards: an operator of the run gives its weights their roles; a folded node passes its outputs' role on.
  void visit(std::size_t n) {
    const model::Node& node = graph_.nodes[n];
    const Operator& op = lowered_.operators[n];
    const bool precomputed =
        !node.outputs.empty() && op.kind == OperatorKind::view &&
        std::all_of(op.outputs.begin(), op.outputs.end(), [&](int t) { return lowered_.tensors[at(t)].weight; });
    if (!precomputed) {
      if (op.rule != "free: nothing uses it") use(node);
      return;
    }
    const bool generator = generates(graph_, node);
    if (generator) {
      for (const int t : op.outputs) generated_[at(t)] = 1;
    }
    Role role = Role::unused;
    for (const int t : op.outputs) role = std::max(role, roles_[at(t)]);
    if (role == Role::unused) return;
    if (generator) return generate(node, op);
    const bool reformats = op.outputs.size() == 1 && lowered_.sources.contains(op.outputs[0]);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == model::kAbsent) continue;
      const Role own = role_of_operand(node, i);
      const Role passed = !reformats && role == Role::parameter ? Role::ingredient : role;
      raise(node.inputs[i], own == Role::scalar && role != Role::none ? own : std::min(own, passed));
    }
  }

  // A weight when the graph says so and an operator uses it as it is (models whose weights are ConstantOfShape nodes);
  // what is filled to the size of the input, or an ingredient of something else, is no more than a constant.
  void generate(const model::Node& node, const Operator& op) {
    for (const int t : op.outputs) {
      const std::int64_t elements = graph_.tensors[at(t)].elements();
      const Role role = roles_[at(t)];
      const bool weight = graph_.tensors[at(t)].is_initializer && (role == Role::parameter || role == Role::statistics);
      if (weight)
        add(role, elements);
      else if (elements > kSmallConstant)
        add(Role::constant, elements);
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] != model::kAbsent) raise(node.inputs[i], std::min(role_of_operand(node, i), Role::scalar));
    }
  }

  void use(const model::Node& node) {
    if (is_packed_product(node)) add_packed(node);
    if (is_mixture(node)) add_idle_experts(node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == model::kAbsent || !lowered_.tensors[at(node.inputs[i])].weight) continue;
      if (is_packed_product(node) && i == 1) continue;
      if (add_packed_bytes(node, i)) continue;
      raise(node.inputs[i], role_of_operand(node, i));
    }
  }

  // Weights of fewer than 8 bits in uint8 tensors: the attributes say how many there are.
  void add_packed(const model::Node& node) {
    if (node.inputs.size() < 2 || node.inputs[1] == model::kAbsent || roles_[at(node.inputs[1])] == Role::parameter)
      return;
    roles_[at(node.inputs[1])] = Role::none;  // used, and counted here
    add(Role::parameter, saturating_multiply(attribute(node, "K", 0), attribute(node, "N", 0)));
  }

  // A matrix of bytes that holds several weights each.
  bool add_packed_bytes(const model::Node& node, std::size_t i) {
    const model::Tensor& tensor = graph_.tensors[at(node.inputs[i])];
    const std::int64_t each = weights_per_byte(node, i);
    if (each == 1 || model::bits(tensor.type) != 8 || tensor.dims.size() < 2 || !tensor.is_initializer) return false;
    Role& role = roles_[at(node.inputs[i])];
    if (role != Role::none) add(Role::parameter, saturating_multiply(each, tensor.elements()));
    role = Role::none;  // counted here
    return true;
  }

  // Of E experts a token goes through k; the weights and biases of the others idle.
  void add_idle_experts(const model::Node& node) {
    constexpr std::size_t kFirstWeight = 2;
    if (node.inputs.size() <= kFirstWeight || node.inputs[kFirstWeight] == model::kAbsent) return;
    const auto& first = graph_.tensors[at(node.inputs[kFirstWeight])].dims;
    const std::int64_t experts = first.empty() ? 0 : first[0];
    const std::int64_t selected = std::min(attribute(node, "k", 1), experts);
    if (experts < 1) return;
    for (std::size_t i = kFirstWeight; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == model::kAbsent) continue;
      const model::Tensor& tensor = graph_.tensors[at(node.inputs[i])];
      const bool weight = is_integer_weight(node, i) || role_of_operand(node, i) == Role::parameter;
      if (!weight || tensor.dims.empty() || tensor.dims[0] != experts || tensor.elements() < 0) continue;
      const std::int64_t held = saturating_multiply(weights_per_byte(node, i), tensor.elements());
      idle_ = saturating_add(idle_, saturating_multiply(held / experts, experts - selected));
    }
  }

  Role role_of_operand(const model::Node& node, std::size_t i) const {
    const model::Tensor& tensor = graph_.tensors[at(node.inputs[i])];
    const std::int64_t elements = tensor.elements();
    if (node.op_type == "BatchNormalization" && i >= 3) return Role::statistics;
    if (is_quantization_scale(node, i)) return elements > kSmallConstant ? Role::constant : Role::none;
    if (is_integer_weight(node, i)) return Role::parameter;
    return role_by_type(tensor);
  }

  static Role role_by_type(const model::Tensor& tensor) {
    if (model::is_floating(tensor.type)) return tensor.elements() == 1 ? Role::scalar : Role::parameter;
    return tensor.elements() > kSmallConstant ? Role::constant : Role::none;
  }

  const model::Graph& graph_;
  const Lowered& lowered_;
  std::vector<Role> roles_;
  std::vector<char> generated_;
  ParameterCount result_;
  std::int64_t idle_ = 0;  // parameters that one token does not go through
};

}  // namespace

ParameterCount count_parameters(const Lowered& lowered) { return Count(lowered).run(); }

}  // namespace whichchip::workload
