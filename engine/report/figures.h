// A device's data sheet as a flat list: every figure with its unit, status and source. hardware show and hardware/1 are
// made of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "hardware/device.h"

namespace whichchip::report {

struct Figure {
  std::string key;    // JSON key, SI: "bandwidth_bytes_per_s"
  std::string title;  // "Memory bandwidth"
  std::optional<double> value;
  std::string shown;                 // with its unit
  std::string status;                // "looked_up", "derived", …; empty where nothing is stated
  std::vector<std::string> sources;  // titles with addresses
  std::string note;
};

// "NVIDIA T4": the vendor in front unless the name says it.
std::string full_name(const hardware::Device& device);

// Those that a chip may have and has not are in it without a value.
std::vector<Figure> figures(const hardware::Device& device);

}  // namespace whichchip::report
