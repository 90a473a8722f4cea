// The command line as a value: what to run, on what, and how to print it. Knows nothing of files or terminals.
#pragma once

#include <string>
#include <vector>

#include "analysis/request.h"

namespace whichchip::cli {

enum class Command { compare, energy, inspect, hardware_list, hardware_show, models, link, open, help, version };
enum class Format { text, json, csv, markdown, html };
enum class HardwareSort { name, flops, bandwidth, power };

struct Arguments {
  Command command = Command::help;
  std::string topic;             // of help: a command's name, or empty
  std::string model;             // path, "-" or a sample's name; of open: a link or a file
  std::vector<std::string> ids;  // of hardware show
  analysis::Request request;
  bool layers = false;
  bool names = false;       // of link: the model's own names go along
  std::string base, title;  // of link: the page's address; what the view is called
  std::size_t top = 5;  // of energy: consumers and hotspots listed
  HardwareSort hardware_sort = HardwareSort::name;

  Format format = Format::text;
  std::string output;  // empty: standard output
  std::vector<std::string> catalogs;
  bool quiet = false;
  bool verbose = false;
  bool no_color = false;
};

// Throws core::Error (bad_usage) with what was wrong and what to write instead.
Arguments parse_arguments(int argc, const char* const* argv);

}  // namespace whichchip::cli
