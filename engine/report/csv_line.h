// One line of CSV, cell by cell. Private to report/.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/plain_text.h"
#include "report/raw_number.h"

namespace whichchip::report {

inline std::string quoted(const std::string& text) {
  std::string result = plain(text);
  // A spreadsheet runs a cell that starts like a formula; the apostrophe makes it text.
  const bool formula = !result.empty() && std::string_view("=+-@").find(result.front()) != std::string_view::npos;
  if (formula) result.insert(result.begin(), '\'');
  if (result.find_first_of(",\"") == std::string::npos) return result;
  std::string doubled;
  for (const char c : result) doubled += c == '"' ? std::string("\"\"") : std::string(1, c);
  return "\"" + doubled + "\"";
}

class Line {
 public:
  Line& text(const std::string& value) { return add(quoted(value)); }
  Line& number(double value) { return add(std::isfinite(value) ? raw_number(value) : ""); }
  Line& number(std::optional<double> value) { return value ? number(*value) : add(""); }
  Line& count(std::int64_t value) { return add(std::to_string(value)); }
  Line& unavailable() { return add(""); }
  std::string str() const { return line_ + "\n"; }

 private:
  Line& add(const std::string& cell) {
    if (!first_) line_ += ",";
    first_ = false;
    line_ += cell;
    return *this;
  }
  std::string line_;
  bool first_ = true;
};

inline std::string header(const std::vector<const char*>& names) {
  Line line;
  for (const char* name : names) line.text(name);
  return line.str();
}

}  // namespace whichchip::report
