#include "workload/arena.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/integer.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;

constexpr std::int64_t kMostComparisons = 20'000'000;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Placed blocks by lifetime. A block that overlaps [a, b] either lives at a, or starts in (a, b].
class Placed {
 public:
  explicit Placed(int steps) {
    while (leaves_ < std::max(steps, 1)) leaves_ *= 2;
    nodes_.resize(2 * at(leaves_));
  }

  void insert(int block, int first, int last) {
    by_start_[first].push_back(block);
    // Canonical nodes of a segment tree over the steps.
    for (int low = first + leaves_, high = last + 1 + leaves_; low < high; low /= 2, high /= 2) {
      if (low % 2 == 1) nodes_[at(low++)].push_back(block);
      if (high % 2 == 1) nodes_[at(--high)].push_back(block);
    }
  }

  std::vector<int> overlapping(int first, int last) const {
    std::vector<int> found;
    for (int node = first + leaves_; node > 0; node /= 2)
      found.insert(found.end(), nodes_[at(node)].begin(), nodes_[at(node)].end());
    for (auto later = by_start_.upper_bound(first); later != by_start_.end() && later->first <= last; ++later)
      found.insert(found.end(), later->second.begin(), later->second.end());
    return found;
  }

 private:
  int leaves_ = 1;
  std::vector<std::vector<int>> nodes_;
  std::map<int, std::vector<int>> by_start_;
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
