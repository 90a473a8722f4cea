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

bool to_terminal(const Arguments& arguments) { return arguments.output.empty() && is_terminal(STDOUT_FILENO); }

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

void write_file(const std::string& text, const std::string& path, const char* mode) {
  std::FILE* file = std::fopen(path.c_str(), mode);
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

// The first line of a file, with its end; empty when there is no such file, or nothing in it.
std::string first_line(const std::string& path) {
  std::string line;
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
      line += static_cast<char>(c);
      if (c == '\n') break;
    }
    std::fclose(file);
  }
  return line;
}

// The rows go behind those that are there, under one head.
void append_rows(const std::string& csv, const std::string& path) {
  const std::string head = csv.substr(0, csv.find('\n') + 1);
  const std::string present = first_line(path);
  if (present.empty()) return write_file(csv, path, "wb");
  if (present != head)
    throw Error(ErrorCode::bad_usage, "'" + path + "' has other columns", "--append",
                "give a file that the same command has written, or leave --append out to replace it");
  write_file(csv.substr(head.size()), path, "ab");
}

}  // namespace

#ifdef __EMSCRIPTEN__
// Emscripten takes every stream of Node for a terminal, and fails when it asks one for its size.
bool is_terminal(int) { return false; }
#else
bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }
#endif

void write(const std::string& text, const Arguments& arguments) {
  if (arguments.append) return append_rows(text, arguments.output);
  if (!arguments.output.empty()) return write_file(text, arguments.output, "wb");
  const bool good = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (good) return;
  if (errno == EPIPE) throw ReaderGone{};
  throw Error(ErrorCode::bad_usage, std::string("cannot write to standard output: ") + std::strerror(errno), {},
              "free space there, or write elsewhere with --output");
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
