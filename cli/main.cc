// whichchip: the command line. The only place where errors become text and exit codes.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/shell.h"

#include "core/error.h"
#include "core/version.h"
#include "report/json.h"
#include "report/plain_text.h"

#ifdef WHICHCHIP_VERSION
static_assert(std::string_view(whichchip::core::kVersion) == WHICHCHIP_VERSION,
              "core/version.h and CMakeLists.txt name one version");
#endif

namespace whichchip::cli {
namespace {

const char* general_advice(core::ErrorCode code) {
  switch (code) {
    case core::ErrorCode::bad_usage:
      return "`whichchip --help` lists commands and options";
    case core::ErrorCode::bad_model:
      return "give the ONNX file as the exporter wrote it, or a sample from `whichchip models`";
    case core::ErrorCode::bad_hardware:
      return "compare the file with assets/hardware/schema.json";
    case core::ErrorCode::internal:
      break;
  }
  return "this is a defect of whichchip: please report it with the command that shows it";
}

int report_error(const core::Error& error) {
  const bool option = error.where.starts_with("--");
  std::string line = option ? error.where + ": " + error.message : error.message;
  const bool said = line.find(error.where) != std::string::npos;
  if (!option && !said) line += " (at " + error.where + ")";
  const std::string advice = error.advice.empty() ? general_advice(error.code) : error.advice;
  std::fprintf(stderr, "whichchip: error: %s\n  %s\n", report::plain(line).c_str(), report::plain(advice).c_str());
  return static_cast<int>(error.code);
}

std::string version_text() {
  const report::Versions versions = report::versions(hardware::builtin_catalog());
  return "whichchip " + versions.whichchip + " (catalogue " + versions.catalogue + ", parameters " +
         versions.parameters + ")\n";
}

int run(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::compare:
      run_compare(arguments);
      break;
    case Command::energy:
      run_energy(arguments);
      break;
    case Command::recommend:
      run_recommend(arguments);
      break;
    case Command::explain:
      run_explain(arguments);
      break;
    case Command::sweep:
      run_sweep(arguments);
      break;
    case Command::roofline:
      run_roofline(arguments);
      break;
    case Command::memory:
      run_memory(arguments);
      break;
    case Command::check:
      return run_check(arguments);
    case Command::diff:
      run_diff(arguments);
      break;
    case Command::inspect:
      run_inspect(arguments);
      break;
    case Command::hardware:
      run_hardware(arguments);
      break;
    case Command::models:
      run_models(arguments);
      break;
    case Command::link:
      run_link(arguments);
      break;
    case Command::open:
      run_open(arguments);
      break;
    case Command::help:
      write(help_text(arguments.topic), arguments);
      break;
    case Command::version:
      write(version_text(), arguments);
      break;
    case Command::completion:
      write(completion(arguments.topic), arguments);
      break;
    case Command::man:
      write(man_page(), arguments);
      break;
  }
  return 0;
}

int guarded(int argc, const char* const* argv) {
  try {
    return run(parse_arguments(argc, argv));
  } catch (const ReaderGone&) {
    return 0;
  } catch (const core::Error& error) {
    return report_error(error);
  } catch (const std::bad_alloc&) {
    return report_error(
        {core::ErrorCode::internal, "out of memory", {}, "close other programs, or compare fewer devices at once"});
  } catch (const std::exception& error) {
    return report_error({core::ErrorCode::internal, error.what()});
  }
}

}  // namespace
}  // namespace whichchip::cli

int main(int argc, char** argv) {
  // A closed pipe is seen as a failed write, which ends the program quietly.
  std::signal(SIGPIPE, SIG_IGN);
  return whichchip::cli::guarded(argc, argv);
}
