// Operators that only move data: no arithmetic, their bytes are their cost. A Gather touches rows, never the whole
// table.
#include <algorithm>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost movement(const OperatorRule& rule) {
  Cost cost;
  cost.kind = rule.kind;
  cost.own_traffic = true;
  return cost;
}

// Reads what it writes from operand 0, and its other operands whole.
Cost count_gather(const NodeView& node, const OperatorRule& rule) {
  Cost cost = movement(rule);
  const std::int64_t out = node.output_elements(0);
  cost.reads.push_back(node.read(0, std::min(out, node.input_elements(0))));
  for (std::size_t i = 1; i < node.input_count(); ++i) {
    if (node.has_input(i) && !is_parameter_operand(node.input(i))) node.read_if_given(i, cost.reads);
  }
  cost.writes = {node.write(0)};
  return cost;
}

// GatherBlockQuantized: rows of packed weights, their scales and zero points in proportion; 2 operations per output.
Cost count_gather_quantized(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t out = node.output_elements(0);
  const Dims& table = node.input_dims(0);
  const Dims& indices = node.input_dims(1);
  const std::int64_t rows = table.empty() ? 1 : std::max<std::int64_t>(table[0], 1);
  const std::int64_t touched = std::min(product(indices), rows);
  Cost cost = movement(rule);
  cost.vector_ops = times(2, out);
  cost.reads.push_back(node.read(0, times(node.input_elements(0) / rows, touched)));
  cost.reads.push_back(node.read(1));
  for (std::size_t i = 2; i < node.input_count(); ++i) {
    if (node.has_input(i)) cost.reads.push_back(node.read(i, times(node.input_elements(i) / rows, touched)));
  }
  cost.writes = {node.write(0)};
  return cost;
}

bool same_shape(const NodeView& node) {
  const Dims& in = node.input_dims(0);  // first: compilers differ in which side of == they ask
  return in == node.output_dims(0);
}

// Slice, Pad, Tile, Expand, …: free when they change nothing.
Cost count_reshaping(const NodeView& node, const OperatorRule& rule) {
  if (same_shape(node) && rule.op_type != "ReverseSequence") {
    const Dims steps = node.has_input(4) ? node.input_integers(4).value_or(Dims{-1}) : Dims{};
    const bool forward =
        rule.op_type != "Slice" || std::all_of(steps.begin(), steps.end(), [](std::int64_t s) { return s > 0; });
    if (forward) return count_view(node, rule);
  }
  Cost cost = movement(rule);
  const std::int64_t out = node.output_elements(0);
  cost.reads.push_back(node.read(0, std::min(out, node.input_elements(0))));
  cost.writes = {node.write(0)};
  return cost;
}

// A permutation that keeps the order of all axes longer than 1 moves nothing.
Cost count_transpose(const NodeView& node, const OperatorRule& rule) {
  const Dims& dims = node.input_dims(0);
  Dims permutation = node.integers("perm");
  if (permutation.empty()) {
    for (std::size_t i = dims.size(); i > 0; --i) permutation.push_back(static_cast<std::int64_t>(i - 1));
  }
  std::int64_t last = -1;
  bool moves = false;
  for (const std::int64_t axis : permutation) {
    if (axis < 0 || static_cast<std::size_t>(axis) >= dims.size())
      throw NotKnown{"perm names an axis that does not exist"};
    if (dims[static_cast<std::size_t>(axis)] == 1) continue;
    moves = moves || axis < last;
    last = axis;
  }
  return moves ? count_movement(node, rule) : count_view(node, rule);
}

Cost count_concat(const NodeView& node, const OperatorRule& rule) {
  return node.input_count() <= 1 ? count_view(node, rule) : count_movement(node, rule);
}

// Scatter into a copy of the data: data, indices and updates in, the result out.
Cost count_scatter(const NodeView& node, const OperatorRule& rule) { return count_movement(node, rule); }

// TensorScatter updates a cache in place: only the update moves.
Cost count_tensor_scatter(const NodeView& node, const OperatorRule& rule) {
  Cost cost = movement(rule);
  cost.reads = {node.read(1)};
  node.read_if_given(2, cost.reads);
  const std::int64_t updates = node.input_elements(1);
  cost.writes = {node.write(0, std::min(updates, node.output_elements(0)))};
  cost.assumptions = {"the cache is updated in place"};
  return cost;
}

// Makes a tensor out of nothing: writes only.
Cost count_generator(const NodeView& node, const OperatorRule& rule) {
  Cost cost = movement(rule);
  cost.writes = {node.write(0)};
  return cost;
}

Cost count_whole(const NodeView& node, const OperatorRule& rule) {
  Cost cost;
  cost.kind = rule.kind;
  (void)node.output_elements(0);
  return cost;
}

// Pieces of a tensor as a sequence, or a sequence as one tensor.
Cost count_sequence_movement(const NodeView& node, const OperatorRule& rule) {
  if (node.output(0).elements() < 0) throw NotKnown{"what its sequence holds is not known"};
  Cost cost;
  cost.kind = rule.kind;
  return cost;
}

}  // namespace

Cost count_movement(const NodeView& node, const OperatorRule& rule) { return count_whole(node, rule); }

std::vector<OperatorRule> movement_rules() {
  const auto kind = OperatorKind::data_movement;
  const std::string_view ms = "com.microsoft";
  const std::string_view moved = "bytes moved: operands in, result out";
  const std::string_view touched = "bytes moved: what is taken of the operand, result out; free when nothing changes";
  std::vector<OperatorRule> rules{
      {"", "Gather", kind, "indices + rows touched + result, never the table", count_gather},
      {"", "GatherElements", kind, "indices + elements touched + result", count_gather},
      {"", "GatherND", kind, "indices + elements touched + result", count_gather},
      {"", "Transpose", kind, "operand in, result out, strided; free when only unit axes move", count_transpose},
      {"", "Concat", kind, moved, count_concat},
      {"", "ScatterElements", kind, "data, indices and updates in, result out", count_scatter},
      {"", "ScatterND", kind, "data, indices and updates in, result out", count_scatter},
      {"", "Scatter", kind, "data, indices and updates in, result out", count_scatter},
      {"", "TensorScatter", kind, "update in and out, in place", count_tensor_scatter},
      {ms, "GatherBlockQuantized", kind, "packed rows touched + scales; dequantise 2 per output",
       count_gather_quantized},
      {ms, "TorchEmbedding", kind, "indices + rows touched + result, never the table", count_gather},
      {ms, "GatherND", kind, "indices + elements touched + result", count_gather},
      {ms, "QLinearConcat", kind, moved, count_whole},
      {ms, "ExpandDims", OperatorKind::view, "free", count_view},
      {ms, "Pad", kind, touched, count_reshaping},
      {ms, "Trilu", kind, moved, count_whole},
      {ms, "Unfold", kind, moved, count_whole},
      {ms, "UnfoldTensor", kind, moved, count_whole},
      {ms, "CropAndPad", kind, moved, count_whole},
      {ms, "RemovePadding", kind, moved, count_whole},
      {ms, "RestorePadding", kind, moved, count_whole},
      {ms, "DynamicSlice", kind, touched, count_reshaping},
  };
  for (const std::string_view op :
       {"Slice", "Pad", "Tile", "Expand", "CenterCropPad", "ReverseSequence", "Crop", "DynamicSlice"}) {
    rules.push_back({"", op, kind, touched, count_reshaping});
  }
  for (const std::string_view op :
       {"Split", "DepthToSpace", "SpaceToDepth", "Col2Im", "OneHot", "Compress", "NonZero", "Trilu", "MaxUnpool"}) {
    rules.push_back({"", op, kind, moved, count_whole});
  }
  for (const std::string_view op : {"ConcatFromSequence", "SplitToSequence"}) {
    rules.push_back({"", op, kind, moved, count_sequence_movement});
  }
  for (const std::string_view op : {"ConstantOfShape", "EyeLike", "Range", "GivenTensorFill", "ConstantFill"}) {
    rules.push_back({"", op, kind, "result out", count_generator});
  }
  return rules;
}

}  // namespace whichchip::workload
