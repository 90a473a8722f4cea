#include "report/heat_map.h"

#include <array>
#include <utility>

#include "core/units.h"
#include "report/subgraph_grid.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

// A cell's ratio to the best of its row, up to which it has a level; beyond the last: the worst.
constexpr std::array<double, kHeatLevels - 1> kLimits{1.1, 2, 5, 20};
constexpr std::array<const char*, kHeatLevels> kGlyphs{"·", "░", "▒", "▓", "█"};

int level_of(double ratio) {
  int level = 0;
  while (level < kHeatLevels - 1 && ratio > kLimits[static_cast<std::size_t>(level)]) ++level;
  return level;
}

// A … Z, then AA …
std::string letter(std::size_t index) {
  constexpr std::size_t kLetters = 26;
  const std::string last(1, static_cast<char>('A' + index % kLetters));
  return index < kLetters ? last : letter(index / kLetters - 1) + last;
}

const char* name_of(SubgraphQuantity quantity) { return quantity == SubgraphQuantity::latency ? "latency" : "energy"; }

Table table_of(const SubgraphGrid& grid) {
  TableBuilder table("heat_map", "");
  table.label("id", "#").text("name", "Subgraph");
  for (std::size_t device = 0; device < grid.rows.size(); ++device)
    table.text(grid.rows[device]->key, letter(device), true, grid.rows[device]->key);
  for (std::size_t i = 0; i < grid.values.size() && !grid.rows.empty(); ++i) {
    const workload::Subgraph& subgraph = (*grid.subgraphs)[i];
    table.row(std::to_string(subgraph.id)).count(subgraph.id).cell(subgraph.name);
    const std::size_t best = grid.winner(i).index;
    for (std::size_t device = 0; device < grid.rows.size(); ++device) {
      if (grid.values[i][best] <= 0) {
        table.cell("", std::nullopt, "no time of its own");
        continue;
      }
      const double ratio = grid.values[i][device] / grid.values[i][best];
      const int level = level_of(ratio);
      table.cell(device == best ? letter(device) : kGlyphs[static_cast<std::size_t>(level)], ratio).heat(level);
    }
  }
  return table.build();
}

// An initializer list would copy the tables, which are large.
template <typename... Tables>
Section section_of(std::string title, Tables... tables) {
  Section section{std::move(title), {}, {}};
  (section.tables.push_back(std::move(tables)), ...);
  return section;
}

}  // namespace

std::string note_of(const Column& column, const Cell& cell) {
  if (cell.heat == kNoHeat || !cell.value || !cell.note.empty()) return cell.note;
  return column.help + ": " + core::format(core::Quantity::ratio, *cell.value) + " the best";
}

Table heat_map_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity) {
  return table_of(subgraph_grid(comparison, runtime, quantity));
}

Section heat_map_section(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity,
                         HeatLegend how) {
  Section section{
      std::string("Map of the layers by ") + name_of(quantity) + ", " + workload::name(runtime) + " runtime", {}, {}};
  const SubgraphGrid grid = subgraph_grid(comparison, runtime, quantity);
  std::string letters;
  for (std::size_t device = 0; device < grid.rows.size(); ++device)
    letters += (letters.empty() ? "" : ", ") + letter(device) + " " + grid.rows[device]->key;
  const bool glyphs = how == HeatLegend::glyphs;
  std::string legend = std::string("The winner's letter; the others ") +
                       (glyphs ? "by how much more they need: " : "the darker the more they need: ");
  for (std::size_t level = 0; level < kGlyphs.size(); ++level) {
    if (level > 0) legend += ", ";
    if (glyphs) legend += std::string(kGlyphs[level]) + " ";
    legend += level < kLimits.size() ? "up to " + core::format_given(kLimits[level]) + "×" : std::string("more");
  }
  section.lines = {letters + ".", legend + "."};
  section.tables.push_back(table_of(grid));
  return section;
}

std::vector<Section> subgraph_sections(const analysis::Comparison& comparison, HeatLegend legend,
                                       std::optional<SubgraphQuantity> only) {
  std::vector<Section> sections;
  if (comparison.rows.size() == 1) {
    const analysis::Row& row = comparison.rows.front();
    sections.push_back(section_of("Subgraphs on " + row.key, device_subgraphs_table(comparison, row, 0)));
    return sections;
  }
  for (const workload::Runtime runtime : workload::kRuntimes) {
    bool used = false;
    for (const analysis::Row& row : comparison.rows) used = used || row.estimate.runtime_used == runtime;
    if (!used) continue;
    const std::string suffix = std::string(", ") + workload::name(runtime) + " runtime";
    const SubgraphQuantity quantity = only.value_or(SubgraphQuantity::latency);
    sections.push_back(section_of("Subgraphs" + suffix, subgraph_table(comparison, runtime, quantity)));
    if (!only) sections.back().tables.push_back(subgraph_table(comparison, runtime, SubgraphQuantity::energy));
    sections.push_back(heat_map_section(comparison, runtime, quantity, legend));
    sections.push_back(
        section_of(std::string("Which device wins the ") + name_of(quantity) + " of how many subgraphs" + suffix,
                   wins_table(comparison, runtime, quantity)));
  }
  return sections;
}

}  // namespace whichchip::report
