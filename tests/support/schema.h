// Checks a JSON text against docs/schema/<kind>.json.
#pragma once

#include <string>

#include "nlohmann/json.hpp"

namespace whichchip::tests {

// Empty when it is valid; else what is wrong and where, one line each.
std::string schema_errors(const nlohmann::json& document, const std::string& kind);

}  // namespace whichchip::tests
