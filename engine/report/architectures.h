// What sets the architecture classes apart, in words and in the figures of one model: who tells the units what to do,
// how often, and what an operation costs for it.
#pragma once

#include "analysis/energy.h"
#include "report/document.h"

namespace whichchip::report {

// "architectures": a row per device: how it works, MACs at once, instructions per MAC, energy per operation. Empty
// lines and tables where all devices are of one architecture.
Section architectures_section(const analysis::EnergyReport& report);

}  // namespace whichchip::report
