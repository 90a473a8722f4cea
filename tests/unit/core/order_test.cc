#include "core/order.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace whichchip::core {
namespace {

TEST(Order, EqualsKeepTheirPlaces) {
  std::vector<std::pair<int, char>> list{{2, 'a'}, {1, 'b'}, {2, 'c'}, {1, 'd'}, {0, 'e'}};
  stable_sort(list, [](const auto& x, const auto& y) { return x.first < y.first; });
  const std::vector<std::pair<int, char>> wanted{{0, 'e'}, {1, 'b'}, {1, 'd'}, {2, 'a'}, {2, 'c'}};
  EXPECT_EQ(list, wanted);
}

// A comparison may look into the list that is sorted: nothing moves before the order is known.
TEST(Order, TheListIsWholeWhileItIsCompared) {
  std::vector<std::string> list{"pear", "fig", "apple"};
  int whole = 0;
  stable_sort(list, [&](const std::string& x, const std::string& y) {
    for (const std::string& each : list) whole += each.empty() ? -1000 : 1;
    return x < y;
  });
  EXPECT_GT(whole, 0);
  EXPECT_EQ(list, (std::vector<std::string>{"apple", "fig", "pear"}));
}

TEST(Order, ElementsAreMovedNotCopied) {
  std::vector<std::unique_ptr<int>> list;
  for (const int value : {3, 1, 2}) list.push_back(std::make_unique<int>(value));
  const int* least = list[1].get();
  stable_sort(list, [](const auto& x, const auto& y) { return *x < *y; });
  EXPECT_EQ(list.front().get(), least);
  std::vector<int> none;
  stable_sort(none, [](int x, int y) { return x < y; });
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace whichchip::core
