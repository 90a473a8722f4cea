#include "model/operator_name.h"

namespace whichchip::model {

std::string canonical_domain(const std::string& domain) { return domain == "ai.onnx" ? std::string() : domain; }

OperatorName parse_operator_name(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return {{}, std::string(text)};
  return {canonical_domain(std::string(text.substr(0, dot))), std::string(text.substr(dot + 1))};
}

std::string to_text(const OperatorName& name) {
  return name.domain.empty() ? name.type : name.domain + "." + name.type;
}

}  // namespace whichchip::model
