// A comparison in pictures, for the HTML report.
#pragma once

#include "analysis/compare.h"
#include "report/document.h"

namespace whichchip::report {

// Bars of latency, throughput and energy, the energy and the time by their parts, and the roofline of the first few.
// Devices in the order of the comparison, the first twenty of them.
Section charts_section(const analysis::Comparison& comparison);

}  // namespace whichchip::report
