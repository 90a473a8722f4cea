#include "cli/help.h"

#include <algorithm>

#include "cli/command_table.h"

#include "report/plain_text.h"

namespace whichchip::cli {
namespace {

constexpr int kTextColumn = 26;  // where the explanation of an option starts
constexpr const char* kExitCodes =
    "\nexit codes: 0 good, 1 budget broken, 2 bad usage, 3 bad model, 4 bad hardware file, 5 internal error\n";

std::string padded(const std::string& text, int width) {
  const int missing = std::max(2, width - report::display_width(text));
  return text + std::string(static_cast<std::size_t>(missing), ' ');
}

std::string program_help() {
  std::string text = "whichchip: which chip runs an ONNX model best, and why\n\nusage: whichchip COMMAND [options]\n\n";
  for (const CommandSpec& spec : command_table()) {
    // What has to be given besides options: the command's own help shows those.
    const std::string usage = spec.usage;
    std::string head = usage.substr(0, std::min(usage.find(" [options]"), usage.find(" --")));
    if (spec.command == Command::hardware) head = "hardware [show ID]";
    text += padded("  " + head, kTextColumn - 2) + spec.summary + "\n";
  }
  text +=
      "\nMODEL is the path of an ONNX file (weights are never read), - for standard input, or the name of a sample.\n"
      "Models inside a .zip, .tar, .gz or .tar.gz are opened in place; where there are several,\n"
      "archive.zip!folder/model.onnx names one.\n"
      "\nwhich command answers what:\n"
      "  which chip?                     compare, recommend\n"
      "  why that one?                   explain, roofline, energy, memory\n"
      "  what if the batch is larger?    sweep\n"
      "  does it still hold?             check, diff\n"
      "\nexamples:\n"
      "  whichchip compare resnet50\n"
      "  whichchip compare model.onnx --deployment edge --sort energy\n"
      "  whichchip inspect bert_base --dim seq=384 --layers\n"
      "\nwhichchip COMMAND --help tells the rest; whichchip --version names the catalogue and the parameters;\n"
      "whichchip --completion bash|zsh|fish and whichchip --man print what a shell or man wants.\n";
  return text + kExitCodes;
}

std::string command_help(const CommandSpec& spec) {
  std::string text;
  const std::string usages = spec.usage;
  for (std::size_t start = 0; start < usages.size();) {
    const std::size_t end = std::min(usages.find('\n', start), usages.size());
    text += (start == 0 ? "usage: whichchip " : "       whichchip ") + usages.substr(start, end - start) + "\n";
    start = end + 1;
  }
  text += std::string("\n") + spec.description + "\n";
  for (const OptionGroup* group : spec.groups) {
    text += std::string("\n") + group->title + ":\n";
    for (const Option& option : group->options) {
      const std::string head = std::string(option.name) + (option.value != nullptr ? " " : "") +
                               (option.value != nullptr ? option.value : "");
      text += padded("  " + head, kTextColumn) + option.help + "\n";
    }
  }
  return text + "\nexamples:\n" + spec.examples + kExitCodes;
}

}  // namespace

std::string help_text(const std::string& command) {
  const CommandSpec* spec = find_command(command);
  return spec == nullptr ? program_help() : command_help(*spec);
}

}  // namespace whichchip::cli
