// Which tensors are known before the model runs, and which nodes therefore cost nothing.
#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "model/infer.h"

namespace whichchip::model {
namespace {

using Names = std::unordered_set<std::string_view>;

const Names& random_operators() {
  static const Names names{"RandomNormal",      "RandomNormalLike", "RandomUniform",
                           "RandomUniformLike", "Multinomial",      "Bernoulli"};
  return names;
}

// A quantised weight stays quantised in memory: unpacking it is work of the operator that uses it.
const Names& dequantizers() {
  static const Names names{"DequantizeLinear", "QuantizeLinear", "DynamicQuantizeLinear", "DequantizeBFP",
                           "DequantizeWithOrder"};
  return names;
}

// Their output shape is that of their first input, however much the others depend on data.
const Names& shaped_like_first_input() {
  static const Names names{"ScatterND", "ScatterElements", "Scatter", "TensorScatter", "Trilu", "CumSum"};
  return names;
}

}  // namespace

bool Inference::inherits_data_dependence(const Operation& operation) const {
  const std::size_t relevant = shaped_like_first_input().count(operation.type()) > 0 ? 1 : operation.inputs.size();
  for (std::size_t i = 0; i < std::min(relevant, operation.inputs.size()); ++i) {
    if (operation.inputs[i] != kAbsent && guessed_[static_cast<std::size_t>(operation.inputs[i])]) return true;
  }
  return false;
}

void Inference::classify(const Operation& operation, const Result& result, Node& node) {
  bool constant = result.understood && result.failure.empty() && random_operators().count(operation.type()) == 0;
  bool from_shape = operation.is("Shape") || operation.is("Size");
  bool stays_work = dequantizers().count(operation.type()) > 0;
  bool values_known = !operation.outputs.empty();
  for (const int input : operation.inputs) {
    if (input == kAbsent) continue;
    const auto index = static_cast<std::size_t>(input);
    constant = constant && graph_.tensors[index].kind == TensorKind::weight;
    from_shape = from_shape || from_shape_[index];
    stays_work = stays_work || unfolded_[index];
  }
  for (const int output : operation.outputs) {
    if (output != kAbsent) values_known = values_known && tensor(output).value.known;
  }
  const bool source = operation.is("Constant") || operation.is("ConstantOfShape");
  // Without inputs everything is constant, and the model itself would fold away.
  if (!has_inputs_ && !source && !values_known) constant = false;
  const bool known = constant || (values_known && result.understood);
  if (!known) return;
  node.folded = values_known || !stays_work;
  for (const int output : operation.outputs) {
    if (output == kAbsent) continue;
    Tensor& out = tensor(output);
    out.kind = TensorKind::weight;
    from_shape_[static_cast<std::size_t>(output)] = from_shape;
    unfolded_[static_cast<std::size_t>(output)] = !node.folded;
    const bool filled = operation.is("ConstantOfShape") && !from_shape && is_floating(out.type);
    out.is_initializer = operation.is("Constant") || filled;
  }
}

// Hidden states (…, S, D) that meet a constant (…, L, D) with L < S: learned positions for at most L tokens.
void Inference::note_sequence_limit(const Operation& operation) {
  if (!operation.is("Add") || operation.inputs.size() != 2 || sequence_limit_) return;
  for (std::size_t i = 0; i < 2; ++i) {
    if (operation.inputs[i] == kAbsent || operation.inputs[1 - i] == kAbsent) return;
    const Tensor& states = tensor(operation.inputs[i]);
    const Tensor& positions = tensor(operation.inputs[1 - i]);
    if (states.dims.size() < 2 || positions.dims.size() < 2 || positions.kind != TensorKind::weight) continue;
    const std::int64_t length = states.dims[states.dims.size() - 2], most = positions.dims[positions.dims.size() - 2];
    if (most > 1 && most < length && symbols_.is_default_sequence(length)) sequence_limit_ = most;
  }
}

}  // namespace whichchip::model
