// Building blocks of evaluate.h, shared by its files.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/graph.h"
#include "model/operation.h"

namespace whichchip::model {

class Evaluation {
 public:
  Evaluation(const Operation& operation, std::vector<Tensor>& tensors) : operation_(operation), tensors_(tensors) {}

  const Operation& operation() const { return operation_; }
  // Null when not given.
  const Tensor* input(std::size_t index) const;
  // Null when not given or not known.
  const Tensor* known(std::size_t index) const;
  // Null when the node does not ask for it, its dims are unknown, or it is too large.
  Tensor* output(std::size_t index);
  std::size_t input_count() const { return operation_.inputs.size(); }
  std::size_t output_count() const { return operation_.outputs.size(); }

 private:
  const Operation& operation_;
  std::vector<Tensor>& tensors_;
};

using Evaluator = void (*)(Evaluation&);

Evaluator find_layout_evaluator(std::string_view type);      // moves elements around
Evaluator find_arithmetic_evaluator(std::string_view type);  // computes with them
Evaluator find_source_evaluator(std::string_view type);      // makes them: Shape, Range, ConstantOfShape, …

// Two's complement arithmetic, as the runtime's kernels do it.
constexpr std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_multiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

// Row-major strides.
std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims);
// For each element of `dims`, in order: the index of the element of `source` that broadcasts to it.
// Empty when `source` has no elements. `source` has at most as many dimensions as `dims`.
std::vector<std::size_t> broadcast_indices(const std::vector<std::int64_t>& source,
                                           const std::vector<std::int64_t>& dims);
// Takes `indices[i]` of `source` as element i.
TensorValue take(const TensorValue& source, const std::vector<std::size_t>& indices);
// Counted from the end when negative; empty when out of range.
std::optional<std::size_t> axis_index(std::int64_t axis, std::size_t rank);
// The axes of a reduction, squeeze, …: the attribute of older opsets or an input of newer ones; empty when neither is
// given.
std::optional<std::vector<std::int64_t>> axes_of(const Evaluation& e, std::size_t input);

}  // namespace whichchip::model
