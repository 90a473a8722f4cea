#include "cli/window.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace whichchip::cli {
namespace {

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional(number)
                                                                                  : std::nullopt;
}

struct Window {
  std::int64_t first = 0, last = 0;
};

std::optional<Window> window_of(const Arguments& arguments) {
  if (!arguments.has("window")) return std::nullopt;
  const std::vector<std::string> ends = arguments.items("window");
  const auto first = ends.empty() ? std::nullopt : number_in(ends.front());
  const auto last = ends.size() == 2 ? number_in(ends.back()) : std::nullopt;
  if (!first || !last || *last < *first)
    throw core::Error(core::ErrorCode::bad_usage,
                      "'" + arguments.value("window") + "' does not name a first and a last subgraph", "--window",
                      "write --window 10,20 for #10 to #20");
  return Window{*first, *last};
}

void keep(report::Table& table, const Window& window) {
  static constexpr std::string_view kTables[] = {"subgraphs", "subgraph-details", "heat_map", "layers", "costliest"};
  if (std::find(std::begin(kTables), std::end(kTables), table.id) == std::end(kTables)) return;
  std::erase_if(table.rows, [&](const report::Row& row) {
    const std::optional<std::int64_t> id = number_in(row.key);
    return id && (*id < window.first || *id > window.last);
  });
}

}  // namespace

void keep_window(report::Document& document, const Arguments& arguments) {
  const std::optional<Window> window = window_of(arguments);
  if (!window) return;
  for (report::Section& section : document.sections) {
    for (report::Table& table : section.tables) keep(table, *window);
  }
}

void keep_window(report::Table& table, const Arguments& arguments) {
  if (const std::optional<Window> window = window_of(arguments)) keep(table, *window);
}

}  // namespace whichchip::cli
