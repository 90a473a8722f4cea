#include "analysis/inspect.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/partitions.h"
#include "core/integer.h"
#include "core/order.h"

namespace whichchip::analysis {
namespace {

using workload::OperatorKind;

constexpr double kMostlyConvolution = 0.8;
constexpr double kMajority = 0.5;
constexpr double kCompleteCoverage = 0.99;
constexpr double kPartialCoverage = 0.90;

Shares shares_of(const workload::Workload& workload) {
  Shares shares;
  double total = 0;
  for (const workload::Operator& op : workload.operators) {
    const double macs = static_cast<double>(op.macs);
    total += macs;
    switch (op.kind) {
      case OperatorKind::convolution:
      case OperatorKind::depthwise_convolution:
        shares.convolution += macs;
        break;
      case OperatorKind::matmul:
        shares.matmul += macs;
        break;
      case OperatorKind::attention:
        shares.attention += macs;
        break;
      case OperatorKind::recurrent:
        shares.recurrent += macs;
        break;
      default:
        break;
    }
  }
  if (total <= 0) return {};
  for (double* share : {&shares.convolution, &shares.matmul, &shares.attention, &shares.recurrent}) *share /= total;
  return shares;
}

// An operator for it, or as it is written out: a softmax in every layer, and not only behind the last.
bool attends(const workload::Workload& workload) {
  int softmax = 0;
  for (const workload::Operator& op : workload.operators) {
    if (op.kind == OperatorKind::attention) return true;
    softmax += op.kind == OperatorKind::softmax ? 1 : 0;
  }
  return softmax > 1;
}

std::string type_of(const Shares& shares, bool attends) {
  const double matmul = shares.matmul + shares.attention;
  if (shares.convolution + matmul + shares.recurrent <= 0) return "no matrix work";
  if (shares.convolution > kMostlyConvolution) return "CNN";
  if (shares.recurrent > kMajority) return "recurrent";
  if (matmul > kMajority) return attends ? "transformer" : "MLP";
  if (shares.convolution > kMajority) return "hybrid, conv-led";
  return "hybrid";
}

std::vector<KindCount> kinds_of(const workload::Workload& workload) {
  std::map<OperatorKind, KindCount> by_kind;
  for (const workload::Operator& op : workload.operators) {
    KindCount& entry = by_kind[op.kind];
    entry.kind = op.kind;
    entry.count += 1;
    entry.macs = core::saturating_add(entry.macs, op.macs);
    entry.vector_ops = core::saturating_add(entry.vector_ops, op.vector_ops);
  }
  std::vector<KindCount> result;
  for (const auto& [kind, entry] : by_kind) result.push_back(entry);
  return result;
}

std::vector<OperatorGroup> groups_of(const workload::Workload& workload) {
  std::map<std::pair<std::string, std::string>, OperatorGroup> by_type;
  for (const workload::Operator& op : workload.operators) {
    OperatorGroup& group = by_type[{op.op_type, op.domain}];
    group.op_type = op.op_type;
    group.domain = op.domain;
    group.count += 1;
    group.unknown += op.kind == OperatorKind::unknown ? 1 : 0;
    group.macs = core::saturating_add(group.macs, op.macs);
    group.vector_ops = core::saturating_add(group.vector_ops, op.vector_ops);
    group.bytes += access_bytes(workload, op.reads, op.repeat) + access_bytes(workload, op.writes, op.repeat);
  }
  std::vector<OperatorGroup> result;
  for (auto& [type, group] : by_type) result.push_back(std::move(group));
  core::stable_sort(result, [](const OperatorGroup& a, const OperatorGroup& b) {
    return a.macs != b.macs               ? a.macs > b.macs
           : a.vector_ops != b.vector_ops ? a.vector_ops > b.vector_ops
                                          : a.bytes > b.bytes;
  });
  return result;
}

std::optional<double> intensity(std::int64_t macs, double bytes) {
  if (bytes <= 0) return std::nullopt;
  return 2 * static_cast<double>(macs) / bytes;
}

std::int64_t level_count(const workload::Partition& partition) {
  std::vector<std::int64_t> level(partition.subgraphs.size(), 1);
  std::int64_t deepest = 0;
  for (std::size_t i = 0; i < partition.subgraphs.size(); ++i) {
    for (const int dependency : partition.subgraphs[i].dependencies) {
      level[i] = std::max(level[i], level[static_cast<std::size_t>(dependency)] + 1);
    }
    deepest = std::max(deepest, level[i]);
  }
  return deepest;
}

}  // namespace

const char* name(CoverageBand band) {
  static constexpr const char* kNames[] = {"complete", "partial", "incomplete"};
  return kNames[static_cast<std::size_t>(band)];
}

CoverageBand coverage_band(const workload::Coverage& coverage) {
  return coverage.macs_fraction >= kCompleteCoverage  ? CoverageBand::complete
         : coverage.macs_fraction >= kPartialCoverage ? CoverageBand::partial
                                                      : CoverageBand::incomplete;
}

bool sums_are_least(const workload::Coverage& coverage) { return coverage.nodes_modelled < coverage.nodes; }

Inspection inspect(const workload::Workload& workload, workload::Runtime runtime) {
  Inspection result;
  result.shares = shares_of(workload);
  result.type = type_of(result.shares, attends(workload));
  result.kinds = kinds_of(workload);
  result.operators = groups_of(workload);

  const workload::Partition& partition = workload.partition(runtime);
  double fused = 0;
  for (const workload::Subgraph& subgraph : partition.subgraphs) {
    result.subgraph_bytes.push_back({access_bytes(workload, subgraph.reads, subgraph.repeat),
                                     access_bytes(workload, subgraph.weights, subgraph.repeat),
                                     access_bytes(workload, subgraph.writes, subgraph.repeat)});
    fused += result.subgraph_bytes.back().total();
  }
  double unfused = 0;
  for (const OperatorGroup& group : result.operators) unfused += group.bytes;
  result.intensity_fused = intensity(workload.totals.macs, fused);
  result.intensity_unfused = intensity(workload.totals.macs, unfused);

  result.levels = level_count(partition);
  if (result.levels > 0)
    result.parallelism = static_cast<double>(partition.subgraphs.size()) / static_cast<double>(result.levels);
  result.coverage = coverage_band(workload.coverage);
  return result;
}

}  // namespace whichchip::analysis
