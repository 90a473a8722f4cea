// Readable names of subgraphs: the anchor with its geometry, then the epilogue.
#include "workload/partition.h"

namespace whichchip::workload {

namespace {

std::string number(std::int64_t n) { return std::to_string(n); }

std::string extents(std::int64_t d, std::int64_t h, std::int64_t w) {
  return (d > 1 ? number(d) + "×" : "") + number(h) + "×" + number(w);
}

std::string stride_suffix(std::int64_t h, std::int64_t w) {
  if (h == 1 && w == 1) return "";
  return h == w ? "/" + number(h) : "/" + number(h) + "×" + number(w);
}

std::string describe_convolution(const Operator& op, const MatrixWork& work) {
  std::string text = op.op_type + " " + extents(work.kernel_d, work.kernel_h, work.kernel_w) +
                     stride_suffix(work.stride_h, work.stride_w) + " ";
  if (work.form == MatrixWork::Form::depthwise_convolution && work.in_channels == work.out_channels) {
    return text + number(work.in_channels) + " depthwise";
  }
  text += number(work.in_channels) + "→" + number(work.out_channels);
  return work.groups > 1 ? text + " ÷" + number(work.groups) : text;
}

std::string describe_product(const Operator& op, const MatrixWork& work, std::int64_t n) {
  if (work.weight_operand) return op.op_type + " " + number(work.k) + "→" + number(n);
  return op.op_type + " " + number(work.m) + "×" + number(work.k) + "×" + number(work.n);
}

std::string describe_pool(const Lowered& lowered, int i) {
  const model::Node& node = lowered.graph->nodes[static_cast<std::size_t>(i)];
  const auto values = [&](const char* attribute) {
    const auto found = node.attributes.find(attribute);
    const auto* list =
        found == node.attributes.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&found->second);
    return list == nullptr ? std::vector<std::int64_t>{} : *list;
  };
  const auto kernel = values("kernel_shape");
  const auto strides = values("strides");
  if (kernel.size() != 2) return node.op_type;
  const std::string step = strides.size() == 2 ? stride_suffix(strides[0], strides[1]) : "";
  return node.op_type + " " + extents(1, kernel[0], kernel[1]) + step;
}

}  // namespace

std::string describe_operator(const Lowered& lowered, int i) {
  const Operator& op = lowered.operators[static_cast<std::size_t>(i)];
  if (op.kind == OperatorKind::pooling) return describe_pool(lowered, i);
  if (op.matrix.empty()) return op.op_type;
  const MatrixWork& work = op.matrix.front();
  switch (op.kind) {
    case OperatorKind::convolution:
    case OperatorKind::depthwise_convolution:
      return describe_convolution(op, work);
    case OperatorKind::matmul:
      return describe_product(op, work, work.n);
    case OperatorKind::recurrent:
      return op.op_type + " " + number(work.k) + "→" + number(work.n);
    case OperatorKind::attention:
      for (const MatrixWork& w : op.matrix) {
        if (w.form == MatrixWork::Form::attention_scores)
          return op.op_type + " " + number(w.groups) + "×" + number(w.k);
      }
      return op.op_type;
    default:
      return op.op_type;
  }
}

std::string describe_cluster(const FusionGraph& graph, const Cluster& cluster) {
  std::string name = cluster.head;
  if (cluster.merged_products) {
    std::int64_t n = 0;
    for (const int i : cluster.operators) {
      for (const MatrixWork& work : graph.op(i).matrix) n += work.n;
    }
    const Operator& anchor = graph.op(cluster.anchor);
    name = describe_product(anchor, anchor.matrix.front(), n);
  }
  if (name.empty()) name = describe_operator(graph.lowered, cluster.anchor);
  for (const std::string& label : cluster.epilogue) name += " + " + label;
  return name;
}

}  // namespace whichchip::workload
