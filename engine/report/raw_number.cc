#include "report/raw_number.h"

#include "report/json_parts.h"

namespace whichchip::report {

std::string raw_number(double value) { return number(value).dump(); }

}  // namespace whichchip::report
