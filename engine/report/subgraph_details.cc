#include "report/subgraph_details.h"

#include "core/units.h"
#include "report/subgraph_grid.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

// "power, 32 SMs, 40.6 %, 66.2 W"
std::string details_of(const analysis::Row& row, const workload::Subgraph& subgraph,
                       const estimate::SubgraphEstimate& part) {
  if (part.on_host) return "on the host";
  std::string text = estimate::name(part.bound);
  if (part.units_used > 0 && row.estimate.units_total > 0)
    text += ", " + std::to_string(part.units_used) + " " + row.device.unit_name + (part.units_used == 1 ? "" : "s");
  const double attainable = part.latency_s * row.estimate.peak_ops_per_s;
  if (subgraph.macs > 0 && attainable > 0)
    text += ", " + core::format(core::Quantity::fraction, 2 * static_cast<double>(subgraph.macs) / attainable);
  if (part.latency_s > 0)
    text += ", " + core::format(core::Quantity::power, (part.dynamic_energy_j + part.static_energy_j) / part.latency_s);
  return text;
}

}  // namespace

Table subgraph_details_table(const analysis::Comparison& comparison, workload::Runtime runtime) {
  const SubgraphGrid grid = subgraph_grid(comparison, runtime, SubgraphQuantity::latency);
  TableBuilder table("subgraph-details", "What binds it, units at work, compute utilisation, power at the chip");
  table.label("id", "#").text("name", "Subgraph");
  for (const analysis::Row* row : grid.rows) table.text(row->key, row->key);
  for (std::size_t i = 0; i < grid.subgraphs->size(); ++i) {
    const workload::Subgraph& subgraph = (*grid.subgraphs)[i];
    table.row(std::to_string(subgraph.id)).count(subgraph.id).cell(subgraph.name);
    for (const analysis::Row* row : grid.rows) table.cell(details_of(*row, subgraph, row->estimate.subgraphs[i]));
  }
  return table.build();
}

}  // namespace whichchip::report
