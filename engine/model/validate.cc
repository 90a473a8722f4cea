#include "model/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "core/integer.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kLargestNumber = std::int64_t{1} << 40;
constexpr std::int64_t kLargestExtent = std::int64_t{1} << 31;

using Reason = std::optional<std::string>;

class Check {
 public:
  Check(const Operation& operation, const std::vector<Tensor>& tensors) : operation_(operation), tensors_(tensors) {}

  const Tensor* input(std::size_t index) const {
    if (index >= operation_.inputs.size() || operation_.inputs[index] == kAbsent) return nullptr;
    return &tensors_[static_cast<std::size_t>(operation_.inputs[index])];
  }
  const Operation& operation() const { return operation_; }

  Reason extents(std::string_view attribute, std::int64_t smallest) const {
    const auto values = operation_.integers(attribute);
    if (!values) return std::nullopt;
    for (const std::int64_t value : *values) {
      if (value < smallest || value > kLargestExtent) return std::string(attribute) + " holds " + std::to_string(value);
    }
    return std::nullopt;
  }
  Reason number(std::string_view attribute, std::int64_t smallest, std::int64_t fallback) const {
    const std::int64_t value = operation_.integer(attribute, fallback);
    if (value >= smallest && value <= kLargestExtent) return std::nullopt;
    return std::string(attribute) + " is " + std::to_string(value);
  }

 private:
  const Operation& operation_;
  const std::vector<Tensor>& tensors_;
};

Reason first_of(std::initializer_list<Reason> reasons) {
  for (const Reason& reason : reasons) {
    if (reason) return reason;
  }
  return std::nullopt;
}

Reason check_window(const Check& check) {
  return first_of({check.extents("kernel_shape", 1), check.extents("strides", 1), check.extents("dilations", 1),
                   check.extents("pads", 0)});
}

// `weight` is the index of the weight input; transposed convolutions store (in, out/group, …), others (out, in/group,
// …).
Reason check_convolution(const Check& check, std::size_t weight, bool transposed) {
  if (Reason reason = first_of({check_window(check), check.number("group", 1, 1), check.extents("output_shape", 1)}))
    return reason;
  const Tensor* x = check.input(0);
  const Tensor* w = check.input(weight);
  const std::int64_t group = check.operation().integer("group", 1);
  if (x == nullptr || w == nullptr || !x->has_rank || !w->has_rank) return std::nullopt;
  if (x->dims.size() < 2 || w->dims.size() != x->dims.size()) {
    return "its weight has shape " + to_text(w->dims) + " and its input " + to_text(x->dims);
  }
  for (std::size_t i = 2; i < w->dims.size(); ++i) {
    if (w->dims[i] == 0) return std::string("its kernel is empty");
  }
  const std::int64_t channels = x->dims[1];
  if (w->dims[0] >= 0 && w->dims[0] % group != 0) {
    return "group " + std::to_string(group) + " does not divide the weight's " + std::to_string(w->dims[0]) +
           " channels";
  }
  const std::int64_t expected =
      transposed ? w->dims[0] : core::saturating_multiply(std::max<std::int64_t>(0, w->dims[1]), group);
  const bool known = channels >= 0 && w->dims[transposed ? 0 : 1] >= 0;
  if (known && expected != channels) {
    return "its input has " + std::to_string(channels) + " channels where its weight " + to_text(w->dims) +
           " with group " + std::to_string(group) + " needs " + std::to_string(expected);
  }
  return std::nullopt;
}

Reason check_scales(const Check& check, const std::vector<double>& scales) {
  const Tensor* x = check.input(0);
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const double extent =
        x != nullptr && i < x->dims.size() ? static_cast<double>(std::max<std::int64_t>(1, x->dims[i])) : 1.0;
    // Written so that not-a-number fails, too.
    if (!(scales[i] > 0.0 && scales[i] * extent < static_cast<double>(kLargestNumber)))
      return std::string("a scale is not usable");
  }
  return std::nullopt;
}

Reason check_resize(const Check& check) {
  std::vector<double> scales;
  if (const auto* attribute = check.operation().attribute("scales"))
    scales.assign(attribute->floats().begin(), attribute->floats().end());
  if (Reason reason = check_scales(check, scales)) return reason;
  for (const std::size_t index : {std::size_t{1}, std::size_t{2}}) {
    const Tensor* tensor = check.input(index);
    if (tensor == nullptr || !tensor->value.known || !is_floating(tensor->type)) continue;
    const bool is_roi = index == 1 && check.operation().inputs.size() > 2;
    if (is_roi) continue;
    if (Reason reason = check_scales(check, tensor->value.reals)) return reason;
  }
  return std::nullopt;
}

Reason check_tile(const Check& check) {
  const Tensor* x = check.input(0);
  const Tensor* repeats = check.input(1);
  if (x == nullptr || repeats == nullptr || !repeats->value.known) return std::nullopt;
  const auto& counts = repeats->value.integers;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::int64_t extent = i < x->dims.size() ? std::max<std::int64_t>(1, x->dims[i]) : 1;
    if (counts[i] < 0 || core::saturating_multiply(counts[i], extent) > kLargestNumber) {
      return "it repeats a dimension " + std::to_string(counts[i]) + " times";
    }
  }
  return std::nullopt;
}

Reason check_target_shape(const Check& check, std::size_t index) {
  const Tensor* shape = check.input(index);
  std::vector<std::int64_t> target;
  if (shape != nullptr && shape->value.known)
    target = shape->value.integers;
  else if (const auto attribute = check.operation().integers("shape"))
    target = *attribute;
  if (is_sane(target)) return std::nullopt;
  return "its target shape " + to_text(target) + " is impossible";
}

Reason check_split(const Check& check) {
  if (check.operation().has("num_outputs")) return check.number("num_outputs", 1, 1);
  if (check.operation().outputs.empty()) return std::string("it has no outputs");
  return check.extents("split", 0);
}

Reason check_block(const Check& check) { return check.number("blocksize", 1, 0); }

Reason check_normalized_group(const Check& check) { return check.number("num_groups", 1, 1); }

Reason check_stft(const Check& check) {
  const Tensor* step = check.input(1);
  if (step != nullptr && step->value.known && (step->value.integers.empty() || step->value.integers[0] <= 0)) {
    return std::string("its frame step is not positive");
  }
  return std::nullopt;
}

Reason check_range(const Check& check) {
  const Tensor* delta = check.input(2);
  if (delta == nullptr || !delta->value.known) return std::nullopt;
  const bool zero =
      std::all_of(delta->value.integers.begin(), delta->value.integers.end(), [](std::int64_t v) { return v == 0; }) &&
      std::all_of(delta->value.reals.begin(), delta->value.reals.end(),
                  [](double v) { return !(v != 0.0) || !std::isfinite(v); });
  if (zero) return std::string("its step is zero");
  return std::nullopt;
}

// The library reads as many dimensions of an operand as its term has letters, before it compares them with the rank.
Reason check_einsum(const Check& check) {
  constexpr std::string_view kEllipsis = "...";
  const std::string equation = check.operation().text("equation", "");
  std::string_view terms = std::string_view(equation).substr(0, equation.find("->"));
  std::optional<std::size_t> elided;  // dimensions that an ellipsis stands for, in all operands the same
  for (std::size_t i = 0;; ++i) {
    const std::string_view term = terms.substr(0, terms.find(','));
    const auto letters = static_cast<std::size_t>(std::count_if(
        term.begin(), term.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }));
    const bool open = term.find(kEllipsis) != std::string_view::npos;
    const Tensor* operand = check.input(i);
    if (operand != nullptr && operand->has_rank) {
      const std::size_t rank = operand->dims.size();
      const bool fits = open ? letters <= rank && elided.value_or(rank - letters) == rank - letters : letters == rank;
      if (!fits) return "its equation does not fit the rank of operand " + std::to_string(i);
      if (open) elided = rank - letters;
    }
    if (term.size() == terms.size()) return std::nullopt;
    terms.remove_prefix(term.size() + 1);
  }
}

using Rule = Reason (*)(const Check&);

const std::unordered_map<std::string_view, Rule>& rules() {
  static const std::unordered_map<std::string_view, Rule> table{
      {"Conv", [](const Check& c) { return check_convolution(c, 1, false); }},
      {"FusedConv", [](const Check& c) { return check_convolution(c, 1, false); }},
      {"ConvInteger", [](const Check& c) { return check_convolution(c, 1, false); }},
      {"DeformConv", [](const Check& c) { return check_convolution(c, 1, false); }},
      {"QLinearConv", [](const Check& c) { return check_convolution(c, 3, false); }},
      {"ConvTranspose", [](const Check& c) { return check_convolution(c, 1, true); }},
      {"MaxPool", check_window},
      {"AveragePool", check_window},
      {"LpPool", check_window},
      {"MaxUnpool", check_window},
      {"Resize", check_resize},
      {"Upsample", check_resize},
      {"Tile", check_tile},
      {"Expand", [](const Check& c) { return check_target_shape(c, 1); }},
      {"Reshape", [](const Check& c) { return check_target_shape(c, 1); }},
      {"ConstantOfShape", [](const Check& c) { return check_target_shape(c, 0); }},
      {"Split", check_split},
      {"SpaceToDepth", check_block},
      {"DepthToSpace", check_block},
      {"GroupNormalization", check_normalized_group},
      {"STFT", check_stft},
      {"Range", check_range},
      {"Einsum", check_einsum},
  };
  return table;
}

// Slicing by "to the end" and "as many boxes as there are" are written as the largest integer; constants may hold
// anything.
bool may_hold_any_number(const Operation& operation) {
  return operation.is("Slice") || operation.is("Constant") || operation.is("Range") || operation.is("Clip") ||
         operation.is("NonMaxSuppression");
}

Reason check_magnitudes(const Check& check) {
  const Operation& operation = check.operation();
  const auto fits = [](std::int64_t value) { return value >= -kLargestNumber && value <= kLargestNumber; };
  for (const auto& [name, attribute] : operation.attributes()) {
    const bool fine = fits(attribute->i()) && std::all_of(attribute->ints().begin(), attribute->ints().end(), fits);
    if (!fine) return "attribute '" + std::string(name) + "' holds an impossibly large number";
  }
  // The first input holds data; those behind it hold shapes, axes, counts.
  for (std::size_t i = 1; i < operation.inputs.size() && i < 8; ++i) {
    const Tensor* tensor = check.input(i);
    if (tensor == nullptr || tensor->type != DataType::int64 || !tensor->value.known) continue;
    if (!std::all_of(tensor->value.integers.begin(), tensor->value.integers.end(), fits))
      return std::string("an input holds an impossibly large number");
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> validate(const Operation& operation, const std::vector<Tensor>& tensors) {
  const Check check(operation, tensors);
  for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
    const Tensor* tensor = check.input(i);
    if (tensor != nullptr && !is_sane(tensor->dims))
      return "its input '" + tensor->name + "' has the impossible shape " + to_text(tensor->dims);
  }
  if (!may_hold_any_number(operation)) {
    // Arithmetic on large numbers is harmless: only shapes made of them are not.
    static const std::array<std::string_view, 12> kShapeFree{"Add", "Sub",   "Mul",   "Div",     "Mod",  "Min",
                                                             "Max", "Where", "Equal", "Greater", "Less", "Concat"};
    if (std::find(kShapeFree.begin(), kShapeFree.end(), operation.type()) == kShapeFree.end()) {
      if (Reason reason = check_magnitudes(check)) return reason;
    }
  }
  const auto rule = rules().find(operation.type());
  return rule == rules().end() ? std::nullopt : rule->second(check);
}

std::optional<std::string> validate_against(const onnx::OpSchema& schema, const Operation& operation) {
  const auto inputs = static_cast<int>(operation.inputs.size());
  if (inputs < schema.min_input()) {
    return "it has " + std::to_string(inputs) + " inputs where " + std::to_string(schema.min_input()) + " are needed";
  }
  // Exporters leave the regions of Resize empty although its older versions ask for them.
  for (int i = 0; i < schema.min_input() && !operation.is("Resize"); ++i) {
    if (operation.inputs[static_cast<std::size_t>(i)] == kAbsent)
      return "its input " + std::to_string(i) + " is missing";
  }
  for (const auto& [name, formal] : schema.attributes()) {
    const auto* given = operation.attribute(name);
    if (given == nullptr) {
      if (formal.required) return "its attribute " + name + " is missing";
    } else if (given->has_type() && given->type() != formal.type) {
      return "its attribute " + name + " is of the wrong kind";
    }
  }
  return std::nullopt;
}

}  // namespace whichchip::model
