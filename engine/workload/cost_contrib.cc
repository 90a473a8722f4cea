// com.microsoft operators that are opaque on purpose: compiled blobs, decoding loops and whatever belongs to no family.
#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost count_opaque(const NodeView& node, const OperatorRule& rule) {
  const std::string what(rule.formula);
  throw NotKnown{node.node().op_type + ": " + what};
}

}  // namespace

std::vector<OperatorRule> contrib_rules() {
  const std::string_view ms = "com.microsoft";
  std::vector<OperatorRule> rules;
  for (const std::string_view op : {"EPContext", "Snpe"}) {
    rules.push_back({ms, op, OperatorKind::unknown, "a compiled blob, opaque: bytes only", count_opaque});
  }
  for (const std::string_view op : {"BeamSearch", "GreedySearch", "Sampling", "WhisperBeamSearch"}) {
    rules.push_back({ms, op, OperatorKind::unknown, "a decoding loop whose steps depend on data, opaque: bytes only",
                     count_opaque});
  }
  rules.push_back({"pkg.torch", "ATen", OperatorKind::unknown, "opaque: bytes only", count_opaque});
  return rules;
}

}  // namespace whichchip::workload
