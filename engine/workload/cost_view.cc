// Operators that cost nothing: another shape for the same bytes, or values known from shapes alone.
#include "workload/cost.h"

namespace whichchip::workload {

namespace {

// Values that depend on shapes alone (Shape, Size): nothing is read.
Cost count_of_shape(const NodeView&, const OperatorRule&) {
  Cost cost;
  cost.kind = OperatorKind::view;
  return cost;
}

// A sequence holds references: building one orders its elements' producers before its readers and moves no bytes.
Cost count_sequence(const NodeView&, const OperatorRule& rule) {
  Cost cost;
  cost.kind = rule.kind;
  cost.own_traffic = true;
  return cost;
}

Cost count_unresolved(const NodeView& node, const OperatorRule&) {
  throw NotKnown{node.node().op_type + " was not resolved into the graph"};
}

}  // namespace

Cost count_view(const NodeView& node, const OperatorRule&) {
  Cost cost;
  cost.kind = OperatorKind::view;
  if (node.has_input(0)) cost.alias = node.node().inputs[0];
  return cost;
}

std::vector<OperatorRule> view_rules() {
  const auto kind = OperatorKind::view;
  std::vector<OperatorRule> rules;
  for (const std::string_view op : {"Reshape", "Squeeze", "Unsqueeze", "Flatten", "Identity", "Dropout", "Optional",
                                    "OptionalGetElement", "SequenceAt", "SequenceErase", "BitCast"}) {
    rules.push_back({"", op, kind, "free: the same bytes", count_view});
  }
  for (const std::string_view op :
       {"Shape", "Size", "Constant", "OptionalHasElement", "SequenceEmpty", "SequenceLength"}) {
    rules.push_back({"", op, kind, "free: known from shapes", count_of_shape});
  }
  for (const std::string_view op : {"SequenceConstruct", "SequenceInsert"}) {
    rules.push_back({"", op, OperatorKind::data_movement, "no bytes: references", count_sequence});
  }
  for (const std::string_view op : {"If", "Loop", "Scan", "SequenceMap"}) {
    rules.push_back(
        {"", op, OperatorKind::unknown, "bodies are counted in their place; opaque when that fails", count_unresolved});
  }
  return rules;
}

}  // namespace whichchip::workload
