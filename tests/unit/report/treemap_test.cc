#include "report/treemap.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "hardware/catalog.h"
#include "support/reference_networks.h"

namespace whichchip::report {
namespace {

void sum_leaves(const estimate::EnergyNode& node, double& sum, std::size_t& count) {
  if (node.children.empty() && node.energy_j > 0) sum += node.energy_j, ++count;
  for (const estimate::EnergyNode& child : node.children) sum_leaves(child, sum, count);
}

// On every class of device: areas are shares, together the whole picture, and no two lie upon one another.
TEST(Treemap, AreasAreSharesAndFillThePicture) {
  const workload::Workload workload = tests::resnet50(4);
  for (const char* id : {"T4", "TPU-v4", "Xeon-8490H", "Coral-Edge-TPU", "Hailo-8", "KPU-T256", "QRB5165",
                         "Xilinx-DPU-ZCU102", "Plasticine-CGRA"}) {
    const hardware::Device device = hardware::find_device(hardware::builtin_catalog(), id);
    const analysis::EnergyReport report = analysis::energy(workload, {device}, {});
    if (report.rows.empty()) continue;  // needs another precision
    const Chart chart = energy_treemap(report.rows.front());
    double sum = 0, area = 0;
    std::size_t leaves = 0;
    sum_leaves(report.rows.front().breakdown.tree, sum, leaves);
    EXPECT_EQ(chart.tiles.size(), leaves) << id;
    for (std::size_t i = 0; i < chart.tiles.size(); ++i) {
      const ChartTile& a = chart.tiles[i];
      area += a.width * a.height;
      EXPECT_GE(a.left, -1e-12);
      EXPECT_LE(a.left + a.width, 1 + 1e-9);
      EXPECT_LE(a.top + a.height, 1 + 1e-9);
      const auto group = std::find_if(chart.series.begin(), chart.series.end(),
                                      [&](const ChartSeries& series) { return series.colour == a.colour; });
      EXPECT_NE(group, chart.series.end());
      for (std::size_t j = 0; j < i; ++j) {
        const ChartTile& b = chart.tiles[j];
        const double across = std::min(a.left + a.width, b.left + b.width) - std::max(a.left, b.left);
        const double down = std::min(a.top + a.height, b.top + b.height) - std::max(a.top, b.top);
        EXPECT_FALSE(across > 1e-9 && down > 1e-9) << id << ": " << a.name << " on " << b.name;
      }
    }
    EXPECT_NEAR(area, 1, 1e-9) << id;
    const ChartTile& first = chart.tiles.front();
    EXPECT_NE(first.shown.find(" %"), std::string::npos);
  }
}

}  // namespace
}  // namespace whichchip::report
