#include "model/evaluate.h"

#include "model/evaluation.h"
#include "model/tensor_values.h"

namespace whichchip::model {

const Tensor* Evaluation::input(std::size_t index) const {
  if (index >= operation_.inputs.size() || operation_.inputs[index] == kAbsent) return nullptr;
  return &tensors_[static_cast<std::size_t>(operation_.inputs[index])];
}

const Tensor* Evaluation::known(std::size_t index) const {
  const Tensor* tensor = input(index);
  return tensor != nullptr && tensor->value.known ? tensor : nullptr;
}

Tensor* Evaluation::output(std::size_t index) {
  if (index >= operation_.outputs.size() || operation_.outputs[index] == kAbsent) return nullptr;
  Tensor& tensor = tensors_[static_cast<std::size_t>(operation_.outputs[index])];
  const std::int64_t count = tensor.has_rank ? element_count(tensor.dims) : kUnknown;
  const bool small = count >= 0 && count <= kMostValues;
  return small && (holds_integers(tensor.type) || is_floating(tensor.type)) ? &tensor : nullptr;
}

std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> strides(dims.size(), 1);
  for (std::size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

std::vector<std::size_t> broadcast_indices(const std::vector<std::int64_t>& source,
                                           const std::vector<std::int64_t>& dims) {
  const std::vector<std::int64_t> own = strides_of(source);
  const std::vector<std::int64_t> strides = strides_of(dims);
  const auto count = static_cast<std::size_t>(element_count(dims));
  std::vector<std::size_t> indices(count);
  if (count > 0 && element_count(source) == 0) return {};
  const std::size_t offset = dims.size() - source.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t index = 0;
    for (std::size_t axis = 0; axis < source.size(); ++axis) {
      const std::int64_t position = static_cast<std::int64_t>(i) / strides[axis + offset] % dims[axis + offset];
      index += position % source[axis] * own[axis];
    }
    indices[i] = static_cast<std::size_t>(index);
  }
  return indices;
}

TensorValue take(const TensorValue& source, const std::vector<std::size_t>& indices) {
  TensorValue result;
  result.known = true;
  for (const std::size_t index : indices) {
    if (!source.integers.empty())
      result.integers.push_back(source.integers[index]);
    else
      result.reals.push_back(source.reals[index]);
  }
  return result;
}

std::optional<std::size_t> axis_index(std::int64_t axis, std::size_t rank) {
  const auto signed_rank = static_cast<std::int64_t>(rank);
  if (axis < 0) axis += signed_rank;
  if (axis < 0 || axis >= signed_rank) return std::nullopt;
  return static_cast<std::size_t>(axis);
}

std::optional<std::vector<std::int64_t>> axes_of(const Evaluation& e, std::size_t input) {
  if (const Tensor* tensor = e.known(input)) return tensor->value.integers;
  return e.operation().integers("axes");
}

void evaluate(const Operation& operation, std::vector<Tensor>& tensors) {
  if (!operation.is_standard()) return;
  Evaluator evaluator = find_source_evaluator(operation.type());
  if (evaluator == nullptr) evaluator = find_layout_evaluator(operation.type());
  if (evaluator == nullptr) evaluator = find_arithmetic_evaluator(operation.type());
  if (evaluator == nullptr) return;
  Evaluation evaluation(operation, tensors);
  evaluator(evaluation);
}

}  // namespace whichchip::model
