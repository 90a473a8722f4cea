#include "model/shape_rules.h"

#include <algorithm>
#include <utility>

#include "core/integer.h"
#include "model/tensor_values.h"

namespace whichchip::model {

const Tensor* RuleContext::input(std::size_t index) const {
  if (index >= operation_.inputs.size() || operation_.inputs[index] == kAbsent) return nullptr;
  return &tensors_[static_cast<std::size_t>(operation_.inputs[index])];
}

const Compound* RuleContext::compound(std::size_t index) const {
  if (index >= operation_.inputs.size() || operation_.inputs[index] == kAbsent) return nullptr;
  return compounds_[static_cast<std::size_t>(operation_.inputs[index])].get();
}

const Tensor& RuleContext::ranked(std::size_t index, std::size_t rank) const {
  const Tensor* tensor = input(index);
  if (tensor == nullptr) throw RuleFailure{"its input " + std::to_string(index) + " is missing"};
  if (!tensor->has_rank) throw RuleFailure{"its input '" + tensor->name + "' has no known shape"};
  if (tensor->dims.size() < rank)
    throw RuleFailure{"its input '" + tensor->name + "' has too few dimensions: " + to_text(tensor->dims)};
  return *tensor;
}

std::int64_t RuleContext::dim(const Tensor& tensor, std::int64_t axis) {
  const auto rank = static_cast<std::int64_t>(tensor.dims.size());
  if (axis < 0) axis += rank;
  return axis >= 0 && axis < rank ? tensor.dims[static_cast<std::size_t>(axis)] : kUnknown;
}

std::int64_t RuleContext::positive(const char* attribute) const {
  const std::int64_t value = operation_.integer(attribute, 0);
  if (value <= 0) throw RuleFailure{std::string("its attribute ") + attribute + " is " + std::to_string(value)};
  return value;
}

void RuleContext::set(std::size_t output, DataType type, Dims dims) {
  if (output >= outputs_.size()) return;
  outputs_[output].type = type;
  outputs_[output].has_rank = true;
  outputs_[output].dims = std::move(dims);
}

std::int64_t RuleContext::count_of(std::int64_t most) {
  if (const auto given = given_(most)) return *given;
  mark_data_dependent();
  return most;
}

void RuleContext::set_value(std::size_t output, TensorValue value) {
  if (output < outputs_.size()) outputs_[output].value = std::move(value);
}

std::int64_t plus(std::int64_t a, std::int64_t b) { return a < 0 || b < 0 ? kUnknown : core::saturating_add(a, b); }

std::int64_t times(std::int64_t a, std::int64_t b) {
  return a < 0 || b < 0 ? kUnknown : core::saturating_multiply(a, b);
}

Dims broadcast(const Dims& a, const Dims& b) {
  Dims result(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x >= 0 && y >= 0 && x != y && x != 1 && y != 1)
      throw RuleFailure{"shapes " + to_text(a) + " and " + to_text(b) + " do not broadcast"};
    result[result.size() - 1 - i] = x == 1 ? y : (y == 1 || y < 0 ? x : y);
  }
  return result;
}

Dims matmul_dims(Dims a, Dims b, bool transpose_a, bool transpose_b) {
  if (a.empty() || b.empty()) throw RuleFailure{"an operand is a scalar"};
  if (transpose_a && a.size() > 1) std::swap(a[a.size() - 1], a[a.size() - 2]);
  if (transpose_b && b.size() > 1) std::swap(b[b.size() - 1], b[b.size() - 2]);
  const bool vector_a = a.size() == 1, vector_b = b.size() == 1;
  if (vector_a) a.insert(a.begin(), 1);
  if (vector_b) b.push_back(1);
  const std::int64_t k_a = a.back(), k_b = b[b.size() - 2];
  if (k_a >= 0 && k_b >= 0 && k_a != k_b)
    throw RuleFailure{"the inner dimensions " + std::to_string(k_a) + " and " + std::to_string(k_b) + " differ"};
  Dims result = broadcast(Dims(a.begin(), a.end() - 2), Dims(b.begin(), b.end() - 2));
  if (!vector_a) result.push_back(a[a.size() - 2]);
  if (!vector_b) result.push_back(b.back());
  return result;
}

std::int64_t window_extent(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                           std::int64_t pads, bool round_up) {
  if (in < 0 || kernel < 0) return kUnknown;
  if (stride <= 0 || dilation <= 0 || kernel == 0) throw RuleFailure{"its window is empty or does not move"};
  const std::int64_t covered = core::saturating_add(in, pads) - (core::saturating_multiply(kernel - 1, dilation) + 1);
  if (covered < 0) throw RuleFailure{"its window is larger than its input"};
  return (round_up ? core::ceil_divide(covered, stride) : covered / stride) + 1;
}

}  // namespace whichchip::model
