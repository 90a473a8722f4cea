#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

#include "core/error.h"
#include "report/plain_text.h"

namespace whichchip::cli {
namespace {

using core::Error;
using core::ErrorCode;

bool to_terminal(const Arguments& arguments) { return arguments.output.empty() && isatty(STDOUT_FILENO) == 1; }

// COLUMNS as the user set it, else the terminal's own width; 0, as wide as it gets, for files and pipes.
int terminal_width(const Arguments& arguments) {
  const char* columns = std::getenv("COLUMNS");
  const int given = columns == nullptr ? 0 : std::atoi(columns);
  if (given > 0 && arguments.output.empty()) return given;
  winsize size{};
  if (to_terminal(arguments) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
  return 0;
}

bool colour_wanted(const Arguments& arguments) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  return to_terminal(arguments) && !arguments.no_color && !dumb && (no_colour == nullptr || *no_colour == '\0');
}

void write_file(const std::string& text, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool good = file != nullptr;
  int reason = errno;
  if (good) {
    good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (!good) reason = errno;
    if (std::fclose(file) != 0 && good) {
      good = false;
      reason = errno;
    }
  }
  if (!good)
    throw Error(ErrorCode::bad_usage, "cannot write '" + path + "': " + std::strerror(reason), "--output",
                "give a file in a folder that exists and has space");
}

}  // namespace

void write(const std::string& text, const Arguments& arguments) {
  if (!arguments.output.empty()) return write_file(text, arguments.output);
  const bool good = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (good) return;
  if (errno == EPIPE) throw ReaderGone{};
  throw Error(ErrorCode::internal, std::string("cannot write to standard output: ") + std::strerror(errno), {},
              "write to a file with --output");
}

std::string rendered(const report::Document& document, const Arguments& arguments) {
  if (arguments.format == Format::markdown) return report::markdown(document);
  if (arguments.format == Format::html) return report::html(document);
  return report::text(document, {terminal_width(arguments), colour_wanted(arguments), arguments.verbose});
}

void stage(const Arguments& arguments, int number, int count, const std::string& text) {
  if (!arguments.verbose) return;
  std::fprintf(stderr, "whichchip: [%d/%d] %s\n", number, count, report::plain(text).c_str());
}

}  // namespace whichchip::cli
