// A number with all its digits, as the JSON writes it: the shortest text that reads back as the same number.
#pragma once

#include <string>

namespace whichchip::report {

// "null" when it is not finite.
std::string raw_number(double value);

}  // namespace whichchip::report
