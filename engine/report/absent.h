// Why cells are empty: the reasons that a table keeps beside its dashes, as sentences for who cannot point at a cell.
#pragma once

#include <string>
#include <vector>

#include "report/document.h"

namespace whichchip::report {

// "— under Cost per 1 M: no price known: --price sets one", each once, in reading order.
std::vector<std::string> absent_reasons(const Document& document);

}  // namespace whichchip::report
