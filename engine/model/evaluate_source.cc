// Evaluators that make values from shapes and attributes.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "model/evaluation.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

void shape(Evaluation& e) {
  const Tensor* x = e.input(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || !x->has_rank) return;
  const auto rank = static_cast<std::int64_t>(x->dims.size());
  const auto clamp = [rank](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank); };
  const std::int64_t start = clamp(e.operation().integer("start", 0));
  const std::int64_t end = clamp(e.operation().integer("end", rank));
  std::vector<std::int64_t> dims;
  for (std::int64_t i = start; i < end; ++i) dims.push_back(x->dims[static_cast<std::size_t>(i)]);
  if (std::any_of(dims.begin(), dims.end(), [](std::int64_t d) { return d < 0; })) return;
  y->value = {true, std::move(dims), {}};
}

void size(Evaluation& e) {
  const Tensor* x = e.input(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || !x->has_rank) return;
  const std::int64_t count = element_count(x->dims);
  if (count >= 0) y->value = {true, {count}, {}};
}

void constant_of_shape(Evaluation& e) {
  Tensor* y = e.output(0);
  if (y == nullptr) return;
  const auto count = static_cast<std::size_t>(element_count(y->dims));
  TensorValue fill;
  if (const auto* attribute = e.operation().attribute("value"))
    fill = read_tensor(attribute->t()).value;
  else
    fill = {true, {}, {0.0}};
  if (!fill.known || fill.integers.size() + fill.reals.size() != 1) return;
  if (fill.integers.empty())
    y->value = {true, {}, std::vector<double>(count, fill.reals[0])};
  else
    y->value = {true, std::vector<std::int64_t>(count, fill.integers[0]), {}};
}

void range(Evaluation& e) {
  const Tensor* start = e.known(0);
  const Tensor* step = e.known(2);
  Tensor* y = e.output(0);
  if (start == nullptr || step == nullptr || y == nullptr) return;
  const bool integers = holds_integers(y->type);
  const auto is_scalar = [&](const Tensor* t) {
    return (integers ? t->value.integers.size() : t->value.reals.size()) == 1;
  };
  if (!is_scalar(start) || !is_scalar(step)) return;
  const std::int64_t count = element_count(y->dims);
  TensorValue value;
  value.known = true;
  for (std::int64_t i = 0; i < count; ++i) {
    if (integers)
      value.integers.push_back(wrapping_add(start->value.integers[0], wrapping_multiply(i, step->value.integers[0])));
    else
      value.reals.push_back(start->value.reals[0] + static_cast<double>(i) * step->value.reals[0]);
  }
  y->value = std::move(value);
}

void non_zero(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr) return;
  const std::vector<std::int64_t> strides = strides_of(x->dims);
  const std::size_t count = x->value.integers.size() + x->value.reals.size();
  TensorValue value;
  value.known = true;
  for (std::size_t axis = 0; axis < x->dims.size(); ++axis) {
    for (std::size_t i = 0; i < count; ++i) {
      const bool set = x->value.integers.empty() ? x->value.reals[i] != 0.0 : x->value.integers[i] != 0;
      if (set) value.integers.push_back(static_cast<std::int64_t>(i) / strides[axis] % x->dims[axis]);
    }
  }
  y->value = std::move(value);
}

void eye_like(Evaluation& e) {
  Tensor* y = e.output(0);
  if (y == nullptr || y->dims.size() != 2) return;
  const std::int64_t diagonal = e.operation().integer("k", 0);
  TensorValue value;
  value.known = true;
  for (std::int64_t row = 0; row < y->dims[0]; ++row) {
    for (std::int64_t column = 0; column < y->dims[1]; ++column) {
      const bool one = column - row == diagonal;
      if (holds_integers(y->type))
        value.integers.push_back(one ? 1 : 0);
      else
        value.reals.push_back(one ? 1.0 : 0.0);
    }
  }
  y->value = std::move(value);
}

}  // namespace

Evaluator find_source_evaluator(std::string_view type) {
  static const std::unordered_map<std::string_view, Evaluator> table{
      {"Shape", shape}, {"Size", size},        {"ConstantOfShape", constant_of_shape},
      {"Range", range}, {"NonZero", non_zero}, {"EyeLike", eye_like},
  };
  const auto found = table.find(type);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace whichchip::model
