// The table of cost rules: what every operator costs, in one row per (domain, operator).
//
// Lookup goes by domain and name. Exporters put some operators in the wrong domain (SimplifiedLayerNormalization in
// ai.onnx, QuantizeLinear in com.microsoft), so a name that its own domain lacks is looked up in the related domain
// too. An operator without a row is opaque: its bytes count, its time is an interval, and coverage says so.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "workload/workload.h"

namespace whichchip::workload {

class NodeView;
struct Cost;
struct OperatorRule;
using CostFunction = Cost (*)(const NodeView& node, const OperatorRule& rule);

struct OperatorRule {
  std::string_view domain;  // "" is ai.onnx
  std::string_view op_type;
  OperatorKind kind = OperatorKind::unknown;  // the usual one; a depthwise Conv or an idle Transpose gets another
  std::string_view formula;                   // "B·OH·OW·OC·IC/g·kh·kw MAC"
  CostFunction cost = nullptr;
  int vector_per_element = 0;  // for rules that count per element
  int transcendental_per_element = 0;
};

// Every rule, ordered by domain, then name.
std::span<const OperatorRule> operator_rules();

// How it counts, as text: a formula "per output element" is preceded by its numbers: "2 + 1T per output element", where
// T is a transcendental function.
std::string describe(const OperatorRule& rule);

// The rule that counts an operator, or null when there is none.
const OperatorRule* find_rule(std::string_view domain, std::string_view op_type);

}  // namespace whichchip::workload
