#include "support/onnx_model.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include <gtest/gtest.h>

#include "model/byte_source.h"
#include "model/data_type.h"

namespace whichchip::tests {
namespace {

void fill_type(onnx::TypeProto& type, int element, const std::vector<Dim>& dims) {
  auto* tensor = type.mutable_tensor_type();
  tensor->set_elem_type(element);
  auto* shape = tensor->mutable_shape();
  for (const Dim& dim : dims) {
    auto* added = shape->add_dim();
    if (const auto* value = std::get_if<std::int64_t>(&dim)) {
      added->set_dim_value(*value);
    } else if (const auto& symbol = std::get<std::string>(dim); !symbol.empty()) {
      added->set_dim_param(symbol);
    }
  }
}

std::int64_t byte_count(const std::vector<std::int64_t>& dims, int type) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : dims) elements *= dim;
  return model::storage_bytes(elements, static_cast<model::DataType>(type));
}

onnx::TensorProto header(const std::string& name, const std::vector<std::int64_t>& dims, int type) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(type);
  for (const std::int64_t dim : dims) tensor.add_dims(dim);
  return tensor;
}

struct SetAttribute {
  onnx::AttributeProto& attribute;
  void operator()(std::int64_t value) const {
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(value);
  }
  void operator()(float value) const {
    attribute.set_type(onnx::AttributeProto::FLOAT);
    attribute.set_f(value);
  }
  void operator()(const std::string& value) const {
    attribute.set_type(onnx::AttributeProto::STRING);
    attribute.set_s(value);
  }
  void operator()(const std::vector<std::int64_t>& values) const {
    attribute.set_type(onnx::AttributeProto::INTS);
    for (const std::int64_t value : values) attribute.add_ints(value);
  }
  void operator()(const onnx::GraphProto& value) const {
    attribute.set_type(onnx::AttributeProto::GRAPH);
    *attribute.mutable_g() = value;
  }
  void operator()(const onnx::TensorProto& value) const {
    attribute.set_type(onnx::AttributeProto::TENSOR);
    *attribute.mutable_t() = value;
  }
};

}  // namespace

void add_node(onnx::NodeProto& node, const std::string& type, const Names& inputs, const Names& outputs,
              const Attrs& attributes, const std::string& domain) {
  node.set_op_type(type);
  node.set_domain(domain);
  node.set_name(type + "_" + (outputs.empty() ? "" : outputs[0]));
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  for (const Attr& attr : attributes) {
    onnx::AttributeProto& added = *node.add_attribute();
    added.set_name(attr.name);
    std::visit(SetAttribute{added}, attr.value);
  }
}

OnnxGraph& OnnxGraph::input(const std::string& name, std::vector<Dim> dims, int type) {
  auto* info = graph_.add_input();
  info->set_name(name);
  fill_type(*info->mutable_type(), type, dims);
  return *this;
}

OnnxGraph& OnnxGraph::input_without_shape(const std::string& name, int type) {
  auto* info = graph_.add_input();
  info->set_name(name);
  info->mutable_type()->mutable_tensor_type()->set_elem_type(type);
  return *this;
}

OnnxGraph& OnnxGraph::output(const std::string& name) {
  graph_.add_output()->set_name(name);
  return *this;
}

OnnxGraph& OnnxGraph::output(const std::string& name, std::vector<Dim> dims, int type) {
  auto* info = graph_.add_output();
  info->set_name(name);
  fill_type(*info->mutable_type(), type, dims);
  return *this;
}

OnnxGraph& OnnxGraph::value_info(const std::string& name, std::vector<Dim> dims, int type) {
  auto* info = graph_.add_value_info();
  info->set_name(name);
  fill_type(*info->mutable_type(), type, dims);
  return *this;
}

OnnxGraph& OnnxGraph::weight(const std::string& name, std::vector<std::int64_t> dims, int type) {
  onnx::TensorProto tensor = header(name, dims, type);
  std::string& raw = *tensor.mutable_raw_data();
  raw.resize(static_cast<std::size_t>(byte_count(dims, type)));
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = static_cast<char>(i % 61);
  return initializer(std::move(tensor));
}

OnnxGraph& OnnxGraph::external_weight(const std::string& name, std::vector<std::int64_t> dims, int type) {
  onnx::TensorProto tensor = header(name, dims, type);
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  auto* entry = tensor.add_external_data();
  entry->set_key("location");
  entry->set_value("weights.bin");
  return initializer(std::move(tensor));
}

OnnxGraph& OnnxGraph::integers(const std::string& name, std::vector<std::int64_t> values) {
  onnx::TensorProto tensor = header(name, {static_cast<std::int64_t>(values.size())}, onnx::TensorProto::INT64);
  for (const std::int64_t value : values) tensor.add_int64_data(value);
  return initializer(std::move(tensor));
}

OnnxGraph& OnnxGraph::scalar(const std::string& name, std::int64_t value) {
  onnx::TensorProto tensor = header(name, {}, onnx::TensorProto::INT64);
  tensor.add_int64_data(value);
  return initializer(std::move(tensor));
}

OnnxGraph& OnnxGraph::reals(const std::string& name, std::vector<float> values) {
  onnx::TensorProto tensor = header(name, {static_cast<std::int64_t>(values.size())}, onnx::TensorProto::FLOAT);
  for (const float value : values) tensor.add_float_data(value);
  return initializer(std::move(tensor));
}

OnnxGraph& OnnxGraph::initializer(onnx::TensorProto tensor) {
  *graph_.add_initializer() = std::move(tensor);
  return *this;
}

OnnxGraph& OnnxGraph::node(const std::string& type, Names inputs, Names outputs, Attrs attributes,
                           const std::string& domain) {
  add_node(*graph_.add_node(), type, inputs, outputs, attributes, domain);
  return *this;
}

OnnxModel::OnnxModel(int opset, int ir_version) : OnnxGraph(*model_.mutable_graph()) {
  model_.set_ir_version(ir_version);
  model_.set_producer_name("tests");
  model_.mutable_graph()->set_name("graph");
  this->opset("", opset);
}

OnnxModel& OnnxModel::opset(const std::string& domain, std::int64_t version) {
  auto* import = model_.add_opset_import();
  import->set_domain(domain);
  import->set_version(version);
  return *this;
}

onnx::FunctionProto& OnnxModel::function(const std::string& domain, const std::string& name, Names inputs,
                                         Names outputs) {
  onnx::FunctionProto& function = *model_.add_functions();
  function.set_domain(domain);
  function.set_name(name);
  for (const std::string& input : inputs) function.add_input(input);
  for (const std::string& output : outputs) function.add_output(output);
  return function;
}

model::Graph OnnxModel::resolve(const model::DimensionBindings& bindings) const {
  return resolve_bytes(bytes(), bindings);
}

model::Skeleton read_bytes(const std::string& bytes, const model::ReadOptions& options) {
  const auto source = model::memory_source(std::as_bytes(std::span(bytes.data(), bytes.size())));
  return model::read_skeleton(*source, options);
}

model::Graph resolve_bytes(const std::string& bytes, const model::DimensionBindings& bindings) {
  return model::resolve(read_bytes(bytes), bindings);
}

const model::Tensor& tensor(const model::Graph& graph, const std::string& name) {
  for (const model::Tensor& candidate : graph.tensors) {
    if (candidate.name == name) return candidate;
  }
  throw std::runtime_error("the graph has no tensor '" + name + "'");
}

const model::Node& node(const model::Graph& graph, const std::string& op_type) {
  for (const model::Node& candidate : graph.nodes) {
    if (candidate.op_type == op_type) return candidate;
  }
  throw std::runtime_error("the graph has no node " + op_type);
}

bool warned(const model::Graph& graph, const std::string& code) {
  return std::any_of(graph.warnings.begin(), graph.warnings.end(),
                     [&](const model::Warning& warning) { return warning.code == code; });
}

}  // namespace whichchip::tests
