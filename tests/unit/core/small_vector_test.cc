#include "core/small_vector.h"

#include <numeric>
#include <utility>

#include <gtest/gtest.h>

namespace whichchip::core {
namespace {

using List = SmallVector<int, 4>;

List counting(int size) {
  List list;
  for (int i = 0; i < size; ++i) list.push_back(i);
  return list;
}

// Up to four values stand in the object, more do not: both, and the step between them.
TEST(SmallVector, BehavesAlikeOnBothSidesOfItsOwnSpace) {
  for (const int size : {0, 1, 4, 5, 8, 9, 1000}) {
    SCOPED_TRACE(size);
    const List list = counting(size);
    ASSERT_EQ(list.size(), static_cast<std::size_t>(size));
    EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), size * (size - 1) / 2);
    List copy = list;
    EXPECT_EQ(copy, list);
    copy.push_back(7);
    EXPECT_NE(copy, list);
    EXPECT_EQ(copy.back(), 7);
    List moved = std::move(copy);
    EXPECT_EQ(moved.size(), static_cast<std::size_t>(size) + 1);
    EXPECT_TRUE(copy.empty());  // NOLINT(bugprone-use-after-move): a moved list is empty
    copy = moved;
    EXPECT_EQ(copy, moved);
    copy = counting(2);
    EXPECT_EQ(copy, (List{0, 1}));
    moved = *&moved;
    EXPECT_EQ(moved.front(), size == 0 ? 7 : 0);
  }
}

TEST(SmallVector, TakesTheValuesOfAVector) {
  const std::vector<int> values{3, 1, 4, 1, 5};
  EXPECT_EQ(List(values).size(), 5U);
  EXPECT_EQ(List(values)[4], 5);
  EXPECT_EQ(sizeof(List), 24U);
}

}  // namespace
}  // namespace whichchip::core
