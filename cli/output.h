// Where results go: standard output or a file, in the form that was asked for.
#pragma once

#include <string>

#include "cli/arguments.h"

#include "report/document.h"
#include "report/render.h"

namespace whichchip::cli {

// Standard output had no reader any more. Nothing to report: whoever closed the pipe has what it wanted.
struct ReaderGone {};

// Whether somebody watches what is written to the descriptor.
bool is_terminal(int descriptor);

// Throws core::Error (bad_usage) when the file or standard output cannot be written, ReaderGone.
void write(const std::string& text, const Arguments& arguments);

// Text, Markdown or HTML, as the arguments say; JSON and CSV are the commands' own.
std::string rendered(const report::Document& document, const Arguments& arguments);

// "whichchip: [2/4] …" on standard error, with --verbose.
void stage(const Arguments& arguments, int number, int count, const std::string& text);

}  // namespace whichchip::cli
