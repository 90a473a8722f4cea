// Sequences of tensors: which shapes stand in them, as far as their operators say. The library keeps one shape for all
// of a sequence's tensors; what people build (pieces of different sizes that are joined again) needs each.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/integer.h"
#include "model/shape_rules.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

using Runs = std::vector<SequenceRun>;

constexpr std::size_t kMostRuns = 1024;

bool alike(const Runs& runs) {
  return std::all_of(runs.begin(), runs.end(), [&](const SequenceRun& run) { return run.dims == runs[0].dims; });
}

// The tensors of a sequence; RuleFailure when they are not known.
const Runs& known_runs(const RuleContext& c, std::size_t input) {
  const Compound* sequence = c.compound(input);
  if (sequence == nullptr || !sequence->runs)
    throw RuleFailure{"what its sequence holds depends on values that are not known"};
  return *sequence->runs;
}

DataType element_type(const RuleContext& c, std::size_t input) {
  const Compound* sequence = c.compound(input);
  return sequence == nullptr ? DataType::undefined : model::element_type(*sequence);
}

// A position in a sequence of `size`; negative ones count from the end. Empty when it is not known.
std::optional<std::int64_t> position(const RuleContext& c, std::size_t input, std::int64_t size, std::int64_t last) {
  const Tensor* given = c.input(input);
  if (given == nullptr) return last;
  if (!given->value.known || given->value.integers.size() != 1) return std::nullopt;
  std::int64_t place = given->value.integers[0];
  if (place < 0) place += size;
  if (place < 0 || place > last)
    throw RuleFailure{"position " + std::to_string(given->value.integers[0]) + " is not in its sequence of " +
                      std::to_string(size)};
  return place;
}

// Splits the runs so that one begins at `place`; its index.
std::size_t cut(Runs& runs, std::int64_t place) {
  std::size_t i = 0;
  while (i < runs.size() && place >= runs[i].count) place -= runs[i++].count;
  if (place == 0) return i;
  SequenceRun rest = runs[i];
  rest.count -= place;
  runs[i].count = place;
  runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(rest));
  return i + 1;
}

void empty(RuleContext& c) {
  c.set_sequence(0, data_type(static_cast<int>(c.operation().integer("dtype", static_cast<int>(DataType::float32)))),
                 Runs{});
}

void construct(RuleContext& c) {
  Runs runs;
  for (std::size_t i = 0; i < c.input_count(); ++i) runs.push_back({1, c.ranked(i).dims});
  c.set_sequence(0, c.ranked(0).type, std::move(runs));
}

void insert(RuleContext& c) {
  const Tensor& added = c.ranked(1);
  Runs runs = known_runs(c, 0);
  const std::int64_t size = sequence_length(runs);
  const auto place = position(c, 2, size, size);
  const bool anywhere = alike(runs) && (runs.empty() || runs[0].dims == added.dims);
  if (!place && !anywhere) throw RuleFailure{"where it inserts depends on values that are not known"};
  const std::size_t at = cut(runs, place.value_or(size));
  runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(at), {1, added.dims});
  c.set_sequence(0, added.type, std::move(runs));
}

void erase(RuleContext& c) {
  Runs runs = known_runs(c, 0);
  const std::int64_t size = sequence_length(runs);
  if (size == 0) throw RuleFailure{"its sequence is empty"};
  const auto place = position(c, 1, size, size - 1);
  if (!place && !alike(runs)) throw RuleFailure{"what it takes out depends on values that are not known"};
  const std::size_t at = cut(runs, place.value_or(size - 1));
  if (--runs[at].count == 0) runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(at));
  c.set_sequence(0, element_type(c, 0), std::move(runs));
}

// Tensors of different shapes at an unknown position: the largest extents there are.
void take(RuleContext& c) {
  const Runs& runs = known_runs(c, 0);
  const std::int64_t size = sequence_length(runs);
  if (size == 0) throw RuleFailure{"its sequence is empty"};
  if (const auto place = position(c, 1, size, size - 1)) {
    Runs pieces = runs;
    return c.set(0, element_type(c, 0), pieces[cut(pieces, *place)].dims);
  }
  Dims most = runs[0].dims;
  for (const SequenceRun& run : runs) {
    if (run.dims.size() != most.size()) throw RuleFailure{"the tensors of its sequence differ in rank"};
    for (std::size_t i = 0; i < most.size(); ++i)
      most[i] = most[i] < 0 || run.dims[i] < 0 ? kUnknown : std::max(most[i], run.dims[i]);
  }
  if (!alike(runs)) c.mark_data_dependent();
  c.set(0, element_type(c, 0), std::move(most));
}

void count(RuleContext& c) {
  c.set(0, DataType::int64, {});
  c.set_value(0, {true, {sequence_length(known_runs(c, 0))}, {}});
}

std::size_t axis_of(const RuleContext& c, std::int64_t rank, std::int64_t fallback) {
  std::int64_t axis = c.operation().integer("axis", fallback);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) throw RuleFailure{"its axis is out of range"};
  return static_cast<std::size_t>(axis);
}

// Pieces of one, of a given size with a smaller last one, or of given sizes.
void split(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  const std::size_t axis = axis_of(c, static_cast<std::int64_t>(x.dims.size()), 0);
  const std::int64_t extent = x.dims[axis];
  if (extent < 0) throw RuleFailure{"its input '" + x.name + "' has the partly unknown shape " + to_text(x.dims)};
  Runs runs;
  const auto add = [&](std::int64_t pieces, std::int64_t size) {
    if (pieces <= 0) return;
    runs.push_back({pieces, x.dims});
    runs.back().dims[axis] = size;
  };
  const Tensor* sizes = c.input(1);
  if (sizes == nullptr) {
    add(extent, 1);
    if (!runs.empty() && c.operation().integer("keepdims", 1) == 0)
      runs[0].dims.erase(runs[0].dims.begin() + static_cast<std::ptrdiff_t>(axis));
    return c.set_sequence(0, x.type, std::move(runs));
  }
  const std::vector<std::int64_t>& values = sizes->value.integers;
  if (static_cast<std::int64_t>(values.size()) != sizes->elements() ||
      std::any_of(values.begin(), values.end(), [](std::int64_t v) { return v < 0; }))
    throw RuleFailure{"the sizes of its pieces are not known"};
  if (sizes->dims.empty()) {
    if (values[0] == 0) throw RuleFailure{"its pieces would be empty"};
    add(extent / values[0], values[0]);
    add(extent % values[0] == 0 ? 0 : 1, extent % values[0]);
  } else {
    std::int64_t sum = 0;
    for (const std::int64_t size : values) {
      add(1, size);
      sum = core::saturating_add(sum, size);
    }
    if (sum != extent)
      throw RuleFailure{"its pieces add up to " + std::to_string(sum) + ", its input has " + std::to_string(extent)};
  }
  c.set_sequence(0, x.type, std::move(runs));
}

void join(RuleContext& c) {
  const Runs& runs = known_runs(c, 0);
  if (runs.empty()) throw RuleFailure{"its sequence is empty"};
  Dims dims = runs[0].dims;
  const bool stacks = c.operation().integer("new_axis", 0) != 0;
  const std::size_t axis = axis_of(c, static_cast<std::int64_t>(dims.size()) + (stacks ? 1 : 0), 0);
  if (stacks) {
    if (!alike(runs)) throw RuleFailure{"it stacks tensors of different shapes"};
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), sequence_length(runs));
    return c.set(0, element_type(c, 0), std::move(dims));
  }
  dims[axis] = 0;
  for (const SequenceRun& run : runs) {
    Dims others = run.dims;
    if (others.size() != dims.size()) throw RuleFailure{"it joins tensors of different ranks"};
    dims[axis] = plus(dims[axis], times(run.count, others[axis]));
    others[axis] = dims[axis];
    if (others != dims) throw RuleFailure{"it joins tensors that differ in other axes, too"};
  }
  c.set(0, element_type(c, 0), std::move(dims));
}

}  // namespace

ShapeRule find_sequence_rule(const Operation& operation) {
  static const std::unordered_map<std::string_view, ShapeRule> table{
      {"SequenceEmpty", empty},   {"SequenceConstruct", construct},
      {"SequenceInsert", insert}, {"SequenceErase", erase},
      {"SequenceAt", take},       {"SequenceLength", count},
      {"SplitToSequence", split}, {"ConcatFromSequence", join},
  };
  if (!operation.is_standard()) return nullptr;
  const auto found = table.find(operation.type());
  return found == table.end() ? nullptr : found->second;
}

void RuleContext::set_sequence(std::size_t output, DataType type, std::vector<SequenceRun> runs) {
  if (output < outputs_.size())
    outputs_[output].compound = std::make_shared<Compound>(sequence_of(type, std::move(runs)));
}

Compound sequence_of(DataType type, std::vector<SequenceRun> runs) {
  Compound sequence;
  sequence.runs.emplace();
  for (SequenceRun& run : runs) {
    if (!sequence.runs->empty() && sequence.runs->back().dims == run.dims)
      sequence.runs->back().count = core::saturating_add(sequence.runs->back().count, run.count);
    else
      sequence.runs->push_back(std::move(run));
  }
  if (sequence.runs->size() > kMostRuns) throw RuleFailure{"its sequence holds too many different shapes"};
  auto* element = sequence.type.mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type();
  element->set_elem_type(static_cast<int>(type));
  if (sequence.runs->size() == 1) {
    auto* shape = element->mutable_shape();
    for (const std::int64_t dimension : sequence.runs->front().dims) {
      auto* added = shape->add_dim();
      if (dimension >= 0) added->set_dim_value(dimension);
    }
  }
  return sequence;
}

DataType element_type(const Compound& sequence) {
  const auto& type = sequence.type.has_optional_type() ? sequence.type.optional_type().elem_type() : sequence.type;
  return data_type(type.sequence_type().elem_type().tensor_type().elem_type());
}

std::int64_t sequence_length(const std::vector<SequenceRun>& runs) {
  std::int64_t total = 0;
  for (const SequenceRun& run : runs) total = core::saturating_add(total, run.count);
  return total;
}

std::int64_t element_count(const std::vector<SequenceRun>& runs) {
  std::int64_t total = 0;
  for (const SequenceRun& run : runs) total = plus(total, times(run.count, element_count(run.dims)));
  return total;
}

}  // namespace whichchip::model
