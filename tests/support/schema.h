// Checks JSON against a JSON schema (draft 7). One place, because the validator's templates take long to compile.
#pragma once

#include <memory>
#include <string>

#include "nlohmann/json.hpp"

namespace whichchip::tests {

class JsonSchema {
 public:
  explicit JsonSchema(const std::string& path);  // fails the test when the file cannot be read
  ~JsonSchema();

  // Empty when the document is valid; else what is wrong and where, one line each.
  std::string errors(const nlohmann::json& document) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Against docs/schema/<kind>.json.
std::string schema_errors(const nlohmann::json& document, const std::string& kind);

}  // namespace whichchip::tests
