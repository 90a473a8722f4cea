#include "workload/cost.h"

#include <algorithm>

namespace whichchip::workload {

namespace {

std::string ordinal(const char* what, std::size_t i) { return std::string(what) + " " + std::to_string(i); }

const Dims& known_dims(const model::Tensor& tensor, const char* what, std::size_t i) {
  if (!tensor.has_rank) throw NotKnown{"the rank of " + ordinal(what, i) + " is not known"};
  const bool known = std::all_of(tensor.dims.begin(), tensor.dims.end(), [](std::int64_t d) { return d >= 0; });
  if (!known) throw NotKnown{"the shape of " + ordinal(what, i) + " is not known"};
  return tensor.dims;
}

}  // namespace

std::int64_t times(std::int64_t a, std::int64_t b) { return core::saturating_multiply(a, b); }

std::int64_t product(const Dims& dims, std::size_t first, std::size_t last) {
  std::int64_t result = 1;
  for (std::size_t i = first; i < std::min(last, dims.size()); ++i) result = times(result, dims[i]);
  return result;
}

int NodeView::input_index(std::size_t i) const {
  if (!has_input(i)) throw NotKnown{ordinal("input", i) + " is absent"};
  return node_.inputs[i];
}

int NodeView::output_index(std::size_t i) const {
  if (!has_output(i)) throw NotKnown{ordinal("output", i) + " is absent"};
  return node_.outputs[i];
}

const model::Tensor& NodeView::input(std::size_t i) const {
  return graph_.tensors[static_cast<std::size_t>(input_index(i))];
}
const model::Tensor& NodeView::output(std::size_t i) const {
  return graph_.tensors[static_cast<std::size_t>(output_index(i))];
}
const Dims& NodeView::input_dims(std::size_t i) const { return known_dims(input(i), "input", i); }
const Dims& NodeView::output_dims(std::size_t i) const { return known_dims(output(i), "output", i); }
std::int64_t NodeView::input_elements(std::size_t i) const { return product(input_dims(i)); }
std::int64_t NodeView::output_elements(std::size_t i) const { return product(output_dims(i)); }

std::optional<Dims> NodeView::input_integers(std::size_t i) const {
  if (!has_input(i) || !input(i).value.known || model::is_floating(input(i).type)) return std::nullopt;
  return input(i).value.integers;
}

std::optional<double> NodeView::input_scalar(std::size_t i) const {
  if (!has_input(i) || !input(i).value.known) return std::nullopt;
  const model::TensorValue& value = input(i).value;
  if (value.reals.size() == 1) return value.reals[0];
  if (value.integers.size() == 1) return static_cast<double>(value.integers[0]);
  return std::nullopt;
}

void NodeView::read_if_given(std::size_t i, Accesses& reads) const {
  if (!has_input(i)) return;
  const std::int64_t elements = input(i).elements();
  if (elements >= 0) reads.push_back({node_.inputs[i], elements});
}

void NodeView::write_if_given(std::size_t i, Accesses& writes) const {
  if (!has_output(i)) return;
  const std::int64_t elements = output(i).elements();
  if (elements >= 0) writes.push_back({node_.outputs[i], elements});
}

std::int64_t NodeView::integer(std::string_view name, std::int64_t fallback) const {
  const auto found = node_.attributes.find(name);
  if (found == node_.attributes.end()) return fallback;
  const auto* value = std::get_if<std::int64_t>(&found->second);
  return value != nullptr ? *value : fallback;
}

std::int64_t NodeView::positive(std::string_view name, std::int64_t fallback) const {
  const std::int64_t value = integer(name, fallback);
  if (value < 1) throw NotKnown{"attribute " + std::string(name) + " is missing or not positive"};
  return value;
}

double NodeView::real(std::string_view name, double fallback) const {
  const auto found = node_.attributes.find(name);
  if (found == node_.attributes.end()) return fallback;
  const auto* value = std::get_if<double>(&found->second);
  return value != nullptr ? *value : fallback;
}

std::string NodeView::text(std::string_view name, std::string_view fallback) const {
  const auto found = node_.attributes.find(name);
  const auto* value = found == node_.attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
  return value != nullptr ? *value : std::string(fallback);
}

Dims NodeView::integers(std::string_view name) const {
  const auto found = node_.attributes.find(name);
  const auto* value = found == node_.attributes.end() ? nullptr : std::get_if<Dims>(&found->second);
  return value != nullptr ? *value : Dims{};
}

bool is_parameter_operand(const model::Tensor& tensor) {
  return tensor.kind == model::TensorKind::weight && tensor.value.known && model::is_integer(tensor.type) &&
         tensor.type == model::DataType::int64;
}

}  // namespace whichchip::workload
