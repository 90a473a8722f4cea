// Shape rules of our own: for operators that the ONNX library does not know (ONNX Runtime's contributed ones, and those
// of newer opsets), and for those whose output shape depends on input values, where the library says nothing and we
// bound it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/graph.h"
#include "model/library.h"
#include "model/operation.h"

namespace whichchip::model {

// Thrown by a rule that cannot tell the shapes.
struct RuleFailure {
  std::string reason;
};

using Dims = std::vector<std::int64_t>;
// How many elements the user says that an operator gives, of at most so many; empty when nothing is said.
using GivenCount = std::function<std::optional<std::int64_t>(std::int64_t most)>;

class RuleContext {
 public:
  RuleContext(const Operation& operation, const std::vector<Tensor>& tensors, const CompoundTypes& compounds,
              GivenCount given)
      : operation_(operation),
        tensors_(tensors),
        compounds_(compounds),
        given_(std::move(given)),
        outputs_(operation.outputs.size()) {}

  const Operation& operation() const { return operation_; }
  std::size_t input_count() const { return operation_.inputs.size(); }
  // Null when the input is not given.
  const Tensor* input(std::size_t index) const;
  // Null when the input is a tensor or not given.
  const Compound* compound(std::size_t index) const;
  // An input with a rank of at least `rank`; else RuleFailure.
  const Tensor& ranked(std::size_t index, std::size_t rank = 0) const;
  // A dimension counted from the end when negative; kUnknown when out of range.
  static std::int64_t dim(const Tensor& tensor, std::int64_t axis);
  // A required positive attribute; else RuleFailure.
  std::int64_t positive(const char* attribute) const;
  // Ignored when the node does not ask for the output.
  void set(std::size_t output, DataType type, Dims dims);
  void same(std::size_t output, const Tensor& tensor) { set(output, tensor.type, tensor.dims); }
  // As sequence_of().
  void set_sequence(std::size_t output, DataType type, std::vector<SequenceRun> runs);
  void set_value(std::size_t output, TensorValue value);
  // As many as the user says, else the most that there can be, which depends on input values.
  std::int64_t count_of(std::int64_t most);
  // Declares the dims of the outputs a bound that depends on input values.
  void mark_data_dependent() { data_dependent_ = true; }

  std::vector<InferredOutput>& outputs() { return outputs_; }
  bool data_dependent() const { return data_dependent_; }

 private:
  const Operation& operation_;
  const std::vector<Tensor>& tensors_;
  const CompoundTypes& compounds_;
  GivenCount given_;
  std::vector<InferredOutput> outputs_;
  bool data_dependent_ = false;
};

using ShapeRule = void (*)(RuleContext&);

// Rules that go before the library's; null when the library is right.
ShapeRule find_data_dependent_rule(const Operation& operation, const std::vector<Tensor>& tensors);
// Rules for operators whose schema in the library has no inference; null when there is none.
ShapeRule find_filler_rule(const Operation& operation);
// Rules for sequences of tensors, which follow what stands in them; null for other operators.
ShapeRule find_sequence_rule(const Operation& operation);
// Rules for what the library does not know; null when we do not know it either.
ShapeRule find_contributed_rule(const Operation& operation);
ShapeRule find_attention_rule(const std::string& type);
ShapeRule find_quantized_rule(const std::string& type);

// A sequence of these tensors; equal neighbours become one run. RuleFailure when they have more different shapes than
// anyone needs.
Compound sequence_of(DataType type, std::vector<SequenceRun> runs);
// Of the tensors in a sequence, or in an optional one.
DataType element_type(const Compound& sequence);
// Tensors in a sequence, and elements in all of them (kUnknown when a dimension is).
std::int64_t sequence_length(const std::vector<SequenceRun>& runs);
std::int64_t element_count(const std::vector<SequenceRun>& runs);

// Unknown-aware arithmetic on dimensions.
std::int64_t plus(std::int64_t a, std::int64_t b);
std::int64_t times(std::int64_t a, std::int64_t b);
// Numpy's rule; RuleFailure when the dims do not match.
Dims broadcast(const Dims& a, const Dims& b);
// Numpy's matmul on dims, operands optionally transposed.
Dims matmul_dims(Dims a, Dims b, bool transpose_a, bool transpose_b);
// One spatial extent after sliding a window over it.
std::int64_t window_extent(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                           std::int64_t pads, bool round_up);

}  // namespace whichchip::model
