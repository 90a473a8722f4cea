#include "support/workload_checks.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace whichchip::tests {

using namespace workload;

namespace {

void expect_covered_once(const Workload& workload, const Partition& partition) {
  std::vector<int> count(workload.operators.size(), 0);
  for (const Subgraph& s : partition.subgraphs) {
    for (const int i : s.operators) ++count[static_cast<std::size_t>(i)];
  }
  for (std::size_t i = 0; i < count.size(); ++i) {
    const int wanted = workload.operators[i].kind == OperatorKind::view ? 0 : 1;
    EXPECT_EQ(count[i], wanted) << workload.operators[i].op_type + " " + workload.operators[i].name;
  }
}

void expect_scheduled(const Workload& workload, const Partition& partition) {
  std::set<int> written;
  for (std::size_t id = 0; id < partition.subgraphs.size(); ++id) {
    const Subgraph& s = partition.subgraphs[id];
    EXPECT_EQ(s.id, static_cast<int>(id));
    for (const int d : s.dependencies) {
      EXPECT_GE(d, 0);
      EXPECT_LT(d, s.id) << s.name;
    }
    for (const Access& read : s.reads) {
      const Tensor& tensor = workload.tensors[static_cast<std::size_t>(read.tensor)];
      EXPECT_FALSE(tensor.weight) << s.name;
      EXPECT_LE(read.elements, tensor.elements) << s.name;
    }
    for (const Access& weight : s.weights)
      EXPECT_TRUE(workload.tensors[static_cast<std::size_t>(weight.tensor)].weight) << s.name;
    std::set<int> once;
    for (const Access& write : s.writes) EXPECT_TRUE(once.insert(write.tensor).second) << s.name;
  }
}

std::int64_t macs_of(const Partition& partition) {
  std::int64_t sum = 0;
  for (const Subgraph& s : partition.subgraphs) {
    sum += s.macs;
    std::int64_t matrix = 0;
    for (const MatrixWork& work : s.matrix) matrix += work.macs();
    EXPECT_EQ(matrix * s.repeat, s.macs) << s.name;
  }
  return sum;
}

}  // namespace

void expect_consistent(const Workload& workload) {
  for (const Runtime runtime : kRuntimes) {
    SCOPED_TRACE(name(runtime));
    const Partition& partition = workload.partition(runtime);
    expect_covered_once(workload, partition);
    expect_scheduled(workload, partition);
    EXPECT_EQ(macs_of(partition), workload.totals.macs);
    EXPECT_LE(partition.peak_activation_lower_bound_bytes, partition.peak_activation_bytes);
    EXPECT_GE(partition.peak_activation_bytes, 0);
    EXPECT_LE(partition.peak_activation_bytes, partition.activation_arena_bytes);
    ASSERT_EQ(partition.live.size(), partition.subgraphs.size());
    std::int64_t most = 0;
    for (const LiveSet& live : partition.live) most = std::max(most, live.bytes);
    if (!partition.live.empty()) {
      EXPECT_EQ(most, partition.peak_activation_bytes);
      EXPECT_EQ(partition.live[static_cast<std::size_t>(partition.peak_subgraph)].bytes, most);
    }
  }
}

std::vector<std::string> names(const Workload& workload, Runtime runtime) {
  std::vector<std::string> result;
  for (const Subgraph& s : workload.partition(runtime).subgraphs) result.push_back(s.name);
  return result;
}

}  // namespace whichchip::tests
