// docs/operators.md: every operator that the library knows or a rule counts, with how it is counted, where it is
// defined, and which test holds its rule.
#pragma once

#include <string>

namespace whichchip::tests {

std::string operator_table();

}  // namespace whichchip::tests
