#include "cli/arguments.h"

#include <charconv>
#include <optional>
#include <utility>

#include "CLI/CLI.hpp"

#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::cli {
namespace {

const std::vector<std::string> kCommands{"compare", "energy", "inspect", "hardware", "models", "link", "open"};

[[noreturn]] void fail(std::string message, std::string advice, std::string where = {}) {
  throw core::Error(core::ErrorCode::bad_usage, std::move(message), std::move(where), std::move(advice));
}

std::string help_advice(const std::string& command) {
  return "`whichchip " + command + (command.empty() ? "" : " ") + "--help` lists what there is";
}

// Everything as text; meaning is given afterwards by analysis::set_option, which knows the names and the error texts.
struct RawOptions {
  std::vector<std::pair<std::string, std::vector<std::string>>> request;  // option → values in order
  std::vector<std::string> positionals;
  std::string format, output, sort, base, title, top;
  std::vector<std::string> catalogs;
  bool quiet = false, verbose = false, no_color = false, layers = false, names = false, help = false;
};

void declare(CLI::App& app, RawOptions& raw, const std::vector<const char*>& request_options, bool sort) {
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", raw.help);
  app.add_option("arguments", raw.positionals);
  raw.request.reserve(request_options.size());
  for (const char* option : request_options) {
    raw.request.emplace_back(option, std::vector<std::string>{});
    app.add_option(std::string("--") + option, raw.request.back().second)
        ->type_size(1)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  if (sort) app.add_option("--sort", raw.sort);
  app.add_option("--format", raw.format);
  app.add_option("--output,-o", raw.output);
  app.add_option("--catalog", raw.catalogs)
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--quiet,-q", raw.quiet);
  app.add_flag("--verbose,-v", raw.verbose);
  app.add_flag("--no-color,--no-colour", raw.no_color);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// CLI11's own texts speak of its types; ours say what to write.
void parse(CLI::App& app, const std::string& command, std::vector<std::string> words) {
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

Format choose_format(const RawOptions& raw) {
  if (!raw.format.empty()) {
    const std::optional<Format> format = format_named(raw.format);
    if (!format) fail("unknown format '" + raw.format + "'", "choose text, json, csv, md or html", "--format");
    return *format;
  }
  if (raw.output.empty()) return Format::text;
  const std::size_t dot = raw.output.find_last_of("./");
  const bool has_extension = dot != std::string::npos && raw.output[dot] == '.';
  if (!has_extension || raw.output.ends_with(".whichchip")) return Format::text;
  const std::optional<Format> format = format_named(raw.output.substr(dot + 1));
  if (!format)
    fail("'" + raw.output + "' does not say in which format to write",
         "end it in .txt, .json, .csv, .md or .html, or give --format", "--output");
  return *format;
}

HardwareSort hardware_sort(const std::string& text) {
  const std::string name = core::lower_case(text);
  if (name.empty() || name == "name") return HardwareSort::name;
  if (name == "flops") return HardwareSort::flops;
  if (name == "bandwidth") return HardwareSort::bandwidth;
  if (name == "power") return HardwareSort::power;
  fail("unknown sort '" + text + "'", "choose name, flops, bandwidth or power", "--sort");
}

std::size_t top_of(const std::string& text) {
  constexpr std::size_t kMost = 1000, kDefault = 5;
  if (text.empty()) return kDefault;
  std::size_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || number > kMost)
    fail("'" + text + "' is not a whole number from 0 to " + std::to_string(kMost), "write --top 10", "--top");
  return number;
}

void take_common(const RawOptions& raw, Arguments& arguments) {
  for (const auto& [option, values] : raw.request) {
    for (const std::string& value : values) analysis::set_option(arguments.request, option, value);
  }
  arguments.format = choose_format(raw);
  arguments.output = raw.output;
  arguments.catalogs = raw.catalogs;
  arguments.quiet = raw.quiet;
  arguments.verbose = raw.verbose && !raw.quiet;
  arguments.no_color = raw.no_color;
}

void take_link(const RawOptions& raw, Arguments& arguments) {
  if (raw.positionals.empty()) fail("open needs a LINK", "give an address with #v1. in quotes, or a .whichchip file");
  if (raw.positionals.size() > 1)
    fail("unexpected argument '" + raw.positionals[1] + "'", "open takes one link; quote it for the shell");
  arguments.model = raw.positionals.front();
}

void take_model(const RawOptions& raw, const std::string& command, Arguments& arguments) {
  if (raw.positionals.empty()) {
    fail(
        command + " needs a MODEL",
        "give an ONNX file, - for standard input, or a sample's name such as resnet50 (`whichchip models` lists them)");
  }
  if (raw.positionals.size() > 1)
    fail("unexpected argument '" + raw.positionals[1] + "'",
         command + " takes one MODEL; lists of devices are separated by commas");
  arguments.model = raw.positionals.front();
}

Arguments parse_hardware(RawOptions& raw) {
  Arguments arguments;
  arguments.request.deployment = "all";
  arguments.hardware_sort = hardware_sort(raw.sort);
  std::vector<std::string> words = raw.positionals;
  const std::string verb = words.empty() ? "list" : words.front();
  if (!words.empty()) words.erase(words.begin());
  if (verb == "list") {
    arguments.command = Command::hardware_list;
    if (!words.empty())
      fail("unexpected argument '" + words.front() + "'",
           "to see one device write `whichchip hardware show " + words.front() + "`");
  } else if (verb == "show") {
    arguments.command = Command::hardware_show;
    arguments.ids = std::move(words);
    if (arguments.ids.empty()) fail("hardware show needs an ID", "`whichchip hardware list` shows them");
  } else {
    fail("unknown action 'hardware " + verb + "'", "write hardware list, or hardware show ID");
  }
  take_common(raw, arguments);
  return arguments;
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty())
    fail("no command", "`whichchip compare resnet50` is a start; `whichchip --help` lists the commands");
  const std::string command = words.front();
  words.erase(words.begin());
  Arguments arguments;
  if (command == "--help" || command == "-h" || command == "help") {
    if (!words.empty()) arguments.topic = words.front();
    return arguments;
  }
  if (command == "--version" || command == "version") {
    arguments.command = Command::version;
    return arguments;
  }
  RawOptions raw;
  CLI::App app;
  if (command == "compare" || command == "link") {
    declare(app, raw,
            {"hardware", "deployment", "class", "precision", "batch", "dim", "phase", "runtime", "timing", "boundary",
             "sort", "level", "baseline"},
            false);
    if (command == "link") {
      app.add_option("--base", raw.base);
      app.add_option("--title", raw.title);
      app.add_flag("--names", raw.names);
    }
  } else if (command == "energy") {
    declare(app, raw,
            {"hardware", "class", "precision", "batch", "dim", "phase", "runtime", "timing", "boundary", "level", "rate"},
            false);
    app.add_option("--top", raw.top);
  } else if (command == "inspect") {
    declare(app, raw, {"batch", "dim", "phase", "runtime"}, false);
    app.add_flag("--layers", raw.layers);
  } else if (command == "hardware") {
    declare(app, raw, {"class", "deployment"}, true);
  } else if (command == "models" || command == "open") {
    declare(app, raw, {}, false);
  } else {
    const std::string what = command.front() == '-' ? "option" : "command";
    fail("unknown " + what + " '" + command + "'",
         "did you mean " + core::nearest(command, kCommands, 1).front() + "? `whichchip --help` lists the commands");
  }
  parse(app, command, std::move(words));
  if (raw.help) {
    arguments.topic = command;
    return arguments;
  }
  if (command == "hardware") return parse_hardware(raw);
  if (command == "models") {
    if (!raw.positionals.empty())
      fail("unexpected argument '" + raw.positionals.front() + "'",
           "models takes no argument; `whichchip inspect " + raw.positionals.front() + "` looks into one");
    arguments.command = Command::models;
  } else if (command == "open") {
    take_link(raw, arguments);
    arguments.command = Command::open;
  } else {
    take_model(raw, command, arguments);
    arguments.command = command == "compare"  ? Command::compare
                        : command == "energy" ? Command::energy
                        : command == "link"   ? Command::link
                                              : Command::inspect;
  }
  arguments.base = raw.base;
  arguments.title = raw.title;
  arguments.names = raw.names;
  arguments.layers = raw.layers;
  arguments.top = top_of(raw.top);
  if (raw.layers) arguments.request.level = analysis::Level::subgraph;
  take_common(raw, arguments);
  return arguments;
}

}  // namespace whichchip::cli
