// What the table of who runs what rests on: the toolchain of every kind of device, the rule that stands for it here,
// and where that comes from.
#pragma once

#include "analysis/compare.h"
#include "report/document.h"

namespace whichchip::report {

// The title of the section that it belongs behind, of comparisons by subgraph.
inline constexpr const char* kWhoRunsWhat = "Who runs what";

// A line for each kind of device in the comparison: its devices, toolchain and version, what is handed to the host,
// whether that is documented or assumed, and the document.
Section toolchains_section(const analysis::Comparison& comparison);

}  // namespace whichchip::report
