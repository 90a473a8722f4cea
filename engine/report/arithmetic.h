// Show the arithmetic: of every figure of a comparison the formula, the numbers that go into it, and what they rest on.
#pragma once

#include "report/document.h"

namespace whichchip::report {

// "arithmetic": a row per figure of one device; its key is the figure's column in the comparison. The expression is in
// SI units and evaluates to the value.
Table arithmetic_table(const analysis::Comparison& comparison, const analysis::Row& row);
// One folded section per device.
std::vector<Section> arithmetic_sections(const analysis::Comparison& comparison);

}  // namespace whichchip::report
