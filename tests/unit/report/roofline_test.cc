#include "report/roofline.h"

#include <gtest/gtest.h>

namespace whichchip::report {
namespace {

analysis::Roofline roofline_with(std::vector<double> intensities) {
  analysis::Roofline roofline;
  roofline.hardware = "T4";
  roofline.ridge_point = 100;
  roofline.ceilings = {{"peak", "fp16 peak", 1e13, 0, ""}, {"dram", "GDDR6", 0, 1e11, ""}};
  int id = 0;
  for (const double intensity : intensities)
    roofline.points.push_back({id++, "Conv", intensity, std::min(1e12, 0.9e11 * intensity), 0.1});
  return roofline;
}

const ChartSeries& points_of(const Chart& chart) { return chart.series.back(); }

TEST(Roofline, APointFarFromAllOthersStandsAtTheEdge) {
  const Chart chart = roofline_chart({roofline_with({40, 50, 60, 80, 100, 120, 1e-7})});
  EXPECT_GE(x_range(chart).low(), 1) << "the others keep their room";
  const ChartPoint& far = points_of(chart).points.back();
  EXPECT_EQ(far.x, x_range(chart).low());
  EXPECT_NE(far.label.find("beyond the picture at"), std::string::npos) << far.label;
  EXPECT_NE(points_of(chart).note.find("1 lies beyond"), std::string::npos);
  for (const ChartPoint& point : points_of(chart).points)
    EXPECT_LE(point.y, std::min(1e13, 1e11 * point.x) * (1 + 1e-9)) << "none is lifted above its roof";
}

TEST(Roofline, APointBesideTheOthersStaysWhereItIs) {
  const Chart chart = roofline_chart({roofline_with({40, 50, 60, 80, 100, 120, 1})});
  EXPECT_EQ(points_of(chart).points.back().x, 1);
  EXPECT_EQ(points_of(chart).note, "");
}

}  // namespace
}  // namespace whichchip::report
