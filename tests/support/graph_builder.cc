#include "support/graph_builder.h"

#include <algorithm>

namespace whichchip::tests {

using model::DataType;
using model::TensorKind;

namespace {

Shape broadcast(const Shape& a, const Shape& b) {
  Shape result(std::max(a.size(), b.size()), 1);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    result[result.size() - 1 - i] = std::max(x, y);
  }
  return result;
}

}  // namespace

Shape Value::shape() const { return graph_->tensor(*this).dims; }

Value Value::unary(const std::string& op_type) const { return graph_->op(op_type, {*this}, shape()); }

Value Value::binary(const std::string& op_type, const Value& other) const {
  return graph_->op(op_type, {*this, other}, broadcast(shape(), other.shape()));
}

Value Value::scaled(const std::string& op_type, double constant) const {
  return binary(op_type, graph_->scalar(constant));
}

Value Value::bias() const { return binary("Add", graph_->weight({shape().back()})); }

Value Value::batch_norm() const {
  const std::int64_t channels = shape()[1];
  return graph_->op("BatchNormalization",
                    {*this, graph_->weight({channels}), graph_->weight({channels}), graph_->weight({channels}),
                     graph_->weight({channels})},
                    shape());
}

Value Value::layer_norm() const {
  const std::int64_t size = shape().back();
  return graph_->op("LayerNormalization", {*this, graph_->weight({size}), graph_->weight({size})}, shape());
}

Value Value::max_pool(std::int64_t kernel, std::int64_t stride, std::int64_t padding) const {
  Shape out = shape();
  for (std::size_t i = 2; i < out.size(); ++i) out[i] = (out[i] + 2 * padding - kernel) / stride + 1;
  const Value result = graph_->op("MaxPool", {*this}, out);
  graph_->set("kernel_shape", Shape(out.size() - 2, kernel));
  graph_->set("strides", Shape(out.size() - 2, stride));
  return result;
}

Value Value::global_average_pool() const {
  Shape out = shape();
  std::fill(out.begin() + 2, out.end(), 1);
  return graph_->op("GlobalAveragePool", {*this}, out);
}

Value Value::matmul(std::int64_t outputs) const {
  Shape out = shape();
  const Value w = graph_->weight({out.back(), outputs});
  out.back() = outputs;
  return graph_->op("MatMul", {*this, w}, out);
}

Value Value::matmul(const Value& other) const {
  Shape out = shape();
  out.back() = other.shape().back();
  return graph_->op("MatMul", {*this, other}, out);
}

Value Value::reshape(const Shape& target) const {
  return graph_->op("Reshape", {*this, graph_->integers(target)}, target);
}

Value Value::transpose(const Shape& permutation) const {
  Shape out;
  for (const std::int64_t axis : permutation) out.push_back(shape()[static_cast<std::size_t>(axis)]);
  const Value result = graph_->op("Transpose", {*this}, out);
  graph_->set("perm", permutation);
  return result;
}

Value Value::reduce_mean() const {
  Shape out = shape();
  out.back() = 1;
  return graph_->op("ReduceMean", {*this}, out);
}

Value Value::quantize(DataType type) const {
  const Value result = graph_->op("QuantizeLinear", {*this, graph_->weight({})}, shape());
  graph_->type(result, type);
  return result;
}

Value Value::dequantize() const { return graph_->op("DequantizeLinear", {*this, graph_->weight({})}, shape()); }

Convolution Value::conv(std::int64_t out_channels) const {
  Shape w(shape().size(), 1);
  w[0] = out_channels;
  w[1] = shape()[1];
  Shape out = shape();
  out[1] = out_channels;
  const Value result = graph_->op("Conv", {*this, graph_->weight(w)}, out);
  return Convolution(graph_, result.index(), graph_->nodes() - 1, *this);
}

Convolution Convolution::settle() {
  Shape& w = graph_->tensor(Value(graph_, graph_->node(node_).inputs[1])).dims;
  Shape& out = graph_->tensor(*this).dims;
  const Shape in = input_.shape();
  w[1] = in[1] / groups_;
  for (std::size_t i = 2; i < in.size(); ++i) {
    w[i] = i + 1 == in.size() ? kernel_w_ : kernel_h_;
    out[i] = (in[i] + 2 * padding_ - dilation_ * (w[i] - 1) - 1) / stride_ + 1;
  }
  auto& attributes = graph_->node(node_).attributes;
  attributes["strides"] = Shape(in.size() - 2, stride_);
  attributes["dilations"] = Shape(in.size() - 2, dilation_);
  attributes["pads"] = Shape(2 * (in.size() - 2), padding_);
  attributes["group"] = groups_;
  return *this;
}

Convolution Convolution::biased() {
  const Value b = graph_->weight({shape()[1]});
  graph_->node(node_).inputs.push_back(b.index());
  return *this;
}

Value GraphBuilder::add_tensor(const Shape& shape, DataType type, TensorKind kind) {
  model::Tensor tensor;
  tensor.name = "t" + std::to_string(graph_.tensors.size());
  tensor.type = type;
  tensor.has_rank = true;
  tensor.dims = shape;
  tensor.kind = kind;
  tensor.is_initializer = kind == TensorKind::weight;
  graph_.tensors.push_back(std::move(tensor));
  return Value(this, static_cast<int>(graph_.tensors.size()) - 1);
}

Value GraphBuilder::input(const Shape& shape, DataType type) {
  const Value value = add_tensor(shape, type, TensorKind::input);
  graph_.inputs.push_back(value.index());
  return value;
}

Value GraphBuilder::weight(const Shape& shape, DataType type) { return add_tensor(shape, type, TensorKind::weight); }

Value GraphBuilder::scalar(double number) {
  const Value value = weight({});
  tensor(value).value = {.known = true, .integers = {}, .reals = {number}};
  return value;
}

Value GraphBuilder::integers(const Shape& values) {
  const Value value = weight({static_cast<std::int64_t>(values.size())}, DataType::int64);
  tensor(value).value = {.known = true, .integers = values, .reals = {}};
  return value;
}

void GraphBuilder::output(const Value& value) { graph_.outputs.push_back(value.index()); }

std::vector<Value> GraphBuilder::op(const std::string& op_type, const std::vector<Value>& inputs,
                                    const std::vector<Shape>& shapes, const std::string& domain) {
  model::Node node;
  node.name = op_type + "_" + std::to_string(graph_.nodes.size());
  node.op_type = op_type;
  node.domain = domain;
  for (const Value& input : inputs) node.inputs.push_back(input.index());
  DataType type = inputs.empty() || inputs[0].index() == model::kAbsent ? DataType::float32 : tensor(inputs[0]).type;
  if (op_type == "DequantizeLinear") type = DataType::float32;
  std::vector<Value> results;
  for (const Shape& shape : shapes) {
    results.push_back(add_tensor(shape, type, TensorKind::activation));
    node.outputs.push_back(results.back().index());
  }
  graph_.nodes.push_back(std::move(node));
  return results;
}

Value GraphBuilder::op(const std::string& op_type, const std::vector<Value>& inputs, const Shape& shape,
                       const std::string& domain) {
  return op(op_type, inputs, std::vector<Shape>{shape}, domain)[0];
}

void GraphBuilder::fold() {
  graph_.nodes.back().folded = true;
  for (const int t : graph_.nodes.back().outputs) graph_.tensors[static_cast<std::size_t>(t)].kind = TensorKind::weight;
}

void GraphBuilder::forget_shape(const Value& value) {
  tensor(value).has_rank = false;
  tensor(value).dims.clear();
}

model::Graph GraphBuilder::build() const {
  model::Graph graph = graph_;
  graph.nodes_in_file = static_cast<std::int64_t>(graph.nodes.size());
  return graph;
}

}  // namespace whichchip::tests
