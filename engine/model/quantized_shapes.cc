// Quantised and channels-last operators contributed by ONNX Runtime.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/integer.h"
#include "model/shape_rules.h"

namespace whichchip::model {
namespace {

void like_first(RuleContext& c) { c.same(0, c.ranked(0)); }

// Operands at 0 and 3, each followed by its scale and zero point.
void binary(RuleContext& c) {
  const Tensor& a = c.ranked(0);
  c.set(0, a.type, broadcast(a.dims, c.ranked(3).dims));
}

void where(RuleContext& c) {
  const Tensor& x = c.ranked(1);
  c.set(0, x.type, broadcast(c.ranked(0).dims, broadcast(x.dims, c.ranked(4).dims)));
}

// Scale and zero point of the output, then (tensor, scale, zero point) for each operand.
void concat(RuleContext& c) {
  Dims dims = c.ranked(2, 1).dims;
  std::int64_t axis = c.operation().integer("axis", 1);
  if (axis < 0) axis += static_cast<std::int64_t>(dims.size());
  if (axis < 0 || axis >= static_cast<std::int64_t>(dims.size())) throw RuleFailure{"its axis is out of range"};
  const auto at = static_cast<std::size_t>(axis);
  for (std::size_t i = 5; i < c.input_count(); i += 3) dims[at] = plus(dims[at], c.ranked(i, at + 1).dims[at]);
  c.set(0, c.ranked(2).type, dims);
}

void integer_matmul(RuleContext& c, DataType type) {
  c.set(0, type, matmul_dims(c.ranked(0, 1).dims, c.ranked(1, 1).dims, false, false));
}

void to_int32(RuleContext& c) { integer_matmul(c, DataType::int32); }

void to_float(RuleContext& c) { integer_matmul(c, c.ranked(2).type); }

void dynamic_quantize(RuleContext& c) { integer_matmul(c, c.ranked(0).type); }

// A, its scale and zero point, B, its scale and zero point, bias, scale and zero point of the output.
void quantized_gemm(RuleContext& c) {
  const bool transpose_a = c.operation().integer("transA", 0) != 0,
             transpose_b = c.operation().integer("transB", 0) != 0;
  const DataType type = c.input(8) != nullptr ? c.input(8)->type : DataType::float32;
  c.set(0, type, matmul_dims(c.ranked(0, 2).dims, c.ranked(3, 2).dims, transpose_a, transpose_b));
}

Dims list(const RuleContext& c, const char* attribute, std::size_t count, std::int64_t fallback) {
  Dims values = c.operation().integers(attribute).value_or(Dims(count, fallback));
  if (values.size() != count) throw RuleFailure{std::string("its attribute ") + attribute + " has the wrong length"};
  if (std::any_of(values.begin(), values.end(), [](std::int64_t v) { return v < 0 || v > (std::int64_t{1} << 31); })) {
    throw RuleFailure{std::string("its attribute ") + attribute + " is out of range"};
  }
  return values;
}

// Spatial extents of `x` from axis `first` on, after a window with this node's attributes.
Dims slide(const RuleContext& c, const Tensor& x, std::size_t first, const Dims& kernel) {
  const std::size_t rank = kernel.size();
  const Dims strides = list(c, "strides", rank, 1), dilations = list(c, "dilations", rank, 1),
             pads = list(c, "pads", 2 * rank, 0);
  const std::string padding = c.operation().text("auto_pad", "NOTSET");
  const bool round_up = c.operation().integer("ceil_mode", 0) != 0;
  Dims result;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t extent = x.dims[first + i];
    if (padding == "SAME_UPPER" || padding == "SAME_LOWER") {
      if (strides[i] == 0) throw RuleFailure{"its window does not move"};
      result.push_back(extent < 0 ? kUnknown : core::ceil_divide(extent, strides[i]));
    } else {
      const std::int64_t pad = padding == "VALID" ? 0 : pads[i] + pads[i + rank];
      result.push_back(window_extent(extent, kernel[i], strides[i], dilations[i], pad, round_up));
    }
  }
  return result;
}

Dims kernel_of(const RuleContext& c, const Tensor& x, const Tensor* weight) {
  const std::size_t rank = x.dims.size() - 2;
  if (const auto given = c.operation().integers("kernel_shape")) {
    if (given->size() != rank) throw RuleFailure{"its kernel_shape has the wrong length"};
    return *given;
  }
  if (weight == nullptr || weight->dims.size() != rank + 2) throw RuleFailure{"its kernel is not known"};
  return Dims(weight->dims.begin() + 2, weight->dims.end());
}

void place(RuleContext& c, const Tensor& x, bool channels_last, std::int64_t channels, const Dims& spatial,
           DataType type) {
  Dims dims{x.dims[0]};
  if (!channels_last) dims.push_back(channels);
  dims.insert(dims.end(), spatial.begin(), spatial.end());
  if (channels_last) dims.push_back(channels);
  c.set(0, type, dims);
}

void channels_last_convolution(RuleContext& c) {
  const Tensor& x = c.ranked(0, 3);
  const Tensor& w = c.ranked(1, 3);
  place(c, x, true, w.dims[0], slide(c, x, 1, kernel_of(c, x, &w)), x.type);
}

void quantized_convolution(RuleContext& c) {
  const Tensor& x = c.ranked(0, 3);
  const Tensor& w = c.ranked(3, 3);
  const bool last = c.operation().integer("channels_last", 0) != 0;
  place(c, x, last, w.dims[0], slide(c, x, last ? 1 : 2, kernel_of(c, x, &w)), x.type);
}

void fused_convolution(RuleContext& c) {
  const Tensor& x = c.ranked(0, 3);
  const Tensor& w = c.ranked(1, 3);
  place(c, x, false, w.dims[0], slide(c, x, 2, kernel_of(c, x, &w)), x.type);
}

void pool(RuleContext& c, bool channels_last) {
  const Tensor& x = c.ranked(0, 3);
  place(c, x, channels_last, channels_last ? x.dims.back() : x.dims[1],
        slide(c, x, channels_last ? 1 : 2, kernel_of(c, x, nullptr)), x.type);
}

void channels_last_pool(RuleContext& c) { pool(c, true); }

void average_pool(RuleContext& c) { pool(c, c.operation().integer("channels_last", 0) != 0); }

void global_average_pool(RuleContext& c) {
  const Tensor& x = c.ranked(0, 3);
  const bool last = c.operation().integer("channels_last", 0) != 0;
  place(c, x, last, last ? x.dims.back() : x.dims[1], Dims(x.dims.size() - 2, 1), x.type);
}

// X (T, B, in), W (directions, in, 4·H), R.
void lstm(RuleContext& c) {
  const Tensor& x = c.ranked(0, 3);
  const std::int64_t hidden = c.positive("hidden_size");
  const std::int64_t directions = c.operation().text("direction", "forward") == "bidirectional" ? 2 : 1;
  c.set(0, x.type, {x.dims[0], directions, x.dims[1], hidden});
  c.set(1, x.type, {directions, x.dims[1], hidden});
  c.set(2, x.type, {directions, x.dims[1], hidden});
}

void reduce_mean(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  const auto axes = c.operation().integers("axes");
  const bool keep = c.operation().integer("keepdims", 1) != 0;
  const auto rank = static_cast<std::int64_t>(x.dims.size());
  Dims dims;
  for (std::int64_t i = 0; i < rank; ++i) {
    const bool reduced =
        !axes || std::any_of(axes->begin(), axes->end(), [&](std::int64_t a) { return a == i || a + rank == i; });
    if (!reduced)
      dims.push_back(x.dims[static_cast<std::size_t>(i)]);
    else if (keep)
      dims.push_back(1);
  }
  c.set(0, x.type, dims);
}

}  // namespace

ShapeRule find_quantized_rule(const std::string& type) {
  static const std::unordered_map<std::string_view, ShapeRule> table{
      {"QLinearAdd", binary},
      {"QLinearMul", binary},
      {"QLinearWhere", where},
      {"QLinearConcat", concat},
      {"QLinearSigmoid", like_first},
      {"QLinearLeakyRelu", like_first},
      {"QLinearSoftmax", like_first},
      {"QLinearAveragePool", average_pool},
      {"QLinearGlobalAveragePool", global_average_pool},
      {"QLinearReduceMean", reduce_mean},
      {"QLinearConv", quantized_convolution},
      {"QGemm", quantized_gemm},
      {"MatMulInteger16", to_int32},
      {"MatMulIntegerToFloat", to_float},
      {"DynamicQuantizeMatMul", dynamic_quantize},
      {"DynamicQuantizeLSTM", lstm},
      {"FusedConv", fused_convolution},
      {"NhwcConv", channels_last_convolution},
      {"NhwcFusedConv", channels_last_convolution},
      {"NhwcMaxPool", channels_last_pool},
  };
  const auto found = table.find(type);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace whichchip::model
