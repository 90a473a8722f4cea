// A comparison in pictures, for the HTML report and the page.
#pragma once

#include "analysis/compare.h"
#include "report/document.h"

namespace whichchip::report {

// Bars of latency, throughput and energy, the energy and the time by their parts, and the roofline of the first few.
// Devices in the order of the comparison, the first twenty of them.
Section charts_section(const analysis::Comparison& comparison);
// Of these the energy of an inference by its parts, J.
Chart energy_chart(const analysis::Comparison& comparison);

}  // namespace whichchip::report
