// One function per command: arguments → engine → report → output.
#pragma once

#include "cli/arguments.h"

namespace whichchip::cli {

void run_compare(const Arguments& arguments);
void run_inspect(const Arguments& arguments);
void run_hardware_list(const Arguments& arguments);
void run_hardware_show(const Arguments& arguments);
void run_models(const Arguments& arguments);

}  // namespace whichchip::cli
