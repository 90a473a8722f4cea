// One block of memory for all buffers of a run: where each of them stands. Internal to workload/.
#pragma once

#include <cstdint>
#include <vector>

namespace whichchip::workload {

// A buffer that is needed from step `first` to step `last`, both included.
struct Block {
  std::int64_t bytes = 0;
  int first = 0, last = 0;
  std::int64_t offset = 0;  // given by plan_arena
};

// Gives every block an offset, so that blocks of overlapping lifetimes do not overlap, and returns the size of the
// arena. Greedy by size: the largest block first, into the smallest gap that holds it, else behind everything that
// lives beside it. At least the largest sum of blocks that live at the same time; at most the sum of all. Formula: the
// "greedy by size" planner of Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference" (2020),
// which TensorFlow Lite uses. Time is bounded: past a fixed number of comparisons the remaining, smallest blocks are
// put behind each other.
std::int64_t plan_arena(std::vector<Block>& blocks);

}  // namespace whichchip::workload
