// Operators that the ONNX library has schemas for, but no inference, or one that says too little: those of the first
// opsets, functions, classic learning.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "model/shape_rules.h"
#include "model/tensor_values.h"

namespace whichchip::model {
namespace {

void like_first(RuleContext& c) { c.same(0, c.ranked(0)); }

void compare(RuleContext& c) { c.set(0, DataType::boolean, broadcast(c.ranked(0).dims, c.ranked(1).dims)); }

void to_float(RuleContext& c) { c.set(0, DataType::float32, c.ranked(0).dims); }

// The label of each row of features, and a score for every class.
void classifier(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  const std::int64_t rows = x.dims.size() == 1 ? 1 : x.dims[0];
  std::int64_t classes = 0;
  for (const char* labels : {"classlabels_int64s", "classlabels_ints", "classlabels_strings"}) {
    const onnx::AttributeProto* found = c.operation().attribute(labels);
    if (found == nullptr || found->ints_size() + found->strings_size() == 0) continue;
    classes = found->ints_size() + found->strings_size();
    c.set(0, found->strings_size() > 0 ? DataType::string : DataType::int64, {rows});
  }
  if (classes == 0) throw RuleFailure{"it names no classes"};
  c.set(1, DataType::float32, {rows, classes});
}

// Columns chosen by their numbers; of a vector, one row of them.
void extract_features(RuleContext& c) {
  Dims dims = c.ranked(0, 1).dims;
  const std::int64_t chosen = element_count(c.ranked(1).dims);
  if (dims.size() == 1) dims.insert(dims.begin(), 1);
  dims.back() = chosen;
  c.set(0, c.ranked(0).type, std::move(dims));
}

// One row of targets for each row of features.
void regressor(RuleContext& c) {
  const Tensor& x = c.ranked(0, 1);
  const char* attribute = c.operation().type() == "LinearRegressor" ? "targets" : "n_targets";
  c.set(0, DataType::float32, {x.dims.size() == 1 ? 1 : x.dims[0], c.operation().integer(attribute, 1)});
}

void feature_vectorizer(RuleContext& c) {
  std::int64_t width = 0;
  for (std::size_t i = 0; i < c.input_count(); ++i) width = plus(width, RuleContext::dim(c.ranked(i), -1));
  c.set(0, DataType::float32, {c.ranked(0).dims.size() > 1 ? c.ranked(0).dims[0] : 1, width});
}

// Opset 1: the target type is a word.
void cast_by_name(RuleContext& c) {
  static const std::unordered_map<std::string_view, DataType> types{
      {"FLOAT", DataType::float32},  {"UINT8", DataType::uint8},   {"INT8", DataType::int8},
      {"UINT16", DataType::uint16},  {"INT16", DataType::int16},   {"INT32", DataType::int32},
      {"INT64", DataType::int64},    {"BOOL", DataType::boolean},  {"FLOAT16", DataType::float16},
      {"DOUBLE", DataType::float64}, {"UINT32", DataType::uint32}, {"UINT64", DataType::uint64},
  };
  const auto found = types.find(c.operation().text("to", ""));
  c.set(0, found == types.end() ? DataType::undefined : found->second, c.ranked(0).dims);
}

// Opset 1: the target shape is an attribute.
void reshape_by_attribute(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  Dims dims = c.operation().integers("shape").value_or(Dims{});
  std::int64_t rest = element_count(x.dims);
  std::int64_t* open = nullptr;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 0) dims[i] = i < x.dims.size() ? x.dims[i] : 0;
    if (dims[i] == -1)
      open = &dims[i];
    else if (dims[i] > 0 && rest >= 0)
      rest /= dims[i];
  }
  if (open != nullptr) *open = rest;
  c.set(0, x.type, dims);
}

void concat(RuleContext& c) {
  Dims dims = c.ranked(0, 1).dims;
  std::int64_t axis = c.operation().integer("axis", 1);
  if (axis < 0 || axis >= static_cast<std::int64_t>(dims.size())) throw RuleFailure{"its axis is out of range"};
  const auto at = static_cast<std::size_t>(axis);
  for (std::size_t i = 1; i < c.input_count(); ++i) dims[at] = plus(dims[at], c.ranked(i, at + 1).dims[at]);
  c.set(0, c.ranked(0).type, dims);
}

void pad(RuleContext& c) {
  const Tensor& x = c.ranked(0);
  const Dims pads = c.operation().integers("paddings").value_or(Dims{});
  if (pads.size() != 2 * x.dims.size()) throw RuleFailure{"its paddings do not fit its input"};
  Dims dims = x.dims;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 0) dims[i] += pads[i] + pads[i + dims.size()];
  }
  c.set(0, x.type, dims);
}

void upsample_first(RuleContext& c) {
  const Tensor& x = c.ranked(0, 4);
  const double height = c.operation().real("height_scale", 0.0), width = c.operation().real("width_scale", 0.0);
  const bool usable = height > 0.0 && width > 0.0 && height < 65536.0 && width < 65536.0;
  if (!usable || x.dims[2] < 0 || x.dims[3] < 0) throw RuleFailure{"its scales are not known"};
  c.set(0, x.type,
        {x.dims[0], x.dims[1], static_cast<std::int64_t>(static_cast<double>(x.dims[2]) * height),
         static_cast<std::int64_t>(static_cast<double>(x.dims[3]) * width)});
}

}  // namespace

ShapeRule find_filler_rule(const Operation& operation) {
  static const std::unordered_map<std::string_view, ShapeRule> standard{
      {"GreaterOrEqual", compare},
      {"LessOrEqual", compare},
      {"GroupNormalization", like_first},
      {"MeanVarianceNormalization", like_first},
      {"Cast", cast_by_name},
      {"Reshape", reshape_by_attribute},
      {"Concat", concat},
      {"Pad", pad},
      {"Upsample", upsample_first},
  };
  static const std::unordered_map<std::string_view, ShapeRule> learning{
      {"SVMRegressor", regressor},
      {"LinearRegressor", regressor},
      {"TreeEnsembleRegressor", regressor},
      {"SVMClassifier", classifier},
      {"LinearClassifier", classifier},
      {"TreeEnsembleClassifier", classifier},
      {"ArrayFeatureExtractor", extract_features},
      {"Scaler", to_float},
      {"Normalizer", to_float},
      {"Imputer", like_first},
      {"FeatureVectorizer", feature_vectorizer},
  };
  const auto& table = operation.is_standard() ? standard : learning;
  if (!operation.is_standard() && operation.domain() != "ai.onnx.ml") return nullptr;
  const auto found = table.find(operation.type());
  return found == table.end() ? nullptr : found->second;
}

}  // namespace whichchip::model
