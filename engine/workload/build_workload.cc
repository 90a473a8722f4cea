#include <utility>

#include "workload/decoder.h"
#include "workload/lowering.h"
#include "workload/partition.h"
#include "workload/totals.h"
#include "workload/workload.h"

namespace whichchip::workload {

Totals count_totals(const model::Graph& graph) { return sum_totals(lower(graph)); }

Workload build_workload(const model::Graph& graph, const std::string& name) {
  Lowered lowered = lower(graph);
  Workload workload;
  workload.model = describe_model(lowered, name);
  workload.batch = inferences_per_run(graph);
  workload.phase = graph.phase;
  workload.decoder = find_decoder(lowered, workload.batch);
  workload.totals = sum_totals(lowered);
  workload.coverage = measure_coverage(lowered);
  workload.warnings = graph.warnings;
  if (auto range = tell_range(lowered)) workload.warnings.push_back(std::move(*range));
  for (const Runtime runtime : kRuntimes) {
    workload.partitions[static_cast<std::size_t>(runtime)] = build_partition(lowered, runtime);
  }
  workload.tensors = std::move(lowered.tensors);
  workload.operators = std::move(lowered.operators);
  return workload;
}

}  // namespace whichchip::workload
