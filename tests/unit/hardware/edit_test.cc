#include "hardware/edit.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace whichchip::hardware {
namespace {

Device edited(const std::string& key, const std::vector<std::string>& edits) {
  return find_device(with_edits(builtin_catalog(), edits), key);
}
double peak(const Device& device, Precision precision) { return *at(device.peak_ops_per_s, precision); }

TEST(Edit, AFigureAndNothingElseChanges) {
  const Device stock = find_device(builtin_catalog(), "T4");
  const Device device = edited("T4", {"T4.memory.bandwidth=640 GB/s"});
  EXPECT_DOUBLE_EQ(device.memory.bandwidth_bytes_per_s, 640e9);
  EXPECT_EQ(device.peak_ops_per_s, stock.peak_ops_per_s);
  EXPECT_EQ(device.units, stock.units);
  EXPECT_EQ(device.provenance.find("/memory/bandwidth")->second.note, "stock: 320 GB/s");
  EXPECT_EQ(device.provenance.find("/memory/capacity")->second, stock.provenance.find("/memory/capacity")->second);
  EXPECT_NE(device.notes.front().find("640 GB/s instead of 320 GB/s"), std::string::npos);
}

TEST(Edit, TheFiguresOwnUnitIsMeantWhereNoneIsGiven) {
  EXPECT_DOUBLE_EQ(edited("T4", {"T4.memory.bandwidth=640"}).memory.bandwidth_bytes_per_s, 640e9);
  EXPECT_DOUBLE_EQ(edited("T4", {"t4.memory.bandwidth = 0.5 TB/s"}).memory.bandwidth_bytes_per_s, 500e9);
}

TEST(Edit, PeaksFollowClockAndUnits) {
  const Device stock = find_device(builtin_catalog(), "T4");
  const Device fast = edited("T4", {"T4.clock.sustained=3.18"});
  const Device wide = edited("T4", {"T4.units.count=80"});
  for (const Precision precision : {Precision::fp32, Precision::fp16, Precision::int8}) {
    EXPECT_NEAR(peak(fast, precision) / peak(stock, precision), 2, 0.02);
    EXPECT_NEAR(peak(wide, precision) / peak(stock, precision), 2, 0.02);
  }
  EXPECT_EQ(wide.units, 80);
}

TEST(Edit, ThePeakThatIsEditedDoesNotFollow) {
  const Device device = edited("T4", {"T4.peak.int8=130", "T4.units.count=80"});
  EXPECT_NEAR(peak(device, Precision::int8), 130e12, 1e12);
  EXPECT_GT(peak(device, Precision::fp16), 120e12);
}

TEST(Edit, AHigherPeakIsMadeOfMoreMacsPerClock) {
  const Device device = edited("T4", {"T4.peak.int8=260"});
  const auto& gpu = std::get<GpuGeometry>(device.geometry);
  EXPECT_DOUBLE_EQ(*at(gpu.matrix_macs_per_clock_per_sm, Precision::int8), 2048);
  EXPECT_NEAR(peak(device, Precision::int8), 260e12, 3e12);
}

TEST(Edit, PowerModesFollowTheirDevice) {
  const Device stock = find_device(builtin_catalog(), "Jetson-Orin-Nano-8GB@7w");
  const Device device = edited("Jetson-Orin-Nano-8GB@7w", {"Jetson-Orin-Nano-8GB.memory.bandwidth=204.8"});
  EXPECT_NEAR(device.memory.bandwidth_bytes_per_s / stock.memory.bandwidth_bytes_per_s, 2, 1e-9);
  EXPECT_DOUBLE_EQ(edited("Jetson-Orin-Nano-8GB@7w", {"Jetson-Orin-Nano.power.modes.1.cap=9"}).power_modes[1].cap_w, 9);
}

TEST(Edit, NamesWithDotsAreDevicesToo) {
  EXPECT_GT(edited("AWS-c5.4xlarge-Xeon", {"AWS-c5.4xlarge-Xeon.memory.bandwidth=500"}).memory.bandwidth_bytes_per_s,
            4e11);
}

TEST(Edit, WhatCannotBeIsSaid) {
  const auto message = [](const std::string& edit) -> std::string {
    try {
      with_edits(builtin_catalog(), {edit});
    } catch (const core::Error& error) {
      return error.message + " | " + error.advice;
    }
    return "accepted";
  };
  EXPECT_NE(message("T4").find("is not ID.FIGURE=VALUE"), std::string::npos);
  EXPECT_NE(message("T4.memory.bandwith=3").find("memory.bandwidth"), std::string::npos) << "the nearest is named";
  EXPECT_NE(message("T5.memory.bandwidth=3").find("no hardware is called"), std::string::npos);
  EXPECT_NE(message("T4.memory.bandwidth=-1").find("no number from 0 up"), std::string::npos);
  EXPECT_NE(message("T4.memory.bandwidth=3 GHz").find("unit"), std::string::npos);
  EXPECT_NE(message("T4.units.count=1.5").find("whole number"), std::string::npos);
  EXPECT_NE(message("T4.memory=1").find("has no figure"), std::string::npos);
}

TEST(Edit, EveryFigureThatIsOfferedCanBeEdited) {
  for (const char* id :
       {"T4", "Xeon-8490H", "TPU-v4", "KPU-T64", "QRB5165", "Xilinx-DPU-ZCU102", "Hailo-8", "Plasticine-CGRA"}) {
    const auto figures = editable_figures(id);
    EXPECT_GT(figures.size(), 8u) << id;
    for (const EditableFigure& figure : figures) {
      const std::string text = std::string(id) + "." + figure.path + "=" + std::to_string(figure.value);
      const Catalog same = with_edits(builtin_catalog(), {text});
      EXPECT_EQ(find_device(same, id).units, find_device(builtin_catalog(), id).units) << text;
    }
  }
  EXPECT_TRUE(editable_figures("no-such-chip").empty());
}

}  // namespace
}  // namespace whichchip::hardware
