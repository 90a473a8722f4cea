// Convolutions, as implicit GEMM: m = B·OH·OW, n = OC/g, k = IC/g·kh·kw, one product per group.
#include <algorithm>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

// Spatial extents as (depth, height, width), leading ones where there are fewer, extra leading ones multiplied into
// depth.
struct Extents {
  std::int64_t d = 1, h = 1, w = 1;
  std::int64_t volume() const { return times(d, h, w); }
};

Extents extents(const Dims& dims, std::size_t first, std::size_t last) {
  Extents e;
  const std::size_t count = last - first;
  if (count >= 1) e.w = dims[last - 1];
  if (count >= 2) e.h = dims[last - 2];
  if (count >= 3) e.d = product(dims, first, last - 2);
  return e;
}

// Strides of the two innermost axes; 1 where not given.
void set_strides(const NodeView& node, MatrixWork& work) {
  const Dims strides = node.integers("strides");
  if (!strides.empty()) work.stride_w = strides.back();
  if (strides.size() >= 2) work.stride_h = strides[strides.size() - 2];
}

void require_rank(const Dims& x, const Dims& w, const Dims& y) {
  if (x.size() < 3 || w.size() != x.size() || y.size() != x.size())
    throw NotKnown{"ranks of input, weight and output disagree"};
}

struct Operands {
  std::size_t x, w, bias;
};

Cost count(const NodeView& node, const OperatorRule& rule, Operands at, bool channels_last) {
  Cost cost;
  // One after the other: compilers differ in the order of arguments, and so in which unknown shape is named.
  const Dims& x = node.input_dims(at.x);
  const Dims& w = node.input_dims(at.w);
  cost.matrix = {convolution_work(node, x, w, node.output_dims(0), channels_last)};
  MatrixWork& work = cost.matrix.front();
  work.weight_operand = node.input_is_weight(at.w);
  cost.kind = work.form == MatrixWork::Form::depthwise_convolution ? OperatorKind::depthwise_convolution : rule.kind;
  if (node.has_input(at.bias)) cost.vector_ops = node.output_elements(0);
  return cost;
}

bool is_channels_last(const NodeView& node) {
  return node.node().domain.view().find("nhwc") != std::string::npos || node.integer("channels_last", 0) != 0;
}

Cost count_conv(const NodeView& node, const OperatorRule& rule) {
  return count(node, rule, {0, 1, 2}, is_channels_last(node));
}

Cost count_nhwc_conv(const NodeView& node, const OperatorRule& rule) { return count(node, rule, {0, 1, 2}, true); }

// FusedConv: an activation, and with input 3 a residual sum.
Cost count_fused_conv(const NodeView& node, const OperatorRule& rule) {
  Cost cost = count(node, rule, {0, 1, 2}, rule.op_type.starts_with("Nhwc"));
  const std::int64_t out = node.output_elements(0);
  if (node.has_input(3)) cost.vector_ops = plus(cost.vector_ops, out);
  if (!node.text("activation", "").empty()) cost.vector_ops = plus(cost.vector_ops, out);
  return cost;
}

Cost count_conv_integer(const NodeView& node, const OperatorRule& rule) {
  Cost cost = count(node, rule, {0, 1, 999}, is_channels_last(node));
  cost.integer_arithmetic = true;
  return cost;
}

Cost count_qlinear_conv(const NodeView& node, const OperatorRule& rule) {
  Cost cost = count(node, rule, {0, 3, 8}, is_channels_last(node));
  cost.integer_arithmetic = true;
  cost.vector_ops = plus(cost.vector_ops, times(2, node.output_elements(0)));  // requantise
  return cost;
}

// Real products only: every input element meets OC/g·kernel weights; inserted zeros are not multiplied.
Cost count_transposed(const NodeView& node, const OperatorRule& rule) {
  const Dims& x = node.input_dims(0);
  const Dims& w = node.input_dims(1);
  require_rank(x, w, x);
  const std::int64_t groups = node.positive("group", 1);
  MatrixWork work;
  work.form = MatrixWork::Form::transposed_convolution;
  const Extents in = extents(x, 2, x.size());
  const Extents kernel = extents(w, 2, w.size());
  if (groups > x[1] || x[1] % groups != 0) throw NotKnown{"group does not divide the channels"};
  work.groups = groups;
  work.batch = x[0];
  work.in_channels = x[1];
  work.out_channels = times(w[1], groups);
  work.in_d = work.out_d = in.d;
  work.in_h = work.out_h = in.h;
  work.in_w = work.out_w = in.w;
  work.kernel_d = kernel.d;
  work.kernel_h = kernel.h;
  work.kernel_w = kernel.w;
  work.m = times(x[0], in.volume());
  work.n = times(w[1], kernel.volume());
  work.k = x[1] / groups;
  work.weight_operand = node.input_is_weight(1);
  Cost cost;
  cost.kind = rule.kind;
  cost.matrix = {work};
  if (node.has_input(2)) cost.vector_ops = node.output_elements(0);
  return cost;
}

// DeformConv samples its input at learnt offsets: bilinear interpolation (7 operations) of every element of the column
// matrix.
Cost count_deformable(const NodeView& node, const OperatorRule& rule) {
  Cost cost = count(node, rule, {0, 1, 3}, false);
  const MatrixWork& work = cost.matrix.front();
  cost.vector_ops = plus(cost.vector_ops, times(7, work.groups, work.m, work.k));
  return cost;
}

// CausalConvWithState: depthwise over time, x (B, C, T), w (C, 1, k), with k-1 steps of state.
Cost count_causal_conv(const NodeView& node, const OperatorRule&) {
  const Dims& x = node.input_dims(0);
  const Dims& w = node.input_dims(1);
  if (x.size() != 3 || w.empty()) throw NotKnown{"ranks of input and weight disagree"};
  MatrixWork work;
  work.form = MatrixWork::Form::depthwise_convolution;
  work.batch = x[0];
  work.in_channels = work.out_channels = work.groups = x[1];
  work.in_h = work.out_h = 1;
  work.in_w = work.out_w = x[2];
  work.kernel_w = work.k = w.back();
  work.m = times(x[0], x[2]);
  work.n = 1;
  work.weight_operand = node.input_is_weight(1);
  Cost cost;
  cost.kind = OperatorKind::depthwise_convolution;
  cost.matrix = {work};
  cost.vector_ops = times(3, node.output_elements(0));
  cost.transcendental_ops = node.output_elements(0);
  cost.assumptions = {"bias and SiLU counted"};
  return cost;
}

}  // namespace

MatrixWork convolution_work(const NodeView& node, const Dims& x, const Dims& w, const Dims& y, bool channels_last) {
  require_rank(x, w, y);
  const std::size_t channel = channels_last ? x.size() - 1 : 1;
  const std::size_t first = channels_last ? 1 : 2;
  const std::size_t last = channels_last ? x.size() - 1 : x.size();
  const std::int64_t groups = node.positive("group", 1);
  const Extents in = extents(x, first, last);
  const Extents out = extents(y, first, last);
  const Extents kernel = extents(w, 2, w.size());
  MatrixWork work;
  work.batch = x[0];
  work.in_channels = x[channel];
  work.out_channels = w[0];
  if (groups > std::max<std::int64_t>(work.out_channels, 1) || work.out_channels % groups != 0 ||
      times(w[1], groups) != work.in_channels) {
    throw NotKnown{"group does not divide the channels"};
  }
  work.groups = groups;
  work.in_d = in.d, work.in_h = in.h, work.in_w = in.w;
  work.out_d = out.d, work.out_h = out.h, work.out_w = out.w;
  work.kernel_d = kernel.d, work.kernel_h = kernel.h, work.kernel_w = kernel.w;
  set_strides(node, work);
  work.m = times(x[0], out.volume());
  work.n = work.out_channels / groups;
  work.k = times(w[1], kernel.volume());
  const bool depthwise = groups > 1 && w[1] == 1;
  work.form = depthwise ? MatrixWork::Form::depthwise_convolution : MatrixWork::Form::convolution;
  return work;
}

std::vector<OperatorRule> convolution_rules() {
  const std::string_view formula = "B·OH·OW·OC·(IC/g)·kh·kw MAC; bias 1 per output";
  const auto kind = OperatorKind::convolution;
  const std::string_view ms = "com.microsoft";
  return {
      {"", "Conv", kind, formula, count_conv},
      {"", "ConvInteger", kind, "B·OH·OW·OC·(IC/g)·kh·kw integer MAC", count_conv_integer},
      {"", "QLinearConv", kind, "B·OH·OW·OC·(IC/g)·kh·kw integer MAC; bias 1, requantise 2 per output",
       count_qlinear_conv},
      {"", "ConvTranspose", kind, "B·IH·IW·IC·(OC/g)·kh·kw MAC, no inserted zeros; bias 1 per output",
       count_transposed},
      {"", "DeformConv", kind, "B·OH·OW·OC·(IC/g)·kh·kw MAC; bilinear sampling 7 per column element", count_deformable},
      {ms, "FusedConv", kind, "as Conv; residual and activation 1 per output each", count_fused_conv},
      {ms, "NhwcFusedConv", kind, "as Conv, channels last; residual and activation 1 per output each",
       count_fused_conv},
      {ms, "NhwcConv", kind, "as Conv, channels last", count_nhwc_conv},
      {ms, "QLinearConv", kind, "as QLinearConv; channels_last honoured", count_qlinear_conv},
      {ms, "ConvTransposeWithDynamicPads", kind, "B·IH·IW·IC·(OC/g)·kh·kw MAC", count_transposed},
      {ms, "CausalConvWithState", OperatorKind::depthwise_convolution, "B·T·C·k MAC; bias and SiLU 3 + 1T per output",
       count_causal_conv},
  };
}

}  // namespace whichchip::workload
