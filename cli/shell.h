// Completion scripts and the man page.
#pragma once

#include <string>

namespace whichchip::cli {

// Of bash, zsh or fish; throws core::Error (bad_usage) for another shell.
std::string completion(const std::string& shell);
// whichchip(1), in troff.
std::string man_page();

}  // namespace whichchip::cli
