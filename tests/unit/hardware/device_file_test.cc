// What is wrong with a device file, and where.
#include <gtest/gtest.h>

#include "device_files.h"

namespace whichchip::hardware {
namespace {

using nlohmann::json;

void expect_error(const json& file, const std::string& where, const std::string& message,
                  const std::string& advice = {}) {
  const core::Error error = error_of(file);
  EXPECT_EQ(error.code, core::ErrorCode::bad_hardware) << error.message;
  EXPECT_EQ(error.where, where) << error.message;
  EXPECT_NE(error.message.find(message), std::string::npos) << error.message;
  EXPECT_NE(error.advice.find(advice), std::string::npos) << error.advice;
}

class DeviceFile : public testing::Test {
 protected:
  json file = device_json("T4");
};

TEST_F(DeviceFile, IsReadAsItIs) { EXPECT_EQ(parsed(file).id, "T4"); }

TEST_F(DeviceFile, WrongType) {
  file["memory"]["bandwidth"]["value"] = "fast";
  expect_error(file, "T.json#/memory/bandwidth/value", "a number is expected here, not text");
}

TEST_F(DeviceFile, NumberWhereAFigureIsExpected) {
  file["memory"]["bandwidth"] = 320;
  expect_error(file, "T.json#/memory/bandwidth", "a figure is expected here");
}

TEST_F(DeviceFile, BareFigureIsOnlyForTheBundle) {
  file["memory"]["bandwidth"] = json::array({320, "GB/s"});
  expect_error(file, "T.json#/memory/bandwidth", "a figure is expected here");
}

TEST_F(DeviceFile, Missing) {
  file["memory"].erase("bandwidth");
  expect_error(file, "T.json#/memory", "bandwidth is missing");
}

TEST_F(DeviceFile, MissingHost) {
  file.erase("host");
  expect_error(file, "T.json#", "host is missing");
}

TEST_F(DeviceFile, TypoInAKeyNamesTheNearest) {
  file["memory"]["bandwith"] = file["memory"]["bandwidth"];
  file["memory"].erase("bandwidth");
  expect_error(file, "T.json#/memory", "unknown key \"bandwith\"", "\"bandwidth\"");
}

TEST_F(DeviceFile, TypoInsideAFigure) {
  file["power"]["tdp"]["vaule"] = 70;
  expect_error(file, "T.json#/power/tdp", "unknown key \"vaule\"", "\"value\"");
}

TEST_F(DeviceFile, Negative) {
  file["memory"]["bandwidth"]["value"] = -320;
  expect_error(file, "T.json#/memory/bandwidth/value", "negative");
}

TEST_F(DeviceFile, ZeroWhereItCannotBe) {
  file["memory"]["bandwidth"]["value"] = 0;
  expect_error(file, "T.json#/memory/bandwidth", "above 0");
}

TEST_F(DeviceFile, FarOutOfRange) {
  file["memory"]["bandwidth"]["value"] = 1e300;
  expect_error(file, "T.json#/memory/bandwidth/value", "out of range");
}

TEST_F(DeviceFile, InfiniteNumber) {
  std::string text = file.dump();
  const std::string wanted = "\"value\":320";
  text.replace(text.find(wanted), wanted.size(), "\"value\":1e999");
  const core::Error error = error_of(text);
  EXPECT_EQ(error.code, core::ErrorCode::bad_hardware);
  EXPECT_NE(error.message.find("too large"), std::string::npos) << error.message;
}

TEST_F(DeviceFile, UnitOfAnotherKind) {
  file["memory"]["bandwidth"]["unit"] = "GHz";
  expect_error(file, "T.json#/memory/bandwidth/unit", "does not measure this", "GB/s");
}

TEST_F(DeviceFile, UnitMissing) {
  file["memory"]["bandwidth"].erase("unit");
  expect_error(file, "T.json#/memory/bandwidth", "unit is missing", "GB/s");
}

TEST_F(DeviceFile, OtherUnitsOfTheSameKind) {
  file["memory"]["bandwidth"]["value"] = 0.32;
  file["memory"]["bandwidth"]["unit"] = "TB/s";
  EXPECT_DOUBLE_EQ(parsed(file).memory.bandwidth_bytes_per_s, 320e9);
}

TEST_F(DeviceFile, StatusUnknown) {
  file["units"]["count"]["status"] = "guessed";
  expect_error(file, "T.json#/units/count/status", "unknown status", "estimated");
}

TEST_F(DeviceFile, SourceMissing) {
  file["units"]["count"]["source"] = json::array();
  expect_error(file, "T.json#/units/count/source", "a figure needs a source");
}

TEST_F(DeviceFile, SourceThatIsNotListed) {
  file["units"]["count"]["source"] = {"hfcta"};
  expect_error(file, "T.json#/units/count/source/0", "not among the file's sources", "\"hfcat\"");
}

TEST_F(DeviceFile, EstimateWithoutReason) {
  file["units"]["count"]["status"] = "estimated";
  file["units"]["count"].erase("note");
  expect_error(file, "T.json#/units/count", "needs a note");
}

TEST_F(DeviceFile, FractionOfAUnit) {
  file["units"]["count"]["value"] = 39.5;
  expect_error(file, "T.json#/units/count", "whole number");
}

TEST_F(DeviceFile, UnknownClassNamesThem) {
  file["class"] = "APU";
  expect_error(file, "T.json#/class", "\"APU\" is not a class", "GPU");
}

TEST_F(DeviceFile, UnknownNumberFormat) {
  file["peak"]["half"] = file["peak"]["fp16"];
  expect_error(file, "T.json#/peak", "unknown number format \"half\"", "\"fp16\"");
}

TEST_F(DeviceFile, IdThatTheCommandLineCannotSay) {
  file["id"] = "T4@70w";
  expect_error(file, "T.json#/id", "letters, digits");
}

TEST_F(DeviceFile, OldSchema) {
  file["schema"] = "whichchip.device/0";
  expect_error(file, "T.json#/schema", "not a device file", "whichchip.device/1");
}

TEST_F(DeviceFile, ModeWhoseStaticPowerFillsItsCap) {
  file["power"]["modes"][0]["static"] = file["power"]["static"];
  file["power"]["modes"][0]["static"]["value"] = 70;
  expect_error(file, "T.json#/power/modes/0/static", "leaves nothing of the cap");
}

TEST_F(DeviceFile, ModeWithoutCap) {
  file["power"]["modes"][0].erase("cap");
  expect_error(file, "T.json#/power/modes/0", "cap is missing");
}

TEST_F(DeviceFile, StaticPowerIsLimitedToHalfOfASmallCap) {
  file["power"]["modes"][0]["cap"]["value"] = 20;
  const Device limited = parsed(file);
  EXPECT_EQ(limited.power_modes[0].static_w, 10);
  ASSERT_FALSE(limited.warnings.empty());
  EXPECT_NE(limited.warnings[0].find("static power limited"), std::string::npos);
}

TEST_F(DeviceFile, TwoModesOfOneName) {
  file["power"]["modes"].push_back(file["power"]["modes"][0]);
  expect_error(file, "T.json#/power/modes", "two power modes are called");
}

TEST_F(DeviceFile, MoreUnitsOnThanThereAre) {
  file["power"]["modes"][0]["units_on"] = file["units"]["count"];
  file["power"]["modes"][0]["units_on"]["value"] = 41;
  expect_error(file, "T.json#/power/modes/0/units_on", "more units than the device has");
}

TEST_F(DeviceFile, PeakThatItsUnitsDoNotGiveWarns) {
  file["peak"]["int8"]["value"] = 260;
  const Device odd = parsed(file);
  ASSERT_EQ(odd.warnings.size(), 1u);
  EXPECT_NE(odd.warnings[0].find("int8 peak is 200 %"), std::string::npos) << odd.warnings[0];
  EXPECT_EQ(at(odd.peak_ops_per_s, Precision::int8), 260e12);
}

TEST_F(DeviceFile, LowPeakLimitsTheRateOfItsUnits) {
  file["peak"]["int8"]["value"] = 65;
  file["peak"]["int8"]["departs"] = "rated for a power limit";
  const Device rated = parsed(file);
  EXPECT_TRUE(rated.warnings.empty());
  const double each = at(std::get<GpuGeometry>(rated.geometry).matrix_macs_per_clock_per_sm, Precision::int8).value();
  EXPECT_NEAR(2 * each * rated.units * rated.clock_hz, 65e12, 1);
}

TEST_F(DeviceFile, PeakMayBeLeftToTheUnits) {
  file["peak"].erase("int8");
  EXPECT_NEAR(at(parsed(file).peak_ops_per_s, Precision::int8).value(), 130.25e12, 0.01e12);
}

TEST_F(DeviceFile, NoFigureEntersWithoutBeingUnderstood) {
  file["geometry"]["macs"] = file["units"]["count"];
  expect_error(file, "T.json#/geometry", "unknown key \"macs\"");
}

TEST(DeviceFileText, IsNotJson) {
  for (const char* text : {"", "{", "not json", "\x89PNG\r\n", "[1,2", "{\"id\": \"T4\",}"}) {
    const core::Error error = error_of(std::string(text));
    EXPECT_EQ(error.code, core::ErrorCode::bad_hardware) << text;
    EXPECT_EQ(error.where, "T.json") << text;
    EXPECT_NE(error.message.find("not JSON from byte"), std::string::npos) << error.message;
  }
}

TEST(DeviceFileText, IsJsonButNoDevice) {
  for (const char* text : {"[]", "3", "null", "\"T4\""})
    EXPECT_EQ(error_of(std::string(text)).where, "T.json#") << text;
  EXPECT_EQ(error_of(std::string("{}")).message, "sources is missing");
}

TEST(KpuFile, TilesMustAddUp) {
  json file = device_json("KPU-T64");
  file["geometry"]["pools"][0]["tiles"]["value"] = 43;
  expect_error(file, "T.json#/geometry/pools", "do not add up");
}

TEST(DpuFile, PeakThatNoUnitRunsIsLeftOut) {
  json file = device_json("Xilinx-DPU-ZCU102");
  file["peak"]["fp16"] = file["peak"]["int8"];
  const Device odd = parsed(file);
  EXPECT_FALSE(at(odd.peak_ops_per_s, Precision::fp16));
  ASSERT_EQ(odd.warnings.size(), 1u);
  EXPECT_NE(odd.warnings[0].find("no unit of the geometry runs fp16"), std::string::npos);
}

TEST(CpuFile, NeedsNoHostAndTakesNone) {
  json file = device_json("Xeon-8490H");
  file["host"] = device_json("T4")["host"];
  expect_error(file, "T.json#/host", "a CPU is its own host");
}

}  // namespace
}  // namespace whichchip::hardware
