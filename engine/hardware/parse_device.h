// A device from parsed JSON; parse_device() in catalog.h takes text. Internal to engine/hardware.
#pragma once

#include <string>

#include "nlohmann/json_fwd.hpp"

#include "hardware/device.h"

namespace whichchip::hardware {

// `bare`: figures may come without provenance, as in the built-in bundle.
Device parse_device_json(const nlohmann::json& json, const std::string& file, bool bare);

}  // namespace whichchip::hardware
