// Attention operators. The core is two products per head, scores (Sq×d·d×T) and values (Sq×T·T×dv), and a softmax of
// 5 vector operations and 1 exponential per score. Causal masks are not exploited: runtimes that skip half are noted.
#include <algorithm>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

struct Core {
  std::int64_t batch = 1, heads = 1, queries = 0, keys = 0, head_size = 0, value_head_size = 0;
};

void add_core(Cost& cost, const Core& core) {
  const std::int64_t groups = times(core.batch, core.heads);
  using Form = MatrixWork::Form;
  cost.matrix.push_back(
      {.form = Form::attention_scores, .groups = groups, .m = core.queries, .n = core.keys, .k = core.head_size});
  cost.matrix.push_back(
      {.form = Form::attention_values, .groups = groups, .m = core.queries, .n = core.value_head_size, .k = core.keys});
  const std::int64_t scores = times(groups, core.queries, core.keys);
  cost.vector_ops = plus(cost.vector_ops, times(5, scores));
  cost.transcendental_ops = plus(cost.transcendental_ops, scores);
}

Cost attention_cost(const NodeView& node) {
  Cost cost;
  cost.kind = OperatorKind::attention;
  if (node.integer("is_causal", 0) != 0 || node.integer("unidirectional", 0) != 0) {
    cost.assumptions.push_back("the causal mask is not exploited");
  }
  return cost;
}

void read_all(const NodeView& node, Cost& cost, std::size_t from) {
  for (std::size_t i = from; i < node.input_count(); ++i) node.read_if_given(i, cost.reads);
}

void require_rank(const Dims& dims, std::size_t low, std::size_t high) {
  if (dims.size() < low || dims.size() > high) throw NotKnown{"an attention operand has an unexpected rank"};
}

// Length of a past state laid out (B, heads, length, size), 0 when it is absent.
std::int64_t past_length(const NodeView& node, std::size_t i) {
  if (!node.has_input(i)) return 0;
  const Dims& dims = node.input_dims(i);
  require_rank(dims, 4, 4);
  return dims[2];
}

// ai.onnx Attention (opset 23): Q, K, V of rank 3 (with head counts as attributes) or 4.
Cost count_onnx_attention(const NodeView& node, const OperatorRule&) {
  const Dims& q = node.input_dims(0);
  const Dims& k = node.input_dims(1);
  const Dims& v = node.input_dims(2);
  require_rank(q, 3, 4);
  if (k.size() != q.size() || v.size() != q.size()) throw NotKnown{"ranks of query, key and value disagree"};
  Core core;
  core.batch = q[0];
  if (q.size() == 4) {
    core = {q[0], q[1], q[2], k[2], q[3], v[3]};
  } else {
    const std::int64_t key_heads = node.positive("kv_num_heads", 0);
    core.heads = node.positive("q_num_heads", 0);
    core = {q[0], core.heads, q[1], k[1], q[2] / core.heads, v[2] / key_heads};
  }
  core.keys = plus(core.keys, past_length(node, 4));
  Cost cost = attention_cost(node);
  add_core(cost, core);
  return cost;
}

// com.microsoft Attention: the input projection is part of it.
Cost count_projected_attention(const NodeView& node, const OperatorRule& rule) {
  const bool quantised = rule.op_type == "QAttention";
  const Dims& x = node.input_dims(0);
  const Dims& w = node.input_dims(1);
  require_rank(x, 3, 3);
  require_rank(w, 2, 2);
  const std::int64_t heads = node.positive("num_heads", 0);
  const Dims sizes = node.integers("qkv_hidden_sizes");
  const std::int64_t d_q = sizes.size() == 3 ? sizes[0] : w[1] / 3;
  const std::int64_t d_v = sizes.size() == 3 ? sizes[2] : w[1] / 3;
  const std::size_t past_at = quantised ? 8 : 4;
  std::int64_t past = 0;
  if (node.has_input(past_at)) {
    const Dims& dims = node.input_dims(past_at);
    require_rank(dims, 5, 5);
    past = dims[3];
  }
  Cost cost = attention_cost(node);
  cost.integer_arithmetic = quantised;
  cost.matrix.push_back(
      {.groups = 1, .m = times(x[0], x[1]), .n = w[1], .k = w[0], .weight_operand = node.input_is_weight(1)});
  cost.vector_ops = times(x[0], x[1], w[1]);
  add_core(cost, {x[0], heads, x[1], plus(x[1], past), d_q / heads, d_v / heads});
  return cost;
}

// PackedAttention: tokens of all sequences in one (T, D) matrix; the longest sequence bounds the keys.
Cost count_packed_attention(const NodeView& node, const OperatorRule& rule) {
  const bool projected = rule.op_type == "PackedAttention";
  const Dims& x = node.input_dims(0);
  require_rank(x, 2, 4);
  const std::int64_t heads = node.positive("num_heads", 0);
  const std::size_t offsets_at = projected ? 3 : 4;
  const Dims& offsets = node.input_dims(offsets_at);  // (B, S)
  require_rank(offsets, 2, 2);
  Cost cost = attention_cost(node);
  std::int64_t size = 0, value_size = 0;
  if (projected) {
    const Dims& w = node.input_dims(1);
    require_rank(w, 2, 2);
    const Dims sizes = node.integers("qkv_hidden_sizes");
    size = sizes.size() == 3 ? sizes[0] : w[1] / 3;
    value_size = sizes.size() == 3 ? sizes[2] : w[1] / 3;
    cost.matrix.push_back({.groups = 1, .m = x[0], .n = w[1], .k = w[0], .weight_operand = node.input_is_weight(1)});
  } else {
    size = x.size() == 2 ? x[1] : times(heads, x.back());
    value_size = node.has_input(2) ? node.input_dims(2).back() : size;
  }
  add_core(cost, {1, heads, x[0], offsets[1], size / heads, value_size / heads});
  cost.assumptions.push_back("every token attends to the longest sequence");
  return cost;
}

// MultiHeadAttention: query (B, S, D) or packed QKV (B, S, N, 3, H); key and value (B, L, D) or (B, N, L, H).
Cost count_multi_head(const NodeView& node, const OperatorRule&) {
  const Dims& q = node.input_dims(0);
  require_rank(q, 3, 5);
  const std::int64_t heads = node.positive("num_heads", 0);
  Core core{q[0], heads, q[1], q[1], 0, 0};
  if (q.size() == 5) {
    core.head_size = core.value_head_size = q[4];
  } else {
    core.head_size = core.value_head_size = q[2] / heads;
    if (node.has_input(1)) {
      const Dims& key = node.input_dims(1);
      require_rank(key, 3, 5);
      core.keys = key.size() == 4 ? key[2] : key[1];
    }
    if (node.has_input(2)) {
      const Dims& value = node.input_dims(2);
      require_rank(value, 3, 4);
      core.value_head_size = value.size() == 4 ? value[3] : value[2] / heads;
    }
  }
  const bool masked = node.node().op_type == "DecoderMaskedMultiHeadAttention";
  core.keys = plus(core.keys, past_length(node, masked ? 5 : 6));
  Cost cost = attention_cost(node);
  add_core(cost, core);
  return cost;
}

// Total key length of a grouped-query operator with a cache: told by value, else by the present state, else past + new.
std::int64_t grouped_total(const NodeView& node, std::int64_t queries) {
  if (const auto told = node.input_integers(6); told && told->size() == 1 && (*told)[0] > 0) return (*told)[0];
  if (node.has_output(1) && node.output(1).elements() >= 0 && node.output_dims(1).size() == 4)
    return node.output_dims(1)[2];
  return plus(past_length(node, 3), queries);
}

// GroupQueryAttention and kin. Traffic: the cache is read once per key head, and only new tokens are written to it.
// With a sliding window every query meets the last `local_window_size` keys, itself among them.
Cost count_grouped(const NodeView& node, const OperatorRule& rule) {
  const Dims& q = node.input_dims(0);
  require_rank(q, 3, 3);
  const std::int64_t heads = node.positive("num_heads", 0);
  const std::int64_t key_heads = node.positive("kv_num_heads", heads);
  const bool packed = !node.has_input(1);
  const std::int64_t size = q[2] / (packed ? plus(heads, times(2, key_heads)) : heads);
  const std::int64_t total = grouped_total(node, q[1]);
  Cost cost = attention_cost(node);
  const std::int64_t told = node.integer("local_window_size", -1);
  const std::int64_t window = told > 0 ? std::min(told, total) : total;
  add_core(cost, {q[0], heads, q[1], window, size, size});
  if (node.integer("do_rotary", 0) != 0)
    cost.vector_ops = plus(cost.vector_ops, times(3, q[0], q[1], times(plus(heads, key_heads), size)));
  cost.own_traffic = true;
  const std::int64_t before = std::max<std::int64_t>(std::min(total - q[1], told > 0 ? window - 1 : total), 0);
  const std::int64_t cached = times(q[0], key_heads, before, size);
  const std::int64_t fresh = times(q[0], key_heads, q[1], size);
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) node.read_if_given(i, cost.reads);
  for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    if (node.has_input(i)) cost.reads.push_back(node.read(i, std::min(cached, node.input_elements(i))));
  }
  node.write_if_given(0, cost.writes);
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    if (node.has_output(i)) cost.writes.push_back(node.write(i, fresh));
  }
  cost.assumptions.push_back("the cache is updated in place; the causal mask is not exploited");
  if (window < total) cost.assumptions.push_back("a sliding window of " + std::to_string(window) + " keys");
  if (rule.op_type == "SparseAttention") cost.assumptions.push_back("counted dense: the block mask is data");
  return cost;
}

// PagedAttention: query (T, D) tokens, caches (blocks, block size, key heads, head size) through block tables (B,
// pages).
Cost count_paged(const NodeView& node, const OperatorRule&) {
  const Dims& q = node.input_dims(0);
  const Dims& cache = node.input_dims(3);
  require_rank(q, 2, 2);
  require_rank(cache, 4, 4);
  const std::int64_t heads = node.positive("num_heads", 0);
  const std::int64_t key_heads = node.positive("kv_num_heads", heads);
  const std::int64_t size = q[1] / (node.has_input(1) ? heads : plus(heads, times(2, key_heads)));
  const bool tables = node.has_input(7) && node.input_dims(7).size() == 2;
  const std::int64_t sequences = tables ? std::max<std::int64_t>(node.input_dims(7)[0], 1) : 1;
  const std::int64_t pages = tables ? node.input_dims(7)[1] : cache[0];
  const std::int64_t total = times(pages, cache[1]);
  Cost cost = attention_cost(node);
  add_core(cost, {1, heads, q[0], total, size, size});
  cost.own_traffic = true;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) node.read_if_given(i, cost.reads);
  const std::int64_t cached = times(sequences, total, key_heads, size);
  for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    cost.reads.push_back(node.read(i, std::min(cached, node.input_elements(i))));
  }
  node.write_if_given(0, cost.writes);
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    if (node.has_output(i)) cost.writes.push_back(node.write(i, times(q[0], key_heads, size)));
  }
  cost.assumptions.push_back("every page of the block table is full");
  return cost;
}

// Longformer: 2·window keys per query.
Cost count_longformer(const NodeView& node, const OperatorRule&) {
  const Dims& x = node.input_dims(0);
  const Dims& w = node.input_dims(1);
  require_rank(x, 3, 3);
  require_rank(w, 2, 2);
  const std::int64_t heads = node.positive("num_heads", 0);
  const std::int64_t window = node.positive("window", 0);
  const std::int64_t keys = std::min(x[1], plus(times(2, window), 1));
  Cost cost = attention_cost(node);
  cost.matrix.push_back(
      {.groups = 1, .m = times(x[0], x[1]), .n = w[1], .k = w[0], .weight_operand = node.input_is_weight(1)});
  cost.vector_ops = times(x[0], x[1], w[1]);
  add_core(cost, {x[0], heads, x[1], keys, x[2] / heads, x[2] / heads});
  cost.assumptions.push_back("global attention not counted");
  return cost;
}

// Linear attention and the gated delta rule: a state of size d×dv per head, updated and read once per token.
Cost count_linear_attention(const NodeView& node, const OperatorRule&) {
  const Dims& q = node.input_dims(0);
  const Dims& v = node.input_dims(2);
  require_rank(q, 3, 4);
  if (v.size() != q.size()) throw NotKnown{"ranks of query and value disagree"};
  const bool split = q.size() == 4;
  const std::int64_t heads =
      split ? q[1] : node.positive(node.has_attribute("q_num_heads") ? "q_num_heads" : "num_heads", 0);
  const std::int64_t value_heads = split ? v[1] : node.positive("kv_num_heads", heads);
  const std::int64_t tokens = split ? q[2] : q[1];
  const std::int64_t size = split ? q[3] : q[2] / heads;
  const std::int64_t value_size = split ? v[3] : v[2] / value_heads;
  Cost cost;
  cost.kind = OperatorKind::attention;
  const std::int64_t groups = times(q[0], heads);
  cost.matrix.push_back({.form = MatrixWork::Form::recurrent,
                         .groups = groups,
                         .m = 1,
                         .n = value_size,
                         .k = times(2, size),
                         .steps = tokens});
  cost.vector_ops = times(2, groups, tokens, times(size, value_size));
  cost.assumptions.push_back("one state update and one read per token");
  return cost;
}

Cost count_relative_bias(const NodeView& node, const OperatorRule& rule) {
  Cost cost;
  cost.kind = rule.kind;
  cost.own_traffic = true;
  const std::int64_t out = node.output_elements(0);
  cost.vector_ops = times(rule.vector_per_element, out);
  cost.reads = {node.read(0)};
  if (rule.op_type != "RelativePositionBias") read_all(node, cost, 1);
  cost.writes = {node.write(0)};
  return cost;
}

}  // namespace

std::vector<OperatorRule> attention_rules() {
  const auto kind = OperatorKind::attention;
  const auto vector = OperatorKind::elementwise;
  const std::string_view ms = "com.microsoft";
  const std::string_view core = "B·H·Sq·T·(d + dv) MAC; 5 + 1T per score";
  const std::string_view grouped = "2·B·S·T·N·H MAC; 5 + 1T per score; cache read 2·B·T·Nk·H, written 2·B·S·Nk·H";
  return {
      {"", "Attention", kind, core, count_onnx_attention},
      {ms, "Attention", kind, "B·S·Din·(Dq+Dk+Dv) + B·S·T·(Dq+Dv) MAC; 5 + 1T per score", count_projected_attention},
      {ms, "QAttention", kind, "B·S·Din·(Dq+Dk+Dv) + B·S·T·(Dq+Dv) integer MAC; 5 + 1T per score",
       count_projected_attention},
      {ms, "PackedAttention", kind, "tokens·Din·(Dq+Dk+Dv) + tokens·S·(Dq+Dv) MAC; 5 + 1T per score",
       count_packed_attention},
      {ms, "PackedMultiHeadAttention", kind, "tokens·S·(D + Dv) MAC; 5 + 1T per score", count_packed_attention},
      {ms, "MultiHeadAttention", kind, "B·S·L·(D + Dv) MAC; 5 + 1T per score", count_multi_head},
      {ms, "DecoderMaskedMultiHeadAttention", kind, "B·S·L·(D + Dv) MAC; 5 + 1T per score", count_multi_head},
      {ms, "GroupQueryAttention", kind, grouped, count_grouped},
      {ms, "SparseAttention", kind, grouped, count_grouped},
      {ms, "PagedAttention", kind, grouped, count_paged},
      {ms, "LongformerAttention", kind, "B·S·Din·3D + 2·B·S·(2w+1)·D MAC; 5 + 1T per score", count_longformer},
      {ms, "LinearAttention", kind, "2·B·S·N·d·dv MAC; 2·d·dv per token and head", count_linear_attention},
      {ms, "GatedDeltaNet", kind, "2·B·S·N·d·dv MAC; 2·d·dv per token and head", count_linear_attention},
      {"", "LinearAttention", kind, "2·B·S·N·d·dv MAC; 2·d·dv per token and head", count_linear_attention},
      {"", "RotaryEmbedding", vector, "3 per output element", count_elementwise, 3},
      {ms, "RotaryEmbedding", vector, "3 per output element", count_elementwise, 3},
      {ms, "GemmaRotaryEmbedding", vector, "3 per output element", count_elementwise, 3},
      {ms, "MRotaryEmbedding", vector, "3 per output element", count_elementwise, 3},
      {ms, "RelativePositionBias", vector, "3 per output element", count_relative_bias, 3},
      {ms, "GatedRelativePositionBias", vector, "3 per output element", count_relative_bias, 3},
  };
}

}  // namespace whichchip::workload
