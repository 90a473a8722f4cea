// Builds small ONNX models so that a test reads like the graph it is about:
//
//   OnnxModel model;
//   model.input("x", {"N", 3, 224, 224}).weight("w", {64, 3, 7, 7});
//   model.node("Conv", {"x", "w"}, {"y"}, {{"strides", {2, 2}}}).output("y");
//   const model::Graph graph = model.resolve();
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "onnx/onnx_pb.h"

#include "model/graph.h"
#include "model/resolve.h"

namespace whichchip::tests {

// A dimension as a file declares it: a number, a symbol, or "" for nothing.
using Dimension = std::variant<std::int64_t, std::string>;

struct Dim : Dimension {
  Dim(int number) : Dimension(std::int64_t{number}) {}
  Dim(std::int64_t number) : Dimension(number) {}
  Dim(const char* symbol) : Dimension(std::string(symbol)) {}
};

struct Attr {
  Attr(std::string attribute, int number) : name(std::move(attribute)), value(std::int64_t{number}) {}
  Attr(std::string attribute, std::int64_t number) : name(std::move(attribute)), value(number) {}
  Attr(std::string attribute, float number) : name(std::move(attribute)), value(number) {}
  Attr(std::string attribute, const char* text) : name(std::move(attribute)), value(std::string(text)) {}
  Attr(std::string attribute, std::vector<std::int64_t> numbers)
      : name(std::move(attribute)), value(std::move(numbers)) {}
  Attr(std::string attribute, std::initializer_list<std::int64_t> numbers)
      : name(std::move(attribute)), value(std::vector<std::int64_t>(numbers)) {}
  Attr(std::string attribute, onnx::GraphProto graph) : name(std::move(attribute)), value(std::move(graph)) {}
  Attr(std::string attribute, onnx::TensorProto tensor) : name(std::move(attribute)), value(std::move(tensor)) {}

  std::string name;
  std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>, onnx::GraphProto, onnx::TensorProto> value;
};

using Attrs = std::vector<Attr>;
using Names = std::vector<std::string>;

// Builds one graph: the main graph of a model, or the body of a control-flow node.
class OnnxGraph {
 public:
  explicit OnnxGraph(onnx::GraphProto& graph) : graph_(graph) {}

  OnnxGraph& input(const std::string& name, std::vector<Dim> dims, int type = onnx::TensorProto::FLOAT);
  OnnxGraph& input_without_shape(const std::string& name, int type = onnx::TensorProto::FLOAT);
  OnnxGraph& output(const std::string& name);
  OnnxGraph& output(const std::string& name, std::vector<Dim> dims, int type = onnx::TensorProto::FLOAT);
  OnnxGraph& value_info(const std::string& name, std::vector<Dim> dims, int type = onnx::TensorProto::FLOAT);
  // A weight with its bytes in the file, in a repeating pattern.
  OnnxGraph& weight(const std::string& name, std::vector<std::int64_t> dims, int type = onnx::TensorProto::FLOAT);
  OnnxGraph& external_weight(const std::string& name, std::vector<std::int64_t> dims,
                             int type = onnx::TensorProto::FLOAT);
  // int64, one-dimensional; or with `dims` of their own.
  OnnxGraph& integers(const std::string& name, std::vector<std::int64_t> values);
  OnnxGraph& scalar(const std::string& name, std::int64_t value);
  OnnxGraph& reals(const std::string& name, std::vector<float> values);
  OnnxGraph& node(const std::string& type, Names inputs, Names outputs, Attrs attributes = {},
                  const std::string& domain = {});
  OnnxGraph& initializer(onnx::TensorProto tensor);

  onnx::GraphProto& proto() { return graph_; }

 private:
  onnx::GraphProto& graph_;
};

// First among the bases, because the graph under construction is a part of it.
struct ModelHolder {
  onnx::ModelProto model_;
};

class OnnxModel : private ModelHolder, public OnnxGraph {
 public:
  explicit OnnxModel(int opset = 17, int ir_version = 8);
  OnnxModel(const OnnxModel&) = delete;
  OnnxModel& operator=(const OnnxModel&) = delete;

  OnnxModel& opset(const std::string& domain, std::int64_t version);
  onnx::FunctionProto& function(const std::string& domain, const std::string& name, Names inputs, Names outputs);
  onnx::ModelProto& model() { return model_; }
  std::string bytes() const { return model_.SerializeAsString(); }
  model::Graph resolve(const model::DimensionBindings& bindings = {}) const;
};

void add_node(onnx::NodeProto& node, const std::string& type, const Names& inputs, const Names& outputs,
              const Attrs& attributes, const std::string& domain = {});

model::Skeleton read_bytes(const std::string& bytes, const model::ReadOptions& options = {});
model::Graph resolve_bytes(const std::string& bytes, const model::DimensionBindings& bindings = {});

// The tensor of that name; fails the test when there is none.
const model::Tensor& tensor(const model::Graph& graph, const std::string& name);
const model::Node& node(const model::Graph& graph, const std::string& op_type);
bool warned(const model::Graph& graph, const std::string& code);

}  // namespace whichchip::tests
