#include "report/view_text.h"

#include <algorithm>

#include "report/json_parts.h"

namespace whichchip::report {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_./,=@+:%").find(c) != std::string_view::npos;
}

std::string quoted(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string joined(const Json& items) {
  std::string result;
  for (const Json& item : items)
    result += (result.empty() ? "" : ",") + (item.is_string() ? item.get<std::string>() : item.dump());
  return result;
}

std::string value_text(const Json& value) {
  if (value.is_array()) return joined(value);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string command_line(const analysis::Request& request, const std::string& model) {
  std::string line = "whichchip compare " + quoted(model);
  const Json usual = request_part(analysis::Request{}), given = request_part(request);
  for (const auto& [option, value] : given.items()) {
    if (option == "default_dims" || value == usual.at(option) || value.is_null()) continue;
    if (option == "dims") {
      for (const auto& [symbol, size] : value.items()) line += " --dim " + quoted(symbol + "=" + size.dump());
    } else if (option == "set") {
      for (const auto& edit : value) line += " --set " + quoted(edit.get<std::string>());
    } else {
      line += " --" + option + " " + quoted(value_text(value));
    }
  }
  return line;
}

std::string version_change(const std::string& catalogue, const std::string& parameters, const Versions& now) {
  std::string then, today;
  const auto add = [&](const char* what, const std::string& was, const std::string& is) {
    if (was.empty() || was == is) return;
    then += (then.empty() ? "" : ", ") + (what + (" " + was));
    today += (today.empty() ? "" : ", ") + (what + (" " + is));
  };
  add("catalogue", catalogue, now.catalogue);
  add("parameters", parameters, now.parameters);
  if (then.empty()) return {};
  return "This was made with " + then + "; here is " + today + ": figures may differ.";
}

}  // namespace whichchip::report
