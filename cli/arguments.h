// The command line as a value: what to run, on what, and how to print it. Knows nothing of files or terminals.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/request.h"

namespace whichchip::cli {

enum class Command {
  compare,
  energy,
  recommend,
  explain,
  sweep,
  roofline,
  memory,
  check,
  diff,
  inspect,
  hardware,
  models,
  link,
  open,
  help,
  version,
  completion,
  man
};
enum class Format { text, json, csv, markdown, html };

struct Arguments {
  Command command = Command::help;
  std::string topic;  // of help: a command's name, or empty; of completion: the shell
  std::vector<std::string> positionals;
  analysis::Request request;
  // The command's own options by name without dashes, values in the order given; a flag has none.
  std::map<std::string, std::vector<std::string>> own;

  Format format = Format::text;
  std::string output;   // empty: standard output
  bool append = false;  // to it, the rows of a CSV
  std::vector<std::string> catalogs;
  bool quiet = false;
  bool verbose = false;
  bool no_color = false;

  bool has(const std::string& option) const { return own.count(option) != 0; }
  // Of an option that is given once: its last value, or `fallback`.
  std::string value(const std::string& option, const std::string& fallback = {}) const;
  // Every item of an option's comma lists.
  std::vector<std::string> items(const std::string& option) const;
};

// Throws core::Error (bad_usage) with what was wrong and what to write instead.
Arguments parse_arguments(int argc, const char* const* argv);

}  // namespace whichchip::cli
