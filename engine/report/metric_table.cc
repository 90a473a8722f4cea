#include "report/metric_table.h"

#include <algorithm>
#include <optional>

#include "analysis/layer_power.h"
#include "core/error.h"
#include "core/suggest.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::Quantity;

struct Group {
  const char* name;
  std::vector<const char*> columns;
};

const std::vector<Group>& groups_with_columns() {
  static const std::vector<Group> groups{
      {"latency", {"latency_s", "latency_interval_s", "measured_latency_s", "latency_ratio", "tier"}},
      {"throughput", {"batch", "throughput_per_s"}},
      {"energy", {"energy_j", "energy_ratio", "inferences_per_j", "edp_js"}},
      {"balance",
       {"edp_js", "edp_best", "edp_ratio", "compute_share", "memory_share", "control_share", "unattributed_share",
        "static_share"}},
      {"power", {"power_w", "peak_power_w", "idle_w", "cap_w", "inferences_per_j", "ops_per_j"}},
      {"memory", {"peak_memory_bytes", "weight_bytes", "activation_bytes", "fits"}},
      {"flops", {"attained_ops_per_s", "peak_ops_per_s", "compute_utilisation", "units_used", "bound"}},
      {"bandwidth",
       {"dram_bytes", "mean_bandwidth", "most_bandwidth", "device_bandwidth", "bandwidth_utilisation",
        "arithmetic_intensity", "ridge_point", "memory_bound"}},
      {"cost", {"cost_usd_per_million"}},
      {"carbon", {"carbon_g"}}};
  return groups;
}

// The most that one subgraph draws from the device's memory.
std::optional<double> most_bandwidth(const analysis::Row& row) {
  std::optional<double> most;
  for (const estimate::SubgraphEstimate& part : row.estimate.subgraphs) {
    if (part.on_host || part.latency_s <= 0) continue;
    most = std::max(most.value_or(0), part.dram_bytes / part.latency_s);
  }
  return most;
}

// Columns that the general table has no room for; its rows, in its order.
Table further_columns(const analysis::Comparison& comparison) {
  TableBuilder table("", "");
  std::vector<double> rates;
  for (const analysis::Row& row : comparison.rows) rates.push_back(row.device.memory.bandwidth_bytes_per_s);
  const core::Scale bandwidth = core::scale_for(Quantity::bandwidth, rates);
  table.number("idle_w", "Idle", Quantity::power)
      .number("peak_power_w", "Peak", Quantity::power, true, "Of the subgraph that draws most, at the chip")
      .number("cap_w", "Cap", Quantity::power, true, "What the power mode allows at most")
      .number("ops_per_j", "TOPS/W", Quantity::ratio, true, "Attained operations ÷ mean power")
      .scale({1e12, ""})
      .number("weight_bytes", "Weights", Quantity::bytes)
      .number("activation_bytes", "Activations", Quantity::bytes)
      .number("peak_ops_per_s", "Peak", Quantity::throughput, true, "Dense, at the precision used")
      .number("dram_bytes", "Moved", Quantity::bytes, true, "Between the device and its memory, by one batch")
      .number("mean_bandwidth", "Mean", Quantity::bandwidth, true, "Bytes moved ÷ latency")
      .scale(bandwidth)
      .number("most_bandwidth", "Highest", Quantity::bandwidth, true, "Of the subgraph that draws most")
      .scale(bandwidth)
      .number("device_bandwidth", "Bandwidth", Quantity::bandwidth, true, "Of the device's memory in this power mode")
      .scale(bandwidth)
      .label("arithmetic_intensity", "Intensity", "FLOP/byte", true, "2 × MACs ÷ bytes moved, after fusion")
      .label("ridge_point", "Ridge", "FLOP/byte", true, "Intensity from which on the peak limits, not the bandwidth")
      .number("memory_bound", "Memory-bound", Quantity::fraction, true, "Share of the time")
      .text("edp_best", "★", true, "The least energy × delay, and what is within 5 % of it: a tie")
      .number("edp_ratio", "Energy × delay vs base", Quantity::ratio, true, "As a multiple of the baseline's");
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i) {
    const std::string kind = estimate::name(static_cast<estimate::EnergyKind>(i));
    table.number(kind + "_share", "of it " + kind, Quantity::fraction, true, "Share of the energy, at the chip");
  }
  table.number("static_share", "of it static", Quantity::fraction, true, "Idle and uncore watts × time");
  constexpr double kTie = 1.05;
  const std::vector<std::size_t> balanced = analysis::best_first(comparison.rows, analysis::Metric::balance);
  const double least_edp_js = balanced.empty() ? 0 : comparison.rows[balanced.front()].edp_js;
  const auto plain = [&table](std::optional<double> value) {
    table.cell(value ? core::format_number(*value) : kNotAvailable, value);
  };
  for (const analysis::Row& row : comparison.rows) {
    const estimate::Estimate& estimate = row.estimate;
    const bool moves = row.device.memory.bandwidth_bytes_per_s > 0;
    const char* none = "no memory of its own";
    const auto rate = [&](std::optional<double> value) { table.cell(moves ? value : std::nullopt, moves ? "" : none); };
    const std::optional<analysis::LayerPower> most = analysis::most_power(estimate);
    table.row(row.key)
        .cell(estimate.idle_w)
        .cell(most ? std::optional<double>(most->watts) : std::nullopt)
        .cell(estimate.cap_w)
        .cell(estimate.power_w > 0 ? std::optional<double>(row.attained_ops_per_s / estimate.power_w) : std::nullopt)
        .cell(estimate.memory.weight_bytes)
        .cell(estimate.memory.activation_bytes)
        .cell(estimate.peak_ops_per_s)
        .cell(estimate.dram_bytes);
    rate(estimate.dram_bytes / row.batch_latency_s);
    rate(most_bandwidth(row));
    rate(row.device.memory.bandwidth_bytes_per_s);
    plain(row.arithmetic_intensity);
    plain(row.ridge_point);
    table.cell(row.bound_share[static_cast<std::size_t>(estimate::Bound::memory)]);
    const bool fits = row.estimate.fits != estimate::Fit::no;
    table.cell(fits && row.edp_js <= kTie * least_edp_js ? "★" : "");
    const bool both = row.latency_ratio && row.energy_ratio;
    table.cell(both ? std::optional<double>(*row.latency_ratio * *row.energy_ratio) : std::nullopt);
    for (const double joules : estimate.energy_split_j) table.cell(joules / estimate.energy_j);
    table.cell(row.static_share);
  }
  return table.build();
}

void move_column(const Table& from, const std::string& key, Table& to) {
  const auto known = [&](const Column& column) { return column.key == key; };
  const auto column = std::find_if(from.columns.begin(), from.columns.end(), known);
  if (column == from.columns.end() || std::any_of(to.columns.begin(), to.columns.end(), known)) return;
  const auto index = static_cast<std::size_t>(column - from.columns.begin());
  to.columns.push_back(*column);
  to.columns.back().primary = true;  // it was asked for
  for (std::size_t i = 0; i < to.rows.size(); ++i) to.rows[i].cells.push_back(from.rows[i].cells[index]);
}

const Group& group_named(const std::string& wanted) {
  for (const Group& group : groups_with_columns()) {
    if (core::equal_ignoring_case(wanted, group.name)) return group;
  }
  throw core::Error(core::ErrorCode::bad_usage, "unknown group of columns '" + wanted + "'", "--columns",
                    "choose " + core::join_choices(column_groups()));
}

}  // namespace

const std::vector<std::string>& column_groups() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Group& group : groups_with_columns()) all.emplace_back(group.name);
    return all;
  }();
  return names;
}

Table metric_table(const analysis::Comparison& comparison, const std::vector<std::string>& groups) {
  const Table general = comparison_table(comparison);
  const Table further = further_columns(comparison);
  Table table = general;
  table.columns.clear();
  for (Row& row : table.rows) row.cells.clear();
  for (const char* key : {"rank", "hardware", "precision_used"}) move_column(general, key, table);
  for (const std::string& name : groups) {
    for (const char* key : group_named(name).columns) {
      move_column(general, key, table);
      move_column(further, key, table);
    }
  }
  return table;
}

void choose_columns(Document& document, const analysis::Comparison& comparison,
                    const std::vector<std::string>& groups) {
  for (Section& section : document.sections) {
    for (Table& table : section.tables) {
      if (table.id == "comparison") table = metric_table(comparison, groups);
    }
  }
}

}  // namespace whichchip::report
