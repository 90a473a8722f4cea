// Element-wise operators: so many vector operations and transcendental functions per output element.
#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost per_element(const NodeView& node, OperatorKind kind, std::int64_t vector, std::int64_t transcendental) {
  const std::int64_t elements = node.output_elements(0);
  Cost cost;
  cost.kind = kind;
  cost.vector_ops = times(vector, elements);
  cost.transcendental_ops = times(transcendental, elements);
  return cost;
}

// Sum, Max, Min, Mean: one operation per element and operand after the first; Mean divides too.
Cost count_variadic(const NodeView& node, const OperatorRule& rule) {
  const std::size_t operands = node.input_count();
  if (operands <= 1) return count_view(node, rule);
  const auto joins = static_cast<std::int64_t>(operands - 1);
  return per_element(node, rule.kind, rule.op_type == "Mean" ? joins + 1 : joins, 0);
}

// Squares and cubes are products; any other power is an exponential and a logarithm.
Cost count_power(const NodeView& node, const OperatorRule& rule) {
  const auto exponent = node.input_scalar(1);
  if (exponent && (*exponent == 1.0 || *exponent == 2.0)) return per_element(node, rule.kind, 1, 0);
  if (exponent && *exponent == 3.0) return per_element(node, rule.kind, 2, 0);
  if (exponent && *exponent == 0.5) return per_element(node, rule.kind, 0, 1);
  return per_element(node, rule.kind, 1, 2);
}

Cost count_gelu(const NodeView& node, const OperatorRule& rule) {
  return per_element(node, rule.kind, node.text("approximate", "none") == "tanh" ? 7 : 5, 1);
}

// BiasSplitGelu: (B, S, D) → (B, S, D/2), the second half through GELU; bias 1, GELU 5 + 1T, product 1 per output.
Cost count_split_gelu(const NodeView& node, const OperatorRule& rule) { return per_element(node, rule.kind, 8, 1); }

struct Row {
  std::string_view op_type;
  int vector, transcendental;
};

constexpr Row kOnnxRows[] = {
    {"Abs", 1, 0},
    {"Add", 1, 0},
    {"And", 1, 0},
    {"BitShift", 1, 0},
    {"BitwiseAnd", 1, 0},
    {"BitwiseNot", 1, 0},
    {"BitwiseOr", 1, 0},
    {"BitwiseXor", 1, 0},
    {"Ceil", 1, 0},
    {"Clip", 1, 0},
    {"Div", 1, 0},
    {"Equal", 1, 0},
    {"Floor", 1, 0},
    {"Greater", 1, 0},
    {"GreaterOrEqual", 1, 0},
    {"IsInf", 1, 0},
    {"IsNaN", 1, 0},
    {"Less", 1, 0},
    {"LessOrEqual", 1, 0},
    {"Mod", 1, 0},
    {"Mul", 1, 0},
    {"Neg", 1, 0},
    {"Not", 1, 0},
    {"Or", 1, 0},
    {"Reciprocal", 1, 0},
    {"Relu", 1, 0},
    {"Round", 1, 0},
    {"Sign", 1, 0},
    {"Sub", 1, 0},
    {"ThresholdedRelu", 1, 0},
    {"Where", 1, 0},
    {"Xor", 1, 0},
    {"LeakyRelu", 2, 0},
    {"PRelu", 2, 0},
    {"Shrink", 2, 0},
    {"Softsign", 3, 0},
    {"HardSigmoid", 3, 0},
    {"HardSwish", 4, 0},
    {"Sqrt", 0, 1},
    {"Exp", 0, 1},
    {"Log", 0, 1},
    {"Erf", 0, 1},
    {"Sin", 0, 1},
    {"Cos", 0, 1},
    {"Tan", 0, 1},
    {"Asin", 0, 1},
    {"Acos", 0, 1},
    {"Atan", 0, 1},
    {"Sinh", 2, 1},
    {"Cosh", 2, 1},
    {"Asinh", 2, 2},
    {"Acosh", 2, 2},
    {"Atanh", 2, 1},
    {"Tanh", 2, 1},
    {"Sigmoid", 2, 1},
    {"Swish", 2, 1},
    {"Elu", 2, 1},
    {"Selu", 3, 1},
    {"Celu", 3, 1},
    {"Softplus", 1, 2},
    {"Mish", 3, 3},
    {"Affine", 2, 0},
    {"ScaledTanh", 3, 1},
    {"ParametricSoftplus", 3, 2},
    {"ImageScaler", 2, 0},
    {"Scale", 1, 0},
    {"Bernoulli", 10, 0},
    {"RandomNormal", 10, 2},
    {"RandomNormalLike", 10, 2},
    {"RandomUniform", 10, 0},
    {"RandomUniformLike", 10, 0},
    {"HannWindow", 3, 1},
    {"HammingWindow", 3, 1},
    {"BlackmanWindow", 5, 2},
    {"MelWeightMatrix", 8, 1},
    {"AffineGrid", 6, 0},
};

constexpr Row kMicrosoftRows[] = {
    {"BiasGelu", 6, 1},
    {"FastGelu", 8, 1},
    {"QuickGelu", 3, 1},
    {"BiasAdd", 2, 0},
    {"SoftCap", 3, 1},
    {"BiasDropout", 2, 0},
    {"Rfft", 20, 0},
    {"Irfft", 20, 0},
    {"ComplexMul", 6, 0},
    {"ComplexMulConj", 6, 0},
    {"DynamicTimeWarping", 4, 0},
    {"Inverse", 20, 0},
};

}  // namespace

Cost count_elementwise(const NodeView& node, const OperatorRule& rule) {
  return per_element(node, rule.kind, rule.vector_per_element, rule.transcendental_per_element);
}

std::vector<OperatorRule> elementwise_rules() {
  const auto kind = OperatorKind::elementwise;
  std::vector<OperatorRule> rules;
  for (const Row& row : kOnnxRows) {
    rules.push_back({"", row.op_type, kind, "per output element", count_elementwise, row.vector, row.transcendental});
  }
  for (const Row& row : kMicrosoftRows) {
    rules.push_back(
        {"com.microsoft", row.op_type, kind, "per output element", count_elementwise, row.vector, row.transcendental});
  }
  for (const std::string_view op : {"Sum", "Max", "Min", "Mean"}) {
    rules.push_back({"", op, kind, "operands − 1 per output element (Mean: operands)", count_variadic, 1});
  }
  rules.push_back({"", "Pow", kind, "square 1, cube 2, root 1T, else 1 + 2T per output element", count_power, 1});
  rules.push_back({"", "Gelu", kind, "erf form 5 + 1T, tanh form 7 + 1T per output element", count_gelu, 5, 1});
  rules.push_back({"com.microsoft", "Gelu", kind, "5 + 1T per output element", count_gelu, 5, 1});
  rules.push_back({"com.microsoft", "BiasSplitGelu", kind, "8 + 1T per output element", count_split_gelu, 8, 1});
  return rules;
}

}  // namespace whichchip::workload
