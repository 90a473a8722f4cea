#include "model/one_hot.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace whichchip::model {
namespace {

const Tensor* given(const Operation& operation, const std::vector<Tensor>& tensors, std::size_t input) {
  if (input >= operation.inputs.size() || operation.inputs[input] == kAbsent) return nullptr;
  return &tensors[static_cast<std::size_t>(operation.inputs[input])];
}

// 0, 1, 2, … along its one axis that is longer than 1.
std::int64_t counted_to(const Tensor& tensor) {
  const std::vector<std::int64_t>& values = tensor.value.integers;
  const auto extent = static_cast<std::int64_t>(values.size());
  if (!tensor.value.known || std::find(tensor.dims.begin(), tensor.dims.end(), extent) == tensor.dims.end()) return 1;
  for (std::int64_t i = 0; i < extent; ++i) {
    if (values[static_cast<std::size_t>(i)] != i) return 1;
  }
  return extent;
}

// How many classes the operation tells apart when its result is one-hot: OneHot, or a comparison with all of them.
std::int64_t classes_of(const Operation& operation, const std::vector<Tensor>& tensors) {
  const Tensor* first = given(operation, tensors, 0);
  const Tensor* second = given(operation, tensors, 1);
  if (first == nullptr || second == nullptr) return 1;
  if (operation.is("OneHot"))
    return second->value.known && !second->value.integers.empty() ? second->value.integers[0] : 1;
  if (operation.is("Equal")) return std::max(counted_to(*first), counted_to(*second));
  return 1;
}

}  // namespace

void OneHotTensors::follow(const Operation& operation, const std::vector<Tensor>& tensors) {
  if (!operation.is_standard() || operation.outputs.empty()) return;
  std::int64_t classes = classes_of(operation, tensors);
  if (classes <= 1 && !one_in_.empty() && !operation.inputs.empty()) {
    constexpr std::array<std::string_view, 11> kParts{"Cast",  "Flatten", "Gather",    "Identity",  "Reshape", "Slice",
                                                      "Split", "Squeeze", "Transpose", "Unsqueeze", "Expand"};
    if (std::find(kParts.begin(), kParts.end(), operation.type()) != kParts.end())
      classes = one_in(operation.inputs[0]);
  }
  if (classes <= 1) return;
  for (const int output : operation.outputs) {
    if (output != kAbsent) one_in_.insert_or_assign(output, classes);
  }
}

std::int64_t OneHotTensors::one_in(int tensor) const {
  const auto found = one_in_.find(tensor);
  return found == one_in_.end() ? 1 : found->second;
}

}  // namespace whichchip::model
