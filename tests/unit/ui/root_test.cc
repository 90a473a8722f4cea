// The whole canvas without a graphics card: Dear ImGui lays it out, and the pointer clicks on it.
#include "ui/root.h"

#include <gtest/gtest.h>

#include "support/inflate.h"

namespace whichchip::ui {
namespace {

std::vector<std::uint8_t> face(const std::string& name) {
  const std::string file = tests::read_file(std::string(WHICHCHIP_FONT_DIR) + "/Roboto-" + name + ".ttf");
  return {file.begin(), file.end()};
}

class Root : public testing::Test {
 protected:
  void SetUp() override {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1440, 820};
    io.DeltaTime = 1.0f / 60;
    theme_.build({face("Regular"), face("Medium")}, 1, {});
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    view_ = sample();
  }
  void TearDown() override { ImGui::DestroyContext(); }

  static View sample() {
    View view;
    view.has_model = true;
    view.model.name = "resnet50";
    view.model.facts = {{"MACs", "4.09 G", 4.09e9, ""}};
    view.model.mix = {{"Convolution", 0.99}, {"Matrix product", 0.01}};
    view.settings = {{"deployment", "Deployment", {{"datacenter", "Datacenter"}, {"edge", "Edge"}}, "datacenter"},
                     {"precision", "Precision", {{"auto", "Auto"}, {"int8", "int8"}}, "auto"}};
    view.dimensions = {{"batch", "Batch", 4, 1, "given"}};
    view.verdict = {"Lowest latency: A.", "B needs least energy."};
    view.comparison.id = "comparison";
    view.comparison.columns = {{"hardware", "Hardware", "", report::Align::left, true, ""},
                               {"latency_s", "Latency", "ms", report::Align::right, true, "Time of one batch"},
                               {"bound", "Bound", "", report::Align::left, true, ""},
                               {"tier", "Tier", "", report::Align::left, false, ""}};
    for (const char* key : {"A", "B"}) {
      view.comparison.rows.push_back(
          {key, {{key, {}, ""}, {"1.0", 1e-3, ""}, {"memory", {}, ""}, {"A", {}, ""}}, false});
      Mark mark;
      mark.hardware = key;
      mark.latency_s = 1e-3;
      mark.latency_interval_s = {0.5e-3, 2e-3};
      mark.bound_share = {0.2, 0.5, 0, 0, 0.3};
      view.marks.push_back(mark);
    }
    view.failed.columns = {{"hardware", "Hardware", "", report::Align::left, true, ""},
                           {"reason", "Reason", "", report::Align::left, true, ""}};
    view.failed.rows = {{"C", {{"C", {}, ""}, {"needs quantisation", {}, ""}}, false}};
    return view;
  }

  std::vector<Intent> frame() {
    ImGui::NewFrame();
    auto intents = draw(view_, theme_, rectangles_);
    ImGui::Render();
    return intents;
  }

  std::vector<Intent> click(const std::string& id) {
    frame();  // windows are laid out unseen at first
    frame();
    const Rectangle box = rectangles_.at(id);
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(box.x + box.width / 2, box.y + box.height / 2);
    frame();
    io.AddMouseButtonEvent(0, true);
    auto all = frame();
    io.AddMouseButtonEvent(0, false);
    for (int i = 0; i < 3; ++i) {
      for (Intent& intent : frame()) all.push_back(std::move(intent));
    }
    return all;
  }

  Theme theme_;
  View view_;
  std::map<std::string, Rectangle> rectangles_;
};

TEST_F(Root, DrawsNothingBeforeAModelIsOpen) {
  view_ = {};
  EXPECT_TRUE(frame().empty());
  EXPECT_TRUE(rectangles_.empty());
}

TEST_F(Root, PlacesEveryControlInsideTheCanvas) {
  frame();
  frame();
  for (const char* id :
       {"deployment:edge", "setting:precision", "dimension:batch", "sort:latency_s", "row:A", "row:B"}) {
    ASSERT_EQ(rectangles_.count(id), 1u) << id;
    const Rectangle& box = rectangles_[id];
    EXPECT_GT(box.width, 0) << id;
    EXPECT_GE(box.x, 0) << id;
    EXPECT_LE(box.x + box.width, 1440) << id;
  }
  EXPECT_EQ(rectangles_.count("sort:tier"), 0u) << "only primary columns are shown";
}

TEST_F(Root, AClickOnAHeadAsksToSort) {
  const auto intents = click("sort:latency_s");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SortBy>(intents[0]).column, "latency_s");
}

TEST_F(Root, AClickOnARowPicksTheDevice) {
  const auto intents = click("row:B");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<Select>(intents[0]).hardware, "B");
}

TEST_F(Root, ADeploymentIsChosenByItsButton) {
  const auto intents = click("deployment:edge");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SetOption>(intents[0]).value, "edge");
}

TEST_F(Root, TheBatchDoublesAndHalves) {
  auto intents = click("more:batch");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SetDimension>(intents[0]).value, 8);
  intents = click("less:batch");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SetDimension>(intents[0]).value, 2);
}

TEST_F(Root, ATypedBatchIsConfirmedByEnter) {
  click("dimension:batch");
  ImGuiIO& io = ImGui::GetIO();
  io.AddInputCharactersUTF8("16");
  frame();
  io.AddKeyEvent(ImGuiKey_Enter, true);
  auto intents = frame();
  io.AddKeyEvent(ImGuiKey_Enter, false);
  for (Intent& intent : frame()) intents.push_back(std::move(intent));
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SetDimension>(intents[0]).value, 16);
}

TEST_F(Root, AnyReportIsAPanel) {
  view_.panel = "layers";
  report::Table table = view_.comparison;
  table.id = "subgraphs";
  for (int i = 0; i < 500; ++i) table.rows.push_back(table.rows[0]);
  view_.document = {"Layers", "batch 4", {{"Subgraphs", {"A sentence."}, {table, view_.failed}}, {"", {}, {}}}};
  frame();
  EXPECT_TRUE(frame().empty());
  EXPECT_EQ(rectangles_.count("sort:latency_s"), 0u) << "the comparison is not drawn";
  EXPECT_EQ(click("deployment:edge").size(), 1u) << "the scenario stays at hand";
}

TEST_F(Root, SurvivesNamesThatAreNoUtf8AndAreLong) {
  view_.model.name = "\xff\xfe" + std::string(500, 'x');
  view_.comparison.rows[0].cells[0].text = std::string(300, 'W') + "\xc3";
  frame();
  frame();
}

report::Table layers() {
  report::Table table;
  table.id = "subgraphs";
  table.columns = {{"id", "#", "", report::Align::right, true, ""},
                   {"name", "Subgraph", "", report::Align::left, true, ""}};
  table.rows = {{"0", {{"0", 0, ""}, {"conv", {}, ""}}, false}, {"total", {{"", {}, ""}, {"total", {}, ""}}, false}};
  return table;
}

TEST_F(Root, AClickOnALayerPicksIt) {
  view_.panel = "layers";
  view_.document = {"Layers", "", {{"", {}, {layers()}}}};
  const auto intents = click("layer:0");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SelectLayer>(intents[0]).layer, "0");
  EXPECT_FALSE(rectangles_.contains("layer:total")) << "a sum is no layer";
}

TEST_F(Root, APointOfAPlotPicksItsLayerAndThePlotZooms) {
  report::Chart chart;
  chart.id = "roofline";
  // The middle of a logarithmic plot from 1 to 100 both ways.
  chart.series = {
      {"points", report::Mark::points, {{1, 1, "", 0}, {10, 10, "#7 conv", 1, "7"}, {100, 100, "", 0}}, "", 0}};
  chart.x.logarithmic = chart.y.logarithmic = true;
  view_.panel = "roofline";
  view_.document = {"Roofline", "", {{"", {}, {}, {chart}}}};
  const auto intents = click("plot:roofline");
  ASSERT_EQ(intents.size(), 1u);
  EXPECT_EQ(std::get<SelectLayer>(intents[0]).layer, "7");

  // Zoomed about a corner, the middle shows another part, and no point is there.
  ImGuiIO& io = ImGui::GetIO();
  const Rectangle box = rectangles_.at("plot:roofline");
  io.AddMousePosEvent(box.x + 2, box.y + 2);
  frame();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddMouseWheelEvent(0, 3);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.DeltaTime = 0.5f;  // or the next click would be the second of a double one, which shows all again
  for (int i = 0; i < 4; ++i) frame();
  EXPECT_TRUE(click("plot:roofline").empty());
}

TEST_F(Root, TheTilesOfWinnersEndWhereTheTableDoes) {
  view_.winners.columns = {{"metric", "Best", "", report::Align::left, true, ""},
                           {"hardware", "Hardware", "", report::Align::left, true, ""},
                           {"value", "Value", "", report::Align::left, true, ""},
                           {"use", "Matters for", "", report::Align::left, true, ""}};
  for (const char* metric : {"latency", "throughput", "energy", "memory", "balance", "cost", "carbon"})
    view_.winners.rows.push_back({metric, {{metric, {}, ""}, {"A", {}, ""}, {"1", {}, ""}, {"use", {}, ""}}, false});
  frame();
  frame();
  const Rectangle& last = rectangles_.at("winner:carbon");
  EXPECT_FLOAT_EQ(last.x + last.width, 1440 - 16) << "the padding of the column";
  EXPECT_GE(last.width, 140);
  ImGui::GetIO().DisplaySize.x = 900;
  frame();
  frame();
  EXPECT_FALSE(rectangles_.contains("winner:carbon")) << "as many as are readable";
}

TEST_F(Root, PartsOfAStackAndShortNamesOfALegendShareALine) {
  report::Chart after;
  after.id = "after";
  after.series = {{"line", report::Mark::line, {{1, 1, "", 0}, {2, 2, "", 0}}, "", 0}};
  report::Chart stack;
  stack.id = "stack";
  for (int i = 0; i < 5; ++i) stack.series.push_back({"part", report::Mark::points, {}, "", i});
  for (const char* device : {"A", "B"}) {
    for (int i = 0; i < 5; ++i) stack.bars.push_back({i == 0 ? device : "", i * 1.0, i + 1.0, "1 J", true});
  }
  view_.panel = "energy";
  const auto place = [&](const report::Chart& chart) {
    view_.document = {"Energy", "", {{"", {}, {}, {chart, after}}}};
    frame();
    frame();
    return rectangles_.at("plot:after").y;
  };
  report::Chart alone = stack;  // two plain bars, no legend
  alone.series.clear();
  alone.bars = {{"A", 0, 5, "5 J", true}, {"B", 0, 5, "5 J", true}};
  EXPECT_FLOAT_EQ(place(stack), place(alone) + 20) << "one line of the legend more";
}

}  // namespace
}  // namespace whichchip::ui
