#include "hardware/device.h"

#include <gtest/gtest.h>

#include "device_files.h"

namespace whichchip::hardware {
namespace {

double peak(const Device& d, Precision p) { return at(d.peak_ops_per_s, p).value(); }

TEST(PowerMode, ModesOfOneModuleDifferInClockBandwidthAndUnits) {
  const Device at_7w = device("Jetson-Orin-Nano-8GB@7W");
  const Device at_15w = device("Jetson-Orin-Nano-8GB@15w");
  const Device at_25w = device("Jetson-Orin-Nano-8GB@25w");
  EXPECT_LT(at_7w.clock_hz, at_15w.clock_hz);
  EXPECT_LT(at_15w.clock_hz, at_25w.clock_hz);
  EXPECT_LT(at_7w.memory.bandwidth_bytes_per_s, at_15w.memory.bandwidth_bytes_per_s);
  EXPECT_LT(at_15w.memory.bandwidth_bytes_per_s, at_25w.memory.bandwidth_bytes_per_s);
  EXPECT_EQ(at_7w.units, 4);
  EXPECT_EQ(at_15w.units, 8);
  EXPECT_EQ(current_mode(at_7w).cap_w, 7);
  EXPECT_EQ(current_mode(at_25w).cap_w, 25);
}

TEST(PowerMode, ScalesPeaksByUnitsAndClock) {
  const Device at_7w = device("Jetson-Orin-Nano-8GB@7w");
  const Rating& rating = at_7w.rating;
  const double factor = (4.0 / 8.0) * (0.408e9 / 1.02e9);
  EXPECT_NEAR(peak(at_7w, Precision::int8) / at(rating.peak_ops_per_s, Precision::int8).value(), factor, 1e-12);
  EXPECT_EQ(std::get<GpuGeometry>(at_7w.geometry).sms, 4);
  // 4 SMs × 2048 MACs × 2 × 408 MHz.
  EXPECT_NEAR(peak(at_7w, Precision::int8), 6.68e12, 0.01e12);
}

TEST(PowerMode, GoingThroughAnotherModeChangesNothing) {
  const Device direct = device("Jetson-AGX-Orin-64GB@30w");
  const Device around = in_mode(in_mode(device("Jetson-AGX-Orin-64GB@15w"), "maxq"), "30w");
  EXPECT_EQ(peak(direct, Precision::int8), peak(around, Precision::int8));
  EXPECT_EQ(direct.memory.bandwidth_bytes_per_s, around.memory.bandwidth_bytes_per_s);
  EXPECT_EQ(direct.idle->watts, around.idle->watts);
}

TEST(PowerMode, IsFoundByIdNameAndAliasInAnyCase) {
  const Device orin = device("Jetson-AGX-Orin-64GB");
  EXPECT_EQ(in_mode(orin, "MAXN").power_mode, "maxn");
  EXPECT_EQ(in_mode(orin, "MaxQ").power_mode, "maxq");
  EXPECT_EQ(in_mode(orin, "30 W").power_mode, "30w");
  EXPECT_EQ(in_mode(device("Jetson-Xavier-NX"), "MAXN").power_mode, "20w");
  EXPECT_EQ(in_mode(device("Coral-Edge-TPU"), "std").clock_hz, 0.24e9);
}

TEST(PowerMode, UnknownModeNamesTheModes) {
  try {
    device("Jetson-Orin-Nano-8GB@9w");
    FAIL() << "9w was found";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
    EXPECT_NE(error.message.find("9w"), std::string::npos);
    EXPECT_NE(error.advice.find("7w"), std::string::npos);
    EXPECT_NE(error.advice.find("maxn"), std::string::npos);
  }
}

TEST(PowerMode, IdleAndStaticPowerFitUnderTheCap) {
  for (const Device& d : builtin_catalog().devices) {
    for (const PowerMode& mode : d.power_modes) {
      EXPECT_GT(mode.cap_w, 0) << d.id;
      EXPECT_LE(mode.static_w.value_or(0), mode.cap_w / 2) << d.id << "@" << mode.id;
      const Device changed = in_mode(d, mode.id);
      const bool of_chip = changed.idle && changed.idle->scope != PowerScope::server;
      EXPECT_LE(of_chip ? changed.idle->watts : 0, mode.cap_w / 2) << d.id << "@" << mode.id;
    }
  }
}

TEST(Key, LeavesTheDefaultModeOut) {
  EXPECT_EQ(key(device("T4")), "T4");
  EXPECT_EQ(key(device("t4@DEFAULT")), "T4");
  EXPECT_EQ(key(device("jetson-orin-nano-8gb@7W")), "Jetson-Orin-Nano-8GB@7w");
}

TEST(Key, FindsTheSameDeviceAgain) {
  for (const Device& d : builtin_catalog().devices)
    for (const PowerMode& mode : d.power_modes) {
      const Device changed = in_mode(d, mode.id);
      EXPECT_EQ(key(find_device(builtin_catalog(), key(changed))), key(changed));
    }
}

TEST(Device, CopiesShareTheirProvenance) {
  const Device one = device("T4");
  const Device other = one;
  const auto found = one.provenance.find("/memory/bandwidth");
  ASSERT_NE(found, one.provenance.end());
  EXPECT_EQ(found->second.status, FigureStatus::looked_up);
  EXPECT_FALSE(found->second.sources.empty());
  EXPECT_EQ(&*found, &*other.provenance.find("/memory/bandwidth"));
}

}  // namespace
}  // namespace whichchip::hardware
