// Which device wins which layer, as a map: a row per subgraph, a column per device, shaded by how much more than the
// best it needs. Readable without colour: the winner's cell holds its letter, the others darker glyphs the further they
// are behind.
#pragma once

#include <optional>
#include <vector>

#include "report/document.h"
#include "report/tables.h"

namespace whichchip::report {

// "heat_map": cells are the ratio to the best of the row, shown as a glyph; columns are the devices' letters.
Table heat_map_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity);
// What to know of a cell. Of a shade it is put together when somebody asks: "T4: 1.23× the best"; a map has thousands.
std::string note_of(const Column& column, const Cell& cell);
// Whether the legend shows each glyph, or, for those who see shades in their place, words alone.
enum class HeatLegend : std::uint8_t { glyphs, words };
// The map with its legend.
Section heat_map_section(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity,
                         HeatLegend legend = HeatLegend::glyphs);

// All subgraphs on all devices, by every runtime that is used: their table, the map, who wins how many. Without `only`
// there are tables of latency and of energy, and the rest is by latency. Of one device alone its schedule.
std::vector<Section> subgraph_sections(const analysis::Comparison& comparison, HeatLegend legend,
                                       std::optional<SubgraphQuantity> only = std::nullopt);

}  // namespace whichchip::report
