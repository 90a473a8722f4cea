// Reductions, scans and transforms along an axis.
#include <algorithm>
#include <bit>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost count_reduction(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t elements = node.input_elements(0);
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(rule.vector_per_element, elements);
  cost.transcendental_ops = times(rule.transcendental_per_element, elements);
  return cost;
}

std::int64_t log2_ceiling(std::int64_t n) {
  return n <= 1 ? 0 : static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

// A fast Fourier transform costs 5·n·log2 n real operations.
Cost count_dft(const NodeView& node, const OperatorRule& rule) {
  const Dims& x = node.input_dims(0);
  const Dims& y = node.output_dims(0);
  if (x.size() < 2 || y.size() != x.size()) throw NotKnown{"the ranks of signal and spectrum disagree"};
  const auto axis_operand = node.input_integers(2);
  const std::int64_t told =
      axis_operand && axis_operand->size() == 1 ? (*axis_operand)[0] : node.integer("axis", node.has_input(2) ? 0 : 1);
  const auto rank = static_cast<std::int64_t>(x.size());
  const std::int64_t axis = told < 0 ? told + rank : told;
  if (axis < 0 || axis >= rank) throw NotKnown{"the axis is out of range"};
  const std::int64_t n = std::max(x[static_cast<std::size_t>(axis)], y[static_cast<std::size_t>(axis)]);
  const std::int64_t complex_elements = node.output_elements(0) / 2;
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(5, complex_elements, log2_ceiling(n));
  return cost;
}

// STFT: (B, frames, bins, 2); one transform of the frame length per frame, and the window's product.
Cost count_stft(const NodeView& node, const OperatorRule& rule) {
  const Dims& y = node.output_dims(0);
  if (y.size() != 4) throw NotKnown{"the spectrum has an unexpected rank"};
  const auto length = node.input_scalar(3);
  const std::int64_t n = length && *length >= 1 ? static_cast<std::int64_t>(*length) : times(2, y[2]);
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(plus(times(5, log2_ceiling(n)), 1), times(y[0], y[1], n));
  return cost;
}

}  // namespace

std::vector<OperatorRule> reduction_rules() {
  const auto kind = OperatorKind::reduction;
  const std::string_view per = "per input element";
  std::vector<OperatorRule> rules;
  for (const std::string_view op : {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ArgMax",
                                    "ArgMin", "CumSum", "CumProd", "Hardmax"}) {
    rules.push_back({"", op, kind, per, count_reduction, 1});
  }
  for (const std::string_view op : {"ReduceL1", "ReduceL2", "ReduceSumSquare"}) {
    rules.push_back({"", op, kind, per, count_reduction, 2});
  }
  rules.push_back({"", "ReduceLogSum", kind, per, count_reduction, 1});
  rules.push_back({"", "ReduceLogSumExp", kind, per, count_reduction, 2, 1});
  rules.push_back({"", "NegativeLogLikelihoodLoss", kind, per, count_reduction, 1});
  rules.push_back({"", "SoftmaxCrossEntropyLoss", kind, per, count_reduction, 5, 1});
  rules.push_back({"", "DFT", kind, "5·n·log2 n per transform", count_dft});
  rules.push_back({"", "STFT", kind, "(5·log2 n + 1)·n per frame", count_stft});
  return rules;
}

}  // namespace whichchip::workload
