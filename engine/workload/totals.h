// Sums over a lowered graph: totals, coverage and the model's header. Internal to workload/.
#pragma once

#include <optional>
#include <string>

#include "workload/lowering.h"

namespace whichchip::workload {

Totals sum_totals(const Lowered& lowered);
// The range of the MACs where shapes depend on the data, which are counted at the most that there can be; empty where
// none do.
std::optional<model::Warning> tell_range(const Lowered& lowered);
Coverage measure_coverage(const Lowered& lowered);
ModelHeader describe_model(const Lowered& lowered, const std::string& name);
// The bound batch dimension: a symbol named so, else a free or shared leading dimension of the first input.
std::int64_t inferences_per_run(const model::Graph& graph);

}  // namespace whichchip::workload
