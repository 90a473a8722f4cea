// operators > docs/operators.md
#include <iostream>

#include "support/operator_table.h"

int main() { std::cout << whichchip::tests::operator_table(); }
