// Operators contributed by ONNX Runtime (com.microsoft) and those of ai.onnx that are newer than the library.
// Source: ONNX Runtime's ContribOperators.md and the operator specification.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "model/shape_rules.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

void like_first(RuleContext& c) { c.same(0, c.ranked(0)); }

// Normalisations with optional outputs: mean, inverse deviation, and the sum of input and skip.
void normalization(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  c.same(0, x);
  Dims statistics = x.dims;
  statistics.back() = 1;
  c.set(1, DataType::float32, statistics);
  c.set(2, DataType::float32, statistics);
  c.same(3, x);
}

void skip_group_norm(RuleContext& c) {
  c.same(0, c.ranked(0));
  c.same(1, c.ranked(0));
}

void embed_layer_normalization(RuleContext& c) {
  const Tensor& ids = c.ranked(0, 2);
  const Tensor& table = c.ranked(2, 2);
  const Dims dims{ids.dims[0], ids.dims[1], table.dims[1]};
  c.set(0, table.type, dims);
  c.set(1, DataType::int32, {ids.dims[0]});
  c.set(2, table.type, dims);
}

void bias_split_gelu(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  Dims dims = x.dims;
  if (dims.back() >= 0) dims.back() /= 2;
  c.set(0, x.type, dims);
}

void matmul(RuleContext& c) {
  const Tensor& a = c.ranked(0, 1);
  const Tensor& b = c.ranked(1, 1);
  c.set(0, a.type,
        matmul_dims(a.dims, b.dims, c.operation().integer("transA", 0) != 0, c.operation().integer("transB", 0) != 0));
}

void gemm(RuleContext& c) {
  const Tensor& a = c.ranked(0, 2);
  const Tensor& b = c.ranked(1, 2);
  c.set(0, a.type,
        matmul_dims(a.dims, b.dims, c.operation().integer("transA", 0) != 0, c.operation().integer("transB", 0) != 0));
}

void packed_weight_matmul(RuleContext& c) {
  const Tensor& a = c.ranked(0, 1);
  Dims dims = a.dims;
  dims.back() = c.positive("N");
  c.set(0, a.type, dims);
}

void packed_weight_qkv(RuleContext& c) {
  const Tensor& a = c.ranked(0, 1);
  Dims dims = a.dims;
  dims.back() = c.positive("Nq");
  c.set(0, a.type, dims);
  dims.back() = c.positive("Nkv");
  c.set(1, a.type, dims);
  c.set(2, a.type, dims);
}

void float4_matmul(RuleContext& c) {
  const Tensor& a = c.ranked(0, 1);
  const Tensor& shape = c.ranked(2, 1);
  if (!shape.value.known || shape.value.integers.size() != 2) throw RuleFailure{"the shape of its weight is not known"};
  Dims dims = a.dims;
  dims.back() = shape.value.integers[1];
  c.set(0, a.type, dims);
}

void embedding(RuleContext& c) {
  const Tensor& table = c.ranked(0, 2);
  Dims dims = c.ranked(1).dims;
  dims.insert(dims.end(), table.dims.begin() + 1, table.dims.end());
  c.set(0, table.type, dims);
}

// Rows of a block-quantised table: packed bytes hold several elements.
void gather_block_quantized(RuleContext& c) {
  const Tensor& table = c.ranked(0, 2);
  const Tensor& indices = c.ranked(1);
  const auto rank = static_cast<std::int64_t>(table.dims.size());
  std::int64_t axis = c.operation().integer("gather_axis", 0);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) throw RuleFailure{"its axis is out of range"};
  const std::int64_t bits = c.operation().integer("bits", 4);
  Dims row = table.dims;
  if (table.type == DataType::uint8 && bits > 0 && bits < 8) row.back() = times(row.back(), 8 / bits);
  const auto gathered = row.begin() + static_cast<std::ptrdiff_t>(axis);
  Dims dims(row.begin(), gathered);
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), gathered + 1, row.end());
  c.set(0, c.ranked(2).type, dims);
}

void relative_position_bias(RuleContext& c) {
  const Tensor& table = c.ranked(0, 2);
  Dims dims{1, table.dims[1], kUnknown, kUnknown};
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    const Tensor* length = c.input(i);
    if (length != nullptr && length->value.known && !length->value.integers.empty())
      dims[i + 1] = length->value.integers[0];
  }
  c.set(0, table.type, dims);
}

void generation(RuleContext& c) {
  const Tensor& ids = c.ranked(0, 1);
  const Tensor* longest = c.input(1);
  const bool known = longest != nullptr && longest->value.known && !longest->value.integers.empty();
  const std::int64_t length = known ? longest->value.integers[0] : kUnknown;
  if (c.operation().type() == "GreedySearch" || c.operation().type() == "Sampling")
    c.set(0, DataType::int32, {ids.dims[0], length});
  else
    c.set(0, DataType::int32, {ids.dims[0], 1, length});
}

void crop(RuleContext& c) {
  const Tensor& x = c.ranked(0, 4);
  const auto border = c.operation().integers("border").value_or(Dims{0, 0, 0, 0});
  if (border.size() != 4) throw RuleFailure{"its border does not have 4 sides"};
  Dims dims = x.dims;
  const auto scale = c.operation().integers("scale");
  if (scale && scale->size() == 2)
    std::copy(scale->begin(), scale->end(), dims.begin() + 2);
  else if (dims[2] >= 0 && dims[3] >= 0) {
    dims[2] = dims[2] - border[1] - border[3];
    dims[3] = dims[3] - border[0] - border[2];
  }
  c.set(0, x.type, dims);
}

// A deprecated operator of opset 9: its scales are an attribute or the second input.
void upsample(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  std::vector<double> scales;
  if (const auto* attribute = c.operation().attribute("scales"))
    scales.assign(attribute->floats().begin(), attribute->floats().end());
  else if (const Tensor* input = c.input(1); input != nullptr && input->value.known)
    scales = input->value.reals;
  if (scales.size() != x.dims.size()) throw RuleFailure{"its scales are not known"};
  Dims dims = x.dims;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 0) dims[i] = static_cast<std::int64_t>(static_cast<double>(dims[i]) * scales[i]);
  }
  c.set(0, x.type, dims);
}

void pairwise_distance(RuleContext& c) {
  const Tensor& a = c.ranked(0, 2);
  c.set(0, a.type, {a.dims[0], c.ranked(1, 2).dims[0]});
}

void split_halves(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  Dims dims = x.dims;
  if (dims.back() >= 0) dims.back() /= 2;
  c.set(0, x.type, dims);
}

void convolution_with_state(RuleContext& c) {
  c.same(0, c.ranked(0));
  const Tensor* state = c.input(3);
  if (state != nullptr && state->has_rank) c.same(1, *state);
}

const std::unordered_map<std::string_view, ShapeRule>& rules() {
  static const std::unordered_map<std::string_view, ShapeRule> table{
      {"BiasGelu", like_first},
      {"FastGelu", like_first},
      {"Gelu", like_first},
      {"QuickGelu", like_first},
      {"BiasAdd", like_first},
      {"BiasSoftmax", like_first},
      {"BiasDropout", like_first},
      {"Inverse", like_first},
      {"RotaryEmbedding", like_first},
      {"GemmaRotaryEmbedding", like_first},
      {"MRotaryEmbedding", like_first},
      {"LongformerAttention", like_first},
      {"LinearAttention", like_first},
      {"GatedDeltaNet", like_first},
      {"MoE", like_first},
      {"QMoE", like_first},
      {"GroupNorm", like_first},
      {"Swish", like_first},
      {"RMSNormalization", like_first},
      {"TensorScatter", like_first},
      {"CumProd", like_first},
      {"ImageScaler", like_first},
      {"Scale", like_first},
      {"ParametricSoftplus", like_first},
      {"ScaledTanh", like_first},
      {"Affine", like_first},
      {"ThresholdedRelu", like_first},
      {"NGramRepeatBlock", like_first},
      {"SwiGLU", split_halves},
      {"LayerNormalization", normalization},
      {"SimplifiedLayerNormalization", normalization},
      {"SkipLayerNormalization", normalization},
      {"SkipSimplifiedLayerNormalization", normalization},
      {"SkipGroupNorm", skip_group_norm},
      {"EmbedLayerNormalization", embed_layer_normalization},
      {"BiasSplitGelu", bias_split_gelu},
      {"CausalConvWithState", convolution_with_state},
      {"FusedMatMul", matmul},
      {"TransposeMatMul", matmul},
      {"FusedMatMulActivation", matmul},
      {"GemmFastGelu", matmul},
      {"FusedGemm", gemm},
      {"GemmFloat8", gemm},
      {"MatMulNBits", packed_weight_matmul},
      {"MatMulNBitsMlp", packed_weight_matmul},
      {"MatMulNBitsQkv", packed_weight_qkv},
      {"MatMulBnb4", packed_weight_matmul},
      {"MatMulFpQ4", float4_matmul},
      {"GatherBlockQuantized", gather_block_quantized},
      {"TorchEmbedding", embedding},
      {"RelativePositionBias", relative_position_bias},
      {"BeamSearch", generation},
      {"GreedySearch", generation},
      {"Sampling", generation},
      {"WhisperBeamSearch", generation},
      {"Crop", crop},
      {"Upsample", upsample},
      {"CDist", pairwise_distance},
  };
  return table;
}

}  // namespace

ShapeRule find_contributed_rule(const Operation& operation) {
  const std::string& domain = operation.domain();
  const bool ours = domain.empty() || domain == "com.microsoft" || domain == "com.ms.internal.nhwc" ||
                    domain == "com.microsoft.nchwc";
  if (!ours) return nullptr;
  if (ShapeRule rule = find_attention_rule(operation.type())) return rule;
  if (ShapeRule rule = find_quantized_rule(operation.type())) return rule;
  const auto found = rules().find(operation.type());
  return found == rules().end() ? nullptr : found->second;
}

}  // namespace whichchip::model
