// The tables of every face: which columns, in which order, with which units, chosen once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/compare.h"
#include "analysis/energy.h"
#include "analysis/inspect.h"
#include "hardware/device.h"
#include "report/samples.h"
#include "report/table.h"

namespace whichchip::report {

// data-table: "comparison". A row per device that has an estimate; data-hardware is its key.
Table comparison_table(const analysis::Comparison& comparison);
// "failed": devices without an estimate, and those that do not fit, with the reason.
Table failed_table(const analysis::Comparison& comparison);
// "measured": published figures beside the predictions; no rows when there are none. A row's key is its device's.
Table measured_table(const analysis::Comparison& comparison);
// The nearest of them and how far off it is predicted, in words; empty when nothing is published.
std::string measured_nearby(const analysis::Row& row);
// "winners": metric, device, value.
Table winners_table(const analysis::Comparison& comparison);

// What the cells of a subgraph table show.
enum class SubgraphQuantity : std::uint8_t { energy, latency };
// "subgraphs": a row per subgraph of the partition at `runtime`, a column per device that ran it (its key is the
// column's), the winner and its margin; then a total row (key "total"). Energy is per inference, latency per batch.
Table subgraph_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity);
// "wins": how many subgraphs each device wins, and what bounds it in most of them. The counts add up to the subgraphs.
Table wins_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity);
// "device": name and value pairs of one row's every figure.
Table device_table(const analysis::Comparison& comparison, const analysis::Row& row);
// "bounds": share of time and number of subgraphs by what bounds them.
Table bounds_table(const analysis::Row& row);
// "costliest": the `count` subgraphs that take most time on one device; 0 lists all in schedule order.
Table device_subgraphs_table(const analysis::Comparison& comparison, const analysis::Row& row, std::size_t count);

// "energy": a row per device: energy of an inference by kind, from the same sums as the event trees.
Table energy_table(const analysis::Comparison& comparison);
Table energy_table(const analysis::EnergyReport& report);
// "energy-tree": the event tree of one device, a row per node, indented by depth.
Table energy_tree_table(const analysis::EnergyRow& row);
// "consumers" and "hotspots": the `count` leaves and subgraphs that take most; "modes": energy in every power mode.
Table consumers_table(const analysis::EnergyRow& row, std::size_t count);
Table hotspots_table(const analysis::EnergyRow& row, std::size_t count);
Table modes_table(const analysis::EnergyRow& row);

// "model": name, value pairs of inspect's header.
Table model_table(const workload::Workload& workload, const analysis::Inspection& inspection);
// "operators", "coverage" (operators without a rule) and "layers" (subgraphs without hardware, with a total row).
Table operators_table(const analysis::Inspection& inspection);
Table coverage_table(const workload::Workload& workload);
Table layers_table(const workload::Workload& workload, const analysis::Inspection& inspection,
                   workload::Runtime runtime);

// "hardware": a row per device, in the order given.
Table hardware_table(const std::vector<hardware::Device>& devices);
// "models": a row per sample.
Table samples_table(const std::vector<Sample>& samples);

}  // namespace whichchip::report
