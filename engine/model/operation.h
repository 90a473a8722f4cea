// One node about to be inferred: its operator, its attributes with references resolved, its tensors by index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "onnx/onnx_pb.h"

#include "model/graph.h"
#include "model/operator_name.h"

namespace whichchip::model {

using OpsetVersions = std::unordered_map<std::string, int>;
// What a function's caller gives for the attributes that its nodes refer to.
using AttributeBindings = std::unordered_map<std::string, const onnx::AttributeProto*>;

class Operation {
 public:
  // `bindings` may be null: outside functions nothing refers to them. `stand_in`, where it is not null, outlives this:
  // the operator that the node is read as.
  Operation(const onnx::NodeProto& node, const AttributeBindings* bindings, const OpsetVersions& opsets,
            const OperatorName* stand_in = nullptr);

  const onnx::NodeProto& node() const { return *node_; }
  const std::string& type() const { return stand_in_ == nullptr ? node_->op_type() : stand_in_->type; }
  const std::string& domain() const { return domain_; }
  bool has_stand_in() const { return stand_in_ != nullptr; }
  bool is_standard() const { return domain_.empty(); }
  bool is(std::string_view wanted) const { return domain_.empty() && type() == wanted; }
  int opset() const { return opset_; }

  const onnx::AttributeProto* attribute(std::string_view name) const;
  bool has(std::string_view name) const { return attribute(name) != nullptr; }
  std::int64_t integer(std::string_view name, std::int64_t fallback) const;
  double real(std::string_view name, double fallback) const;
  std::string text(std::string_view name, const std::string& fallback) const;
  std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
  const std::vector<std::pair<std::string_view, const onnx::AttributeProto*>>& attributes() const {
    return attributes_;
  }

  TensorList inputs;   // indices into Graph::tensors, or kAbsent
  TensorList outputs;  // likewise

 private:
  const onnx::NodeProto* node_;
  const OperatorName* stand_in_;
  std::string domain_;
  int opset_;
  std::vector<std::pair<std::string_view, const onnx::AttributeProto*>> attributes_;
};

// For Graph, which shares the names: graphs and types inside attributes are left out, tensors are reduced to type, dims
// and small values.
Attributes read_attributes(const Operation& operation, core::TextPool& names);

}  // namespace whichchip::model
