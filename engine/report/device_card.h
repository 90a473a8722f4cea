// What a device's card says on the command line beyond report::device_table: peak watts, how near its layers come to
// their roofs, where its energy goes, and the source of every figure of the chip.
#pragma once

#include "analysis/compare.h"
#include "report/document.h"

namespace whichchip::report {

// Adds to the section of every device that has a card, and the numbered sources behind the last of them. A card lists
// the subgraphs that take most time, or all of them.
void complete_cards(Document& document, const analysis::Comparison& comparison, bool all_subgraphs);

}  // namespace whichchip::report
