// Clusters → Partition: subgraphs in schedule order with their dependencies, traffic and names. Internal to workload/.
#pragma once

#include "workload/fusion.h"

namespace whichchip::workload {

Partition build_partition(const Lowered& lowered, Runtime level);

// "Conv 3×3/2 64→128", "MatMul 768→3072", "MaxPool 3×3/2", else the operator's name.
std::string describe_operator(const Lowered& lowered, int i);
std::string describe_cluster(const FusionGraph& graph, const Cluster& cluster);

}  // namespace whichchip::workload
