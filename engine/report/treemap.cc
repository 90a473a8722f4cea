#include "report/treemap.h"

#include <algorithm>
#include <span>

#include "core/order.h"
#include "core/units.h"

namespace whichchip::report {
namespace {

using estimate::EnergyNode;

// In units of the picture's width.
struct Area {
  double left = 0, top = 0, width = 1, height = kTilesHeight;
};

struct Part {
  const EnergyNode* node = nullptr;
  int colour = 0;
};

double sum(std::span<const Part> parts) {
  double all = 0;
  for (const Part& part : parts) all += part.node->energy_j;
  return all;
}

void largest_first(std::vector<Part>& parts) {
  std::erase_if(parts, [](const Part& part) { return !(part.node->energy_j > 0); });
  core::stable_sort(parts, [](const Part& a, const Part& b) { return a.node->energy_j > b.node->energy_j; });
}

void leaves_of(const EnergyNode& node, int colour, std::vector<Part>& leaves) {
  if (node.children.empty()) leaves.push_back({&node, colour});
  for (const EnergyNode& child : node.children) leaves_of(child, colour, leaves);
}

// Halves of about the same weight side by side, or above one another where the area is high; each is divided in the
// same way (Bederson, Shneiderman and Wattenberg 2002 call it the pivot by split size). `place` gets a part and its
// area.
template <typename Place>
void divide(std::span<const Part> parts, Area area, const Place& place) {
  if (parts.empty()) return;
  if (parts.size() == 1) return place(parts.front(), area);
  const double all = sum(parts);
  std::size_t count = 1;
  double first = parts.front().node->energy_j;
  while (count + 1 < parts.size() && first + parts[count].node->energy_j <= all / 2)
    first += parts[count++].node->energy_j;
  Area one = area, other = area;
  if (area.width >= area.height) {
    one.width = area.width * first / all;
    other.left += one.width;
    other.width -= one.width;
  } else {
    one.height = area.height * first / all;
    other.top += one.height;
    other.height -= one.height;
  }
  divide(parts.first(count), one, place);
  divide(parts.subspan(count), other, place);
}

}  // namespace

Chart energy_treemap(const analysis::EnergyRow& row) {
  Chart chart;
  chart.id = "energy_map";
  chart.title = "Where the energy of an inference goes on " + row.key;
  chart.description = "The larger a tile, the more energy its event takes; events of one group have one colour.";
  std::vector<Part> groups;
  const double all = row.breakdown.tree.energy_j;
  for (const EnergyNode& group : row.breakdown.tree.children) groups.push_back({&group});
  largest_first(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i].colour = static_cast<int>(i);
    chart.series.push_back({groups[i].node->name, Mark::points, {}, "", groups[i].colour});
  }
  divide(groups, {}, [&](const Part& group, const Area& within) {
    std::vector<Part> leaves;
    leaves_of(*group.node, group.colour, leaves);
    largest_first(leaves);
    divide(leaves, within, [&](const Part& leaf, const Area& area) {
      const double share = leaf.node->energy_j / all;
      chart.tiles.push_back({leaf.node->name, area.left, area.top / kTilesHeight, area.width,
                             area.height / kTilesHeight,
                             core::format(core::Quantity::energy, share * row.energy_j) + ", " +
                                 core::format(core::Quantity::fraction, share),
                             leaf.colour});
    });
  });
  return chart;
}

}  // namespace whichchip::report
