// An operator by its domain and type: "" and "Gelu", "com.microsoft" and "FastGelu".
#pragma once

#include <string>
#include <string_view>

namespace whichchip::model {

struct OperatorName {
  std::string domain, type;
};

// "ai.onnx" is spelled as the empty domain everywhere inside.
std::string canonical_domain(const std::string& domain);
// From "com.microsoft.FastGelu", "ai.onnx.Gelu" or "Gelu", and back: types hold no dot.
OperatorName parse_operator_name(std::string_view text);
std::string to_text(const OperatorName& name);

}  // namespace whichchip::model
