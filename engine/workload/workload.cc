#include "workload/workload.h"

#include "core/integer.h"

namespace whichchip::workload {

using core::saturating_multiply;

std::int64_t MatrixWork::macs() const {
  return saturating_multiply(saturating_multiply(saturating_multiply(groups, m), saturating_multiply(n, k)), steps);
}

const char* name(OperatorKind kind) {
  switch (kind) {
    case OperatorKind::convolution:
      return "convolution";
    case OperatorKind::depthwise_convolution:
      return "depthwise_convolution";
    case OperatorKind::matmul:
      return "matmul";
    case OperatorKind::attention:
      return "attention";
    case OperatorKind::recurrent:
      return "recurrent";
    case OperatorKind::normalization:
      return "normalization";
    case OperatorKind::softmax:
      return "softmax";
    case OperatorKind::pooling:
      return "pooling";
    case OperatorKind::elementwise:
      return "elementwise";
    case OperatorKind::reduction:
      return "reduction";
    case OperatorKind::resize:
      return "resize";
    case OperatorKind::data_movement:
      return "data_movement";
    case OperatorKind::quantize:
      return "quantize";
    case OperatorKind::sort:
      return "sort";
    case OperatorKind::view:
      return "view";
    case OperatorKind::unknown:
      return "unknown";
  }
  return "unknown";
}

const char* name(Runtime runtime) {
  switch (runtime) {
    case Runtime::engine:
      return "engine";
    case Runtime::graph:
      return "graph";
    case Runtime::eager:
      return "eager";
  }
  return "engine";
}

}  // namespace whichchip::workload
