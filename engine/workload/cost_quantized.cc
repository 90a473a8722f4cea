// Changes of number format, and the quantised forms of vector operators: vector work at the tensors' own narrow types.
#include <algorithm>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost count_cast(const NodeView& node, const OperatorRule& rule) {
  if (node.input(0).type == node.output(0).type) return count_view(node, rule);
  return count_elementwise(node, rule);
}

// Minimum, maximum, scale and round of the whole input.
Cost count_dynamic_quantize(const NodeView& node, const OperatorRule& rule) {
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(4, node.input_elements(0));
  return cost;
}

// QLinear pools and reductions: the float rule's work plus a requantise of 2 per output.
Cost count_qlinear_reduction(const NodeView& node, const OperatorRule& rule) {
  const Dims kernel = node.integers("kernel_shape");
  const std::int64_t out = node.output_elements(0);
  const std::int64_t in = node.input_elements(0);
  std::int64_t window = product(kernel);
  for (const std::int64_t k : kernel) {
    if (k < 1) throw NotKnown{"kernel_shape is not positive"};
  }
  if (kernel.empty()) window = 0;
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = plus(window > 0 ? times(window, out) : in, times(2, out));
  return cost;
}

}  // namespace

std::vector<OperatorRule> quantized_rules() {
  const auto quantize = OperatorKind::quantize;
  const auto vector = OperatorKind::elementwise;
  const std::string_view per = "per output element";
  const std::string_view ms = "com.microsoft";
  const std::string_view pool = "the float rule + requantise 2 per output";
  return {
      {"", "Cast", quantize, "2 per element; free when the type stays", count_cast, 2},
      {"", "CastLike", quantize, "2 per element; free when the type stays", count_cast, 2},
      {"", "QuantizeLinear", quantize, per, count_elementwise, 2},
      {"", "DequantizeLinear", quantize, per, count_elementwise, 2},
      {"", "DynamicQuantizeLinear", quantize, "4 per input element", count_dynamic_quantize, 4},
      {ms, "QuantizeLinear", quantize, per, count_elementwise, 2},
      {ms, "DequantizeLinear", quantize, per, count_elementwise, 2},
      {ms, "QuantizeBFP", quantize, per, count_elementwise, 2},
      {ms, "DequantizeBFP", quantize, per, count_elementwise, 2},
      {ms, "DequantizeWithOrder", quantize, per, count_elementwise, 2},
      {ms, "QuantizeWithOrder", quantize, per, count_elementwise, 2},
      {ms, "MulInteger", vector, per, count_elementwise, 1},
      {ms, "QLinearAdd", vector, per, count_elementwise, 5},
      {ms, "QLinearMul", vector, per, count_elementwise, 5},
      {ms, "QLinearWhere", vector, per, count_elementwise, 3},
      {ms, "QLinearLeakyRelu", vector, per, count_elementwise, 4},
      {ms, "QLinearSigmoid", vector, per, count_elementwise, 4, 1},
      {ms, "QLinearSoftmax", OperatorKind::softmax, per, count_elementwise, 6, 1},
      {ms, "QLinearAveragePool", OperatorKind::pooling, pool, count_qlinear_reduction},
      {ms, "QLinearGlobalAveragePool", OperatorKind::pooling, pool, count_qlinear_reduction},
      {ms, "QLinearReduceMean", OperatorKind::reduction, pool, count_qlinear_reduction},
  };
}

}  // namespace whichchip::workload
