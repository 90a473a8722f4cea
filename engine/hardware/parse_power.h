// Caps, idle power and power modes of a device file. Internal to engine/hardware.
#pragma once

#include "hardware/device.h"
#include "hardware/json_reader.h"

namespace whichchip::hardware {

// Fills tdp, idle, power_modes and observed_power; warnings say where a mode limits the static power.
void parse_power(const Reader& power, Device& device);

}  // namespace whichchip::hardware
