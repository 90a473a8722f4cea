// The parts of a graph that rest on different inputs: towers of a multimodal model, encoder and decoder in one file.
// Private to analysis/.
#pragma once

#include <vector>

#include "analysis/guidance.h"

namespace whichchip::analysis {

// Parts with at least a hundredth of the MACs that share no input, and what joins them; empty when there are not two.
std::vector<Component> components_of(const workload::Workload& workload);

}  // namespace whichchip::analysis
