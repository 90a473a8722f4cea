// Normalisations and softmax: per element of the input, read once and written once (statistics in one pass or on chip).
#include <algorithm>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost count_per_input(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t elements = node.input_elements(0);
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(rule.vector_per_element, elements);
  cost.transcendental_ops = times(rule.transcendental_per_element, elements);
  return cost;
}

// Skip forms: one addition per further full-size operand or bias.
Cost count_skip(const NodeView& node, const OperatorRule& rule) {
  Cost cost = count_per_input(node, rule);
  const bool simplified = rule.op_type == "SkipSimplifiedLayerNormalization";
  std::int64_t sums = 1;
  if (node.has_input(simplified ? 3 : 4)) ++sums;  // bias
  cost.vector_ops = plus(cost.vector_ops, times(sums, node.input_elements(0)));
  return cost;
}

Cost count_group_norm(const NodeView& node, const OperatorRule& rule) {
  Cost cost = count_per_input(node, rule);
  const std::int64_t elements = node.input_elements(0);
  if (rule.op_type == "SkipGroupNorm")
    cost.vector_ops = plus(cost.vector_ops, times(node.has_input(4) ? 2 : 1, elements));
  if (node.integer("activation", 0) != 0) {
    cost.vector_ops = plus(cost.vector_ops, times(2, elements));
    cost.transcendental_ops = elements;
  }
  return cost;
}

// Local response normalisation: square, a window of sums, scale and a power.
Cost count_lrn(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t elements = node.input_elements(0);
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(plus(node.positive("size", 1), 4), elements);
  cost.transcendental_ops = times(2, elements);
  return cost;
}

// EmbedLayerNormalization: rows of three tables, summed and normalised; tables are not read whole.
Cost count_embed(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t out = node.output_elements(0);
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(10, out);
  cost.own_traffic = true;
  for (std::size_t i = 0; i < node.input_count(); ++i) {
    if (!node.has_input(i)) continue;
    const bool table = i >= 2 && i <= 4;
    cost.reads.push_back(node.read(i, table ? std::min(out, node.input_elements(i)) : node.input_elements(i)));
  }
  for (std::size_t i = 0; i < node.output_count(); ++i) node.write_if_given(i, cost.writes);
  return cost;
}

Cost count_softmax_bias(const NodeView& node, const OperatorRule& rule) { return count_per_input(node, rule); }

}  // namespace

std::vector<OperatorRule> normalization_rules() {
  const auto norm = OperatorKind::normalization;
  const auto softmax = OperatorKind::softmax;
  const std::string_view ms = "com.microsoft";
  const std::string_view per = "per input element";
  return {
      {"", "BatchNormalization", norm, per, count_per_input, 2},
      {"", "LayerNormalization", norm, per, count_per_input, 8},
      {"", "InstanceNormalization", norm, per, count_per_input, 8},
      {"", "GroupNormalization", norm, per, count_per_input, 8},
      {"", "MeanVarianceNormalization", norm, per, count_per_input, 8},
      {"", "RMSNormalization", norm, per, count_per_input, 4},
      {"", "LpNormalization", norm, per, count_per_input, 3},
      {"", "LRN", norm, "size + 4 + 2T per input element", count_lrn},
      {"", "Softmax", softmax, per, count_per_input, 4, 1},
      {"", "LogSoftmax", softmax, per, count_per_input, 4, 1},
      {ms, "SimplifiedLayerNormalization", norm, per, count_per_input, 4},
      {ms, "LayerNormalization", norm, per, count_per_input, 8},
      {ms, "SkipLayerNormalization", norm, "8 per input element, 1 more for the skip and for a bias", count_skip, 8},
      {ms, "SkipSimplifiedLayerNormalization", norm, "4 per input element, 1 more for the skip and for a bias",
       count_skip, 4},
      {ms, "EmbedLayerNormalization", norm, "10 per output element; rows of the tables only", count_embed, 10},
      {ms, "GroupNorm", norm, "8 per input element, SiLU 2 + 1T", count_group_norm, 8},
      {ms, "SkipGroupNorm", norm, "9 or 10 per input element, SiLU 2 + 1T", count_group_norm, 8},
      {ms, "BiasSoftmax", softmax, per, count_softmax_bias, 5, 1},
  };
}

}  // namespace whichchip::workload
