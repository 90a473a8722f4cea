// The bundle of assets/hardware and assets/technology that the build embeds; the only data the engine carries.
#pragma once

#include <string_view>

namespace whichchip::hardware {

// {"version", "devices": […], "sets": {…}, "technology": {file stem: content}}. A figure of a device is only [value,
// unit] or a number here, a peak [value, unit, status]: provenance is most of the text, and start-up does without it.
std::string_view builtin_catalog_json();
// The device files in full, one per line, in the order of "devices". A program that wants its data small and loads them
// later defines this function itself, and returns nothing; attach_provenance() of catalog.h then takes them.
std::string_view builtin_device_files();

}  // namespace whichchip::hardware
