#include "analysis/counting.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "core/order.h"

namespace whichchip::analysis {
namespace {

using workload::Operator;
using workload::OperatorKind;

struct Weight {
  std::string_view op_type;
  double per_element;  // of the first output
};

// onnx-tool's instruction counts (onnx_tool/node.py): compare, add, multiply 1; divide 4; e^x 32; √ 24.
constexpr Weight kOnnxTool[] = {{"Div", 4},      {"Reciprocal", 4},
                                {"Exp", 32},     {"Pow", 32},
                                {"Log", 43},     {"Sqrt", 24},
                                {"Sin", 39},     {"Cos", 39},
                                {"Tanh", 38},    {"Sigmoid", 32},
                                {"Softmax", 36}, {"Gelu", 34},
                                {"Clip", 2},     {"BatchNormalization", 31}};

// fvcore's handles (fvcore/nn/flop_count.py): batch_norm 2 at inference, the other norms 5, grid_sampler 4.
constexpr Weight kFvcore[] = {{"BatchNormalization", 2},
                              {"LayerNormalization", 5},
                              {"GroupNormalization", 5},
                              {"InstanceNormalization", 5},
                              {"GridSample", 4}};

const Weight* find(const Weight* first, const Weight* last, const std::string& op_type) {
  const Weight* found = std::find_if(first, last, [&](const Weight& weight) { return weight.op_type == op_type; });
  return found == last ? nullptr : found;
}

double output_elements(const workload::Workload& workload, const Operator& op) {
  if (op.outputs.empty()) return 0;
  const workload::Tensor& tensor = workload.tensors[static_cast<std::size_t>(op.outputs.front())];
  return static_cast<double>(tensor.elements) * static_cast<double>(op.repeat);
}

double like_fvcore(const workload::Workload& workload, const Operator& op) {
  constexpr double kBilinear = 4;
  const double macs = static_cast<double>(op.macs);
  const double vector_ops = static_cast<double>(op.vector_ops);
  if (op.op_type == "GlobalAveragePool") return vector_ops;  // one per input, as ours
  const double elements = output_elements(workload, op);
  if (op.kind == OperatorKind::resize) return elements * (vector_ops > 0 ? kBilinear : 1);
  const Weight* weight = find(std::begin(kFvcore), std::end(kFvcore), op.op_type);
  return macs + (weight != nullptr ? weight->per_element * elements : 0);
}

double like_onnx_tool(const workload::Workload& workload, const Operator& op) {
  const Weight* weight = find(std::begin(kOnnxTool), std::end(kOnnxTool), op.op_type);
  const double element_work =
      weight != nullptr ? weight->per_element * output_elements(workload, op) : static_cast<double>(op.vector_ops);
  return static_cast<double>(op.macs) + element_work;
}

double counted(const workload::Workload& workload, const Operator& op, Convention convention) {
  const double flops = 2 * static_cast<double>(op.macs);
  switch (convention) {
    case Convention::fvcore:
      return like_fvcore(workload, op);
    case Convention::onnx_tool:
      return like_onnx_tool(workload, op);
    case Convention::torch:
      return op.kind == OperatorKind::recurrent ? 0 : flops;
    case Convention::mlperf:
    case Convention::vendor:
      break;
  }
  return flops;
}

struct Words {
  const char *name, *unit, *definition;
};

const Words& words(Convention convention) {
  static constexpr Words kWords[] = {
      {"fvcore", "flops, one per MAC",
       "fvcore counts one per MAC of convolutions and products, 2 per element of batch norms and 5 of other norms, "
       "resizes and global average pools; element-wise work, softmax and other pooling are left out "
       "(fvcore/nn/flop_count.py)."},
      {"torch", "FLOPs, two per MAC",
       "torch.utils.flop_counter counts two per MAC of convolutions, products and attention, and nothing else."},
      {"onnx-tool", "MACs, element work included",
       "onnx-tool adds element work to the MACs by the instructions that it takes: add, multiply, compare 1, divide 4, "
       "square root 24, exponential and power 32, softmax 36, batch norm 31 per element (onnx_tool/node.py); what it "
       "has no weight for counts as our vector operations."},
      {"mlperf", "FLOPs, two per MAC",
       "MLPerf and most papers count two per MAC: 8.2 G for ResNet-50 v1.5; element-wise work is left out."},
      {"vendor", "operations, two per MAC",
       "Data sheets of accelerators count two operations per MAC; element-wise work is left out. Peak TOPS are meant "
       "so."}};
  return kWords[static_cast<std::size_t>(convention)];
}

}  // namespace

const char* name(Convention convention) { return words(convention).name; }

Counting count_like(const workload::Workload& workload, Convention convention) {
  Counting result{convention, words(convention).unit, words(convention).definition, 0, 0, {}};
  std::map<std::pair<std::string, std::string>, CountedGroup> by_type;
  for (const Operator& op : workload.operators) {
    CountedGroup& group = by_type[{op.op_type, op.domain}];
    group.op_type = op.op_type;
    group.domain = op.domain;
    group.count += 1;
    group.macs += static_cast<double>(op.macs);
    group.counted += counted(workload, op, convention);
  }
  for (auto& [type, group] : by_type) {
    result.macs += group.macs;
    result.total += group.counted;
    result.operators.push_back(std::move(group));
  }
  core::stable_sort(result.operators,
                    [](const CountedGroup& a, const CountedGroup& b) { return a.counted > b.counted; });
  return result;
}

}  // namespace whichchip::analysis
