// Matrix products: prod(batch)·M·N·K. A broadcast operand counts once in traffic, and the rows of a Linear are the
// product of all leading dimensions.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

void swap_last_two(Dims& dims) {
  if (dims.size() >= 2) std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
}

Cost matmul_cost(const NodeView& node, std::size_t a, std::size_t b, bool transpose_a, bool transpose_b) {
  Cost cost;
  cost.kind = OperatorKind::matmul;
  const Dims& left = node.input_dims(a);
  const Dims& right = node.input_dims(b);
  cost.matrix = {product_work(left, right, transpose_a, transpose_b, node.input_is_weight(a), node.input_is_weight(b))};
  return cost;
}

Cost count_matmul(const NodeView& node, const OperatorRule&) { return matmul_cost(node, 0, 1, false, false); }

Cost count_matmul_integer(const NodeView& node, const OperatorRule&) {
  Cost cost = matmul_cost(node, 0, 1, false, false);
  cost.integer_arithmetic = true;
  return cost;
}

Cost count_qlinear_matmul(const NodeView& node, const OperatorRule&) {
  Cost cost = matmul_cost(node, 0, 3, false, false);
  cost.integer_arithmetic = true;
  cost.vector_ops = times(2, node.output_elements(0));
  return cost;
}

// Gemm and its variants: bias 1 and activation per output.
Cost gemm_cost(const NodeView& node, std::size_t b, std::size_t bias) {
  if (node.input_dims(0).size() != 2 || node.input_dims(b).size() != 2)
    throw NotKnown{"a Gemm operand is not a matrix"};
  Cost cost = matmul_cost(node, 0, b, node.integer("transA", 0) != 0, node.integer("transB", 0) != 0);
  if (node.has_input(bias)) cost.vector_ops = node.output_elements(0);
  return cost;
}

Cost count_gemm(const NodeView& node, const OperatorRule&) { return gemm_cost(node, 1, 2); }

Cost count_fused_gemm(const NodeView& node, const OperatorRule&) {
  Cost cost = gemm_cost(node, 1, 2);
  cost.vector_ops = plus(cost.vector_ops, node.output_elements(0));
  return cost;
}

Cost count_qgemm(const NodeView& node, const OperatorRule&) {
  Cost cost = gemm_cost(node, 3, 6);
  cost.integer_arithmetic = true;
  cost.vector_ops = plus(cost.vector_ops, times(2, node.output_elements(0)));
  return cost;
}

Cost count_fused_matmul(const NodeView& node, const OperatorRule& rule) {
  Cost cost = matmul_cost(node, 0, 1, node.integer("transA", 0) != 0, node.integer("transB", 0) != 0);
  if (rule.op_type == "FusedMatMulActivation") cost.vector_ops = node.output_elements(0);
  if (rule.op_type == "GemmFastGelu") {
    cost.vector_ops = times(8, node.output_elements(0));
    cost.transcendental_ops = node.output_elements(0);
  }
  return cost;
}

Cost count_matmul_integer_to_float(const NodeView& node, const OperatorRule& rule) {
  Cost cost = matmul_cost(node, 0, 1, false, false);
  cost.integer_arithmetic = true;
  const std::int64_t rescale = times(2, node.output_elements(0));
  const std::int64_t quantise = rule.op_type == "DynamicQuantizeMatMul" ? times(4, node.input_elements(0)) : 0;
  cost.vector_ops = plus(rescale, quantise);
  return cost;
}

// Weight-only quantised products: K and N are attributes, weights are packed; dequantising costs 2 per weight and pass.
Cost count_weight_only(const NodeView& node, const OperatorRule&) {
  const auto shape = node.input_integers(2);  // MatMulFpQ4 gives (K, N) as an operand
  const bool as_operand = shape && shape->size() == 2 && !node.has_attribute("K");
  const std::int64_t k = as_operand ? std::max<std::int64_t>((*shape)[0], 1) : node.positive("K", 0);
  const std::int64_t n = as_operand ? (*shape)[1] : node.positive("N", 0);
  const std::int64_t rows = node.input_elements(0) / k;
  Cost cost;
  cost.kind = OperatorKind::matmul;
  cost.matrix = {{.groups = 1, .m = rows, .n = n, .k = k, .weight_operand = node.input_is_weight(1)}};
  cost.vector_ops = times(2, k, n);
  cost.integer_arithmetic = node.integer("accuracy_level", 0) == 4;
  if (node.has_input(5)) cost.vector_ops = plus(cost.vector_ops, times(rows, n));
  cost.assumptions = {"weights dequantised once"};
  return cost;
}

// MatMulNBitsMlp and MatMulNBitsQkv hold several packed products of one input; every uint8 matrix operand is one of
// them.
Cost count_weight_only_group(const NodeView& node, const OperatorRule&) {
  const std::int64_t k = node.positive("K", 0);
  const std::int64_t bits = node.positive("bits", 4);
  const std::int64_t rows = node.input_elements(0) / k;
  Cost cost;
  cost.kind = OperatorKind::matmul;
  for (std::size_t i = 1; i < node.input_count(); ++i) {
    if (!node.has_input(i) || node.input(i).type != model::DataType::uint8 || node.input_dims(i).size() < 3) continue;
    const std::int64_t n = node.input_dims(i)[0];
    cost.matrix.push_back({.groups = 1, .m = rows, .n = n, .k = k, .weight_operand = true});
    cost.vector_ops = plus(cost.vector_ops, times(2, k, n));
  }
  if (cost.matrix.empty()) throw NotKnown{"no packed weight is known"};
  cost.assumptions = {std::to_string(bits) + "-bit weights dequantised once"};
  return cost;
}

// --- Einsum -------------------------------------------------------------------------------------------------------

struct Subscripts {
  std::vector<std::string> operands;
  std::string output;
};

// Ellipses become upper-case-free private letters, aligned from the right as broadcasting does.
std::string expand_ellipsis(std::string term, std::size_t rank) {
  const std::size_t at = term.find("...");
  if (at == std::string::npos) return term;
  const std::size_t letters = term.size() - 3;
  std::string fill;
  const std::size_t count = rank > letters ? rank - letters : 0;
  for (std::size_t i = 0; i < count; ++i) fill.push_back(static_cast<char>(0x01 + static_cast<char>(count - 1 - i)));
  return term.replace(at, 3, fill);
}

Subscripts parse_equation(const NodeView& node) {
  std::string equation = node.text("equation", "");
  std::erase(equation, ' ');
  if (equation.empty() || equation.size() > 1024) throw NotKnown{"the equation is missing"};
  const std::size_t arrow = equation.find("->");
  std::string left = equation.substr(0, arrow);
  Subscripts s;
  std::size_t longest_ellipsis = 0;
  for (std::size_t start = 0, i = 0; start <= left.size(); ++i) {
    const std::size_t comma = std::min(left.find(',', start), left.size());
    const std::string term = left.substr(start, comma - start);
    if (!node.has_input(i)) throw NotKnown{"the equation has more terms than operands"};
    const std::size_t rank = node.input_dims(i).size();
    s.operands.push_back(expand_ellipsis(term, rank));
    if (s.operands.back().size() != rank) throw NotKnown{"the equation does not fit an operand's rank"};
    if (term.find("...") != std::string::npos) longest_ellipsis = std::max(longest_ellipsis, rank + 3 - term.size());
    start = comma + 1;
  }
  if (arrow != std::string::npos) {
    const std::string right = equation.substr(arrow + 2);
    const bool ellipsis = right.find("...") != std::string::npos;
    s.output = expand_ellipsis(right, ellipsis ? right.size() - 3 + longest_ellipsis : right.size());
    return s;
  }
  std::map<char, int> uses;
  for (const auto& term : s.operands) {
    for (const char c : term) ++uses[c];
  }
  for (const auto& [letter, count] : uses) {
    if (count == 1 || letter < ' ') s.output.push_back(letter);
  }
  return s;
}

std::map<char, std::int64_t> index_extents(const NodeView& node, const Subscripts& s) {
  std::map<char, std::int64_t> extent;
  for (std::size_t i = 0; i < s.operands.size(); ++i) {
    const Dims& dims = node.input_dims(i);
    for (std::size_t j = 0; j < dims.size(); ++j) {
      auto& e = extent[s.operands[i][j]];
      e = std::max(e, dims[j]);  // broadcast of 1
    }
  }
  return extent;
}

// One contraction: indices of both operands that survive are batch, those of one operand m or n, the rest are summed.
MatrixWork contraction(const std::set<char>& a, const std::set<char>& b, const std::set<char>& kept,
                       const std::map<char, std::int64_t>& extent) {
  MatrixWork work{.groups = 1, .m = 1, .n = 1, .k = 1};
  for (const auto& [letter, size] : extent) {
    const bool in_a = a.contains(letter), in_b = b.contains(letter);
    if (!in_a && !in_b) continue;
    if (!kept.contains(letter))
      work.k = times(work.k, size);
    else if (in_a && in_b)
      work.groups = times(work.groups, size);
    else if (in_a)
      work.m = times(work.m, size);
    else
      work.n = times(work.n, size);
  }
  return work;
}

Cost count_einsum(const NodeView& node, const OperatorRule&) {
  const Subscripts s = parse_equation(node);
  const auto extent = index_extents(node, s);
  Cost cost;
  if (s.operands.size() == 1) {
    cost.kind = OperatorKind::reduction;
    cost.vector_ops = node.input_elements(0);
    return cost;
  }
  cost.kind = OperatorKind::matmul;
  std::set<char> left(s.operands[0].begin(), s.operands[0].end());
  for (std::size_t i = 1; i < s.operands.size(); ++i) {
    const std::set<char> right(s.operands[i].begin(), s.operands[i].end());
    std::set<char> kept(s.output.begin(), s.output.end());
    for (std::size_t j = i + 1; j < s.operands.size(); ++j) kept.insert(s.operands[j].begin(), s.operands[j].end());
    cost.matrix.push_back(contraction(left, right, kept, extent));
    left.insert(right.begin(), right.end());
    std::erase_if(left, [&](char c) { return !kept.contains(c); });
  }
  cost.matrix.back().weight_operand = node.input_is_weight(s.operands.size() - 1);
  if (s.operands.size() > 2) cost.assumptions = {"contracted from left to right"};
  return cost;
}

// Determinant by LU: n³/3 per matrix.
Cost count_determinant(const NodeView& node, const OperatorRule& rule) {
  const Dims& x = node.input_dims(0);
  if (x.empty()) throw NotKnown{"the operand is not a matrix"};
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(node.input_elements(0), x.back()) / 3;
  return cost;
}

// Mixture of experts: every token goes through k experts of two layers, or three where a gate is given (fc3, or SwiGLU
// in fc1).
Cost count_experts(const NodeView& node, const OperatorRule& rule) {
  const bool packed = rule.op_type == "QMoE";
  const Dims& x = node.input_dims(0);
  if (x.empty()) throw NotKnown{"the input has no feature dimension"};
  const std::int64_t hidden = std::max<std::int64_t>(x.back(), 1);
  const std::int64_t tokens = node.input_elements(0) / hidden;
  const std::int64_t selected = node.positive("k", 1);
  const Dims& fc1 = node.input_dims(2);
  const std::size_t fc2_at = packed ? 5 : 4;
  const std::size_t fc3_at = packed ? 8 : 6;
  const Dims& fc2 = node.input_dims(fc2_at);
  if (fc1.size() != 3 || fc2.size() != 3) throw NotKnown{"expert weights are not of rank 3"};
  const std::int64_t experts = std::max<std::int64_t>(fc1[0], 1);
  const std::int64_t pack = packed ? std::max<std::int64_t>(8 / node.positive("expert_weight_bits", 4), 1) : 1;
  // Elements of a weight ÷ (experts · hidden) is its other extent, whichever way round the file stores it.
  const std::int64_t fc1_out = times(product(fc1), pack) / times(experts, hidden);
  const std::int64_t inner = times(product(fc2), pack) / times(experts, hidden);
  const std::int64_t rows = times(tokens, selected);
  const std::int64_t active = std::min(experts, rows);
  const bool even = active > 0 && rows % active == 0;
  const std::int64_t groups = even ? active : 1;
  const std::int64_t m = even ? rows / active : rows;
  Cost cost;
  cost.kind = OperatorKind::matmul;
  cost.matrix.push_back({.groups = groups, .m = m, .n = fc1_out, .k = hidden, .weight_operand = true});
  cost.matrix.push_back({.groups = groups, .m = m, .n = hidden, .k = inner, .weight_operand = true});
  if (node.has_input(fc3_at))
    cost.matrix.push_back({.groups = groups, .m = m, .n = inner, .k = hidden, .weight_operand = true});
  cost.vector_ops = plus(times(4, rows, inner), packed ? times(2, active, hidden, plus(fc1_out, inner)) : 0);
  cost.transcendental_ops = plus(times(rows, inner), times(tokens, experts));
  cost.own_traffic = true;
  for (std::size_t i = 0; i < node.input_count(); ++i) {
    if (!node.has_input(i)) continue;
    const bool per_expert = i >= 2 && !node.input_dims(i).empty() && node.input_dims(i)[0] == experts;
    cost.reads.push_back(
        node.read(i, per_expert ? times(node.input_elements(i) / experts, active) : node.input_elements(i)));
  }
  cost.writes = {node.write(0)};
  cost.assumptions = {"tokens spread evenly: min(experts, tokens·k) experts touched"};
  return cost;
}

}  // namespace

MatrixWork product_work(const Dims& a_in, const Dims& b_in, bool transpose_a, bool transpose_b, bool a_is_weight,
                        bool b_is_weight) {
  Dims a = a_in, b = b_in;
  if (a.empty() || b.empty()) throw NotKnown{"an operand is a scalar"};
  if (transpose_a) swap_last_two(a);
  if (transpose_b) swap_last_two(b);
  if (a.size() == 1) a.insert(a.begin(), 1);
  if (b.size() == 1) b.push_back(1);
  if (a.back() != b[b.size() - 2]) throw NotKnown{"the inner dimensions disagree"};
  MatrixWork work;
  work.k = a.back();
  work.m = a[a.size() - 2];
  work.n = b.back();
  const std::int64_t batch_a = product(a, 0, a.size() - 2);
  const std::int64_t batch_b = product(b, 0, b.size() - 2);
  if (batch_b == 1) {
    work.m = times(work.m, batch_a);
  } else {
    const std::size_t rank = std::max(a.size(), b.size());
    Dims pad_a(rank - a.size(), 1), pad_b(rank - b.size(), 1);
    pad_a.insert(pad_a.end(), a.begin(), a.end());
    pad_b.insert(pad_b.end(), b.begin(), b.end());
    work.groups = 1;
    for (std::size_t i = 0; i + 2 < rank; ++i) {
      const bool empty = pad_a[i] == 0 || pad_b[i] == 0;
      work.groups = times(work.groups, empty ? 0 : std::max(pad_a[i], pad_b[i]));
    }
  }
  work.weight_operand = b_is_weight;
  if (a_is_weight && !b_is_weight) {  // W·x is (xᵀ·Wᵀ)ᵀ: the weight is always the n×k operand
    std::swap(work.m, work.n);
    work.weight_operand = true;
  }
  return work;
}

std::vector<OperatorRule> matrix_rules() {
  const auto kind = OperatorKind::matmul;
  const std::string_view ms = "com.microsoft";
  return {
      {"", "MatMul", kind, "prod(batch)·M·N·K MAC", count_matmul},
      {"", "Gemm", kind, "M·N·K MAC; bias 1 per output", count_gemm},
      {"", "MatMulInteger", kind, "prod(batch)·M·N·K integer MAC", count_matmul_integer},
      {"", "QLinearMatMul", kind, "prod(batch)·M·N·K integer MAC; requantise 2 per output", count_qlinear_matmul},
      {"", "Einsum", kind, "product of the extents of all distinct indices MAC, contraction by contraction",
       count_einsum},
      {"", "Det", OperatorKind::reduction, "n³/3 per matrix", count_determinant},
      {ms, "FusedMatMul", kind, "prod(batch)·M·N·K MAC", count_fused_matmul},
      {ms, "TransposeMatMul", kind, "prod(batch)·M·N·K MAC", count_fused_matmul},
      {ms, "FusedMatMulActivation", kind, "prod(batch)·M·N·K MAC; activation 1 per output", count_fused_matmul},
      {ms, "GemmFastGelu", kind, "prod(batch)·M·N·K MAC; bias and GELU 8 + 1T per output", count_fused_matmul},
      {ms, "FusedGemm", kind, "M·N·K MAC; bias and activation 1 per output each", count_fused_gemm},
      {ms, "GemmFloat8", kind, "M·N·K MAC; bias 1 per output", count_gemm},
      {ms, "QGemm", kind, "M·N·K integer MAC; bias 1, requantise 2 per output", count_qgemm},
      {ms, "MatMulInteger16", kind, "prod(batch)·M·N·K integer MAC", count_matmul_integer},
      {ms, "MatMulIntegerToFloat", kind, "prod(batch)·M·N·K integer MAC; rescale 2 per output",
       count_matmul_integer_to_float},
      {ms, "DynamicQuantizeMatMul", kind, "prod(batch)·M·N·K integer MAC; quantise 4 per input, rescale 2 per output",
       count_matmul_integer_to_float},
      {ms, "MatMulNBits", kind, "M·K·N MAC; dequantise 2 per weight", count_weight_only},
      {ms, "MatMulBnb4", kind, "M·K·N MAC; dequantise 2 per weight", count_weight_only},
      {ms, "MatMulFpQ4", kind, "M·K·N MAC; dequantise 2 per weight", count_weight_only},
      {ms, "MatMulNBitsMlp", kind, "Σ M·K·N MAC over its packed weights; dequantise 2 per weight",
       count_weight_only_group},
      {ms, "MatMulNBitsQkv", kind, "Σ M·K·N MAC over its packed weights; dequantise 2 per weight",
       count_weight_only_group},
      {ms, "MoE", kind, "tokens·k·(2 or 3)·D·F MAC; bytes of min(E, tokens·k) experts", count_experts},
      {ms, "QMoE", kind, "tokens·k·(2 or 3)·D·F MAC; dequantise 2 per touched weight", count_experts},
  };
}

}  // namespace whichchip::workload
