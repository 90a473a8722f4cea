// The published measurements that the build embeds (assets/measurements), in compact form; cmake/embed.py writes it.
#pragma once

#include <string_view>

namespace whichchip::analysis {

// {"models": [[name, parameters, MACs, {dimension: default}]], "sources": [{"title", "software", "benchmark"}],
// "rows": [[model, source, device, {dimension: value}, power mode, units used, precision, batch, runtime, boundary,
// metric, value, year, note]]}: model and source are positions in the lists before. A program that wants its data small
// and loads them later defines this function itself, and returns nothing; attach_measurements() of measurements.h takes
// them.
std::string_view builtin_measurements_json();

}  // namespace whichchip::analysis
