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
  Area area = {};
};

bool larger(const Part& a, const Part& b) { return a.node->energy_j > b.node->energy_j; }

// Halves of about the same weight side by side, or above one another where the area is high; each is divided in the
// same way (Bederson, Shneiderman and Wattenberg 2002 call it the pivot by split size).
void divide(std::span<Part> parts, const Area& area) {
  if (parts.empty()) return;
  parts.front().area = area;
  if (parts.size() == 1) return;
  double all = 0;
  for (const Part& part : parts) all += part.node->energy_j;
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
  divide(parts.first(count), one);
  divide(parts.subspan(count), other);
}

void divide_sorted(std::vector<Part>& parts, const Area& area) {
  core::stable_sort(parts, larger);
  divide(parts, area);
}

void leaves_of(const EnergyNode& node, int colour, std::vector<Part>& leaves) {
  if (node.children.empty() && node.energy_j > 0) leaves.push_back({&node, colour});
  for (const EnergyNode& child : node.children) leaves_of(child, colour, leaves);
}

}  // namespace

Chart energy_treemap(const analysis::EnergyRow& row) {
  Chart chart;
  chart.id = "energy_map";
  chart.title = "Where the energy of an inference goes on " + row.key;
  chart.description = "The larger a tile, the more energy its event takes; events of one group have one colour.";
  const EnergyNode& tree = row.breakdown.tree;
  std::vector<Part> groups;
  for (const EnergyNode& group : tree.children) {
    if (group.energy_j > 0) groups.push_back({&group});
  }
  divide_sorted(groups, {});
  for (const Part& group : groups) {
    const auto colour = static_cast<int>(chart.series.size());
    chart.series.push_back({group.node->name, Mark::points, {}, "", colour});
    std::vector<Part> leaves;
    leaves_of(*group.node, colour, leaves);
    divide_sorted(leaves, group.area);
    for (const Part& leaf : leaves) {
      const double share = leaf.node->energy_j / tree.energy_j;
      chart.tiles.push_back({leaf.node->name, leaf.area.left, leaf.area.top / kTilesHeight, leaf.area.width,
                             leaf.area.height / kTilesHeight,
                             core::format(core::Quantity::energy, share * row.energy_j) + ", " +
                                 core::format(core::Quantity::fraction, share),
                             colour});
    }
  }
  return chart;
}

}  // namespace whichchip::report
