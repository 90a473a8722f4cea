// The sentences of a sweep, each recomputable from its points. Private to analysis/.
#pragma once

#include <string>
#include <vector>

#include "analysis/sweep.h"

namespace whichchip::analysis {

std::vector<std::string> sweep_text(const Sweep& sweep, double latency_limit_s);

}  // namespace whichchip::analysis
