// Operators whose output shape depends on the values they are given: bounded by the most there can be.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "model/shape_rules.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

std::int64_t scalar_or(const Tensor* tensor, std::int64_t fallback) {
  return tensor != nullptr && tensor->value.known && !tensor->value.integers.empty() ? tensor->value.integers[0]
                                                                                     : fallback;
}

std::size_t axis_of(const RuleContext& c, const Tensor& x, std::int64_t fallback) {
  const auto rank = static_cast<std::int64_t>(x.dims.size());
  std::int64_t axis = c.operation().integer("axis", fallback);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) throw RuleFailure{"its axis is out of range"};
  return static_cast<std::size_t>(axis);
}

// A known input has a known number of elements that are not zero.
void non_zero(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  const auto rank = static_cast<std::int64_t>(x.dims.size());
  if (x.value.known) {
    const auto integers =
        std::count_if(x.value.integers.begin(), x.value.integers.end(), [](std::int64_t v) { return v != 0; });
    const auto reals = std::count_if(x.value.reals.begin(), x.value.reals.end(), [](double v) { return v != 0.0; });
    c.set(0, DataType::int64, {rank, integers + reals});
    return;
  }
  c.set(0, DataType::int64, {rank, c.count_of(element_count(x.dims))});
}

// boxes (B, boxes, 4), scores (B, classes, boxes), at most `max_output_boxes_per_class` of each class.
void non_max_suppression(RuleContext& c) {
  const Tensor& scores = c.ranked(1, 3);
  const std::int64_t boxes = scores.dims[2];
  const std::int64_t limit = c.input(2) == nullptr ? 0 : scalar_or(c.input(2), boxes);
  const std::int64_t per_class = boxes < 0 ? kUnknown : std::clamp<std::int64_t>(limit, 0, boxes);
  c.set(0, DataType::int64, {c.count_of(times(times(scores.dims[0], scores.dims[1]), per_class)), 3});
}

void unique(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  Dims dims = x.dims;
  std::int64_t& extent = c.operation().has("axis") ? dims[axis_of(c, x, 0)] : (dims = {element_count(x.dims)}, dims[0]);
  const std::int64_t all = extent;
  extent = c.count_of(all);
  for (const std::size_t each_found : {std::size_t{1}, std::size_t{3}}) c.set(each_found, DataType::int64, {extent});
  c.set(2, DataType::int64, {all});  // where each of the input's stands among them
  c.set(0, x.type, std::move(dims));
}

void compress(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  const Tensor& condition = c.ranked(1);
  const auto& chosen = condition.value.integers;
  const auto kept =
      static_cast<std::int64_t>(std::count_if(chosen.begin(), chosen.end(), [](std::int64_t v) { return v != 0; }));
  Dims dims = x.dims;
  std::int64_t& extent = c.operation().has("axis") ? dims[axis_of(c, x, 0)] : (dims = {element_count(x.dims)}, dims[0]);
  extent = condition.value.known ? kept : c.count_of(extent);
  c.set(0, x.type, dims);
}

void top_k(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  Dims dims = x.dims;
  std::int64_t& extent = dims[axis_of(c, x, -1)];
  const Tensor* k = c.input(1);
  if (k != nullptr && k->value.known) {
    const std::int64_t wanted = scalar_or(k, 0);
    if (wanted < 0 || (extent >= 0 && wanted > extent))
      throw RuleFailure{"it asks for " + std::to_string(wanted) + " of " + std::to_string(extent) + " elements"};
    extent = wanted;
  } else {
    extent = c.count_of(extent);
  }
  c.set(0, x.type, dims);
  c.set(1, DataType::int64, dims);
}

// With unknown bounds a slice has at most the extents of its input.
void slice(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  c.same(0, x);
  c.mark_data_dependent();
}

// The shape that pooling took away, given back as an input.
void unpool(RuleContext& c) { c.set(0, c.ranked(0).type, c.ranked(2).value.integers); }

bool is_known(const Operation& operation, const std::vector<Tensor>& tensors, std::size_t input) {
  if (input >= operation.inputs.size() || operation.inputs[input] == kAbsent) return true;
  return tensors[static_cast<std::size_t>(operation.inputs[input])].value.known;
}

}  // namespace

ShapeRule find_data_dependent_rule(const Operation& operation, const std::vector<Tensor>& tensors) {
  const std::string& type = operation.type();
  if (!operation.is_standard() && !(operation.domain() == "com.microsoft" && type == "Unique")) return nullptr;
  if (type == "Slice" && operation.inputs.size() > 1) {
    for (std::size_t i = 1; i < 5; ++i) {
      if (!is_known(operation, tensors, i)) return slice;
    }
    return nullptr;
  }
  if (type == "MaxUnpool") return operation.inputs.size() > 2 && is_known(operation, tensors, 2) ? unpool : nullptr;
  if (type == "TopK") return operation.inputs.size() > 1 ? top_k : nullptr;
  static const std::unordered_map<std::string_view, ShapeRule> table{
      {"NonZero", non_zero},
      {"NonMaxSuppression", non_max_suppression},
      {"Unique", unique},
      {"Compress", compress},
  };
  const auto found = table.find(type);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace whichchip::model
