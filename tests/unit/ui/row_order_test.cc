#include "ui/row_order.h"

#include <gtest/gtest.h>

namespace whichchip::ui {
namespace {

report::Table table() {
  report::Table t;
  t.columns.resize(2);
  t.columns[0].key = "hardware";
  t.columns[1].key = "energy_j";
  const auto row = [&](const char* key, std::optional<double> energy, bool muted = false) {
    report::Row made;
    made.key = key;
    made.cells = {{key, std::nullopt, ""}, {energy ? "x" : "—", energy, ""}};
    made.muted = muted;
    t.rows.push_back(made);
  };
  row("b", 2);
  row("none", std::nullopt);
  row("a", 3);
  row("unfit", 1, true);
  row("c", 1);
  return t;
}

std::string order(const report::Table& t) {
  std::string keys;
  for (const report::Row& row : t.rows) keys += (keys.empty() ? "" : " ") + row.key;
  return keys;
}

TEST(RowOrder, SortsByValueWithUnavailableAndUnfitLast) {
  auto t = table();
  order_rows(t, "energy_j", false);
  EXPECT_EQ(order(t), "c b a none unfit");
  EXPECT_EQ(t.sorted_by, "energy_j");
  EXPECT_TRUE(t.ascending);
  order_rows(t, "energy_j", true);
  EXPECT_EQ(order(t), "a b c none unfit");
  EXPECT_FALSE(t.ascending);
}

TEST(RowOrder, SortsTextByItsLetters) {
  auto t = table();
  order_rows(t, "hardware", false);
  EXPECT_EQ(order(t), "a b c none unfit");
}

TEST(RowOrder, KeepsTheGivenOrderWithoutAColumn) {
  auto t = table();
  order_rows(t, "", false);
  EXPECT_EQ(order(t), "b none a c unfit");
  order_rows(t, "", true);
  EXPECT_EQ(order(t), "c a none b unfit");
}

TEST(RowOrder, IgnoresAColumnThatIsNotThere) {
  auto t = table();
  order_rows(t, "moon", false);
  EXPECT_EQ(order(t), "b none a unfit c");
  EXPECT_EQ(t.sorted_by, "");
}

}  // namespace
}  // namespace whichchip::ui
