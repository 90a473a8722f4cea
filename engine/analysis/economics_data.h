// assets/economics/economics.json as it was when the program was built.
#pragma once

#include <string_view>

namespace whichchip::analysis {

std::string_view economics_json();

}  // namespace whichchip::analysis
