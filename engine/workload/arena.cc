#include "workload/arena.h"

#include <algorithm>
#include <numeric>

#include "core/integer.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;

constexpr std::int64_t kMostComparisons = 20'000'000;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Lists of blocks, many and most of them empty or short: one array of links for all.
class BlockLists {
 public:
  explicit BlockLists(std::size_t lists) : first_(lists, -1) {}

  void add(int list, int block) {
    links_.push_back({block, first_[at(list)]});
    first_[at(list)] = static_cast<int>(links_.size()) - 1;
  }
  void append_to(std::vector<int>& blocks, int list) const {
    for (int link = first_[at(list)]; link >= 0; link = links_[at(link)].next) blocks.push_back(links_[at(link)].block);
  }

 private:
  struct Link {
    int block, next;
  };
  std::vector<int> first_;  // link of each list, -1 when it is empty
  std::vector<Link> links_;
};

// Placed blocks by lifetime. A block that overlaps [a, b] either lives at a, or starts in (a, b].
class Placed {
 public:
  explicit Placed(int steps) : leaves_(power_of_two(steps)), living_(2 * at(leaves_)), starting_(at(leaves_)) {
    starts_.resize(2 * at(leaves_));
  }

  void insert(int block, int first, int last) {
    starting_.add(first, block);
    for (int node = first + leaves_; node > 0 && !starts_[at(node)]; node /= 2) starts_[at(node)] = true;
    // Canonical nodes of a segment tree over the steps.
    for (int low = first + leaves_, high = last + 1 + leaves_; low < high; low /= 2, high /= 2) {
      if (low % 2 == 1) living_.add(low++, block);
      if (high % 2 == 1) living_.add(--high, block);
    }
  }

  std::vector<int> overlapping(int first, int last) const {
    std::vector<int> found;
    for (int node = first + leaves_; node > 0; node /= 2) living_.append_to(found, node);
    for (int step = next_start(first + 1); step <= last; step = next_start(step + 1)) starting_.append_to(found, step);
    return found;
  }

 private:
  static int power_of_two(int steps) {
    int leaves = 1;
    while (leaves < std::max(steps, 1)) leaves *= 2;
    return leaves;
  }

  // The first step from `step` on at which a block starts; the number of leaves when there is none.
  int next_start(int step) const {
    if (step >= leaves_) return leaves_;
    int node = step + leaves_;
    while (!starts_[at(node)]) {
      while (node % 2 == 1) node /= 2;  // the whole right side is behind us: up
      if (node == 0) return leaves_;
      ++node;
    }
    while (node < leaves_) node = starts_[at(2 * node)] ? 2 * node : 2 * node + 1;
    return node - leaves_;
  }

  int leaves_;
  BlockLists living_;         // by node of the tree: what lives through all of its steps
  BlockLists starting_;       // by step
  std::vector<bool> starts_;  // by node: whether any block starts in it
};

// The start of the smallest gap between `neighbours` that holds `bytes`, else their end.
std::int64_t best_fit(const std::vector<Block>& blocks, std::vector<int>& neighbours, std::int64_t bytes) {
  std::sort(neighbours.begin(), neighbours.end(),
            [&](int a, int b) { return std::pair(blocks[at(a)].offset, a) < std::pair(blocks[at(b)].offset, b); });
  std::int64_t end = 0, best = -1, smallest = 0;
  for (const int n : neighbours) {
    const std::int64_t gap = blocks[at(n)].offset - end;
    if (gap >= bytes && (best < 0 || gap < smallest)) {
      best = end;
      smallest = gap;
    }
    end = std::max(end, saturating_add(blocks[at(n)].offset, blocks[at(n)].bytes));
  }
  return best >= 0 ? best : end;
}

}  // namespace

std::int64_t plan_arena(std::vector<Block>& blocks) {
  std::vector<int> order(blocks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return blocks[at(a)].bytes > blocks[at(b)].bytes; });
  int steps = 0;
  for (const Block& block : blocks) steps = std::max(steps, block.last + 1);
  Placed placed(steps);
  std::int64_t arena = 0, comparisons = 0;
  for (const int i : order) {
    Block& block = blocks[at(i)];
    if (comparisons > kMostComparisons) {
      block.offset = arena;
    } else {
      std::vector<int> neighbours = placed.overlapping(block.first, block.last);
      comparisons += static_cast<std::int64_t>(neighbours.size());
      block.offset = best_fit(blocks, neighbours, block.bytes);
      placed.insert(i, block.first, block.last);
    }
    arena = std::max(arena, saturating_add(block.offset, block.bytes));
  }
  return arena;
}

}  // namespace whichchip::workload
