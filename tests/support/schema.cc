#include "support/schema.h"

#include <fstream>

#include "valijson/adapters/nlohmann_json_adapter.hpp"
#include "valijson/schema.hpp"
#include "valijson/schema_parser.hpp"
#include "valijson/validation_results.hpp"
#include "valijson/validator.hpp"

namespace whichchip::tests {

std::string schema_errors(const nlohmann::json& document, const std::string& kind) {
  std::ifstream file(std::string(WHICHCHIP_SOURCE_DIR) + "/docs/schema/" + kind + ".json");
  if (!file) return "no schema for " + kind;
  const nlohmann::json schema_text = nlohmann::json::parse(file);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_text), schema);
  valijson::ValidationResults results;
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) return {};
  std::string text;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& step : error.context) text += step;
    text += ": " + error.description + "\n";
  }
  return text.empty() ? "invalid" : text;
}

}  // namespace whichchip::tests
