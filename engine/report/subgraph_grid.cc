#include "report/subgraph_grid.h"

#include "analysis/insights.h"

namespace whichchip::report {

SubgraphGrid::Winner SubgraphGrid::winner(std::size_t subgraph) const {
  const std::vector<double>& line = values[subgraph];
  Winner result;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] < line[result.index]) result.index = i;
  }
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i == result.index || line[result.index] <= 0) continue;
    const double times = line[i] / line[result.index];
    if (result.margin && times >= *result.margin) continue;
    result.margin = times;
    result.next = i;
  }
  return result;
}

std::string SubgraphGrid::reason(std::size_t subgraph, SubgraphQuantity quantity) const {
  const Winner found = winner(subgraph);
  if (!found.next) return {};
  const estimate::SubgraphEstimate& best = rows[found.index]->estimate.subgraphs[subgraph];
  const estimate::SubgraphEstimate& next = rows[*found.next]->estimate.subgraphs[subgraph];
  double most = 0;
  std::string reason;
  const auto consider = [&](double loss, const std::string& name) {
    if (loss <= most) return;
    most = loss;
    reason = name;
  };
  if (quantity == SubgraphQuantity::latency) {
    for (std::size_t i = 0; i < estimate::kRungCount; ++i)
      consider(next.rungs_s[i] - best.rungs_s[i], analysis::describe(static_cast<estimate::Rung>(i)));
    return reason;
  }
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i)
    consider(next.energy_split_j[i] - best.energy_split_j[i],
             std::string(estimate::name(static_cast<estimate::EnergyKind>(i))) + " energy");
  consider(next.static_energy_j - best.static_energy_j, "static energy");
  return reason;
}

SubgraphGrid subgraph_grid(const analysis::Comparison& comparison, workload::Runtime runtime,
                           SubgraphQuantity quantity) {
  SubgraphGrid grid;
  grid.subgraphs = &comparison.workload->partition(runtime).subgraphs;
  for (const analysis::Row& row : comparison.rows) {
    const bool same = row.estimate.runtime_used == runtime && row.estimate.subgraphs.size() == grid.subgraphs->size();
    if (same) grid.rows.push_back(&row);
  }
  const double batch = static_cast<double>(comparison.workload->batch);
  for (std::size_t i = 0; i < grid.subgraphs->size(); ++i) {
    std::vector<double>& line = grid.values.emplace_back();
    line.reserve(grid.rows.size());
    for (const analysis::Row* row : grid.rows) {
      const estimate::SubgraphEstimate& part = row->estimate.subgraphs[i];
      line.push_back(quantity == SubgraphQuantity::latency ? part.latency_s
                                                           : (part.dynamic_energy_j + part.static_energy_j) / batch);
    }
  }
  return grid;
}

}  // namespace whichchip::report
