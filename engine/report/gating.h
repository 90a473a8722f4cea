// What power gating of the units without work would change: only static energy. For the command line.
#pragma once

#include "analysis/energy.h"
#include "report/document.h"

namespace whichchip::report {

// "gating": a row per device, as it is and with the units without work gated.
Table gating_table(const analysis::EnergyReport& report);
// The table, every device's parts as they are and gated, what is gated and what stays on.
Section gating_section(const analysis::EnergyReport& report);

}  // namespace whichchip::report
