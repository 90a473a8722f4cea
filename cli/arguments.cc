#include "cli/arguments.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "CLI/CLI.hpp"
#include "cli/command_table.h"

#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::cli {
namespace {

[[noreturn]] void fail(std::string message, std::string advice, std::string where = {}) {
  throw core::Error(core::ErrorCode::bad_usage, std::move(message), std::move(where), std::move(advice));
}

std::string help_advice(const std::string& command) {
  return "`whichchip " + command + (command.empty() ? "" : " ") + "--help` lists what there is";
}

[[noreturn]] void fail_unknown_command(const std::string& command) {
  std::vector<std::string> names;
  for (const CommandSpec& known : command_table()) names.emplace_back(known.name);
  const std::string what = command.starts_with('-') ? "option" : "command";
  fail("unknown " + what + " '" + command + "'",
       "did you mean " + core::nearest(command, names, 1).front() + "? `whichchip --help` lists the commands");
}

// The other commands that have an option of this name: "compare, energy and link".
std::string commands_with(const std::string& option) {
  std::vector<std::string> names;
  for (const CommandSpec& spec : command_table()) {
    for (const OptionGroup* group : spec.groups) {
      for (const Option& each : group->options) {
        if (option == each.name) names.emplace_back(spec.name);
      }
    }
  }
  return core::join_choices(names);
}

// Everything as text; meaning is given afterwards by analysis::set_option and by the commands.
struct RawOptions {
  struct Given {
    const Option* option;
    std::vector<std::string> values;
    bool flag = false;
  };
  std::vector<Given> given;
  std::vector<std::string> positionals;
  bool help = false;
};

void declare(CLI::App& app, const CommandSpec& spec, RawOptions& raw) {
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", raw.help);
  app.add_option("arguments", raw.positionals);
  std::size_t count = 0;
  for (const OptionGroup* group : spec.groups) count += group->options.size();
  raw.given.reserve(count);  // CLI11 keeps references
  for (const OptionGroup* group : spec.groups) {
    for (const Option& option : group->options) {
      RawOptions::Given& given = raw.given.emplace_back(RawOptions::Given{&option, {}, false});
      std::string names = option.name;
      if (names == "--output") names += ",-o";
      if (names == "--quiet") names += ",-q";
      if (names == "--verbose") names += ",-v";
      if (names == "--no-color") names += ",--no-colour";
      if (option.value == nullptr) {
        app.add_flag(names, given.flag);
      } else {
        app.add_option(names, given.values)
            ->type_size(1)
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      }
    }
  }
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// CLI11's own texts speak of its types; ours say what to write.
void parse(CLI::App& app, const std::string& command, const std::vector<std::string>& words) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes them so
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    fail(text.substr(0, text.find(':')) + " needs one value", help_advice(command));
  } catch (const CLI::ParseError& error) {
    fail(error.what(), help_advice(command));
  }
  for (const std::string& extra : app.remaining()) {
    if (extra.size() < 2 || extra.front() != '-') continue;
    const std::string name = extra.substr(0, extra.find('='));
    const std::string elsewhere = commands_with(name);
    if (!elsewhere.empty())
      fail(command + " has no option '" + name + "'", "it belongs to " + elsewhere + "; " + help_advice(command));
    fail("unknown option '" + name + "'",
         "did you mean " + core::join_choices(core::nearest(name, option_names(app), 2)) + "? " + help_advice(command));
  }
  if (!app.remaining().empty()) fail("unexpected argument '" + app.remaining().front() + "'", help_advice(command));
}

std::optional<Format> format_named(const std::string& text) {
  const std::string name = core::lower_case(text);
  if (name == "text" || name == "txt") return Format::text;
  if (name == "json") return Format::json;
  if (name == "csv") return Format::csv;
  if (name == "md" || name == "markdown") return Format::markdown;
  if (name == "html" || name == "htm") return Format::html;
  return std::nullopt;
}

Format choose_format(const std::string& wanted, const std::string& output) {
  if (!wanted.empty()) {
    const std::optional<Format> format = format_named(wanted);
    if (!format) fail("unknown format '" + wanted + "'", "choose text, json, csv, md or html", "--format");
    return *format;
  }
  if (output.empty()) return Format::text;
  const std::size_t dot = output.find_last_of("./");
  const bool has_extension = dot != std::string::npos && output[dot] == '.';
  if (!has_extension || output.ends_with(".whichchip")) return Format::text;
  const std::optional<Format> format = format_named(output.substr(dot + 1));
  if (!format)
    fail("'" + output + "' does not say in which format to write",
         "end it in .txt, .json, .csv, .md or .html, or give --format", "--output");
  return *format;
}

void take_positionals(const CommandSpec& spec, RawOptions& raw, Arguments& arguments) {
  const std::size_t count = raw.positionals.size();
  if (count < spec.least) fail(std::string(spec.name) + " needs " + spec.positional, spec.positional_help);
  if (count > spec.most) {
    const std::string& extra = raw.positionals[spec.most];
    std::string advice = std::string(spec.name) + " takes one MODEL; lists of devices are separated by commas";
    if (spec.command == Command::models)
      advice = "models takes no argument; `whichchip inspect " + extra + "` looks into one";
    if (spec.command == Command::open) advice = "open takes one link; quote it for the shell";
    if (spec.most > 1) advice = "write whichchip " + std::string(spec.usage);
    fail("unexpected argument '" + extra + "'", advice);
  }
  arguments.positionals = std::move(raw.positionals);
}

void take_options(const RawOptions& raw, Arguments& arguments) {
  if (arguments.command == Command::hardware) arguments.request.deployment = "all";
  std::string format;
  for (const RawOptions::Given& given : raw.given) {
    const std::string name = std::string(given.option->name).substr(2);
    if (given.option->of_request) {
      for (const std::string& value : given.values) analysis::set_option(arguments.request, name, value);
      continue;
    }
    if (!given.flag && given.values.empty()) continue;
    if (name == "format") {
      format = given.values.back();
    } else if (name == "output") {
      arguments.output = given.values.back();
    } else if (name == "append") {
      arguments.append = true;
    } else if (name == "catalog") {
      arguments.catalogs = given.values;
    } else if (name == "quiet") {
      arguments.quiet = true;
    } else if (name == "verbose") {
      arguments.verbose = true;
    } else if (name == "no-color") {
      arguments.no_color = true;
    } else {
      arguments.own[name] = given.values;
    }
  }
  arguments.verbose = arguments.verbose && !arguments.quiet;
  arguments.format = choose_format(format, arguments.output);
  if (arguments.append && (arguments.format != Format::csv || arguments.output.empty()))
    fail("only the rows of a CSV file can be appended to", "write --output runs.csv --append", "--append");
}

}  // namespace

std::string Arguments::value(const std::string& option, const std::string& fallback) const {
  const auto found = own.find(option);
  return found == own.end() || found->second.empty() ? fallback : found->second.back();
}

std::vector<std::string> Arguments::items(const std::string& option) const {
  std::vector<std::string> result;
  const auto found = own.find(option);
  if (found == own.end()) return result;
  for (const std::string& list : found->second) {
    std::size_t start = 0;
    while (start <= list.size()) {
      const std::size_t end = std::min(list.find_first_of(", ", start), list.size());
      if (end > start) result.push_back(list.substr(start, end - start));
      start = end + 1;
    }
  }
  return result;
}

Arguments parse_arguments(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty())
    fail("no command", "`whichchip compare resnet50` is a start; `whichchip --help` lists the commands");
  const std::string command = words.front();
  words.erase(words.begin());
  Arguments arguments;
  if (command == "--help" || command == "-h" || command == "help") {
    if (words.empty()) return arguments;
    if (find_command(words.front()) == nullptr) fail_unknown_command(words.front());
    arguments.topic = words.front();
    return arguments;
  }
  if (command == "--version" || command == "version") {
    arguments.command = Command::version;
    return arguments;
  }
  if (command == "--completion") {
    if (words.empty()) fail("--completion needs one value", "choose bash, zsh or fish");
    arguments.command = Command::completion;
    arguments.topic = words.front();
    return arguments;
  }
  if (command == "--man") {
    arguments.command = Command::man;
    return arguments;
  }
  const CommandSpec* spec = find_command(command);
  if (spec == nullptr) fail_unknown_command(command);
  RawOptions raw;
  CLI::App app;
  declare(app, *spec, raw);
  parse(app, command, words);
  if (raw.help) {
    arguments.topic = command;
    return arguments;
  }
  arguments.command = spec->command;
  take_positionals(*spec, raw, arguments);
  take_options(raw, arguments);
  return arguments;
}

}  // namespace whichchip::cli
