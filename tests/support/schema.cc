#include "support/schema.h"

#include <fstream>

#include <gtest/gtest.h>

#include "valijson/adapters/nlohmann_json_adapter.hpp"
#include "valijson/schema.hpp"
#include "valijson/schema_parser.hpp"
#include "valijson/validation_results.hpp"
#include "valijson/validator.hpp"

namespace whichchip::tests {

using valijson::adapters::NlohmannJsonAdapter;

struct JsonSchema::State {
  valijson::Schema schema;
};

JsonSchema::JsonSchema(const std::string& path) : state_(std::make_unique<State>()) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << "no schema " << path;
  const nlohmann::json text = nlohmann::json::parse(file);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(NlohmannJsonAdapter(text), state_->schema);
}

JsonSchema::~JsonSchema() = default;

std::string JsonSchema::errors(const nlohmann::json& document) const {
  valijson::ValidationResults results;
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  if (validator.validate(state_->schema, NlohmannJsonAdapter(document), &results)) return {};
  std::string text;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& step : error.context) text += step;
    text += ": " + error.description + "\n";
  }
  return text.empty() ? "invalid" : text;
}

std::string schema_errors(const nlohmann::json& document, const std::string& kind) {
  return JsonSchema(std::string(WHICHCHIP_SOURCE_DIR) + "/docs/schema/" + kind + ".json").errors(document);
}

}  // namespace whichchip::tests
