// Walks the model as it would run: functions inlined, the chosen branch of each If spliced in, loop bodies once. All
// with a stack of its own, whatever the nesting.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/functions.h"
#include "model/graph.h"
#include "model/infer.h"
#include "model/operation.h"
#include "model/stand_ins.h"
#include "model/topology.h"

namespace whichchip::model {

class Expander {
 public:
  Expander(const onnx::ModelProto& model, const FunctionTable& functions, Inference& inference, Graph& graph,
           StandInTable& stand_ins)
      : model_(model), functions_(functions), inference_(inference), graph_(graph), stand_ins_(stand_ins) {}

  // `inputs` are the tensors of the graph's inputs, by position; kAbsent where an initialiser stands in.
  void run(const OpsetVersions& opsets, const std::vector<int>& inputs);

 private:
  enum class Kind : std::uint8_t { main, function, branch, loop, scan, map };

  struct Frame {
    Kind kind = Kind::main;
    const NodeList* nodes = nullptr;
    std::vector<int> order;  // of the nodes; empty as long as the file's own will do
    int next = 0;
    const onnx::NodeProto* owner = nullptr;   // the node of the frame around it that it stands for
    const onnx::GraphProto* graph = nullptr;  // null for a function
    const onnx::FunctionProto* function = nullptr;
    std::unordered_map<std::string_view, int> names;
    DeclaredTypes declared;
    std::shared_ptr<const AttributeBindings> bindings;
    std::shared_ptr<const OpsetVersions> opsets;
    Placement placement;
    std::int64_t trips = 1;
    std::int64_t batch = kUnknown;  // of a scan of opset 8, which has one
    std::vector<int> carried;       // loop-carried tensors or scan states as they enter the body
  };

  Frame& enter(Kind kind, const onnx::NodeProto& owner, const Placement& placement);
  void open_graph(Frame& frame, const onnx::GraphProto& graph);
  const onnx::NodeProto& next_node();
  void visit(const onnx::NodeProto& node);
  void visit_leaf(const onnx::NodeProto& node, Operation operation);
  void enter_function(const onnx::NodeProto& node, const onnx::FunctionProto& function, const Operation& operation);
  void enter_branch(const onnx::NodeProto& node, const Operation& operation);
  void enter_loop(const onnx::NodeProto& node, const Operation& operation);
  void enter_scan(const onnx::NodeProto& node, const Operation& operation);
  void enter_map(const onnx::NodeProto& node, const Operation& operation);
  void finish();
  void finish_function(Frame& frame, Frame& outer);
  void finish_branch(Frame& frame, Frame& outer);
  void finish_iteration(Frame& frame, Frame& outer);
  void finish_map(const Frame& frame, Frame& outer);
  void skip_loop(const onnx::NodeProto& node, const TensorList& inputs);

  bool choose_branch(const onnx::NodeProto& node, int condition, const onnx::GraphProto& then_branch,
                     const onnx::GraphProto& else_branch);
  std::int64_t trip_count(const onnx::NodeProto& node, const TensorList& inputs);
  Placement inside(const onnx::NodeProto& node, std::int64_t trips) const;
  int find(std::string_view name) const;  // kAbsent when nothing of that name is in sight
  int read(const std::string& name);
  TensorList read_all(const onnx::NodeProto& node);
  void define(Frame& frame, const std::string& name, int tensor);
  int new_tensor(const std::string& name, const Placement& placement);
  int fresh(const std::string& name, DataType type, std::vector<std::int64_t> dims, const Placement& placement);

  const onnx::ModelProto& model_;
  const FunctionTable& functions_;
  Inference& inference_;
  Graph& graph_;
  StandInTable& stand_ins_;
  std::deque<Frame> frames_;  // a deque: references to frames survive entering another
};

}  // namespace whichchip::model
