// Every command with its options, in one table: the parser, --help, "did you mean", the completion scripts and the man
// page are all made of it, so that they cannot disagree.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"

namespace whichchip::cli {

struct Option {
  const char* name;   // "--batch"
  const char* value;  // placeholder, "N"; nullptr for a flag
  const char* help;   // one line
  // Choices of the shell's completion, separated by spaces; "@devices", "@models", "@sets", "@file" or "@folder" stand
  // for lists.
  const char* choices = "";
  bool of_request = false;  // analysis::set_option gives it its meaning
};

struct OptionGroup {
  const char* title;  // "devices"
  std::vector<Option> options;
};

struct CommandSpec {
  Command command;
  const char* name;
  const char* usage;    // "compare MODEL [options]", one line each
  const char* summary;  // for the list of commands
  const char* description;
  std::size_t least, most;      // positionals
  const char* positional;       // what a missing one is called: "a MODEL"
  const char* positional_help;  // what to write there
  std::vector<const OptionGroup*> groups;
  const char* examples;
};

const std::vector<CommandSpec>& command_table();
// nullptr when there is none of that name.
const CommandSpec* find_command(const std::string& name);

}  // namespace whichchip::cli
