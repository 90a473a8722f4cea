// What --help prints.
#pragma once

#include <string>

namespace whichchip::cli {

// Of one command ("compare"), or of the program when `command` is empty or unknown.
std::string help_text(const std::string& command);

}  // namespace whichchip::cli
