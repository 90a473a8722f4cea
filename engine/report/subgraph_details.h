// How every device runs every subgraph: what binds it, how many units and how much of the peak it has, what it draws.
// For the command line; the page tells it of the layer that is picked.
#pragma once

#include "report/tables.h"

namespace whichchip::report {

// "subgraph-details": a row per subgraph of the partition at `runtime`, a column per device that ran it.
Table subgraph_details_table(const analysis::Comparison& comparison, workload::Runtime runtime);

}  // namespace whichchip::report
