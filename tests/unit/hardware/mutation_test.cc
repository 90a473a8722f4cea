// Whatever is done to a device file, reading it ends in a device that holds together or in an error that says where.
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "device_files.h"

namespace whichchip::hardware {
namespace {

using nlohmann::json;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}
  // Uniform enough below n > 0 (splitmix64).
  std::size_t below(std::size_t n) {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<std::size_t>((z ^ (z >> 31)) % n);
  }

 private:
  std::uint64_t state_;
};

json replacement(Generator& random) {
  switch (random.below(14)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return -1;
    case 3:
      return 0;
    case 4:
      return 1e-300;
    case 5:
      return 1e22;
    case 6:
      return std::int64_t{-9223372036854775807};
    case 7:
      return std::uint64_t{18446744073709551615u};
    case 8:
      return "";
    case 9:
      return "GHz";
    case 10:
      return json::array();
    case 11:
      return json::object();
    case 12:
      return std::string(300, 'x');
    default:
      return 7;
  }
}

void mutate(json& root, Generator& random) {
  json* place = &root;
  // Mostly deep, where the figures are.
  while (place->is_structured() && !place->empty() && random.below(6) != 0) {
    auto member = place->begin();
    std::advance(member, static_cast<std::ptrdiff_t>(random.below(place->size())));
    place = &*member;
  }
  switch (random.below(4)) {
    case 0:
      if (place->is_object() && !place->empty()) {
        auto member = place->begin();
        std::advance(member, static_cast<std::ptrdiff_t>(random.below(place->size())));
        place->erase(member);
        return;
      }
      break;
    case 1:
      if (place->is_object()) {
        (*place)[random.below(2) ? "fp99" : "value"] = replacement(random);
        return;
      }
      break;
    case 2:
      if (place->is_number()) {
        *place = place->get<double>() * static_cast<double>(1 + random.below(1000));
        return;
      }
      break;
    default:
      break;
  }
  *place = replacement(random);
}

void expect_whole(const Device& d) {
  EXPECT_FALSE(d.power_modes.empty());
  EXPECT_GT(d.memory.bandwidth_bytes_per_s, 0);
  bool computes = false;
  for (const PowerMode& mode : d.power_modes) {
    const Device changed = in_mode(d, mode.id);
    for (const std::optional<double>& peak : changed.peak_ops_per_s) {
      if (!peak) continue;
      computes = true;
      EXPECT_TRUE(std::isfinite(*peak) && *peak > 0) << *peak;
    }
  }
  EXPECT_TRUE(computes);
}

TEST(Mutation, EndsInADeviceOrAnError) {
  Generator random(20240607);
  int rejected = 0, accepted = 0;
  for (const char* id : {"Jetson-Orin-Nano-8GB", "Xeon-8490H", "Coral-Edge-TPU", "KPU-T64", "QRB5165",
                         "Xilinx-DPU-ZCU102", "Hailo-8", "Plasticine-CGRA", "Cloud-AI-100-Std"}) {
    const json original = device_json(id);
    for (int round = 0; round < 150; ++round) {
      json changed = original;
      for (std::size_t n = 1 + random.below(3); n > 0; --n) mutate(changed, random);
      const std::string text = changed.dump();
      try {
        expect_whole(parse_device(text, "T.json"));
        ++accepted;
      } catch (const core::Error& error) {
        EXPECT_EQ(error.code, core::ErrorCode::bad_hardware) << error.message;
        EXPECT_EQ(error.where.substr(0, 6), "T.json") << error.message;
        EXPECT_FALSE(error.message.empty());
        ++rejected;
      }
      if (HasFailure()) {
        FAIL() << text;
      }
    }
  }
  EXPECT_GT(rejected, accepted);
  EXPECT_GT(accepted, 20);
}

TEST(Mutation, TruncatedFilesAreErrors) {
  const std::string text = read_text(hardware_folder() / "T4.json");
  Generator random(7);
  for (int round = 0; round < 100; ++round) {
    const core::Error error = error_of(text.substr(0, random.below(text.size() - 2)));
    EXPECT_EQ(error.code, core::ErrorCode::bad_hardware);
  }
}

}  // namespace
}  // namespace whichchip::hardware
