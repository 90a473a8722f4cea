// What must hold of every workload, whatever it was built from.
#pragma once

#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::tests {

// Fails the current test unless: every operator that is not a view is in exactly one subgraph of each level; MACs are
// the same at every level; ids are positions and dependencies point backwards; every external read is written before or
// fed from outside.
void expect_consistent(const workload::Workload& workload);

std::vector<std::string> names(const workload::Workload& workload, workload::Runtime runtime);

}  // namespace whichchip::tests
