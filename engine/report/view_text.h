// Sentences and commands about a view as a whole: how to make it again, and what is different since it was made.
#pragma once

#include <string>

#include "analysis/request.h"
#include "report/json.h"

namespace whichchip::report {

// The command that prints what a request shows: "whichchip compare resnet50 --batch 8". Options with their usual values
// are left out; what a shell would take apart is quoted.
std::string command_line(const analysis::Request& request, const std::string& model);

// "Made with catalogue 2026-10; this is 2026-11: figures may differ." Empty when nothing changed or nothing is said.
std::string version_change(const std::string& catalogue, const std::string& parameters, const Versions& now);

}  // namespace whichchip::report
