// What shells and man want to know, made of the command table.
#include "cli/shell.h"

#include <algorithm>
#include <cstdio>

#include "cli/command_table.h"

#include "analysis/economics.h"
#include "core/error.h"
#include "core/version.h"
#include "hardware/catalog.h"

namespace whichchip::cli {
namespace {

std::string words_of(const Option& option) {
  const std::string choices = option.choices;
  std::string words;
  if (choices == "@sets") {
    for (const auto& [name, keys] : hardware::builtin_catalog().sets) words += name + " ";
    words += "all";
  } else if (choices == "@grids") {
    for (const analysis::Grid& grid : analysis::grids()) words += (words.empty() ? "" : " ") + grid.id;
  }
  return choices.starts_with('@') ? words : choices;
}

bool takes_file(const Option& option) {
  return std::string_view(option.choices) == "@file" || std::string_view(option.choices) == "@folder";
}

bool takes_model(const CommandSpec& spec) { return spec.least > 0 && spec.command != Command::open; }

std::string quoted(std::string text) {
  std::string result;
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + result + "'";
}

std::string command_names() {
  std::string names;
  for (const CommandSpec& spec : command_table()) names += (names.empty() ? "" : " ") + std::string(spec.name);
  return names;
}

// Lists are asked of the program itself, so that they are those of the catalogue and samples that are there.
constexpr const char* kDevices = "whichchip hardware list --format csv 2>/dev/null | tail -n +2 | cut -d, -f1";
constexpr const char* kModels = "whichchip models --format csv 2>/dev/null | tail -n +2 | cut -d, -f1";
std::string list_command(const Option& option) {
  return std::string_view(option.choices) == "@devices" ? kDevices : "";
}

// What stands beside a command's options besides files.
std::string positionals_of(const CommandSpec& spec) {
  if (spec.command == Command::hardware) return std::string("echo list show; ") + kDevices;
  return takes_model(spec) ? kModels : "";
}

std::string bash() {
  std::string text =
      "# bash completion of whichchip: source this, or put it into /usr/share/bash-completion/completions/whichchip\n"
      "# What a list holds before its last comma stays.\n"
      "_whichchip_list() {\n"
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" done=\n"
      "  case \"$word\" in *,*) done=\"${word%,*},\" ;; esac\n"
      "  COMPREPLY=($(compgen -P \"$done\" \"$@\" -- \"${word##*,}\"))\n"
      "}\n"
      "_whichchip() {\n"
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" command=\"${COMP_WORDS[1]}\"\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W " +
      quoted(command_names() + " --help --version") +
      " -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"$command $before\" in\n";
  for (const CommandSpec& spec : command_table()) {
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) {
        const std::string list = list_command(option);
        const std::string words = words_of(option);
        if (list.empty() && words.empty() && !takes_file(option)) continue;
        text += "    '" + std::string(spec.name) + " " + option.name + "') _whichchip_list " +
                (takes_file(option) ? "-f" : "-W " + (list.empty() ? quoted(words) : "\"$(" + list + ")\"")) +
                "; return ;;\n";
      }
    }
  }
  text += "  esac\n  case \"$command\" in\n";
  for (const CommandSpec& spec : command_table()) {
    std::string options;
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) options += std::string(option.name) + " ";
    }
    text +=
        "    " + std::string(spec.name) + ") COMPREPLY=($(compgen -W " + quoted(options + "--help") + " -- \"$word\")";
    const std::string list = positionals_of(spec);
    if (!list.empty()) text += " $(compgen -W \"$(" + list + ")\" -- \"$word\")";
    text += " $(compgen -f -- \"$word\")) ;;\n";
  }
  return text + "  esac\n}\ncomplete -F _whichchip whichchip\n";
}

std::string zsh() {
  std::string text =
      "#compdef whichchip\n# zsh completion of whichchip: a file _whichchip in a folder of $fpath\n"
      "_whichchip() {\n  local -a commands\n  commands=(\n";
  for (const CommandSpec& spec : command_table())
    text += "    " + quoted(std::string(spec.name) + ":" + spec.summary) + "\n";
  text += "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n  case $words[2] in\n";
  for (const CommandSpec& spec : command_table()) {
    text += "    " + std::string(spec.name) + ") _arguments";
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) {
        std::string help = option.help;
        for (const char mark : {'[', ']', ':'}) std::replace(help.begin(), help.end(), mark, ' ');
        std::string entry = std::string("*") + option.name + "[" + help + "]";
        if (option.value != nullptr) {
          const std::string words = words_of(option), list = list_command(option);
          std::string action = takes_file(option) ? "_files" : "(" + words + ")";
          if (!list.empty()) action = "_sequence compadd - ${(f)\"$(" + list + ")\"}";
          if (action == "()") action = " ";  // anything
          entry += std::string(":") + option.value + ":" + action;
        }
        text += " \\\n      " + quoted(entry);
      }
    }
    // As _arguments reads it, the command itself is the first of these.
    const std::string list = positionals_of(spec);
    const std::string named = "{ compadd -- $(" + list + "); _files }";
    text += " \\\n      " + quoted("*:argument:" + (list.empty() ? "_files" : named)) + " ;;\n";
  }
  return text + "  esac\n}\n_whichchip \"$@\"\n";
}

std::string fish() {
  std::string text = "# fish completion of whichchip: ~/.config/fish/completions/whichchip.fish\n";
  const auto seen = [](const CommandSpec& spec) {
    return std::string("complete -c whichchip -n '__fish_seen_subcommand_from ") + spec.name + "'";
  };
  for (const CommandSpec& spec : command_table())
    text += std::string("complete -c whichchip -n __fish_use_subcommand -a ") + spec.name + " -d " +
            quoted(spec.summary) + "\n";
  for (const CommandSpec& spec : command_table()) {
    const std::string positionals = positionals_of(spec);
    if (!positionals.empty()) text += seen(spec) + " -a " + quoted("(" + positionals + ")") + "\n";
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) {
        text += seen(spec) + " -l " + (option.name + 2) + (option.value != nullptr ? " -r" : "");
        if (option.value != nullptr && !takes_file(option)) text += " -f";
        const std::string words = words_of(option), list = list_command(option);
        // A list goes on behind its last comma.
        if (!list.empty()) text += " -a " + quoted("(__fish_complete_list , '" + list + "')");
        if (!words.empty()) text += " -a " + quoted(words);
        text += " -d " + quoted(option.help) + "\n";
      }
    }
  }
  return text;
}

// The character that starts at `at` where it takes more than one byte, as "\[u2026]"; moves `at` to its last byte.
std::string troff_character(const std::string& text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  unsigned code = first & (0x3FU >> more);
  for (int i = 0; i < more; ++i) code = code << 6 | (static_cast<unsigned char>(text[++at]) & 0x3FU);
  char escape[16];
  std::snprintf(escape, sizeof escape, "\\[u%04X]", code);
  return escape;
}

// What troff reads as a request or an escape, and what is not ASCII.
std::string troff(const std::string& text) {
  std::string result;
  bool start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (start && (c == '.' || c == '\'')) result += "\\&";
    if (static_cast<unsigned char>(c) >= 0x80) {
      result += troff_character(text, i);
    } else if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    start = c == '\n';
  }
  return result;
}

}  // namespace

std::string completion(const std::string& shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  throw core::Error(core::ErrorCode::bad_usage, "no completion for the shell '" + shell + "'", "--completion",
                    "choose bash, zsh or fish");
}

std::string man_page() {
  std::string text =
      std::string(".TH WHICHCHIP 1 \"\" \"whichchip ") + core::kVersion +
      "\"\n.SH NAME\nwhichchip \\- which chip runs an ONNX model best, and why\n.SH SYNOPSIS\n"
      ".B whichchip\n.I COMMAND\n[options]\n.SH DESCRIPTION\n"
      "Predicts latency, power, energy, memory and cost of a neural network on chips of many kinds from\n"
      "the network's graph. Weights are never read, and nothing leaves the machine.\n"
      ".I MODEL\nis the path of an ONNX file, \\- for standard input, or the name of a sample.\n"
      ".SH COMMANDS\n";
  for (const CommandSpec& spec : command_table()) {
    text += std::string(".SS ") + spec.name + "\n" + troff(spec.description) + "\n.PP\n.nf\n";
    const std::string usages = spec.usage;
    for (std::size_t start = 0; start < usages.size();) {
      const std::size_t end = std::min(usages.find('\n', start), usages.size());
      text += "whichchip " + troff(usages.substr(start, end - start)) + "\n";
      start = end + 1;
    }
    text += ".fi\n";
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) {
        text += ".TP\n.B " + troff(option.name);
        if (option.value != nullptr) text += std::string(" ") + troff(option.value);
        text += "\n" + troff(option.help) + "\n";
      }
    }
    text += std::string(".PP\nExamples:\n.PP\n.nf\n") + troff(spec.examples) + ".fi\n";
  }
  return text +
         ".SH EXIT STATUS\n0 good, 1 a budget is broken, 2 bad usage, 3 bad model, 4 bad hardware file, 5 internal "
         "error.\n.SH ENVIRONMENT\n.TP\n.B WHICHCHIP_SAMPLES\nfolder of the sample models and their manifest.json\n"
         ".TP\n.B NO_COLOR\nplain text on terminals too\n";
}

}  // namespace whichchip::cli
