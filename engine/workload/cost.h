// What a cost rule sees of a node, and what it says. Internal to workload/.
//
// A rule asks NodeView for the shapes that its formula needs; a shape that is not known ends the rule with NotKnown,
// and the operator becomes `unknown` with that reason, never zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/integer.h"
#include "model/graph.h"
#include "workload/operator_rules.h"

namespace whichchip::workload {

using Dims = std::vector<std::int64_t>;

struct NotKnown {
  std::string reason;
};

struct Cost {
  OperatorKind kind = OperatorKind::unknown;
  std::vector<MatrixWork> matrix;
  std::int64_t vector_ops = 0, transcendental_ops = 0;
  bool own_traffic = false;  // `reads` and `writes` are given; else every data input and every output moves once
  Accesses reads, writes;
  bool integer_arithmetic = false;
  int alias = model::kAbsent;  // a view whose first output shares this tensor's storage
  std::vector<std::string> assumptions;
};

std::int64_t times(std::int64_t a, std::int64_t b);
template <typename... Rest>
std::int64_t times(std::int64_t a, std::int64_t b, Rest... rest) {
  return times(times(a, b), rest...);
}
inline std::int64_t plus(std::int64_t a, std::int64_t b) { return core::saturating_add(a, b); }
std::int64_t product(const Dims& dims, std::size_t first = 0, std::size_t last = static_cast<std::size_t>(-1));

class NodeView {
 public:
  NodeView(const model::Graph& graph, const model::Node& node) : graph_(graph), node_(node) {}

  const model::Node& node() const { return node_; }
  const model::Graph& graph() const { return graph_; }

  std::size_t input_count() const { return node_.inputs.size(); }
  std::size_t output_count() const { return node_.outputs.size(); }
  bool has_input(std::size_t i) const { return i < node_.inputs.size() && node_.inputs[i] != model::kAbsent; }
  bool has_output(std::size_t i) const { return i < node_.outputs.size() && node_.outputs[i] != model::kAbsent; }

  // All of these throw NotKnown when the operand is absent or its shape is not known.
  const model::Tensor& input(std::size_t i) const;
  const model::Tensor& output(std::size_t i) const;
  const Dims& input_dims(std::size_t i) const;
  const Dims& output_dims(std::size_t i) const;
  std::int64_t input_elements(std::size_t i) const;
  std::int64_t output_elements(std::size_t i) const;

  bool input_is_weight(std::size_t i) const { return has_input(i) && input(i).kind == model::TensorKind::weight; }
  // The values of a small integer input, when they are known.
  std::optional<Dims> input_integers(std::size_t i) const;
  // The value of a one-element input of either type.
  std::optional<double> input_scalar(std::size_t i) const;

  Access read(std::size_t i) const { return {input_index(i), input_elements(i)}; }
  Access read(std::size_t i, std::int64_t elements) const { return {input_index(i), elements}; }
  Access write(std::size_t i) const { return {output_index(i), output_elements(i)}; }
  Access write(std::size_t i, std::int64_t elements) const { return {output_index(i), elements}; }
  // Adds the read of an operand that may be absent or of unknown shape.
  void read_if_given(std::size_t i, Accesses& reads) const;
  void write_if_given(std::size_t i, Accesses& writes) const;

  bool has_attribute(std::string_view name) const { return node_.attributes.contains(name); }
  std::int64_t integer(std::string_view name, std::int64_t fallback) const;
  // A count that a formula divides by or multiplies with: at least 1, else NotKnown.
  std::int64_t positive(std::string_view name, std::int64_t fallback) const;
  double real(std::string_view name, double fallback) const;
  std::string text(std::string_view name, std::string_view fallback) const;
  Dims integers(std::string_view name) const;

 private:
  int input_index(std::size_t i) const;
  int output_index(std::size_t i) const;

  const model::Graph& graph_;
  const model::Node& node_;
};

// Operands that only parametrise an operator (shapes, axes, scales of a Resize) are small integers known beforehand.
bool is_parameter_operand(const model::Tensor& tensor);

// The families. Each file counts one of them.
std::vector<OperatorRule> convolution_rules();
std::vector<OperatorRule> matrix_rules();
std::vector<OperatorRule> attention_rules();
std::vector<OperatorRule> recurrent_rules();
std::vector<OperatorRule> elementwise_rules();
std::vector<OperatorRule> normalization_rules();
std::vector<OperatorRule> reduction_rules();
std::vector<OperatorRule> spatial_rules();
std::vector<OperatorRule> movement_rules();
std::vector<OperatorRule> view_rules();
std::vector<OperatorRule> quantized_rules();
std::vector<OperatorRule> scalar_rules();
std::vector<OperatorRule> contrib_rules();

// Shared between families.
Cost count_elementwise(const NodeView& node, const OperatorRule& rule);
Cost count_movement(const NodeView& node, const OperatorRule& rule);
Cost count_view(const NodeView& node, const OperatorRule& rule);
MatrixWork convolution_work(const NodeView& node, const Dims& x, const Dims& w, const Dims& y, bool channels_last);
MatrixWork product_work(const Dims& a, const Dims& b, bool transpose_a, bool transpose_b, bool a_is_weight,
                        bool b_is_weight);

}  // namespace whichchip::workload
