// What shells and man want to know, made of the command table.
#include "cli/shell.h"

#include <algorithm>

#include "cli/command_table.h"

#include "core/error.h"
#include "core/version.h"

namespace whichchip::cli {
namespace {

std::string words_of(const Option& option) {
  const std::string choices = option.choices;
  return choices.starts_with('@') ? "" : choices;
}

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
std::string list_command(const Option& option) {
  const std::string choices = option.choices;
  if (choices == "@devices") return "whichchip hardware list --format csv 2>/dev/null | tail -n +2 | cut -d, -f1";
  return {};
}

std::string bash() {
  std::string text =
      "# bash completion of whichchip: source this, or put it into /usr/share/bash-completion/completions/whichchip\n"
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
        if (list.empty() && words.empty()) continue;
        text += "    '" + std::string(spec.name) + " " + option.name + "') COMPREPLY=($(compgen -W " +
                (list.empty() ? quoted(words) : "\"$(" + list + ")\"") + " -- \"$word\")); return ;;\n";
      }
    }
  }
  text += "  esac\n  case \"$command\" in\n";
  for (const CommandSpec& spec : command_table()) {
    std::string options;
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) options += std::string(option.name) + " ";
    }
    const bool takes_model = spec.least > 0 && spec.command != Command::open;
    text +=
        "    " + std::string(spec.name) + ") COMPREPLY=($(compgen -W " + quoted(options + "--help") + " -- \"$word\")";
    if (takes_model)
      text += " $(compgen -W \"$(whichchip models --format csv 2>/dev/null | tail -n +2 | cut -d, -f1)\" -- \"$word\")";
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
          const std::string words = words_of(option);
          entry += std::string(":") + option.value + ":" + (words.empty() ? "_files" : "(" + words + ")");
        }
        text += " \\\n      " + quoted(entry);
      }
    }
    text += " \\\n      '*:model:_files' ;;\n";
  }
  return text + "  esac\n}\n_whichchip \"$@\"\n";
}

std::string fish() {
  std::string text = "# fish completion of whichchip: ~/.config/fish/completions/whichchip.fish\n";
  for (const CommandSpec& spec : command_table())
    text += std::string("complete -c whichchip -n __fish_use_subcommand -a ") + spec.name + " -d " +
            quoted(spec.summary) + "\n";
  for (const CommandSpec& spec : command_table()) {
    for (const OptionGroup* group : spec.groups) {
      for (const Option& option : group->options) {
        text += std::string("complete -c whichchip -n '__fish_seen_subcommand_from ") + spec.name + "' -l " +
                (option.name + 2) + (option.value != nullptr ? " -r" : "") + " -d " + quoted(option.help);
        const std::string words = words_of(option);
        if (!words.empty()) text += " -a " + quoted(words);
        text += "\n";
      }
    }
  }
  return text;
}

// What troff reads as a request or an escape.
std::string troff(const std::string& text) {
  std::string result;
  bool start = true;
  for (const char c : text) {
    if (start && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
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
