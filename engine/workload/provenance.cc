#include "workload/provenance.h"

#include <utility>

#include "core/integer.h"
#include "workload/operator_rules.h"

namespace whichchip::workload {

namespace {

using core::saturating_multiply;

// Named factors of a product, in the order of a formula.
class Factors {
 public:
  Factors& add(const char* name, std::int64_t value) {
    names_ += (names_.empty() ? "" : "·") + std::string(name);
    values_ += (values_.empty() ? "" : "·") + std::to_string(value);
    product_ = saturating_multiply(product_, value);
    return *this;
  }
  Factors& add_if(bool shown, const char* name, std::int64_t value) { return shown ? add(name, value) : *this; }
  std::int64_t product() const { return product_; }
  std::string text() const { return names_ + " = " + values_ + " = " + std::to_string(product_); }

 private:
  std::string names_, values_;
  std::int64_t product_ = 1;
};

bool has_depth(const MatrixWork& work) { return work.in_d > 1 || work.kernel_d > 1; }

Factors convolution(const MatrixWork& work) {
  const std::int64_t kernel = saturating_multiply(work.kernel_d, saturating_multiply(work.kernel_h, work.kernel_w));
  Factors factors;
  factors.add("B", work.batch).add_if(has_depth(work), "OD", work.out_d).add("OH", work.out_h).add("OW", work.out_w);
  factors.add("OC", work.out_channels).add("(IC/g)", kernel > 0 ? work.k / kernel : 0);
  return factors.add_if(has_depth(work), "kd", work.kernel_d).add("kh", work.kernel_h).add("kw", work.kernel_w);
}

Factors transposed_convolution(const MatrixWork& work) {
  Factors factors;
  factors.add("B", work.batch).add_if(has_depth(work), "ID", work.in_d).add("IH", work.in_h).add("IW", work.in_w);
  factors.add("IC", work.in_channels).add("(OC/g)", work.groups > 0 ? work.out_channels / work.groups : 0);
  return factors.add_if(has_depth(work), "kd", work.kernel_d).add("kh", work.kernel_h).add("kw", work.kernel_w);
}

Factors product(const MatrixWork& work) {
  Factors factors;
  return factors.add_if(work.groups > 1, "groups", work.groups)
      .add_if(work.steps > 1, "steps", work.steps)
      .add("M", work.m)
      .add("N", work.n)
      .add("K", work.k);
}

Factors named_product(const MatrixWork& work, OperatorKind kind) {
  Factors factors;
  switch (work.form) {
    case MatrixWork::Form::convolution:
    case MatrixWork::Form::depthwise_convolution:
      return convolution(work);
    case MatrixWork::Form::transposed_convolution:
      return transposed_convolution(work);
    case MatrixWork::Form::attention_scores:
      return factors.add("B·H", work.groups).add("Sq", work.m).add("T", work.n).add("d", work.k);
    case MatrixWork::Form::attention_values:
      return factors.add("B·H", work.groups).add("Sq", work.m).add("dv", work.n).add("T", work.k);
    case MatrixWork::Form::recurrent:
      if (kind != OperatorKind::recurrent) return product(work);  // a state that is no cell: linear attention
      return factors.add("D", work.groups)
          .add("T", work.steps)
          .add("B", work.m)
          .add("gates·h", work.n)
          .add("(in+h)", work.k);
    default:
      return product(work);
  }
}

std::string matrix_line(const MatrixWork& work, OperatorKind kind) {
  Factors factors = named_product(work, kind);
  // A product that is no plain one of its extents (a count at the end of the number range) is shown as the GEMM it is.
  if (factors.product() != work.macs()) factors = product(work);
  return "MAC " + factors.text();
}

std::int64_t elements(const Workload& workload, const model::TensorList& tensors) {
  return tensors.empty() ? 0 : workload.tensors[static_cast<std::size_t>(tensors.front())].elements;
}

// "vector 4 per output element · 802816 = 3211264"; without a rate per element the count alone.
std::string count_line(const char* what, int rate, std::int64_t count, const Workload& workload, const Operator& op) {
  const std::string text = std::string(what) + " ";
  const std::string total = std::to_string(count);
  for (const auto& [tensors, side] : {std::pair(&op.outputs, "output"), std::pair(&op.inputs, "input")}) {
    const std::int64_t size = elements(workload, *tensors);
    if (rate > 0 && saturating_multiply(saturating_multiply(rate, size), op.repeat) == count)
      return text + std::to_string(rate) + " per " + side + " element · " + std::to_string(size) +
             (op.repeat > 1 ? " · " + std::to_string(op.repeat) + " runs" : "") + " = " + total;
  }
  return text + total;
}

// "read 150528 float32 of input = 602112 B"
std::string access_line(const char* what, const Access& access, const Workload& workload) {
  const Tensor& tensor = workload.tensors[static_cast<std::size_t>(access.tensor)];
  return std::string(what) + " " + std::to_string(access.elements) + " " + std::string(model::name(tensor.type)) +
         (tensor.name.empty() ? "" : " of " + tensor.name) + " = " +
         std::to_string(model::storage_bytes(access.elements, tensor.type)) + " B";
}

}  // namespace

Provenance provenance(const Workload& workload, const Operator& op) {
  Provenance result;
  result.rule = op.rule;
  result.assumptions = op.assumptions;
  if (!op.unknown_reason.empty()) result.assumptions.push_back("not counted: " + op.unknown_reason);
  const OperatorRule* rule = find_rule(op.domain, op.op_type);
  for (const MatrixWork& work : op.matrix) result.arithmetic.push_back(matrix_line(work, op.kind));
  if (op.repeat != 1 && !op.matrix.empty())
    result.arithmetic.push_back("MAC " + std::to_string(op.repeat) + " runs of it = " + std::to_string(op.macs));
  if (op.vector_ops > 0) {
    const int rate = rule == nullptr ? 0 : rule->vector_per_element;
    result.arithmetic.push_back(count_line("vector", rate, op.vector_ops, workload, op));
  }
  if (op.transcendental_ops > 0) {
    const int rate = rule == nullptr ? 0 : rule->transcendental_per_element;
    result.arithmetic.push_back(count_line("transcendental", rate, op.transcendental_ops, workload, op));
  }
  for (const Access& access : op.reads) result.arithmetic.push_back(access_line("read", access, workload));
  for (const Access& access : op.writes) result.arithmetic.push_back(access_line("write", access, workload));
  return result;
}

}  // namespace whichchip::workload
