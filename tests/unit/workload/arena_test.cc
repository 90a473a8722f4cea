#include "workload/arena.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace whichchip::workload {
namespace {

// Independent of the planner: no two blocks that live at the same time share a byte.
void expect_disjoint(const std::vector<Block>& blocks) {
  for (std::size_t a = 0; a < blocks.size(); ++a) {
    for (std::size_t b = a + 1; b < blocks.size(); ++b) {
      const bool together = blocks[a].first <= blocks[b].last && blocks[b].first <= blocks[a].last;
      const bool apart = blocks[a].offset + blocks[a].bytes <= blocks[b].offset ||
                         blocks[b].offset + blocks[b].bytes <= blocks[a].offset;
      EXPECT_TRUE(!together || apart) << a << " " << b;
    }
  }
}

std::int64_t largest_step(const std::vector<Block>& blocks) {
  std::int64_t most = 0;
  for (const Block& at : blocks) {
    std::int64_t sum = 0;
    for (const Block& block : blocks) {
      if (block.first <= at.first && at.first <= block.last) sum += block.bytes;
    }
    most = std::max(most, sum);
  }
  return most;
}

// The best arena there is: every order, each block at the lowest place that is free.
std::int64_t best_arena(std::vector<Block> blocks) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::int64_t best = -1;
  do {
    std::int64_t arena = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      Block& block = blocks[order[i]];
      block.offset = 0;
      for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t j = 0; j < i; ++j) {
          const Block& other = blocks[order[j]];
          if (other.first > block.last || block.first > other.last) continue;
          if (other.offset + other.bytes <= block.offset || block.offset + block.bytes <= other.offset) continue;
          block.offset = other.offset + other.bytes;
          moved = true;
        }
      }
      arena = std::max(arena, block.offset + block.bytes);
    }
    if (best < 0 || arena < best) best = arena;
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(Arena, ReusesWhatIsFree) {
  // Two long steps and a small block beside both.
  std::vector<Block> blocks{{100, 0, 1}, {100, 2, 3}, {10, 0, 3}};
  EXPECT_EQ(plan_arena(blocks), 110);
  EXPECT_EQ(blocks[0].offset, blocks[1].offset);
  expect_disjoint(blocks);
}

TEST(Arena, TakesTheSmallestGapThatHolds) {
  // 100 | 60 | 50 | 40 | 35 at step 0; the 60 and the 40 end there: the 30 of step 1 belongs where the 40 was.
  std::vector<Block> blocks{{100, 0, 9}, {60, 0, 0}, {50, 0, 9}, {40, 0, 0}, {35, 0, 9}, {30, 1, 1}};
  EXPECT_EQ(plan_arena(blocks), 100 + 60 + 50 + 40 + 35);
  EXPECT_EQ(blocks[5].offset, 100 + 60 + 50);
  expect_disjoint(blocks);
}

TEST(Arena, OfNothingIsNothing) {
  std::vector<Block> none;
  EXPECT_EQ(plan_arena(none), 0);
  std::vector<Block> empty{{0, 0, 5}, {0, 2, 2}};
  EXPECT_EQ(plan_arena(empty), 0);
}

TEST(Arena, StandsBetweenTheBestAndTheSum) {
  std::uint64_t state = 7;
  const auto random = [&state](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state >> 33) % below);
  };
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Block> blocks(static_cast<std::size_t>(2 + random(5)));
    for (Block& block : blocks) {
      block.bytes = 1 + random(20);
      block.first = random(8);
      block.last = block.first + random(5);
    }
    std::int64_t sum = 0;
    for (const Block& block : blocks) sum += block.bytes;
    const std::int64_t best = best_arena(blocks), planned = plan_arena(blocks);
    expect_disjoint(blocks);
    EXPECT_LE(largest_step(blocks), best);
    EXPECT_LE(best, planned);
    EXPECT_LE(planned, sum);
  }
}

TEST(Arena, ManyBlocksAreQuick) {
  std::vector<Block> chain, wide;
  for (int i = 0; i < 200'000; ++i) chain.push_back({1 + i % 17, i, i + 1});
  EXPECT_LE(plan_arena(chain), 2 * 17 + 17);
  for (int i = 0; i < 20'000; ++i) wide.push_back({1, 0, 1});
  EXPECT_EQ(plan_arena(wide), 20'000);
}

}  // namespace
}  // namespace whichchip::workload
