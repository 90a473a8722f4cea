// What-if: figures of catalogue devices changed at will, everything that rests on them recomputed.
//
//   const Catalog changed = with_edits(builtin_catalog(), {"T4.memory.bandwidth=640 GB/s", "T4.units.count=80"});
//
// An edit is ID.FIGURE=VALUE. FIGURE is its path in the device's file with dots ("memory.bandwidth", "peak.int8",
// "power.modes.0.cap"); VALUE a number, in the figure's own unit unless one is given. What depends on the figure in
// proportion follows unless it is edited itself: peaks follow clock, units and MACs per clock, and these a peak; power
// modes follow their device's clock, bandwidth and units. The rest of the file is checked as ever.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hardware/catalog.h"

namespace whichchip::hardware {

struct Edit {
  std::string device;  // as written; an id or an alias
  std::string path;    // "/memory/bandwidth"
  double value = 0;
  std::string unit;  // empty: the figure's own
};

// Throws core::Error (bad_usage) whose `where` is "--set". The catalogue tells where the device's name ends.
Edit parse_edit(std::string_view text, const Catalog& catalog);

// The catalogue with the edits made, in their order. An edited device says so in its notes, and its figures' provenance
// gives the stock value. Throws core::Error: bad_usage for a device or figure that there is not, bad_hardware where the
// changed device contradicts itself.
Catalog with_edits(const Catalog& catalog, const std::vector<std::string>& edits);

// A figure that can be edited, for a form.
struct EditableFigure {
  std::string path;  // "memory.bandwidth"
  double value = 0;  // in `unit`
  std::string unit;  // empty for a count
};
// All of a device, in a fixed order; none when the device is not one of the built-in catalogue.
std::vector<EditableFigure> editable_figures(std::string_view device);

}  // namespace whichchip::hardware
