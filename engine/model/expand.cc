#include "model/expand.h"

#include <utility>

#include "core/error.h"
#include "core/integer.h"
#include "model/text.h"

namespace whichchip::model {

void Expander::run(const OpsetVersions& opsets, const std::vector<int>& inputs) {
  Frame& main = frames_.emplace_back();
  main.opsets = std::make_shared<OpsetVersions>(opsets);
  const onnx::GraphProto& graph = model_.graph();
  for (int i = 0; i < graph.input_size(); ++i) {
    const int tensor = inputs[static_cast<std::size_t>(i)];
    if (tensor != kAbsent) define(main, graph.input(i).name(), tensor);
  }
  inference_.reserve(static_cast<std::size_t>(graph.node_size()), static_cast<std::size_t>(graph.initializer_size()));
  open_graph(main, graph);
  while (!frames_.empty()) {
    if (frames_.back().next == frames_.back().nodes->size())
      finish();
    else
      visit(next_node());
  }
}

// The file's own order is nearly always a topological one, and is taken as long as every name that a node reads is
// there. Then the list is put in order, once: what was visited so far keeps its place.
const onnx::NodeProto& Expander::next_node() {
  Frame& frame = frames_.back();
  const int next = frame.next++;
  if (frame.order.empty()) {
    const onnx::NodeProto& node = (*frame.nodes)[next];
    if (reads_only(node, [&](std::string_view name) { return frame.names.contains(name); })) return node;
    frame.order = topological_order(*frame.nodes);
  }
  return (*frame.nodes)[frame.order[static_cast<std::size_t>(next)]];
}

void Expander::open_graph(Frame& frame, const onnx::GraphProto& graph) {
  frame.graph = &graph;
  frame.nodes = &graph.node();
  frame.names.reserve(static_cast<std::size_t>(graph.node_size() + graph.initializer_size()));
  for (const onnx::TensorProto& initializer : graph.initializer()) {
    if (frame.names.count(initializer.name()) > 0) {
      inference_.warnings().add("duplicate-name",
                                "Two weights are called '" + clean_text(initializer.name()) + "'; the first is used.",
                                clean_text(initializer.name()));
      continue;
    }
    define(frame, initializer.name(), inference_.add_initializer(initializer, frame.placement.scope));
  }
  for (const onnx::SparseTensorProto& sparse : graph.sparse_initializer()) {
    if (frame.names.count(sparse.values().name()) == 0)
      define(frame, sparse.values().name(), inference_.add_sparse_initializer(sparse, frame.placement.scope));
  }
  for (const auto& info : graph.value_info()) frame.declared.emplace(info.name(), &info.type());
  for (const auto& info : graph.output()) frame.declared.emplace(info.name(), &info.type());
}

Expander::Frame& Expander::enter(Kind kind, const onnx::NodeProto& owner, const Placement& placement) {
  const Frame& outer = frames_.back();
  Frame& frame = frames_.emplace_back();
  frame.kind = kind;
  frame.owner = &owner;
  frame.opsets = outer.opsets;
  frame.bindings = outer.bindings;
  frame.placement = placement;
  return frame;
}

Placement Expander::inside(const onnx::NodeProto& node, std::int64_t trips) const {
  const Placement& outer = frames_.back().placement;
  const std::string own = clean_text(node.name().empty() ? node.op_type() : node.name());
  return {outer.scope.empty() ? core::SharedText(own) : core::SharedText(outer.scope + "/" + own),
          core::saturating_multiply(outer.repeat, trips)};
}

int Expander::find(std::string_view name) const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    const auto found = frame->names.find(name);
    if (found != frame->names.end()) return found->second;
    if (frame->kind == Kind::function) break;  // a function sees nothing around it
  }
  return kAbsent;
}

int Expander::read(const std::string& name) {
  if (name.empty()) return kAbsent;
  int tensor = find(name);
  if (tensor == kAbsent && frames_.back().names.count(name) == 0) {
    inference_.warnings().add("missing-input", "Nothing gives the tensor '" + clean_text(name) + "'.",
                              clean_text(name));
    tensor = new_tensor(name, frames_.back().placement);
    frames_.back().names.emplace(name, tensor);
  }
  return tensor;
}

TensorList Expander::read_all(const onnx::NodeProto& node) {
  TensorList tensors;
  tensors.reserve(static_cast<std::size_t>(node.input_size()));
  for (const std::string& name : node.input()) tensors.push_back(read(name));
  return tensors;
}

void Expander::define(Frame& frame, const std::string& name, int tensor) {
  if (name.empty()) return;
  if (frame.names.emplace(name, tensor).second) return;
  if (frame.nodes != nullptr) topological_order(*frame.nodes);  // which says it of two nodes
  throw core::Error(core::ErrorCode::bad_model, "the tensor '" + clean_text(name) + "' is defined twice",
                    clean_text(name), "Export the model again: every ONNX tensor has exactly one origin.");
}

int Expander::new_tensor(const std::string& name, const Placement& placement) {
  Tensor tensor;
  tensor.name = placement.scope.empty() ? clean_text(name) : clean_text(placement.scope + "/" + name);
  return inference_.add_tensor(std::move(tensor));
}

int Expander::fresh(const std::string& name, DataType type, std::vector<std::int64_t> dims,
                    const Placement& placement) {
  const int index = new_tensor(name, placement);
  Tensor& tensor = inference_.tensor(index);
  tensor.type = type;
  tensor.has_rank = true;
  tensor.dims = std::move(dims);
  return index;
}

void Expander::visit(const onnx::NodeProto& node) {
  const Frame& frame = frames_.back();
  const OperatorName* stand_in = stand_ins_.find(node);
  Operation operation(node, frame.bindings.get(), *frame.opsets, stand_in);
  if (stand_in != nullptr)
    visit_leaf(node, std::move(operation));
  else if (const auto* function = functions_.find(node))
    enter_function(node, *function, operation);
  else if (operation.is("If"))
    enter_branch(node, operation);
  else if (operation.is("Loop"))
    enter_loop(node, operation);
  else if (operation.is("Scan"))
    enter_scan(node, operation);
  else if (operation.is("SequenceMap"))
    enter_map(node, operation);
  else
    visit_leaf(node, std::move(operation));
}

void Expander::visit_leaf(const onnx::NodeProto& node, Operation operation) {
  operation.inputs = read_all(node);
  Frame& frame = frames_.back();
  for (const std::string& name : node.output()) {
    const int tensor = name.empty() ? kAbsent : new_tensor(name, frame.placement);
    if (tensor != kAbsent) define(frame, name, tensor);
    operation.outputs.push_back(tensor);
  }
  inference_.add_node(operation, frame.declared, frame.placement);
}

void Expander::enter_function(const onnx::NodeProto& node, const onnx::FunctionProto& function,
                              const Operation& operation) {
  const TensorList inputs = read_all(node);
  Frame& frame = enter(Kind::function, node, inside(node, 1));
  frame.function = &function;
  frame.nodes = &function.node();
  auto bindings = std::make_shared<AttributeBindings>();
  for (const auto& [name, value] : operation.attributes()) bindings->emplace(std::string(name), value);
  for (const auto& fallback : function.attribute_proto()) bindings->emplace(fallback.name(), &fallback);
  frame.bindings = std::move(bindings);
  auto opsets = std::make_shared<OpsetVersions>(*frame.opsets);
  for (const auto& import : function.opset_import())
    (*opsets)[canonical_domain(import.domain())] = static_cast<int>(import.version());
  frame.opsets = std::move(opsets);
  for (int i = 0; i < function.input_size(); ++i) {
    const int tensor = i < node.input_size() ? inputs[static_cast<std::size_t>(i)] : kAbsent;
    frame.names.emplace(function.input(i), tensor);
  }
  for (const auto& info : function.value_info()) frame.declared.emplace(info.name(), &info.type());
}

void Expander::finish() {
  Frame& frame = frames_.back();
  if (frame.kind == Kind::main) {
    for (const auto& output : model_.graph().output()) {
      const int tensor = read(output.name());
      if (tensor != kAbsent) graph_.outputs.push_back(tensor);
    }
    frames_.pop_back();
    return;
  }
  Frame& outer = frames_[frames_.size() - 2];
  switch (frame.kind) {
    case Kind::function:
      finish_function(frame, outer);
      break;
    case Kind::branch:
      finish_branch(frame, outer);
      break;
    case Kind::map:
      finish_map(frame, outer);
      break;
    default:
      finish_iteration(frame, outer);
      break;
  }
  frames_.pop_back();
}

void Expander::finish_function(Frame& frame, Frame& outer) {
  for (int i = 0; i < frame.owner->output_size() && i < frame.function->output_size(); ++i) {
    define(outer, frame.owner->output(i), read(frame.function->output(i)));
  }
}

void Expander::finish_branch(Frame& frame, Frame& outer) {
  for (int i = 0; i < frame.owner->output_size() && i < frame.graph->output_size(); ++i) {
    define(outer, frame.owner->output(i), read(frame.graph->output(i).name()));
  }
}

}  // namespace whichchip::model
