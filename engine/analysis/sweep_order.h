// The points of a sweep in another order than that of its axes.
#pragma once

#include <string>

#include "analysis/sweep.h"

namespace whichchip::analysis {

// By "latency", "throughput", "power", "efficiency", "energy" or "memory", the best first and what does not fit last;
// equals stay as they are. All that names points goes on naming the same. Throws core::Error (bad_usage) for any other
// metric.
void sort_points(Sweep& sweep, const std::string& metric);

}  // namespace whichchip::analysis
