// Which device wins which layer, as a map: a row per subgraph, a column per device, shaded by how much more than the
// best it needs. Readable without colour: the winner's cell holds its letter, the others darker glyphs the further they
// are behind.
#pragma once

#include "report/document.h"
#include "report/tables.h"

namespace whichchip::report {

// "heat_map": cells are the ratio to the best of the row, shown as a glyph; columns are the devices' letters.
Table heat_map_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity);
// The map with its legend.
Section heat_map_section(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity);

}  // namespace whichchip::report
