// The part of a device file that depends on the mapping. Internal to engine/hardware.
#pragma once

#include "hardware/device.h"
#include "hardware/json_reader.h"

namespace whichchip::hardware {

// `units` of the device become the geometry's SMs, cores, arrays, …
Geometry parse_geometry(const Reader& reader, Mapping mapping, int units);

}  // namespace whichchip::hardware
