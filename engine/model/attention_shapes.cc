// Attention in its many forms. B batch, S new tokens, T = past + S, N heads, H head size, D = N·H.
// Source: ONNX Runtime's ContribOperators.md; ai.onnx Attention of opset 23.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "model/shape_rules.h"

namespace whichchip::model {
namespace {

std::int64_t divide(std::int64_t a, std::int64_t b) { return a < 0 || b <= 0 ? kUnknown : a / b; }

std::int64_t past_length(const Tensor* past, std::int64_t axis) {
  if (past == nullptr || !past->has_rank) return 0;
  return RuleContext::dim(*past, axis);
}

// Projects and attends in one: input (B, S, D_in), weight (D_in, D_q + D_k + D_v), past (2, B, N, P, H).
void projecting_attention(RuleContext& c, std::size_t past_input, DataType type) {
  const Tensor& x = c.ranked(0, 3);
  const Tensor& w = c.ranked(1, 2);
  const std::int64_t heads = c.positive("num_heads");
  const auto sizes = c.operation().integers("qkv_hidden_sizes");
  const std::int64_t values = sizes && sizes->size() == 3 ? (*sizes)[2] : divide(w.dims[1], 3);
  c.set(0, type, {x.dims[0], x.dims[1], values});
  const std::int64_t total = plus(past_length(c.input(past_input), 3), x.dims[1]);
  c.set(1, type, {2, x.dims[0], heads, total, divide(values, heads)});
}

void attention(RuleContext& c) { projecting_attention(c, 4, c.ranked(0).type); }

void quantized_attention(RuleContext& c) { projecting_attention(c, 8, c.ranked(3).type); }

void packed_attention(RuleContext& c) {
  const Tensor& x = c.ranked(0, 2);
  const Tensor& w = c.ranked(1, 2);
  const auto sizes = c.operation().integers("qkv_hidden_sizes");
  c.set(0, x.type, {x.dims[0], sizes && sizes->size() == 3 ? (*sizes)[2] : divide(w.dims[1], 3)});
}

// query (B, S, D) or packed (B, S, N, 3, H); key and value (B, L, D) or (B, N, L, H), or packed (B, L, N, 2, H) in key.
void multi_head_attention(RuleContext& c) {
  const Tensor& q = c.ranked(0, 3);
  const std::int64_t heads = c.positive("num_heads");
  const Tensor* key = c.input(1);
  const Tensor* value = c.input(2);
  std::int64_t width = q.dims.size() == 5 ? times(q.dims[2], q.dims[4]) : q.dims[2];
  std::int64_t length = q.dims[1];
  if (key != nullptr && key->has_rank && key->dims.size() >= 3)
    length = key->dims.size() == 4 ? key->dims[2] : key->dims[1];
  if (value != nullptr && value->has_rank) {
    if (value->dims.size() == 3)
      width = value->dims[2];
    else if (value->dims.size() == 4)
      width = times(value->dims[1], value->dims[3]);
  }
  c.set(0, q.type, {q.dims[0], q.dims[1], width});
  const bool masked = c.operation().type() == "DecoderMaskedMultiHeadAttention";
  const Tensor* past = c.input(masked ? 5 : 6);
  const std::int64_t total = plus(past_length(past, 2), length);
  const std::int64_t head_size = divide(width, heads);
  const Dims present{q.dims[0], heads, total, head_size};
  c.set(1, q.type, present);
  c.set(2, q.type, present);
}

void packed_multi_head_attention(RuleContext& c) {
  const Tensor& q = c.ranked(0, 2);
  const Tensor* value = c.input(2);
  std::int64_t width = q.dims.size() == 4 ? times(q.dims[1], q.dims[3]) : q.dims[1];
  if (value != nullptr && value->has_rank && value->dims.size() == 2) width = value->dims[1];
  c.set(0, q.type, {q.dims[0], width});
}

// query (B, S, N·H), or all three packed (B, S, (N + 2·N_k)·H) when the key is not given.
void grouped_attention(RuleContext& c, bool present_is_past) {
  const Tensor& q = c.ranked(0, 3);
  const std::int64_t heads = c.positive("num_heads");
  const std::int64_t kv_heads = c.positive("kv_num_heads");
  const bool packed = c.input(1) == nullptr;
  const std::int64_t head_size = divide(q.dims[2], packed ? heads + 2 * kv_heads : heads);
  c.set(0, q.type, {q.dims[0], q.dims[1], times(head_size, heads)});
  const Tensor* past = c.input(3);
  const std::int64_t before = past_length(past, 2);
  const std::int64_t total = present_is_past ? before : plus(before, q.dims[1]);
  const DataType type = past != nullptr ? past->type : q.type;
  c.set(1, type, {q.dims[0], kv_heads, total, head_size});
  c.set(2, type, {q.dims[0], kv_heads, total, head_size});
}

void group_query_attention(RuleContext& c) { grouped_attention(c, false); }

void sparse_attention(RuleContext& c) { grouped_attention(c, true); }

// Tokens of all sequences stand in one row: query (tokens, N·H); caches are updated in place.
void paged_attention(RuleContext& c) {
  const Tensor& q = c.ranked(0, 2);
  const std::int64_t heads = c.positive("num_heads");
  const std::int64_t kv_heads = c.positive("kv_num_heads");
  const std::int64_t head_size = divide(q.dims[1], c.input(1) == nullptr ? heads + 2 * kv_heads : heads);
  c.set(0, q.type, {q.dims[0], times(head_size, heads)});
  for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    if (const Tensor* cache = c.input(i); cache != nullptr && cache->has_rank) c.same(i - 2, *cache);
  }
}

// ai.onnx: (B, N, S, H) or (B, S, N·H) with the numbers of heads as attributes.
void standard_attention(RuleContext& c) {
  const Tensor& q = c.ranked(0, 3);
  const Tensor& k = c.ranked(1, 3);
  const Tensor& v = c.ranked(2, 3);
  const bool split = q.dims.size() == 4;
  const std::int64_t q_heads = split ? q.dims[1] : c.positive("q_num_heads");
  const std::int64_t kv_heads = split ? k.dims[1] : c.positive("kv_num_heads");
  const std::int64_t q_length = q.dims[split ? 2 : 1];
  const std::int64_t new_length = RuleContext::dim(k, split ? 2 : 1);
  const std::int64_t k_size = split ? RuleContext::dim(k, 3) : divide(k.dims[2], kv_heads);
  const std::int64_t v_size = split ? RuleContext::dim(v, 3) : divide(v.dims[2], kv_heads);
  const std::int64_t total = plus(past_length(c.input(4), 2), new_length);
  c.set(0, q.type,
        split ? Dims{q.dims[0], q_heads, q_length, v_size} : Dims{q.dims[0], q_length, times(q_heads, v_size)});
  c.set(1, k.type, {q.dims[0], kv_heads, total, k_size});
  c.set(2, v.type, {q.dims[0], kv_heads, total, v_size});
  c.set(3, q.type, {q.dims[0], q_heads, q_length, total});
}

void any_attention(RuleContext& c) { c.operation().is_standard() ? standard_attention(c) : attention(c); }

}  // namespace

ShapeRule find_attention_rule(const std::string& type) {
  static const std::unordered_map<std::string_view, ShapeRule> table{
      {"Attention", any_attention},
      {"QAttention", quantized_attention},
      {"PackedAttention", packed_attention},
      {"MultiHeadAttention", multi_head_attention},
      {"DecoderMaskedMultiHeadAttention", multi_head_attention},
      {"PackedMultiHeadAttention", packed_multi_head_attention},
      {"GroupQueryAttention", group_query_attention},
      {"SparseAttention", sparse_attention},
      {"PagedAttention", paged_attention},
  };
  const auto found = table.find(type);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace whichchip::model
