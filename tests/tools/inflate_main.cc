// inflate FROM TO: writes the full-weight twin of a weightless model, for tests of the faces.
#include <cstdio>
#include <exception>

#include "support/inflate.h"

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: inflate FROM TO\n", stderr);
    return 2;
  }
  try {
    whichchip::tests::inflate(std::string(arguments[1]), std::string(arguments[2]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "inflate: %s\n", error.what());
    return 1;
  }
  return 0;
}
