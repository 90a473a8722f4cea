// The catalogue: every device whichchip knows, the named sets of them, and look-up by id.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/device.h"

namespace whichchip::hardware {

struct Catalog {
  std::string version;
  std::vector<Device> devices;                           // in default mode, ordered by id
  std::map<std::string, std::vector<std::string>> sets;  // "datacenter" → device keys, "ID" or "ID@mode"
};

// Parses {"version", "devices": […], "sets": {…}}; figures may come without provenance, as builtin_catalog.h says.
// Throws core::Error (bad_hardware) whose `where` is the JSON path.
Catalog parse_catalog(std::string_view json);
// One device file, as assets/hardware/schema.json describes; `where` in errors starts with `file`
// ("devices/T4.json#/memory/bandwidth").
Device parse_device(std::string_view json, const std::string& file);
// Adds a user's own device in its default mode; it replaces one of the same id. Throws core::Error (bad_hardware) when
// an alias is taken or its host is no CPU of the catalogue.
void add_device(Catalog& catalog, Device device);
// The catalogue that is built in.
const Catalog& builtin_catalog();
// Gives the devices of a catalogue their provenance: each line of `files`, which outlives the catalogue, is one device
// in full. It is read when it is first asked for.
void attach_provenance(Catalog& catalog, std::string_view files);

// "A100-SXM-80GB", "jetson-orin-nano-8gb@7w": case-insensitive. Throws core::Error (bad_usage) naming the nearest ids.
Device find_device(const Catalog& catalog, std::string_view key);
// Members of a set, or with "all" every device in its default mode. Throws core::Error (bad_usage) naming the sets.
std::vector<Device> device_set(const Catalog& catalog, std::string_view name);

}  // namespace whichchip::hardware
