#include "report/chart.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/math.h"
namespace whichchip::report {
namespace {

Chart plot() {
  Chart chart;
  chart.id = "c";
  chart.title = "A <title> & more";
  chart.description = "what to see";
  chart.x = {"batch", {1, ""}, true};
  chart.y = {"throughput", {1000, "k/s"}, true};
  chart.series = {
      {"one", Mark::line, {{1, 100, "first", 0}, {10, 900, "second", 0.5}, {100, 2000, "third", 1}}, "note", 0},
      {"two", Mark::points, {{1, 0, "not on a logarithmic axis", 0}, {50, 300, "seen", 0.2}}, "", 1}};
  return chart;
}

TEST(Chart, TicksArePowersOfTenOrRoundSteps) {
  EXPECT_EQ(ticks(1, 1000, true).size(), 4U);
  EXPECT_NEAR(ticks(0.01, 100, true)[1], 0.1, 1e-12);
  const std::vector<double> linear = ticks(0, 97.9, false);
  ASSERT_GE(linear.size(), 4U);
  EXPECT_NEAR(linear[1], 20, 1e-9);
  EXPECT_LE(ticks(1e-12, 1e12, true).size(), 10U);
  EXPECT_EQ(ticks(1, 100, true), (std::vector<double>{1, 2, 5, 10, 20, 50, 100})) << "few powers have steps between";
  EXPECT_EQ(tick_text({"batch", {1, ""}, true}, 20), "20");
  EXPECT_EQ(tick_text({"energy", {1e-3, "mJ"}, false}, 0.5e-3), "0.5");
  EXPECT_EQ(tick_text({"intensity", {1, "FLOP/byte"}, true}, 50'000), "50000");
  EXPECT_EQ(tick_text({"intensity", {1, "FLOP/byte"}, true}, 1e8), "100 M");
  EXPECT_EQ(tick_text({"rate", {1, "1/s"}, false}, 2.5e6), "2.5 M");
}

TEST(Chart, RangesHoldEveryValue) {
  const ChartRange logarithmic({3, 0, -1, 400, NAN}, true);
  EXPECT_NEAR(logarithmic.low(), 2, 1e-9);
  EXPECT_NEAR(logarithmic.high(), 500, 1e-6);
  const ChartRange round({1, 1000}, true);
  EXPECT_NEAR(round.low(), 1, 1e-12);
  EXPECT_NEAR(round.high(), 1000, 1e-9);
  EXPECT_FALSE(logarithmic.shows(0));
  EXPECT_NEAR(logarithmic.place(logarithmic.high()), 1, 1e-9);
  const ChartRange linear({12, 98}, false);
  EXPECT_EQ(linear.low(), 0);
  EXPECT_GE(linear.high(), 98);
  const ChartRange empty({}, true);
  EXPECT_LT(empty.low(), empty.high());
}

TEST(Chart, SvgIsLabelledEscapedAndSelfContained) {
  const std::string image = svg(plot());
  EXPECT_NE(image.find("role=\"img\""), std::string::npos);
  EXPECT_NE(image.find("<title>A &lt;title&gt; &amp; more</title>"), std::string::npos);
  EXPECT_NE(image.find("<desc>what to see</desc>"), std::string::npos);
  EXPECT_EQ(std::count(image.begin(), image.end(), '\0'), 0);
  EXPECT_EQ(image.find("nan"), std::string::npos);
  EXPECT_EQ(image.find("not on a logarithmic axis"), std::string::npos);
  EXPECT_EQ(image.find("<script"), std::string::npos);
  EXPECT_NE(image.find("throughput (k/s)"), std::string::npos);
}

// Parts of one bar share its line and take the colours that the legend names.
TEST(Chart, PartsOfAStackShareALine) {
  Chart chart;
  chart.id = "s";
  chart.x = {"energy", {1e-3, "mJ"}, false};
  chart.series = {{"compute", Mark::points, {}, "", 0}, {"memory", Mark::points, {}, "", 1}};
  chart.bars = {{"A", 0, 0.1, "compute 100 mJ", true}, {"", 0.1, 0.3, "memory 200 mJ", true}};
  const std::string one = svg(chart);
  EXPECT_NE(one.find("x=\"80.0\" y=\"20.0\""), std::string::npos) << one;
  EXPECT_EQ(one.find("y=\"46.0\""), std::string::npos) << one;
  EXPECT_NE(one.find(">memory</text>"), std::string::npos);
  EXPECT_NE(one.find("memory 200 mJ</title>"), std::string::npos);
}

// What a phone shows: letters as large as elsewhere, so long names take two lines and nothing leaves the picture.
TEST(Chart, ANarrowPictureWrapsWhatItSays) {
  Chart chart = plot();
  chart.series[0].note =
      "as many words as there are in a legend that names the peak, the memory and the ridge of a chip";
  const std::string wide = svg(chart), narrow = svg(chart, kPhoneWidth);
  EXPECT_NE(narrow.find("viewBox=\"0 0 340.0 "), std::string::npos) << narrow;
  const auto lines = [](const std::string& image) {
    std::size_t count = 0;
    for (std::size_t at = image.find("<text"); at != std::string::npos; at = image.find("<text", at + 1)) ++count;
    return count;
  };
  EXPECT_GT(lines(narrow), lines(wide));
  for (std::size_t at = narrow.find(" x=\""); at != std::string::npos; at = narrow.find(" x=\"", at + 1))
    EXPECT_LT(std::stod(narrow.substr(at + 4)), 340);
  Chart bars;
  bars.x = {"time", {1e-3, "ms"}, false};
  bars.bars = {{"power limit and energy per operation", 0, 1, "1 s", true}, {"V100-SXM2-32GB", 0, 1, "1 s", true}};
  const std::string image = svg(bars, kPhoneWidth);
  EXPECT_NE(image.find(">power limit</text>"), std::string::npos) << image;
  EXPECT_NE(image.find(">V100-SXM2-32GB</text>"), std::string::npos) << image;
}

TEST(Chart, TilesAreDrawnAndTold) {
  Chart chart;
  chart.title = "Map";
  chart.series = {{"memory", Mark::points, {}, "", 1}};
  chart.tiles = {{"DRAM <bus>", 0, 0, 0.75, 1, "3 mJ, 75.0 %", 1}, {"L2", 0.75, 0, 0.25, 1, "1 mJ, 25.0 %", 1}};
  const std::string image = svg(chart);
  EXPECT_NE(image.find("<title>DRAM &lt;bus&gt;: 3 mJ, 75.0 %</title>"), std::string::npos) << image;
  EXPECT_NE(image.find(">memory</text>"), std::string::npos);
  const std::string told = text(chart, 80);
  EXPECT_NE(told.find("L2"), std::string::npos) << told;
  EXPECT_NE(told.find("3 mJ, 75.0 %"), std::string::npos) << told;
}

TEST(Chart, TextHasEverySeriesInItsLegend) {
  const std::string picture = text(plot(), 80);
  EXPECT_NE(picture.find("● one: note"), std::string::npos) << picture;
  EXPECT_NE(picture.find("■ two"), std::string::npos) << picture;
  EXPECT_NE(picture.find("100"), std::string::npos);
}

TEST(Chart, BarsOfAWaterfallMeet) {
  Chart chart;
  chart.id = "w";
  chart.title = "Waterfall";
  chart.x = {"time", {1e-3, "ms"}, false};
  chart.bars = {
      {"start", 0, 0.1, "100 ms", true}, {"less", 0.1, 0.02, "−80 ms", false}, {"end", 0, 0.02, "20 ms", true}};
  const std::string picture = text(chart, 80);
  EXPECT_NE(picture.find("−80 ms"), std::string::npos) << picture;
  EXPECT_EQ(std::count(picture.begin(), picture.end(), '\n'), 4);
  EXPECT_NE(svg(chart).find("<rect"), std::string::npos);
}

TEST(Chart, APartOfALogarithmicAxisHasTicksToo) {
  const ChartRange whole(1, 1000, true);
  const ChartRange part = whole.between(1.0 / 3, 2.0 / 3);
  EXPECT_NEAR(part.low(), 10, 1e-9);
  EXPECT_NEAR(part.high(), 100, 1e-9);
  EXPECT_NEAR(part.place(core::exp(core::log(1000) / 2)), 0.5, 1e-12);
  EXPECT_EQ(ticks(3, 60, true), (std::vector<double>{5, 10, 20, 50}));
  const std::vector<double> narrow = ticks(3.1, 3.9, true);
  EXPECT_GE(narrow.size(), 4u);
  for (const double tick : narrow) EXPECT_TRUE(tick >= 3.1 && tick <= 3.9) << tick;
}

}  // namespace
}  // namespace whichchip::report
