#include "support/network_builder.h"

#include <algorithm>

namespace whichchip::tests {

using workload::MatrixWork;
using workload::OperatorKind;
using workload::Subgraph;

NetworkBuilder::NetworkBuilder(std::int64_t batch, model::DataType type) : batch_(batch), type_(type) {
  workload_.batch = batch;
}

int NetworkBuilder::tensor(std::int64_t elements, bool weight) {
  workload::Tensor t;
  t.name = "t" + std::to_string(workload_.tensors.size());
  t.type = type_;
  t.elements = elements;
  t.weight = weight;
  workload_.tensors.push_back(t);
  return static_cast<int>(workload_.tensors.size()) - 1;
}

Map NetworkBuilder::image(std::int64_t channels, std::int64_t height, std::int64_t width) {
  const Map map{tensor(batch_ * channels * height * width, false), channels, height, width};
  auto& t = workload_.tensors.back();
  t.graph_input = true;
  t.dims = {batch_, channels, height, width};
  return map;
}

Map NetworkBuilder::tokens(std::int64_t features, std::int64_t length) {
  const Map map{tensor(batch_ * features * length, false), features, 1, length};
  workload_.tensors.back().graph_input = true;
  return map;
}

Subgraph& NetworkBuilder::kernel(OperatorKind kind) {
  Subgraph subgraph;
  subgraph.id = static_cast<int>(partition_.subgraphs.size());
  subgraph.kind = kind;
  if (subgraph.id > 0) subgraph.dependencies = {subgraph.id - 1};
  workload::Operator anchor;
  anchor.op_type = workload::name(kind);
  anchor.kind = kind;
  subgraph.anchor = static_cast<int>(workload_.operators.size());
  workload_.operators.push_back(anchor);
  partition_.subgraphs.push_back(subgraph);
  return partition_.subgraphs.back();
}

void NetworkBuilder::read(Subgraph& subgraph, const Map& map) {
  subgraph.reads.push_back({map.tensor, workload_.tensors[static_cast<std::size_t>(map.tensor)].elements});
}

void NetworkBuilder::weight(Subgraph& subgraph, std::int64_t elements) {
  subgraph.weights.push_back({tensor(elements, true), elements});
}

Map NetworkBuilder::output_of(Subgraph& subgraph, std::int64_t channels, std::int64_t height, std::int64_t width) {
  const std::int64_t elements = batch_ * channels * height * width;
  const Map map{tensor(elements, false), channels, height, width};
  subgraph.writes.push_back({map.tensor, elements});
  return map;
}

Map NetworkBuilder::convolution(const Map& in, std::int64_t out_channels, std::int64_t kernel_side, std::int64_t stride,
                                std::int64_t groups, std::int64_t out_h, std::int64_t out_w, const Map* residual) {
  const bool is_depthwise = groups == in.channels && groups > 1;
  Subgraph& s = kernel(is_depthwise ? OperatorKind::depthwise_convolution : OperatorKind::convolution);
  MatrixWork w;
  w.form = is_depthwise ? MatrixWork::Form::depthwise_convolution : MatrixWork::Form::convolution;
  w.groups = groups;
  w.m = batch_ * out_h * out_w;
  w.n = out_channels / groups;
  w.k = in.channels / groups * kernel_side * kernel_side;
  w.weight_operand = true;
  w.batch = batch_;
  w.in_channels = in.channels;
  w.out_channels = out_channels;
  w.in_h = in.height;
  w.in_w = in.width;
  w.out_h = out_h;
  w.out_w = out_w;
  w.kernel_h = w.kernel_w = kernel_side;
  w.stride_h = w.stride_w = stride;
  s.matrix.push_back(w);
  s.macs = w.groups * w.m * w.n * w.k;
  s.vector_ops = batch_ * out_channels * out_h * out_w * (residual != nullptr ? 3 : 2);
  read(s, in);
  if (residual != nullptr) read(s, *residual);
  weight(s, out_channels * w.k);
  weight(s, out_channels);
  return output_of(s, out_channels, out_h, out_w);
}

Map NetworkBuilder::conv(const Map& in, std::int64_t out_channels, std::int64_t kernel_side, std::int64_t stride,
                         std::int64_t groups, const Map* residual) {
  const std::int64_t out_h = (in.height + stride - 1) / stride, out_w = (in.width + stride - 1) / stride;
  return convolution(in, out_channels, kernel_side, stride, groups, out_h, out_w, residual);
}

Map NetworkBuilder::valid_conv(const Map& in, std::int64_t out_channels, std::int64_t kernel_side,
                               std::int64_t stride) {
  const std::int64_t out_h = (in.height - kernel_side) / stride + 1, out_w = (in.width - kernel_side) / stride + 1;
  return convolution(in, out_channels, kernel_side, stride, 1, out_h, out_w, nullptr);
}

Map NetworkBuilder::depthwise(const Map& in, std::int64_t kernel_side, std::int64_t stride) {
  return conv(in, in.channels, kernel_side, stride, in.channels);
}

Map NetworkBuilder::max_pool(const Map& in, std::int64_t kernel_side, std::int64_t stride) {
  Subgraph& s = kernel(OperatorKind::pooling);
  read(s, in);
  const std::int64_t out_h = (in.height + stride - 1) / stride, out_w = (in.width + stride - 1) / stride;
  s.vector_ops = batch_ * in.channels * out_h * out_w * kernel_side * kernel_side;
  return output_of(s, in.channels, out_h, out_w);
}

Map NetworkBuilder::global_pool(const Map& in) {
  Subgraph& s = kernel(OperatorKind::pooling);
  read(s, in);
  s.vector_ops = batch_ * in.channels * in.height * in.width;
  return output_of(s, in.channels, 1, 1);
}

Map NetworkBuilder::linear(const Map& in, std::int64_t outputs) {
  const std::int64_t k = in.channels * in.height * in.width;
  Subgraph& s = kernel(OperatorKind::matmul);
  MatrixWork w;
  w.m = batch_;
  w.n = outputs;
  w.k = k;
  w.weight_operand = true;
  s.matrix.push_back(w);
  s.macs = batch_ * outputs * k;
  s.vector_ops = batch_ * outputs;
  read(s, in);
  weight(s, outputs * k);
  weight(s, outputs);
  return output_of(s, outputs, 1, 1);
}

Map NetworkBuilder::add(const Map& a, const Map& b) {
  Subgraph& s = kernel(OperatorKind::elementwise);
  read(s, a);
  read(s, b);
  s.vector_ops = batch_ * a.channels * a.height * a.width;
  return output_of(s, a.channels, a.height, a.width);
}

Map NetworkBuilder::scale(const Map& in) {
  Subgraph& s = kernel(OperatorKind::elementwise);
  read(s, in);
  weight(s, 2 * in.channels);
  s.vector_ops = 3 * batch_ * in.channels * in.height * in.width;
  return output_of(s, in.channels, in.height, in.width);
}

Map NetworkBuilder::concat(const std::vector<Map>& parts) {
  Map joined = parts.front();
  joined.channels = 0;
  for (const Map& part : parts) joined.channels += part.channels;
  joined.tensor = tensor(batch_ * joined.channels * joined.height * joined.width, false);
  return joined;
}

Map NetworkBuilder::project(const Map& in, std::int64_t features, int vector_ops_per_output,
                            int transcendental_per_output) {
  Subgraph& s = kernel(OperatorKind::matmul);
  MatrixWork w;
  w.m = batch_ * in.width;
  w.n = features;
  w.k = in.channels;
  w.weight_operand = true;
  s.matrix.push_back(w);
  s.macs = w.m * w.n * w.k;
  s.vector_ops = w.m * w.n * vector_ops_per_output;
  s.transcendental_ops = w.m * w.n * transcendental_per_output;
  read(s, in);
  weight(s, features * in.channels);
  weight(s, features);
  return output_of(s, features, 1, in.width);
}

Map NetworkBuilder::attention(const Map& qkv, std::int64_t heads) {
  const std::int64_t features = qkv.channels / 3, depth = features / heads, length = qkv.width;
  Subgraph& s = kernel(OperatorKind::attention);
  MatrixWork scores;
  scores.form = MatrixWork::Form::attention_scores;
  scores.groups = batch_ * heads;
  scores.m = length;
  scores.n = length;
  scores.k = depth;
  MatrixWork values = scores;
  values.form = MatrixWork::Form::attention_values;
  values.n = depth;
  values.k = length;
  s.matrix = {scores, values};
  s.macs = 2 * batch_ * heads * length * length * depth;
  s.vector_ops = 5 * batch_ * heads * length * length;
  s.transcendental_ops = batch_ * heads * length * length;
  read(s, qkv);
  return output_of(s, features, 1, length);
}

Map NetworkBuilder::add_norm(const Map& a, const Map& b) {
  Subgraph& s = kernel(OperatorKind::normalization);
  s.vector_ops = 9 * batch_ * a.channels * a.width;
  read(s, a);
  read(s, b);
  weight(s, a.channels);
  weight(s, a.channels);
  return output_of(s, a.channels, 1, a.width);
}

workload::Workload NetworkBuilder::finish() {
  if (!partition_.subgraphs.empty()) {
    for (const workload::Access& access : partition_.subgraphs.back().writes)
      workload_.tensors[static_cast<std::size_t>(access.tensor)].graph_output = true;
  }
  // The largest single step: what a schedule without reuse across steps needs at least.
  for (const Subgraph& s : partition_.subgraphs) {
    std::int64_t step = 0;
    for (const auto* accesses : {&s.reads, &s.writes})
      for (const workload::Access& access : *accesses) step += model::storage_bytes(access.elements, type_);
    partition_.peak_activation_bytes = std::max(partition_.peak_activation_bytes, step);
  }
  partition_.peak_activation_lower_bound_bytes = partition_.peak_activation_bytes;
  for (workload::Partition& partition : workload_.partitions) partition = partition_;
  for (const Subgraph& s : partition_.subgraphs) workload_.totals.macs += s.macs;
  return workload_;
}

}  // namespace whichchip::tests
