// Evaluators that compute with known elements: element-wise operators and reductions.
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "model/evaluation.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

using MaybeInteger = std::optional<std::int64_t>;
using MaybeReal = std::optional<double>;

struct Binary {
  MaybeInteger (*integers)(std::int64_t, std::int64_t);
  MaybeReal (*reals)(double, double);
};

// Applies one of the two functions element by element; stays unknown when any element has no result.
std::optional<TensorValue> apply(const Binary& f, const Tensor& a, const Tensor& b,
                                 const std::vector<std::int64_t>& dims) {
  if (dims.size() < a.dims.size() || dims.size() < b.dims.size()) return std::nullopt;
  const auto left = broadcast_indices(a.dims, dims), right = broadcast_indices(b.dims, dims);
  const bool integers = holds_integers(a.type);
  if (integers != holds_integers(b.type) || left.size() != right.size()) return std::nullopt;
  TensorValue value;
  value.known = true;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (integers) {
      const auto result = f.integers(a.value.integers[left[i]], b.value.integers[right[i]]);
      if (!result) return std::nullopt;
      value.integers.push_back(*result);
    } else {
      const auto result = f.reals(a.value.reals[left[i]], b.value.reals[right[i]]);
      if (!result) return std::nullopt;
      value.reals.push_back(*result);
    }
  }
  return value;
}

MaybeInteger divide_integers(std::int64_t a, std::int64_t b) {
  if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return std::nullopt;
  return a / b;
}

MaybeInteger power_integers(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0 || exponent > 63) return std::nullopt;
  std::int64_t result = 1;
  for (; exponent > 0; --exponent) result = wrapping_multiply(result, base);
  return result;
}

// By multiplication and square root alone, so that every platform computes the same bits.
MaybeReal power_reals(double base, double exponent) {
  if (exponent == 0.5) return std::sqrt(base);
  const bool whole = exponent >= -64.0 && exponent <= 64.0 && std::floor(exponent) == exponent;
  if (!whole) return std::nullopt;
  double result = 1.0;
  for (int i = 0; i < static_cast<int>(exponent < 0.0 ? -exponent : exponent); ++i) result *= base;
  return exponent < 0.0 ? 1.0 / result : result;
}

// The sign follows the divisor, as in Python; with fmod = 1 the dividend.
MaybeInteger modulo(std::int64_t a, std::int64_t b) {
  if (b == 0 || b == -1) return b == 0 ? std::nullopt : MaybeInteger(0);
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

MaybeReal no_real(double, double) { return std::nullopt; }

const std::unordered_map<std::string_view, Binary>& binaries() {
  static const std::unordered_map<std::string_view, Binary> table{
      {"Add",
       {[](std::int64_t a, std::int64_t b) { return MaybeInteger(wrapping_add(a, b)); },
        [](double a, double b) { return MaybeReal(a + b); }}},
      {"Sub",
       {[](std::int64_t a, std::int64_t b) { return MaybeInteger(wrapping_subtract(a, b)); },
        [](double a, double b) { return MaybeReal(a - b); }}},
      {"Mul",
       {[](std::int64_t a, std::int64_t b) { return MaybeInteger(wrapping_multiply(a, b)); },
        [](double a, double b) { return MaybeReal(a * b); }}},
      {"Div", {divide_integers, [](double a, double b) { return MaybeReal(a / b); }}},
      {"Mod", {modulo, no_real}},
      {"Pow", {power_integers, power_reals}},
      {"Min",
       {[](std::int64_t a, std::int64_t b) { return MaybeInteger(std::min(a, b)); },
        [](double a, double b) { return MaybeReal(std::min(a, b)); }}},
      {"Max",
       {[](std::int64_t a, std::int64_t b) { return MaybeInteger(std::max(a, b)); },
        [](double a, double b) { return MaybeReal(std::max(a, b)); }}},
      {"And", {[](std::int64_t a, std::int64_t b) { return MaybeInteger(a != 0 && b != 0); }, no_real}},
      {"Or", {[](std::int64_t a, std::int64_t b) { return MaybeInteger(a != 0 || b != 0); }, no_real}},
      {"Xor", {[](std::int64_t a, std::int64_t b) { return MaybeInteger((a != 0) != (b != 0)); }, no_real}},
  };
  return table;
}

struct Comparison {
  bool (*integers)(std::int64_t, std::int64_t);
  bool (*reals)(double, double);
};

const std::unordered_map<std::string_view, Comparison>& comparisons() {
  static const std::unordered_map<std::string_view, Comparison> table{
      {"Equal", {[](std::int64_t a, std::int64_t b) { return a == b; }, [](double a, double b) { return a == b; }}},
      {"Greater", {[](std::int64_t a, std::int64_t b) { return a > b; }, [](double a, double b) { return a > b; }}},
      {"Less", {[](std::int64_t a, std::int64_t b) { return a < b; }, [](double a, double b) { return a < b; }}},
      {"GreaterOrEqual",
       {[](std::int64_t a, std::int64_t b) { return a >= b; }, [](double a, double b) { return a >= b; }}},
      {"LessOrEqual",
       {[](std::int64_t a, std::int64_t b) { return a <= b; }, [](double a, double b) { return a <= b; }}},
  };
  return table;
}

// Min and Max take any number of operands.
void binary(Evaluation& e) {
  const Binary& f = binaries().at(e.operation().type());
  const Tensor* first = e.known(0);
  Tensor* y = e.output(0);
  if (first == nullptr || y == nullptr || e.input_count() == 0) return;
  Tensor sum = *first;
  for (std::size_t i = 1; i < e.input_count(); ++i) {
    const Tensor* next = e.known(i);
    if (next == nullptr) return;
    auto value = apply(f, sum, *next, y->dims);
    if (!value) return;
    sum.value = std::move(*value);
    sum.dims = y->dims;
  }
  y->value = std::move(sum.value);
}

void compare(Evaluation& e) {
  const Comparison& f = comparisons().at(e.operation().type());
  const Tensor* a = e.known(0);
  const Tensor* b = e.known(1);
  Tensor* y = e.output(0);
  if (a == nullptr || b == nullptr || y == nullptr || y->dims.size() < std::max(a->dims.size(), b->dims.size())) return;
  const bool integers = holds_integers(a->type);
  if (integers != holds_integers(b->type)) return;
  const auto left = broadcast_indices(a->dims, y->dims), right = broadcast_indices(b->dims, y->dims);
  if (left.size() != right.size()) return;
  TensorValue value;
  value.known = true;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool holds = integers ? f.integers(a->value.integers[left[i]], b->value.integers[right[i]])
                                : f.reals(a->value.reals[left[i]], b->value.reals[right[i]]);
    value.integers.push_back(holds ? 1 : 0);
  }
  y->value = std::move(value);
}

void where(Evaluation& e) {
  const Tensor* condition = e.known(0);
  const Tensor* a = e.known(1);
  const Tensor* b = e.known(2);
  Tensor* y = e.output(0);
  if (condition == nullptr || a == nullptr || b == nullptr || y == nullptr) return;
  const std::size_t rank = y->dims.size();
  if (rank < condition->dims.size() || rank < a->dims.size() || rank < b->dims.size()) return;
  const bool integers = holds_integers(y->type);
  if (integers != holds_integers(a->type) || integers != holds_integers(b->type)) return;
  const auto choice = broadcast_indices(condition->dims, y->dims);
  const auto left = broadcast_indices(a->dims, y->dims), right = broadcast_indices(b->dims, y->dims);
  if (choice.size() != left.size() || choice.size() != right.size()) return;
  TensorValue value;
  value.known = true;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const bool first = condition->value.integers[choice[i]] != 0;
    if (integers)
      value.integers.push_back(first ? a->value.integers[left[i]] : b->value.integers[right[i]]);
    else
      value.reals.push_back(first ? a->value.reals[left[i]] : b->value.reals[right[i]]);
  }
  y->value = std::move(value);
}

struct Unary {
  std::int64_t (*integers)(std::int64_t);
  double (*reals)(double);
};

const std::unordered_map<std::string_view, Unary>& unaries() {
  static const std::unordered_map<std::string_view, Unary> table{
      {"Neg", {[](std::int64_t v) { return wrapping_subtract(0, v); }, [](double v) { return -v; }}},
      {"Abs",
       {[](std::int64_t v) { return v < 0 ? wrapping_subtract(0, v) : v; }, [](double v) { return v < 0.0 ? -v : v; }}},
      {"Sign",
       {[](std::int64_t v) { return static_cast<std::int64_t>((v > 0) - (v < 0)); },
        [](double v) { return static_cast<double>((v > 0.0) - (v < 0.0)); }}},
      {"Relu",
       {[](std::int64_t v) { return std::max<std::int64_t>(v, 0); }, [](double v) { return std::max(v, 0.0); }}},
      {"Not", {[](std::int64_t v) { return static_cast<std::int64_t>(v == 0); }, nullptr}},
      {"Floor", {nullptr, [](double v) { return std::floor(v); }}},
      {"Ceil", {nullptr, [](double v) { return std::ceil(v); }}},
      {"Round", {nullptr, [](double v) { return std::nearbyint(v); }}},
      {"Sqrt", {nullptr, [](double v) { return std::sqrt(v); }}},
      {"Reciprocal", {nullptr, [](double v) { return 1.0 / v; }}},
  };
  return table;
}

void unary(Evaluation& e) {
  const Unary& f = unaries().at(e.operation().type());
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || (holds_integers(x->type) ? f.integers == nullptr : f.reals == nullptr)) return;
  TensorValue value;
  value.known = true;
  for (const std::int64_t v : x->value.integers) value.integers.push_back(f.integers(v));
  for (const double v : x->value.reals) value.reals.push_back(f.reals(v));
  y->value = std::move(value);
}

struct Reduction {
  std::int64_t start_integer;
  double start_real;
  Binary step;
};

const std::unordered_map<std::string_view, Reduction>& reductions() {
  constexpr auto kInfinity = std::numeric_limits<double>::infinity();
  static const std::unordered_map<std::string_view, Reduction> table{
      {"ReduceSum", {0, 0.0, binaries().at("Add")}},
      {"ReduceProd", {1, 1.0, binaries().at("Mul")}},
      {"ReduceMax", {std::numeric_limits<std::int64_t>::min(), -kInfinity, binaries().at("Max")}},
      {"ReduceMin", {std::numeric_limits<std::int64_t>::max(), kInfinity, binaries().at("Min")}},
  };
  return table;
}

void reduce(Evaluation& e) {
  const Reduction& f = reductions().at(e.operation().type());
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || (e.input(1) != nullptr && e.known(1) == nullptr)) return;
  const std::size_t rank = x->dims.size();
  std::vector<bool> reduced(rank, false);
  const auto axes = axes_of(e, 1);
  const bool all = !axes || axes->empty();
  if (all && e.operation().integer("noop_with_empty_axes", 0) != 0) return;
  if (all) reduced.assign(rank, true);
  for (const std::int64_t a : all ? std::vector<std::int64_t>{} : *axes) {
    const auto axis = axis_index(a, rank);
    if (!axis) return;
    reduced[*axis] = true;
  }
  std::vector<std::int64_t> kept = x->dims;
  for (std::size_t i = 0; i < rank; ++i) {
    if (reduced[i]) kept[i] = 1;
  }
  const auto count = static_cast<std::size_t>(element_count(y->dims));
  if (element_count(kept) != static_cast<std::int64_t>(count)) return;
  const auto target = broadcast_indices(kept, x->dims);
  TensorValue value;
  value.known = true;
  if (holds_integers(x->type))
    value.integers.assign(count, f.start_integer);
  else
    value.reals.assign(count, f.start_real);
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (holds_integers(x->type))
      value.integers[target[i]] = *f.step.integers(value.integers[target[i]], x->value.integers[i]);
    else
      value.reals[target[i]] = *f.step.reals(value.reals[target[i]], x->value.reals[i]);
  }
  y->value = std::move(value);
}

void clip(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || !holds_integers(x->type)) return;
  y->value = x->value;
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    if (e.input(i) == nullptr) continue;
    const Tensor* bound = e.known(i);
    if (bound == nullptr || bound->value.integers.size() != 1) {
      y->value = {};
      return;
    }
    for (std::int64_t& v : y->value.integers)
      v = i == 1 ? std::max(v, bound->value.integers[0]) : std::min(v, bound->value.integers[0]);
  }
}

void cumulative_sum(Evaluation& e) {
  const Tensor* x = e.known(0);
  Tensor* y = e.output(0);
  if (x == nullptr || y == nullptr || x->dims.size() != 1 || !holds_integers(x->type)) return;
  if (e.operation().integer("exclusive", 0) != 0 || e.operation().integer("reverse", 0) != 0) return;
  y->value = x->value;
  for (std::size_t i = 1; i < y->value.integers.size(); ++i)
    y->value.integers[i] = wrapping_add(y->value.integers[i], y->value.integers[i - 1]);
}

}  // namespace

Evaluator find_arithmetic_evaluator(std::string_view type) {
  if (binaries().count(type) > 0) return binary;
  if (comparisons().count(type) > 0) return compare;
  if (unaries().count(type) > 0) return unary;
  if (reductions().count(type) > 0) return reduce;
  if (type == "Where") return where;
  if (type == "Clip") return clip;
  if (type == "CumSum") return cumulative_sum;
  return nullptr;
}

}  // namespace whichchip::model
