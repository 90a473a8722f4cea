// Adds nodes to a Graph one at a time, in topological order, and infers what each of them gives.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/graph.h"
#include "model/library.h"
#include "model/one_hot.h"
#include "model/operation.h"
#include "model/shape_rules.h"
#include "model/symbols.h"
#include "model/warnings.h"

namespace whichchip::model {

// What the file says of a graph's inner tensors, by name.
using DeclaredTypes = std::unordered_map<std::string_view, const onnx::TypeProto*>;

// Where a node stands: how often it runs, and inside what.
struct Placement {
  core::SharedText scope;
  std::int64_t repeat = 1;
};

class Inference {
 public:
  Inference(Graph& graph, SymbolTable& symbols, Warnings& warnings)
      : graph_(graph), symbols_(symbols), warnings_(warnings) {}

  // Whether the user feeds anything: without inputs, folding constants would leave nothing to look at.
  void set_has_inputs(bool has_inputs) { has_inputs_ = has_inputs; }

  // The longest sequence that the model's position tables allow, when the default was longer.
  std::optional<std::int64_t> sequence_limit() const { return sequence_limit_; }

  // Room for so many more nodes, with an output each, and weights.
  void reserve(std::size_t nodes, std::size_t weights);
  int add_tensor(Tensor tensor, std::shared_ptr<const Compound> compound = nullptr);
  int add_initializer(const onnx::TensorProto& proto, const core::SharedText& scope);
  int add_sparse_initializer(const onnx::SparseTensorProto& proto, const core::SharedText& scope);
  // An activation with the type and dims of another, filled by a copy of it.
  int add_alias(const std::string& name, int source, const Placement& placement);

  Tensor& tensor(int index) { return graph_.tensors[static_cast<std::size_t>(index)]; }
  const std::shared_ptr<const Compound>& compound(int index) const {
    return compounds_[static_cast<std::size_t>(index)];
  }
  Warnings& warnings() { return warnings_; }
  SymbolTable& symbols() { return symbols_; }

  // Infers the outputs of the operation (whose output tensors exist and are empty) and adds its node.
  void add_node(const Operation& operation, const DeclaredTypes& declared, const Placement& placement);
  // Adds a node that only stands for data flow between a control-flow node and its body.
  void add_copy(const core::SharedText& name, int source, int destination, const Placement& placement,
                std::string_view op_type = "Identity");
  // A tensor of a sequence whose tensors are all alike, and a sequence of `count` tensors like `element`: what passes
  // into and out of a body that runs once for each.
  int add_element(const std::string& name, int sequence, const Placement& placement);
  int add_sequence(const std::string& name, int element, std::int64_t count, const Placement& placement);
  // A sequence that one trip of a loop turned from `before` into `after`: `after` as so many trips leave it.
  void repeat_growth(int before, int after, std::int64_t trips);

 private:
  struct Result {
    std::vector<InferredOutput> outputs;
    std::string failure;
    bool data_dependent = false;
    bool understood = false;  // by a rule or the library, so that constants may be folded through it
    int since_version = 0;
  };

  Result infer(const Operation& operation);
  void apply_rule(ShapeRule rule, const Operation& operation, Result& result);
  void unwrap(const Operation& operation, std::vector<InferredOutput>& outputs) const;
  void set_compound(std::size_t index, std::shared_ptr<const Compound> compound);
  Result infer_constant(const Operation& operation);
  std::string missing_input(const Operation& operation) const;
  void note_sequence_limit(const Operation& operation);
  void apply(const Operation& operation, Result& result, const DeclaredTypes& declared);
  void use_declared(Tensor& tensor, std::shared_ptr<const Compound>& compound, const onnx::TypeProto& declared);
  void compare_declared(const Tensor& tensor, const onnx::TypeProto& declared);
  void classify(const Operation& operation, const Result& result, Node& node);
  bool inherits_data_dependence(const Operation& operation) const;
  void share_evenly(const Operation& operation, Result& result);

  Graph& graph_;
  SymbolTable& symbols_;
  Warnings& warnings_;
  CompoundTypes compounds_;
  SchemaTable schemas_;
  core::TextPool texts_;          // operator types, domains, names of attributes
  std::vector<bool> from_shape_;  // constant only because the inputs' shapes are bound
  std::vector<bool> unfolded_;    // constant, but made by a node that stays work
  std::vector<bool> guessed_;     // its shape or its values follow from the guessed shape of another tensor
  OneHotTensors one_hot_;
  bool has_inputs_ = true;
  std::optional<std::int64_t> sequence_limit_;
};

}  // namespace whichchip::model
