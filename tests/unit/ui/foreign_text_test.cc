#include "ui/foreign_text.h"

#include <gtest/gtest.h>

namespace whichchip::ui {
namespace {

View named(const std::string& name) {
  View view;
  view.model.name = name;
  return view;
}

// U+E000 and the ones after it.
const std::string kFirst = "\xee\x80\x80", kSecond = "\xee\x80\x81";

TEST(ForeignText, AViewThatTheTypefaceHasIsDrawnAsItIs) {
  ForeignText foreign;
  const View view = named("ResNet-50 64→128 µ × ≥ ß “é”");
  EXPECT_EQ(&foreign.shown(view, 1), &view);
  EXPECT_TRUE(foreign.runs().empty());
}

TEST(ForeignText, RunsStandAsOneCharacterEach) {
  ForeignText foreign;
  const View view = named("net 模型 v2 模型");
  EXPECT_EQ(foreign.shown(view, 1).model.name, "net " + kFirst + " v2 " + kFirst) << "the same run has one picture";
  EXPECT_EQ(foreign.runs(), std::vector<std::string>{"模型"});
  EXPECT_EQ(view.model.name, "net 模型 v2 模型") << "the twin says it in full";
}

TEST(ForeignText, WhatIsWrittenFromRightToLeftKeepsItsWordsTogether) {
  ForeignText foreign;
  const View view = named("نموذج كبير.onnx");
  EXPECT_EQ(foreign.shown(view, 1).model.name, kFirst + ".onnx");
  EXPECT_EQ(foreign.runs().at(0), "نموذج كبير");
}

TEST(ForeignText, LongChineseIsCutIntoPiecesThatCanBeLeftOut) {
  ForeignText foreign;
  const View view = named("一二三四五六七八");
  EXPECT_EQ(foreign.shown(view, 1).model.name, kFirst + kSecond);
  EXPECT_EQ(foreign.runs(), (std::vector<std::string>{"一二三四五六", "七八"}));
}

TEST(ForeignText, TablesChartsAndSentencesToo) {
  ForeignText foreign;
  View view;
  report::Table table;
  table.columns = {{"name", "Name", "", report::Align::left, true, ""},
                   {report::kBarColumn, "", "", report::Align::left, true, ""}};
  table.rows = {{"3", {{"卷积", std::nullopt, "层", report::kNoHeat}, {"███", 1.0, "", report::kNoHeat}}, false}};
  report::Chart chart;
  chart.series = {{"Дорога", report::Mark::points, {{1, 1, "😀", 0, "3"}}, "", 0}};
  view.document.sections = {{"", {"层"}, {table}, {chart}}};
  const View& shown = foreign.shown(view, 1);
  EXPECT_EQ(foreign.runs(), (std::vector<std::string>{"层", "卷积", "Дорога", "😀"}));
  EXPECT_EQ(shown.document.sections[0].tables[0].rows[0].key, "3") << "what things are picked by stays";
  EXPECT_EQ(shown.document.sections[0].tables[0].rows[0].cells[0].note, kFirst);
  EXPECT_EQ(shown.document.sections[0].charts[0].series[0].points[0].layer, "3");
}

TEST(ForeignText, ANewViewIsLookedAtAnewAndBrokenTextIsLeftAlone) {
  ForeignText foreign;
  View view = named("模");
  EXPECT_EQ(foreign.shown(view, 1).model.name, kFirst);
  view.model.name = "plain";
  EXPECT_EQ(foreign.shown(view, 2).model.name, "plain");
  view.model.name = "\xff\xe6\xa8 cut";
  EXPECT_EQ(&foreign.shown(view, 3), &view);
  EXPECT_FALSE(is_foreign("\xc3"));
  // Wherever it stands among the eight characters that are looked at together.
  for (std::size_t before = 0; before < 18; ++before) {
    EXPECT_TRUE(is_foreign(std::string(before, 'a') + "模")) << before;
    EXPECT_TRUE(is_foreign(std::string(before, 'a') + "模, then more")) << before;
    EXPECT_FALSE(is_foreign(std::string(before, 'a') + "×")) << before;
  }
}

}  // namespace
}  // namespace whichchip::ui
