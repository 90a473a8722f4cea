// Starts the real binary, as a user's shell would.
#pragma once

#include <string>

namespace whichchip::tests {

struct Result {
  int code = -1;
  std::string out, err;
};

// `arguments` go through the shell; `before` stands in front of the command (an environment, a pipe).
Result whichchip(const std::string& arguments, const std::string& before = {});

// A folder that is empty at the start of the test program and removed at its end.
std::string scratch();
void write_file(const std::string& path, const std::string& content);
std::string read_file(const std::string& path);

}  // namespace whichchip::tests
