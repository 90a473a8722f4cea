// assets/hardware/schema.json against the files and against the reader.
#include "valijson/schema.hpp"

#include <gtest/gtest.h>

#include "valijson/adapters/nlohmann_json_adapter.hpp"
#include "valijson/schema_parser.hpp"
#include "valijson/validation_results.hpp"
#include "valijson/validator.hpp"

#include "device_files.h"

namespace whichchip::hardware {
namespace {

using nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

class DeviceSchema : public testing::Test {
 protected:
  void SetUp() override {
    const json text = json::parse(read_text(hardware_folder() / "schema.json"));
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(NlohmannJsonAdapter(text), schema_);
  }

  // Empty when valid.
  std::string error(const json& document) {
    valijson::ValidationResults results;
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    if (validator.validate(schema_, NlohmannJsonAdapter(document), &results)) return {};
    std::string text;
    valijson::ValidationResults::Error one;
    while (results.popError(one)) {
      for (const std::string& step : one.context) text += step;
      text += ": " + one.description + "\n";
    }
    return text.empty() ? "invalid" : text;
  }

 private:
  valijson::Schema schema_;
};

TEST_F(DeviceSchema, EveryFileOfTheCatalogueIsValid) {
  for (const auto& [stem, text] : device_files()) EXPECT_EQ(error(json::parse(text)), "") << stem;
}

TEST_F(DeviceSchema, RejectsWhatTheReaderRejects) {
  const json good = device_json("T4");
  std::vector<json> broken;
  const auto with = [&](const char* pointer, const json& value) {
    json file = good;
    file[json::json_pointer(pointer)] = value;
    broken.push_back(file);
  };
  with("/memory/bandwidth", 320);
  with("/memory/bandwidth/value", -1);
  with("/memory/bandwidth/unit", "GHz");
  with("/memory/bandwith", good["memory"]["bandwidth"]);
  with("/units/count/value", 39.5);
  with("/units/count/status", "guessed");
  with("/units/count/source", json::array());
  with("/class", "APU");
  with("/class", "CPU");
  with("/mapping", "cpu");
  with("/id", "T4@70w");
  with("/peak/half", good["peak"]["fp16"]);
  with("/power/modes", json::array());
  with("/geometry/rows", good["units"]["count"]);
  with("/deployment", json::array());
  for (const char* key : {"host", "clock", "memory", "sources", "power", "units", "geometry"}) {
    json file = good;
    file.erase(key);
    broken.push_back(file);
  }
  for (const json& file : broken) {
    EXPECT_NE(error(file), "") << json::diff(good, file).dump();
    EXPECT_EQ(error_of(file).code, core::ErrorCode::bad_hardware) << json::diff(good, file).dump();
  }
}

}  // namespace
}  // namespace whichchip::hardware
