// Evaluators that move known elements around without changing them.
#include <algorithm>
#include <unordered_map>

#include "model/evaluation.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

using Indices = std::vector<std::size_t>;

void copy(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x != nullptr && y != nullptr) y->value = x->value;
}

void cast(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr) return;
  const bool from_integers = holds_integers(x->type), to_integers = holds_integers(y->type);
  TensorValue value;
  value.known = true;
  for (const std::int64_t v : x->value.integers) {
    if (y->type == DataType::boolean)
      value.integers.push_back(v != 0 ? 1 : 0);
    else if (to_integers)
      value.integers.push_back(v);
    else
      value.reals.push_back(static_cast<double>(v));
  }
  for (const double v : x->value.reals) {
    constexpr double kBound = 9.0e18;
    if (y->type == DataType::boolean)
      value.integers.push_back(v != 0.0 ? 1 : 0);
    else if (!to_integers)
      value.reals.push_back(v);
    else if (v > -kBound && v < kBound)
      value.integers.push_back(static_cast<std::int64_t>(v));
    else
      return;  // the result is up to the platform
  }
  if (from_integers || is_floating(x->type)) y->value = std::move(value);
}

// Elements of `x` picked for each element of an output of shape `dims` by a function of its position.
template <typename Pick>
void pick(const Tensor& x, Tensor& y, Pick index_of) {
  const auto strides = strides_of(y.dims);
  const auto count = static_cast<std::size_t>(element_count(y.dims));
  const std::size_t available = x.value.integers.size() + x.value.reals.size();
  Indices indices(count);
  std::vector<std::int64_t> position(y.dims.size());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      position[axis] = static_cast<std::int64_t>(i) / strides[axis] % y.dims[axis];
    const std::int64_t index = index_of(position);
    if (index < 0 || index >= static_cast<std::int64_t>(available)) return;
    indices[i] = static_cast<std::size_t>(index);
  }
  y.value = take(x.value, indices);
}

void gather(Evaluation& e) {
  const Tensor* x = e.known(0);
  const Tensor* at = e.known(1);
  Tensor* y = e.output(0);
  if (x == nullptr || at == nullptr || y == nullptr) return;
  const auto axis = axis_index(e.operation().integer("axis", 0), x->dims.size());
  if (!axis || y->dims.size() != x->dims.size() - 1 + at->dims.size()) return;
  const auto own = strides_of(x->dims);
  const auto index_strides = strides_of(at->dims);
  const std::int64_t extent = x->dims[*axis];
  pick(*x, *y, [&](const std::vector<std::int64_t>& position) -> std::int64_t {
    std::int64_t which = 0;
    for (std::size_t i = 0; i < at->dims.size(); ++i) which += position[*axis + i] * index_strides[i];
    std::int64_t chosen = at->value.integers[static_cast<std::size_t>(which)];
    if (chosen < 0) chosen += extent;
    if (chosen < 0 || chosen >= extent) return -1;
    std::int64_t index = chosen * own[*axis];
    for (std::size_t i = 0; i < *axis; ++i) index += position[i] * own[i];
    for (std::size_t i = *axis + 1; i < x->dims.size(); ++i) index += position[i + at->dims.size() - 1] * own[i];
    return index;
  });
}

void concat(Evaluation& e) {
  Tensor* y = e.output(0);
  if (y == nullptr) return;
  const auto axis = axis_index(e.operation().integer("axis", 0), y->dims.size());
  if (!axis) return;
  std::int64_t blocks = 1;
  for (std::size_t i = 0; i < *axis; ++i) blocks *= y->dims[i];
  for (std::size_t i = 0; i < e.input_count(); ++i) {
    if (e.known(i) == nullptr) return;
  }
  TensorValue value;
  value.known = true;
  for (std::int64_t block = 0; block < blocks; ++block) {
    for (std::size_t i = 0; i < e.input_count(); ++i) {
      const TensorValue& part = e.known(i)->value;
      const auto copy_block = [&](const auto& from, auto& to) {
        const std::int64_t length = static_cast<std::int64_t>(from.size()) / blocks;
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(block * length);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
      };
      copy_block(part.integers, value.integers);
      copy_block(part.reals, value.reals);
    }
  }
  y->value = std::move(value);
}

void slice(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || y->dims.size() != x->dims.size()) return;
  const bool by_input = e.input_count() > 1;
  const auto list = [&](std::size_t input, const char* attribute) -> std::optional<std::vector<std::int64_t>> {
    if (!by_input) return e.operation().integers(attribute);
    if (const Tensor* tensor = e.known(input)) return tensor->value.integers;
    return std::nullopt;
  };
  const auto starts = list(1, "starts");
  const auto axes = list(3, "axes");
  const auto steps = by_input ? list(4, "") : std::nullopt;
  if (!starts) return;
  const std::size_t rank = x->dims.size();
  std::vector<std::int64_t> first(rank, 0), step(rank, 1);
  for (std::size_t i = 0; i < starts->size(); ++i) {
    const auto axis = axis_index(axes && i < axes->size() ? (*axes)[i] : static_cast<std::int64_t>(i), rank);
    if (!axis) return;
    const std::int64_t extent = x->dims[*axis];
    step[*axis] = steps && i < steps->size() ? (*steps)[i] : 1;
    if (step[*axis] < -kMostValues || step[*axis] > kMostValues)
      step[*axis] = step[*axis] < 0 ? -kMostValues : kMostValues;
    const std::int64_t start = (*starts)[i] < 0 ? (*starts)[i] + extent : (*starts)[i];
    first[*axis] = step[*axis] < 0 ? std::clamp<std::int64_t>(start, 0, std::max<std::int64_t>(0, extent - 1))
                                   : std::clamp<std::int64_t>(start, 0, extent);
  }
  const auto own = strides_of(x->dims);
  pick(*x, *y, [&](const std::vector<std::int64_t>& position) {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < rank; ++i) index += (first[i] + position[i] * step[i]) * own[i];
    return index;
  });
}

void transpose(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || y->dims.size() != x->dims.size()) return;
  const std::size_t rank = x->dims.size();
  const auto given = e.operation().integers("perm");
  const auto own = strides_of(x->dims);
  std::vector<std::int64_t> stride(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const auto from = given ? axis_index(i < given->size() ? (*given)[i] : -1, rank) : std::optional(rank - 1 - i);
    if (!from) return;
    stride[i] = own[*from];
  }
  pick(*x, *y, [&](const std::vector<std::int64_t>& position) {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < rank; ++i) index += position[i] * stride[i];
    return index;
  });
}

void expand(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || y->dims.size() < x->dims.size()) return;
  y->value = take(x->value, broadcast_indices(x->dims, y->dims));
}

void tile(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || y->dims.size() != x->dims.size()) return;
  const auto own = strides_of(x->dims);
  pick(*x, *y, [&](const std::vector<std::int64_t>& position) {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < position.size(); ++i) index += position[i] % x->dims[i] * own[i];
    return index;
  });
}

void split(Evaluation& e) {
  const Tensor* x = e.known(0);
  if (x == nullptr) return;
  const auto axis = axis_index(e.operation().integer("axis", 0), x->dims.size());
  if (!axis) return;
  const auto own = strides_of(x->dims);
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < e.output_count(); ++i) {
    Tensor* y = e.output(i);
    if (y == nullptr || y->dims.size() != x->dims.size()) return;
    pick(*x, *y, [&](const std::vector<std::int64_t>& position) {
      std::int64_t index = begin * own[*axis];
      for (std::size_t a = 0; a < position.size(); ++a) index += position[a] * own[a];
      return index;
    });
    begin += y->dims[*axis];
  }
}

void scatter_nd(Evaluation& e) {
  const Tensor* x = e.known(0);
  const Tensor* at = e.known(1);
  const Tensor* updates = e.known(2);
  Tensor* y = e.output(0);
  if (x == nullptr || at == nullptr || updates == nullptr || y == nullptr || at->dims.empty()) return;
  if (e.operation().text("reduction", "none") != "none" || at->dims.back() != static_cast<std::int64_t>(x->dims.size()))
    return;
  const auto own = strides_of(x->dims);
  const auto width = x->dims.size();
  const std::size_t count = width == 0 ? 0 : at->value.integers.size() / width;
  TensorValue value = x->value;
  if (updates->value.integers.size() + updates->value.reals.size() != count ||
      updates->value.integers.empty() != value.integers.empty())
    return;
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t index = 0;
    for (std::size_t a = 0; a < width; ++a) {
      std::int64_t position = at->value.integers[i * width + a];
      if (position < 0) position += x->dims[a];
      if (position < 0 || position >= x->dims[a]) return;
      index += position * own[a];
    }
    if (value.integers.empty())
      value.reals[static_cast<std::size_t>(index)] = updates->value.reals[i];
    else
      value.integers[static_cast<std::size_t>(index)] = updates->value.integers[i];
  }
  y->value = std::move(value);
}

}  // namespace

Evaluator find_layout_evaluator(std::string_view type) {
  static const std::unordered_map<std::string_view, Evaluator> table{
      {"Identity", copy}, {"Reshape", copy},  {"Squeeze", copy}, {"Unsqueeze", copy},
      {"Flatten", copy},  {"Dropout", copy},  {"Cast", cast},    {"CastLike", cast},
      {"Gather", gather}, {"Concat", concat}, {"Slice", slice},  {"Transpose", transpose},
      {"Expand", expand}, {"Tile", tile},     {"Split", split},  {"ScatterND", scatter_nd},
  };
  const auto found = table.find(type);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace whichchip::model
