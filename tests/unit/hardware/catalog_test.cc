#include "hardware/catalog.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/suggest.h"
#include "device_files.h"
#include "hardware/builtin_catalog.h"
#include "hardware/peaks.h"

namespace whichchip::hardware {
namespace {

TEST(Catalog, HoldsEveryFileUnderItsOwnId) {
  const auto files = device_files();
  ASSERT_EQ(builtin_catalog().devices.size(), files.size());
  EXPECT_GE(files.size(), 139u);
  for (const auto& [stem, text] : files) {
    const Device parsed = parse_device(text, "devices/" + stem + ".json");
    EXPECT_EQ(parsed.id, stem);
    EXPECT_EQ(find_device(builtin_catalog(), stem).id, stem);
  }
  EXPECT_FALSE(builtin_catalog().version.empty());
}

TEST(Catalog, IsOrderedById) {
  const std::vector<Device>& devices = builtin_catalog().devices;
  EXPECT_TRUE(
      std::is_sorted(devices.begin(), devices.end(), [](const Device& a, const Device& b) { return a.id < b.id; }));
}

TEST(Catalog, BareBundleAndFullFilesSayTheSame) {
  for (const auto& [stem, text] : device_files()) {
    const Device full = parse_device(text, stem);
    const Device bare = find_device(builtin_catalog(), stem);
    EXPECT_EQ(full.peak_ops_per_s, bare.peak_ops_per_s) << stem;
    EXPECT_EQ(full.peak_vector_ops_per_s, bare.peak_vector_ops_per_s) << stem;
    EXPECT_EQ(full.peak_status, bare.peak_status) << stem;
    EXPECT_EQ(full.memory.bandwidth_bytes_per_s, bare.memory.bandwidth_bytes_per_s) << stem;
    EXPECT_EQ(full.tdp_w, bare.tdp_w) << stem;
    EXPECT_EQ(full.warnings, bare.warnings) << stem;
    EXPECT_EQ(full.price_usd, bare.price_usd) << stem;
    ASSERT_EQ(full.provenance.size(), bare.provenance.size()) << stem;
    EXPECT_TRUE(std::equal(full.provenance.begin(), full.provenance.end(), bare.provenance.begin())) << stem;
  }
}

// Counts the figures of a file: objects with a value.
std::size_t figures_in(const nlohmann::json& json) {
  if (json.is_object() && json.contains("value")) return 1;
  std::size_t count = 0;
  if (json.is_structured())
    for (const nlohmann::json& member : json) count += figures_in(member);
  return count;
}

TEST(Catalog, EveryFigureHasStatusAndSource) {
  for (const auto& [stem, text] : device_files()) {
    const Device parsed = parse_device(text, stem);
    EXPECT_EQ(parsed.provenance.size(), figures_in(nlohmann::json::parse(text))) << stem;
    for (const auto& [path, provenance] : parsed.provenance) {
      EXPECT_FALSE(provenance.sources.empty()) << stem << path;
      const bool reasoned = provenance.status == FigureStatus::estimated || provenance.status == FigureStatus::derived;
      EXPECT_FALSE(reasoned && provenance.note.empty()) << stem << path;
    }
  }
}

TEST(Catalog, PeaksAreUnitsTimesRateTimesClock) {
  for (const Device& d : builtin_catalog().devices) {
    if (d.mapping == Mapping::dataflow) continue;
    const Device rated = in_mode(d, d.power_mode);
    bool any = false;
    for (const Precision p : kPrecisions) {
      const std::optional<double> peak = at(rated.peak_ops_per_s, p);
      const std::optional<double> rate = macs_per_clock(rated, p);
      if (!peak) continue;
      any = true;
      ASSERT_TRUE(rate) << d.id << " " << name(p);
      const double given = 2 * *rate * rated.clock_hz;
      // Rates never exceed the peak; a peak may exceed them where it is stated at another clock.
      EXPECT_LE(given, *peak * (1 + 1e-12)) << d.id << " " << name(p);
      EXPECT_GE(given, *peak * 0.87) << d.id << " " << name(p);
    }
    EXPECT_TRUE(any) << d.id;
  }
}

TEST(Catalog, OnlyExplainedPeaksDepartFromTheirUnits) {
  for (const Device& d : builtin_catalog().devices)
    for (const std::string& warning : d.warnings)
      EXPECT_NE(warning.find("limited to half"), std::string::npos) << d.id << ": " << warning;
}

TEST(Catalog, EveryAcceleratorHasAHostAmongTheCpus) {
  for (const Device& d : builtin_catalog().devices) {
    ASSERT_EQ(d.host.has_value(), d.device_class != DeviceClass::cpu) << d.id;
    if (!d.host) continue;
    const Device host = find_device(builtin_catalog(), d.host->id);
    EXPECT_EQ(host.device_class, DeviceClass::cpu) << d.id;
    EXPECT_GE(host.rating.units, d.host->cores) << d.id;
    EXPECT_GT(d.host->link_bytes_per_s, 0) << d.id;
    EXPECT_FALSE(d.host->link.empty()) << d.id;
  }
}

TEST(Catalog, FindsByIdAndAliasInAnyCase) {
  EXPECT_EQ(device("h100-sxm").id, "H100-SXM");
  EXPECT_EQ(device("V100").id, "V100-SXM2-32GB");
  EXPECT_EQ(device("raspberrypi3bplus").id, "RaspberryPi3B+");
  EXPECT_EQ(device("tda4vh").id, "AM69A");
}

TEST(Catalog, UnknownIdNamesTheNearest) {
  try {
    device("H100-SMX");
    FAIL() << "H100-SMX was found";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
    EXPECT_NE(error.message.find("H100-SMX"), std::string::npos);
    EXPECT_NE(error.advice.find("H100-SXM"), std::string::npos);
  }
}

TEST(Catalog, CountsOfTheLineUp) {
  std::map<DeviceClass, int> counts;
  int dataflow = 0;
  for (const Device& d : builtin_catalog().devices) {
    ++counts[d.device_class];
    dataflow += d.mapping == Mapping::dataflow;
  }
  EXPECT_GE(counts[DeviceClass::cpu], 9);
  EXPECT_GE(counts[DeviceClass::gpu], 10);
  EXPECT_GE(counts[DeviceClass::tpu], 6);
  EXPECT_GE(counts[DeviceClass::kpu], 3);
  EXPECT_GE(counts[DeviceClass::dsp] + counts[DeviceClass::npu], 8);
  EXPECT_GE(counts[DeviceClass::dpu], 1);
  EXPECT_GE(counts[DeviceClass::cgra], 1);
  EXPECT_GE(dataflow, 1);
}

std::set<std::string> keys_of(const char* name) {
  std::set<std::string> keys;
  for (const Device& d : device_set(builtin_catalog(), name)) keys.insert(key(d));
  return keys;
}

void expect_holds(const char* set, const std::vector<std::string>& wanted) {
  const std::set<std::string> keys = keys_of(set);
  for (const std::string& id : wanted) EXPECT_TRUE(keys.contains(id)) << set << " lacks " << id;
}

TEST(Sets, HoldWhatTheyPromise) {
  expect_holds("datacenter",
               {"Xeon-8490H", "EPYC-9654", "V100-SXM2-32GB", "T4", "A100-SXM-80GB", "H100-SXM", "TPU-v4"});
  // KPU-T64's 6 W is its default mode.
  expect_holds("edge", {"Jetson-Orin-Nano-8GB@7w", "KPU-T64", "QRB5165", "Xilinx-DPU-ZCU102"});
  expect_holds("embedded", {"QRB5165", "TDA4VM", "KPU-T64@3w", "Plasticine-CGRA"});
  expect_holds("architectures",
               {"Xeon-8490H", "H100-SXM", "TPU-v4", "KPU-T256", "QRB5165", "Xilinx-DPU-ZCU102", "Plasticine-CGRA"});
  EXPECT_FALSE(keys_of("automotive").empty());
  EXPECT_FALSE(keys_of("client").empty());
}

TEST(Sets, AreFoundInAnyCaseAndAllIsEveryDevice) {
  EXPECT_EQ(keys_of("DataCenter"), keys_of("datacenter"));
  EXPECT_EQ(device_set(builtin_catalog(), "all").size(), builtin_catalog().devices.size());
}

TEST(Sets, UnknownSetNamesTheSets) {
  try {
    device_set(builtin_catalog(), "desktop");
    FAIL() << "desktop was found";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
    EXPECT_NE(error.advice.find("client"), std::string::npos);
    EXPECT_NE(error.advice.find("all"), std::string::npos);
  }
}

TEST(ParseCatalog, NamesTheSetThatHoldsAnUnknownDevice) {
  const nlohmann::json json{{"devices", {device_json("Xeon-8490H")}}, {"sets", {{"mine", {"Xeon-8490H", "T4"}}}}};
  try {
    parse_catalog(json.dump());
    FAIL() << "the set was accepted";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_hardware);
    EXPECT_EQ(error.where, "sets.json#/mine");
  }
}

TEST(ParseCatalog, RejectsAHostThatIsNotThere) {
  const nlohmann::json json{{"devices", {device_json("T4")}}};
  try {
    parse_catalog(json.dump());
    FAIL() << "T4 was accepted without its host";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_hardware);
    EXPECT_EQ(error.where, "devices/T4.json#/host/id");
  }
}

TEST(ParseCatalog, RejectsTwoDevicesOfOneName) {
  nlohmann::json other = device_json("Xeon-8490H");
  other["id"] = "xeon-8490h";
  const nlohmann::json json{{"devices", {device_json("Xeon-8490H"), other}}};
  EXPECT_THROW(parse_catalog(json.dump()), core::Error);
}

TEST(AddDevice, AddsAUsersOwnAndReplacesOneOfTheSameId) {
  Catalog catalog = builtin_catalog();
  nlohmann::json own = device_json("T4");
  own["id"] = "My-T4";
  own.erase("aliases");
  own["memory"]["bandwidth"]["value"] = 1000;
  add_device(catalog, parsed(own));
  EXPECT_EQ(catalog.devices.size(), builtin_catalog().devices.size() + 1);
  EXPECT_EQ(find_device(catalog, "my-t4").memory.bandwidth_bytes_per_s, 1000e9);

  own["id"] = "T4";
  add_device(catalog, parsed(own));
  EXPECT_EQ(catalog.devices.size(), builtin_catalog().devices.size() + 1);
  EXPECT_EQ(find_device(catalog, "T4").memory.bandwidth_bytes_per_s, 1000e9);
}

TEST(AddDevice, LeavesTheCatalogueAsItWasOnAnError) {
  Catalog catalog = builtin_catalog();
  nlohmann::json own = device_json("T4");
  own["id"] = "Own";
  own["aliases"] = {"H100"};
  EXPECT_THROW(add_device(catalog, parsed(own)), core::Error);
  own.erase("aliases");
  own["host"]["id"] = "No-Such-CPU";
  EXPECT_THROW(add_device(catalog, parsed(own)), core::Error);
  EXPECT_EQ(catalog.devices.size(), builtin_catalog().devices.size());
}

}  // namespace
}  // namespace whichchip::hardware
