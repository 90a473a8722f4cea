// assets/hardware/schema.json against the files and against the reader.
#include "support/schema.h"

#include <gtest/gtest.h>

#include "device_files.h"

namespace whichchip::hardware {
namespace {

using nlohmann::json;

const tests::JsonSchema& schema() {
  static const tests::JsonSchema read((hardware_folder() / "schema.json").string());
  return read;
}

TEST(DeviceSchema, EveryFileOfTheCatalogueIsValid) {
  for (const auto& [stem, text] : device_files()) EXPECT_EQ(schema().errors(json::parse(text)), "") << stem;
}

TEST(DeviceSchema, RejectsWhatTheReaderRejects) {
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
    EXPECT_NE(schema().errors(file), "") << json::diff(good, file).dump();
    EXPECT_EQ(error_of(file).code, core::ErrorCode::bad_hardware) << json::diff(good, file).dump();
  }
}

}  // namespace
}  // namespace whichchip::hardware
