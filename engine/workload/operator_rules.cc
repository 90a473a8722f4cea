#include "workload/operator_rules.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

auto key(const OperatorRule& rule) { return std::tuple(rule.domain, rule.op_type); }

std::vector<OperatorRule> all_rules() {
  std::vector<OperatorRule> rules;
  for (const auto& family : {convolution_rules(), matrix_rules(), attention_rules(), recurrent_rules(),
                             elementwise_rules(), normalization_rules(), reduction_rules(), spatial_rules(),
                             movement_rules(), view_rules(), quantized_rules(), scalar_rules(), contrib_rules()}) {
    rules.insert(rules.end(), family.begin(), family.end());
  }
  std::sort(rules.begin(), rules.end(), [](const OperatorRule& a, const OperatorRule& b) { return key(a) < key(b); });
  return rules;
}

const OperatorRule* find_exactly(std::string_view domain, std::string_view op_type) {
  const auto rules = operator_rules();
  const auto wanted = std::tuple(domain, op_type);
  const auto found = std::lower_bound(rules.begin(), rules.end(), wanted,
                                      [](const OperatorRule& rule, const auto& k) { return key(rule) < k; });
  return found != rules.end() && key(*found) == wanted ? &*found : nullptr;
}

}  // namespace

std::span<const OperatorRule> operator_rules() {
  static const std::vector<OperatorRule> rules = all_rules();
  return rules;
}

std::string describe(const OperatorRule& rule) {
  if (!rule.formula.starts_with("per ")) return std::string(rule.formula);
  std::string text;
  if (rule.vector_per_element > 0) text = std::to_string(rule.vector_per_element);
  if (rule.transcendental_per_element > 0) {
    text += (text.empty() ? "" : " + ") + std::to_string(rule.transcendental_per_element) + "T";
  }
  return text + " " + std::string(rule.formula);
}

const OperatorRule* find_rule(std::string_view domain, std::string_view op_type) {
  if (domain == "ai.onnx") domain = "";
  if (const OperatorRule* rule = find_exactly(domain, op_type)) return rule;
  if (domain.empty()) return find_exactly("com.microsoft", op_type);
  // com.microsoft.nchwc, com.ms.internal.nhwc and kin are layouts of the same operators.
  const bool microsoft = domain.starts_with("com.microsoft") || domain.starts_with("com.ms.");
  if (!microsoft) return nullptr;
  if (const OperatorRule* rule = find_exactly("com.microsoft", op_type)) return rule;
  return find_exactly("", op_type);
}

}  // namespace whichchip::workload
