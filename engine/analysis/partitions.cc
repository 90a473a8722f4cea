#include "analysis/partitions.h"

#include <algorithm>
#include <map>

#include "analysis/inspect.h"
#include "core/integer.h"
#include "core/order.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;
using workload::OperatorKind;
using workload::Subgraph;

FusionLevel unfused(const workload::Workload& workload) {
  FusionLevel level;
  std::int64_t most_macs = 0;
  for (const workload::Operator& op : workload.operators) {
    if (op.kind == OperatorKind::view) continue;
    ++level.subgraphs;
    level.bytes += access_bytes(workload, op.reads, op.repeat) + access_bytes(workload, op.writes, op.repeat);
    level.macs = core::saturating_add(level.macs, op.macs);
    if (op.macs > 0) ++level.compute_subgraphs;
    most_macs = std::max(most_macs, op.macs);
  }
  level.alone = level.compute_subgraphs;
  level.mean_operators = level.subgraphs > 0 ? 1 : 0;
  level.most_operators = level.subgraphs > 0 ? 1 : 0;
  if (most_macs > 0)
    level.balance =
        static_cast<double>(level.macs) / static_cast<double>(level.compute_subgraphs) / static_cast<double>(most_macs);
  return level;
}

FusionLevel fused(const workload::Workload& workload, workload::Runtime runtime, double unfused_bytes) {
  FusionLevel level;
  level.runtime = runtime;
  std::int64_t operators = 0, most_macs = 0;
  for (const Subgraph& subgraph : workload.partition(runtime).subgraphs) {
    const auto size = static_cast<std::int64_t>(subgraph.operators.size());
    ++level.subgraphs;
    operators += size;
    level.most_operators = std::max(level.most_operators, size);
    level.bytes += access_bytes(workload, subgraph.reads, subgraph.repeat) +
                   access_bytes(workload, subgraph.weights, subgraph.repeat) +
                   access_bytes(workload, subgraph.writes, subgraph.repeat);
    level.macs = core::saturating_add(level.macs, subgraph.macs);
    most_macs = std::max(most_macs, subgraph.macs);
    if (subgraph.macs == 0) continue;
    ++level.compute_subgraphs;
    level.alone += size == 1 ? 1 : 0;
  }
  if (level.subgraphs > 0) level.mean_operators = static_cast<double>(operators) / static_cast<double>(level.subgraphs);
  if (most_macs > 0)
    level.balance =
        static_cast<double>(level.macs) / static_cast<double>(level.compute_subgraphs) / static_cast<double>(most_macs);
  level.saved_bytes = unfused_bytes - level.bytes;
  return level;
}

bool element_wise(OperatorKind kind) {
  return kind == OperatorKind::elementwise || kind == OperatorKind::quantize || kind == OperatorKind::normalization ||
         kind == OperatorKind::softmax;
}

std::vector<MissedFusion> missed_fusions(const workload::Workload& workload, workload::Runtime runtime) {
  const std::vector<Subgraph>& subgraphs = workload.partition(runtime).subgraphs;
  std::map<int, int> readers;
  std::map<int, const Subgraph*> writer;
  for (const Subgraph& subgraph : subgraphs) {
    for (const workload::Access& access : subgraph.reads) ++readers[access.tensor];
    for (const workload::Access& access : subgraph.writes) writer[access.tensor] = &subgraph;
  }
  std::vector<MissedFusion> missed;
  for (const Subgraph& subgraph : subgraphs) {
    if (subgraph.macs > 0 || !element_wise(subgraph.kind) || subgraph.operators.size() != 1) continue;
    for (const workload::Access& access : subgraph.reads) {
      const auto before = writer.find(access.tensor);
      const workload::Tensor& between = workload.tensors[static_cast<std::size_t>(access.tensor)];
      if (before == writer.end() || before->second->macs == 0 || readers[access.tensor] != 1 || between.graph_output)
        continue;
      missed.push_back(
          {subgraph.id, subgraph.name, before->second->name, 2 * access_bytes(workload, {access}, subgraph.repeat)});
      break;
    }
  }
  core::stable_sort(missed, [](const MissedFusion& a, const MissedFusion& b) { return a.bytes > b.bytes; });
  return missed;
}

std::string alone_line(const FusionReport& report, const FusionLevel& level) {
  constexpr double kMany = 0.15;
  constexpr std::size_t kNamed = 4;
  const double share =
      level.compute_subgraphs > 0 ? static_cast<double>(level.alone) / static_cast<double>(level.compute_subgraphs) : 0;
  if (share <= kMany) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, report.alone.size()); ++i)
    names += (names.empty() ? "" : ", ") + report.alone[i];
  if (report.alone.size() > kNamed) names += ", …";
  return format(Quantity::fraction, share) + " of the subgraphs with MACs are a single operator (" +
         std::to_string(level.alone) + " of " + std::to_string(level.compute_subgraphs) + "): " + names + ".";
}

std::string missed_line(const FusionReport& report, const FusionLevel& level) {
  constexpr std::size_t kNamed = 3;
  if (report.missed.empty()) return {};
  double bytes = 0;
  std::string names;
  for (std::size_t i = 0; i < report.missed.size(); ++i) {
    bytes += report.missed[i].bytes;
    if (i < kNamed)
      names += (names.empty() ? "" : "; ") + std::string("#") + std::to_string(report.missed[i].subgraph) + " " +
               report.missed[i].name + " behind " + report.missed[i].behind;
  }
  if (report.missed.size() > kNamed) names += "; …";
  return core::counted(static_cast<std::int64_t>(report.missed.size()), "fusion is missed", "fusions are missed") +
         ", which would save " + format(Quantity::bytes, bytes) + ", " +
         format(Quantity::fraction, level.bytes > 0 ? bytes / level.bytes : 0) + " of what is moved: " + names + ".";
}

// A runtime that folds nothing pays for each of them; worth a word where they are many.
std::string folded_line(const workload::Workload& workload) {
  constexpr std::size_t kMany = 10;  // one in so many
  const auto free = std::count_if(workload.operators.begin(), workload.operators.end(),
                                  [](const workload::Operator& op) { return op.kind == OperatorKind::view; });
  if (static_cast<std::size_t>(free) * kMany < workload.operators.size()) return {};
  return "As written there are " + std::to_string(workload.operators.size()) + " operators, " + std::to_string(free) +
         " of them constants, shapes and views: free where they are folded, a dispatch each where nothing is.";
}

}  // namespace

double access_bytes(const workload::Workload& workload, const workload::Accesses& accesses, std::int64_t repeat) {
  double bytes = 0;
  for (const workload::Access& access : accesses) {
    const workload::Tensor& tensor = workload.tensors[static_cast<std::size_t>(access.tensor)];
    bytes += static_cast<double>(model::storage_bytes(access.elements, tensor.type));
  }
  return bytes * static_cast<double>(repeat);
}

FusionReport fusion_report(const workload::Workload& workload, workload::Runtime runtime) {
  FusionReport report;
  if (std::string line = folded_line(workload); !line.empty()) report.text.push_back(std::move(line));
  report.least = sums_are_least(workload.coverage);
  report.levels.push_back(unfused(workload));
  for (const workload::Runtime each : {workload::Runtime::eager, workload::Runtime::graph, workload::Runtime::engine})
    report.levels.push_back(fused(workload, each, report.levels.front().bytes));
  for (const Subgraph& subgraph : workload.partition(runtime).subgraphs) {
    if (subgraph.macs == 0 || subgraph.operators.size() != 1) continue;
    if (std::find(report.alone.begin(), report.alone.end(), subgraph.name) == report.alone.end())
      report.alone.push_back(subgraph.name);
  }
  report.missed = missed_fusions(workload, runtime);
  for (const FusionLevel& level : report.levels) {
    if (level.runtime != runtime) continue;
    for (std::string line : {alone_line(report, level), missed_line(report, level)})
      if (!line.empty()) report.text.push_back(std::move(line));
  }
  return report;
}

}  // namespace whichchip::analysis
