#include "model/library.h"

#include <array>
#include <stdexcept>

#include "google/protobuf/arena.h"
#include "onnx/defs/shape_inference.h"

#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

void write_type(const Tensor& tensor, onnx::TypeProto& type) {
  auto* proto = type.mutable_tensor_type();
  proto->set_elem_type(static_cast<int>(tensor.type));
  if (tensor.has_rank) {
    auto* shape = proto->mutable_shape();
    for (const std::int64_t dimension : tensor.dims) {
      auto* added = shape->add_dim();
      if (dimension >= 0) added->set_dim_value(dimension);
    }
  }
}

// The view of one node that the library's inference functions ask for. Its messages stand in an arena whose first block
// is part of the object, which spares the common node every allocation.
class NodeContext final : public onnx::InferenceContext {
 public:
  NodeContext(const Operation& operation, const std::vector<Tensor>& tensors, const CompoundTypes& compounds)
      : operation_(operation), tensors_(tensors), compounds_(compounds), arena_(options()) {
    types_.resize(operation.inputs.size());
    data_.resize(operation.inputs.size());
    for (std::size_t i = 0; i < operation.outputs.size(); ++i) outputs_.push_back(make<onnx::TypeProto>());
  }

  const onnx::AttributeProto* getAttribute(const std::string& name) const override {
    return operation_.attribute(name);
  }
  size_t getNumInputs() const override { return operation_.inputs.size(); }
  const onnx::TypeProto* getInputType(size_t index) const override {
    auto& slot = types_.at(index);  // which throws where a rule asks for an operand that the node does not have
    if (operation_.inputs[index] == kAbsent) return nullptr;
    const auto tensor = static_cast<std::size_t>(operation_.inputs[index]);
    if (slot == nullptr && compounds_[tensor]) slot = &compounds_[tensor]->type;
    if (slot == nullptr) {
      auto* written = make<onnx::TypeProto>();
      write_type(tensors_[tensor], *written);
      slot = written;
    }
    return slot;
  }
  bool hasInput(size_t index) const override {
    return index < operation_.inputs.size() && operation_.inputs[index] != kAbsent;
  }
  const onnx::TensorProto* getInputData(size_t index) const override {
    auto& slot = data_.at(index);
    if (operation_.inputs[index] == kAbsent) return nullptr;
    const Tensor& tensor = tensors_[static_cast<std::size_t>(operation_.inputs[index])];
    if (slot == nullptr && tensor.value.known) {
      auto* written = make<onnx::TensorProto>();
      if (write_tensor(tensor, *written)) slot = written;
    }
    return slot;
  }
  size_t getNumOutputs() const override { return outputs_.size(); }
  onnx::TypeProto* getOutputType(size_t index) override { return outputs_.at(index); }
  onnx::GraphInferencer* getGraphAttributeInferencer(const std::string&) override {
    throw std::runtime_error("operators with graphs inside are not inferred by the library");
  }
  const onnx::SparseTensorProto* getInputSparseData(size_t) const override { return nullptr; }
  const onnx::TensorShapeProto* getSymbolicInput(size_t) const override { return nullptr; }
  std::string getDisplayName() const override { return operation_.type(); }

  const std::vector<onnx::TypeProto*>& outputs() const { return outputs_; }

 private:
  google::protobuf::ArenaOptions options() {
    google::protobuf::ArenaOptions result;
    result.initial_block = block_.data();
    result.initial_block_size = block_.size();
    return result;
  }
  template <typename Message>
  Message* make() const {
    return google::protobuf::Arena::CreateMessage<Message>(&arena_);
  }

  const Operation& operation_;
  const std::vector<Tensor>& tensors_;
  const CompoundTypes& compounds_;
  alignas(8) std::array<char, 4096> block_;
  mutable google::protobuf::Arena arena_;
  // Written on demand: most inference functions look at few types and at no values at all.
  mutable std::vector<const onnx::TypeProto*> types_;
  mutable std::vector<const onnx::TensorProto*> data_;
  std::vector<onnx::TypeProto*> outputs_;
};

}  // namespace

namespace {

const onnx::OpSchema* find_schema(const Operation& operation) {
  const int version = operation.is_standard() ? std::min(operation.opset(), newest_known_opset()) : operation.opset();
  const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(operation.type(), version, operation.domain());
  // Some exporters use an operator before the opset that introduced it (LayerNormalization at opset 12), or after the
  // one that withdrew it (Upsample at opset 11).
  if (schema == nullptr) schema = onnx::OpSchemaRegistry::Schema(operation.type(), operation.domain());
  if (schema != nullptr && schema->Deprecated()) {
    schema = onnx::OpSchemaRegistry::Schema(operation.type(), schema->since_version() - 1, operation.domain());
  }
  return schema;
}

}  // namespace

const onnx::OpSchema* SchemaTable::find(const Operation& operation) {
  const std::tuple<std::string_view, std::string_view, int> key{operation.type(), operation.domain(),
                                                                operation.opset()};
  const auto found = found_.find(key);
  if (found != found_.end()) return found->second;
  return found_.emplace(key, find_schema(operation)).first->second;
}

int newest_known_opset() {
  static const int newest = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().at("").second;
  return newest;
}

const onnx::OpSchema* with_inference(const onnx::OpSchema* schema) {
  while (schema != nullptr && !schema->has_type_and_shape_inference_function()) {
    const onnx::OpSchema* newer = nullptr;
    for (int version = schema->since_version() + 1; newer == nullptr && version <= newest_known_opset(); ++version) {
      const auto* candidate = onnx::OpSchemaRegistry::Schema(schema->Name(), version, schema->domain());
      if (candidate != nullptr && candidate->since_version() > schema->since_version()) newer = candidate;
    }
    schema = newer;
  }
  return schema;
}

std::vector<InferredOutput> infer_with_library(const Operation& operation, const onnx::OpSchema& schema,
                                               const std::vector<Tensor>& tensors, const CompoundTypes& compounds) {
  NodeContext context(operation, tensors, compounds);
  schema.GetTypeAndShapeInferenceFunction()(context);
  std::vector<InferredOutput> outputs;
  for (const onnx::TypeProto* type : context.outputs()) outputs.push_back(read_type(*type));
  return outputs;
}

InferredOutput read_type(const onnx::TypeProto& type) {
  InferredOutput result;
  const auto read_shape = [&](const auto& tensor) {
    result.type = data_type(tensor.elem_type());
    result.has_rank = tensor.has_shape();
    for (const auto& dimension : tensor.shape().dim()) {
      result.dims.push_back(dimension.has_dim_value() ? dimension.dim_value() : kUnknown);
    }
  };
  if (type.has_tensor_type())
    read_shape(type.tensor_type());
  else if (type.has_sparse_tensor_type())
    read_shape(type.sparse_tensor_type());
  else if (type.value_case() != onnx::TypeProto::VALUE_NOT_SET)
    result.compound = std::make_shared<Compound>(Compound{type, std::nullopt, std::nullopt});
  return result;
}

}  // namespace whichchip::model
