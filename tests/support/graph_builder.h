// Resolved graphs by hand, for tests that must not depend on the ONNX path. A chain reads like the network:
//   GraphBuilder net; auto x = net.input({1, 3, 224, 224}); auto y = x.conv(64).kernel(7).stride(2).padding(3).relu();
//   net.output(y);
// Every shape is known and computed here; `op` takes any operator with the shape that it yields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/graph.h"

namespace whichchip::tests {

using Shape = std::vector<std::int64_t>;

class GraphBuilder;
class Convolution;

// A tensor of a graph under construction.
class Value {
 public:
  Value() = default;
  Value(GraphBuilder* graph, int index) : graph_(graph), index_(index) {}

  int index() const { return index_; }
  Shape shape() const;

  Convolution conv(std::int64_t out_channels) const;
  Value relu() const { return unary("Relu"); }
  Value sigmoid() const { return unary("Sigmoid"); }
  Value unary(const std::string& op_type) const;
  Value add(const Value& other) const { return binary("Add", other); }
  Value mul(const Value& other) const { return binary("Mul", other); }
  Value binary(const std::string& op_type, const Value& other) const;  // broadcasting
  Value scaled(const std::string& op_type, double constant) const;     // with a scalar weight as second operand
  Value bias() const;                                                  // Add of a weight vector over the last axis
  Value batch_norm() const;
  Value layer_norm() const;
  Value max_pool(std::int64_t kernel, std::int64_t stride, std::int64_t padding) const;
  Value global_average_pool() const;
  Value matmul(std::int64_t outputs) const;  // by a weight
  Value matmul(const Value& other) const;    // batched, of two activations
  Value linear(std::int64_t outputs) const { return matmul(outputs).bias(); }
  Value reshape(const Shape& shape) const;
  Value transpose(const Shape& permutation) const;
  Value reduce_mean() const;  // over the last axis, kept
  Value softmax() const { return unary("Softmax"); }
  Value quantize(model::DataType type = model::DataType::int8) const;
  Value dequantize() const;

 protected:
  GraphBuilder* graph_ = nullptr;
  int index_ = model::kAbsent;
};

// The convolution just added, whose geometry may still be given.
class Convolution : public Value {
 public:
  Convolution(GraphBuilder* graph, int index, std::size_t node, Value input)
      : Value(graph, index), node_(node), input_(input) {}
  Convolution kernel(std::int64_t height, std::int64_t width) {
    return kernel_h_ = height, kernel_w_ = width, settle();
  }
  Convolution kernel(std::int64_t size) { return kernel(size, size); }
  Convolution stride(std::int64_t step) { return stride_ = step, settle(); }
  Convolution padding(std::int64_t pad) { return padding_ = pad, settle(); }
  Convolution dilation(std::int64_t step) { return dilation_ = step, settle(); }
  Convolution groups(std::int64_t count) { return groups_ = count, settle(); }
  Convolution biased();

 private:
  Convolution settle();
  std::size_t node_;
  Value input_;
  std::int64_t kernel_h_ = 1, kernel_w_ = 1, stride_ = 1, padding_ = 0, dilation_ = 1, groups_ = 1;
};

class GraphBuilder {
 public:
  explicit GraphBuilder(const std::string& name = "net") { graph_.name = name; }

  Value input(const Shape& shape, model::DataType type = model::DataType::float32);
  Value weight(const Shape& shape, model::DataType type = model::DataType::float32);
  Value scalar(double value);
  Value integers(const Shape& values);  // a constant of known values
  void output(const Value& value);

  // Any operator; absent operands are default Values.
  Value op(const std::string& op_type, const std::vector<Value>& inputs, const Shape& shape,
           const std::string& domain = "");
  std::vector<Value> op(const std::string& op_type, const std::vector<Value>& inputs, const std::vector<Shape>& shapes,
                        const std::string& domain = "");
  void set(const std::string& attribute, model::Attribute value) {
    graph_.nodes.back().attributes[attribute] = std::move(value);
  }
  // Of the last operator.
  void fold();
  void repeat(std::int64_t times) { graph_.nodes.back().repeat = times; }
  void type(const Value& value, model::DataType type) { tensor(value).type = type; }
  void forget_shape(const Value& value);

  model::Tensor& tensor(const Value& value) { return graph_.tensors[static_cast<std::size_t>(value.index())]; }
  model::Node& node(std::size_t i) { return graph_.nodes[i]; }
  std::size_t nodes() const { return graph_.nodes.size(); }
  // Finished: `value.known` tensors are weights, nodes counted.
  model::Graph build() const;

 private:
  Value add_tensor(const Shape& shape, model::DataType type, model::TensorKind kind);
  model::Graph graph_;
};

}  // namespace whichchip::tests
