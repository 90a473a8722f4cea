// Which operators each device runs itself, and what those cost that it hands to its host.
#pragma once

#include <vector>

#include "report/document.h"

namespace whichchip::report {

// "support": operators × devices: native, emulated, host, or without a rule; then "host": every stretch of subgraphs
// that runs on the host, with its crossings, time and energy. One sentence where every device runs everything.
Section support_section(const analysis::Comparison& comparison);

}  // namespace whichchip::report
