// The tensors of a graph that is being inferred: weights, copies, sequences and what stands in them.
#include <algorithm>
#include <utility>

#include "core/integer.h"
#include "model/infer.h"
#include "model/tensor_values.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

std::string scoped(const core::SharedText& scope, const std::string& name) {
  return scope.empty() ? clean_text(name) : clean_text(scope + "/" + name);
}

Tensor weight(const std::string& name) {
  Tensor tensor;
  tensor.name = name;
  tensor.kind = TensorKind::weight;
  tensor.is_initializer = true;
  tensor.has_rank = true;
  return tensor;
}

}  // namespace

void Inference::reserve(std::size_t nodes, std::size_t weights) {
  graph_.nodes.reserve(graph_.nodes.size() + nodes);
  const std::size_t tensors = graph_.tensors.size() + nodes + weights;
  graph_.tensors.reserve(tensors);
  compounds_.reserve(tensors);
  from_shape_.reserve(tensors);
  unfolded_.reserve(tensors);
  guessed_.reserve(tensors);
}

int Inference::add_tensor(Tensor tensor, std::shared_ptr<const Compound> compound) {
  graph_.tensors.push_back(std::move(tensor));
  compounds_.push_back(std::move(compound));
  from_shape_.push_back(false);
  unfolded_.push_back(false);
  guessed_.push_back(false);
  return static_cast<int>(graph_.tensors.size()) - 1;
}

int Inference::add_initializer(const onnx::TensorProto& proto, const core::SharedText& scope) {
  Tensor tensor = weight(scoped(scope, proto.name()));
  AttributeTensor read = read_tensor(proto);
  tensor.type = read.type;
  tensor.dims = std::move(read.dims);
  tensor.value = std::move(read.value);
  const bool impossible = !is_sane(tensor.dims) ||
                          std::any_of(tensor.dims.begin(), tensor.dims.end(), [](std::int64_t d) { return d < 0; });
  if (impossible) {
    warnings_.add("impossible-shape",
                  "The weight '" + tensor.name + "' has the impossible shape " + to_text(tensor.dims) + ".",
                  tensor.name);
    tensor.has_rank = false;
    tensor.dims.clear();
  }
  return add_tensor(std::move(tensor));
}

int Inference::add_sparse_initializer(const onnx::SparseTensorProto& proto, const core::SharedText& scope) {
  Tensor tensor = weight(scoped(scope, proto.values().name()));
  tensor.type = data_type(proto.values().data_type());
  tensor.dims.assign(proto.dims().begin(), proto.dims().end());
  return add_tensor(std::move(tensor));
}

int Inference::add_alias(const std::string& name, int source, const Placement& placement) {
  Tensor copy;
  copy.name = scoped(placement.scope, name);
  if (source == kAbsent) return add_tensor(std::move(copy));
  const Tensor& from = tensor(source);
  copy.type = from.type;
  copy.has_rank = from.has_rank;
  copy.dims = from.dims;
  copy.data_dependent = from.data_dependent;
  copy.max_dims = from.max_dims;
  copy.sequence_elements = from.sequence_elements;
  const core::SharedText label = copy.name;
  const int destination = add_tensor(std::move(copy), compound(source));
  guessed_[static_cast<std::size_t>(destination)] = guessed_[static_cast<std::size_t>(source)];
  add_copy(label, source, destination, placement);
  return destination;
}

int Inference::add_element(const std::string& name, int sequence, const Placement& placement) {
  const SequenceRun& run = compound(sequence)->runs->front();
  Tensor element;
  element.name = scoped(placement.scope, name);
  element.type = tensor(sequence).type;
  element.has_rank = true;
  element.dims = run.dims;
  element.data_dependent = tensor(sequence).data_dependent;
  if (element.data_dependent) element.max_dims = element.dims;
  const core::SharedText label = element.name;
  const int result = add_tensor(std::move(element));
  guessed_[static_cast<std::size_t>(result)] = guessed_[static_cast<std::size_t>(sequence)];
  add_copy(label, sequence, result, placement, "SequenceAt");
  return result;
}

int Inference::add_sequence(const std::string& name, int element, std::int64_t count, const Placement& placement) {
  Tensor sequence;
  sequence.name = scoped(placement.scope, name);
  const core::SharedText label = sequence.name;
  const int result = add_tensor(std::move(sequence));
  const Tensor& one = tensor(element);
  auto type = std::make_shared<Compound>();
  if (one.has_rank) {
    *type = sequence_of(one.type, {{count, one.dims}});
  } else {
    type->type.mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(
        static_cast<int>(one.type));
  }
  set_compound(static_cast<std::size_t>(result), std::move(type));
  guessed_[static_cast<std::size_t>(result)] = guessed_[static_cast<std::size_t>(element)];
  add_copy(label, element, result, placement, "SequenceConstruct");
  return result;
}

void Inference::add_copy(const core::SharedText& name, int source, int destination, const Placement& placement,
                         std::string_view op_type) {
  Node node;
  node.name = name;
  node.scope = placement.scope;
  node.op_type = texts_.share(op_type);
  node.since_version = 1;
  node.inputs = {source};
  node.outputs = {destination};
  node.repeat = placement.repeat;
  graph_.nodes.push_back(std::move(node));
}

void Inference::repeat_growth(int before, int after, std::int64_t trips) {
  const auto first = compound(before), last = compound(after);
  if (!first || !last || !first->runs || !last->runs || trips <= 1) return;
  const std::int64_t grown = sequence_length(*last->runs) - sequence_length(*first->runs);
  if (grown == 0) return;
  Compound repeated = *last;
  const bool appended = grown > 0 && repeated.runs->back().count >= grown;
  if (appended)
    repeated.runs->back().count =
        core::saturating_add(repeated.runs->back().count, core::saturating_multiply(grown, trips - 1));
  else
    repeated.runs.reset();
  set_compound(static_cast<std::size_t>(after), std::make_shared<Compound>(std::move(repeated)));
}

void Inference::set_compound(std::size_t index, std::shared_ptr<const Compound> compound) {
  Tensor& tensor = graph_.tensors[index];
  tensor.sequence_elements = kUnknown;
  if (compound && compound->runs) {
    tensor.type = element_type(*compound);
    tensor.sequence_elements = element_count(*compound->runs);
  }
  compounds_[index] = std::move(compound);
}

}  // namespace whichchip::model
