#include "workload/liveness.h"

#include <algorithm>

#include "core/integer.h"
#include "workload/arena.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class Liveness {
 public:
  Liveness(const Lowered& lowered, const std::vector<int>& buffers, const Partition& partition)
      : lowered_(lowered),
        buffers_(buffers),
        last_use_(lowered.tensors.size(), -1),
        block_(lowered.tensors.size(), kNone) {
    for (std::size_t step = 0; step < partition.subgraphs.size(); ++step) {
      for (const Access& read : partition.subgraphs[step].reads)
        last_use_[at(buffer(read.tensor))] = static_cast<int>(step);
    }
    const int end = static_cast<int>(partition.subgraphs.size());
    for (const int t : lowered.graph->outputs) last_use_[at(buffer(lowered.storage[at(t)]))] = end;
    for (const int t : lowered.graph->inputs) {
      pinned_.push_back(buffer(t));
      if (last_use_[at(buffer(t))] >= 0) allocate(buffer(t), 0);
    }
    std::sort(pinned_.begin(), pinned_.end());
  }

  void run(Partition& partition) {
    partition.peak_activation_bytes = live_bytes_;
    for (std::size_t step = 0; step < partition.subgraphs.size(); ++step) {
      const Subgraph& subgraph = partition.subgraphs[step];
      const int now = static_cast<int>(step);
      allocate_results(subgraph, now);
      partition.live.push_back({live_bytes_, live_buffers_});
      if (live_bytes_ > partition.peak_activation_bytes) {
        partition.peak_activation_bytes = live_bytes_;
        partition.peak_subgraph = now;
      }
      partition.peak_activation_lower_bound_bytes =
          std::max(partition.peak_activation_lower_bound_bytes, step_bytes(subgraph));
      for (const Access& read : subgraph.reads) release(buffer(read.tensor), now);
      for (const Access& write : subgraph.writes) release(buffer(write.tensor), now);
    }
    partition.activation_arena_bytes = plan_arena(blocks_);
  }

 private:
  static constexpr int kNone = -1;

  int buffer(int tensor) const { return buffers_[at(tensor)]; }
  std::int64_t bytes(int t) const {
    return model::storage_bytes(lowered_.tensors[at(t)].elements, lowered_.tensors[at(t)].type);
  }

  bool live(int t) const { return block_[at(t)] != kNone; }

  void allocate(int t, int now) {
    if (live(t)) return;
    block_[at(t)] = static_cast<int>(blocks_.size());
    blocks_.push_back({.bytes = bytes(t), .first = now, .last = std::max(last_use_[at(t)], now)});
    live_bytes_ = saturating_add(live_bytes_, bytes(t));
    ++live_buffers_;
  }

  void release(int t, int now) {
    if (!live(t) || last_use_[at(t)] > now) return;
    block_[at(t)] = kNone;
    live_bytes_ -= bytes(t);
    --live_buffers_;
  }

  // The result stands where the operand stood.
  void take_over(int operand, int result, int now) {
    Block& block = blocks_[at(block_[at(operand)])];
    block_[at(result)] = block_[at(operand)];
    block_[at(operand)] = kNone;
    block.last = std::max(last_use_[at(result)], now);
  }

  // Allocates what the subgraph writes, or lets it take over from dying operands.
  void allocate_results(const Subgraph& subgraph, int now) {
    for (const Access& write : subgraph.writes) {
      const int t = buffer(write.tensor);
      if (live(t)) continue;
      const int operand = dying_operand(subgraph, t, now);
      if (operand < 0)
        allocate(t, now);
      else
        take_over(operand, t, now);
    }
  }

  int dying_operand(const Subgraph& subgraph, int result, int now) const {
    for (const Access& read : subgraph.reads) {
      const int t = buffer(read.tensor);
      if (!live(t) || last_use_[at(t)] != now || bytes(t) != bytes(result)) continue;
      if (std::binary_search(pinned_.begin(), pinned_.end(), t) || !read_by_element(subgraph, read.tensor)) continue;
      return t;
    }
    return -1;
  }

  bool read_by_element(const Subgraph& subgraph, int tensor) const {
    return std::all_of(subgraph.operators.begin(), subgraph.operators.end(), [&](int i) {
      const Operator& op = lowered_.operators[at(i)];
      const bool reads = std::any_of(op.reads.begin(), op.reads.end(),
                                     [&](const Access& a) { return buffer(a.tensor) == buffer(tensor); });
      return !reads || op.kind == OperatorKind::elementwise || op.kind == OperatorKind::quantize ||
             op.op_type == "BatchNormalization";
    });
  }

  // What the subgraph reads and writes of what is live: an operand that a result stands in is so no more.
  std::int64_t step_bytes(const Subgraph& subgraph) const {
    std::vector<int> touched;
    for (const Access& read : subgraph.reads) touched.push_back(buffer(read.tensor));
    for (const Access& write : subgraph.writes) touched.push_back(buffer(write.tensor));
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::int64_t sum = 0;
    for (const int t : touched) {
      if (live(t)) sum = saturating_add(sum, bytes(t));
    }
    return sum;
  }

  const Lowered& lowered_;
  const std::vector<int>& buffers_;
  std::vector<int> last_use_;
  std::vector<int> block_;     // of a live buffer, as an index into blocks_
  std::vector<Block> blocks_;  // every block of memory that the run ever needs
  std::vector<int> pinned_;
  std::int64_t live_bytes_ = 0, live_buffers_ = 0;
};

}  // namespace

void measure_peak(const Lowered& lowered, const std::vector<int>& buffers, Partition& partition) {
  Liveness(lowered, buffers, partition).run(partition);
}

}  // namespace whichchip::workload
