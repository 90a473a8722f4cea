#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "report/csv_line.h"
#include "report/render.h"

namespace whichchip::report {
namespace {

double share(const analysis::Row& row, estimate::Bound bound) {
  return row.bound_share[static_cast<std::size_t>(bound)];
}

std::optional<double> scaled(std::optional<double> value, double factor) {
  return value ? std::optional<double>(*value * factor) : std::nullopt;
}

std::string compare_line(const analysis::Comparison& comparison, const analysis::Row& row,
                         std::optional<double> baseline_edp) {
  const estimate::Estimate& estimate = row.estimate;
  const double batch = static_cast<double>(comparison.workload->batch);
  const double static_j = (estimate.idle_energy_j + estimate.uncore_energy_j) / batch;
  const double edp = row.edp_js;
  Line line;
  line.text(comparison.workload->model.name)
      .text(row.key)
      .text(hardware::name(row.device.device_class))
      .text(row.device.power_mode);
  line.text(hardware::name(estimate.precision.precision)).count(comparison.workload->batch);
  line.number(row.energy_j)
      .number(row.energy_j * 1e3)
      .number(row.batch_latency_s * 1e3)
      .number(row.throughput_per_s)
      .number(estimate.power_w);
  line.number(edp * 1e9).number(baseline_edp && *baseline_edp > 0 ? std::optional<double>(edp / *baseline_edp)
                                                                  : std::nullopt);
  using estimate::EnergyKind;
  const auto kind_j = [&](EnergyKind kind) { return estimate.energy_split_j[static_cast<std::size_t>(kind)] / batch; };
  for (const EnergyKind kind : {EnergyKind::compute, EnergyKind::memory, EnergyKind::control})
    line.number(kind_j(kind) * row.batch_latency_s * 1e9);
  line.number(static_j * row.batch_latency_s * 1e9);
  line.number(row.attained_ops_per_s * 1e-12).number(estimate.peak_ops_per_s * 1e-12);
  line.number(scaled(row.compute_utilisation, 100))
      .number(scaled(row.bandwidth_utilisation, 100))
      .number(row.arithmetic_intensity);
  line.count(estimate.units_used).count(estimate.units_total);
  line.number(estimate.power_w > 0 ? std::optional<double>(row.attained_ops_per_s * 1e-12 / estimate.power_w)
                                   : std::nullopt);
  line.number(estimate.memory.total_bytes() * 1e-6)
      .number(estimate.memory.weight_bytes * 1e-6)
      .number(estimate.memory.activation_bytes * 1e-6);
  for (const EnergyKind kind : {EnergyKind::compute, EnergyKind::memory, EnergyKind::control})
    line.number(kind_j(kind));
  line.number(static_j);
  line.number(share(row, estimate::Bound::compute) * 100).number(share(row, estimate::Bound::memory) * 100);
  line.count(static_cast<std::int64_t>(estimate.subgraphs.size()))
      .number(row.cost_usd_per_million)
      .number(row.carbon_g);
  line.text(estimate::name(estimate.confidence)).text(estimate::name(estimate.fits));
  return line.str();
}

}  // namespace

std::string csv(const Table& table) {
  Line head;
  for (const Column& column : table.columns) head.text(column.key);
  std::string result = head.str();
  for (const Row& row : table.rows) {
    Line line;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const bool numeric = table.columns[i].align == Align::right;
      if (i >= row.cells.size()) {
        line.unavailable();
      } else if (row.cells[i].value) {
        line.number(*row.cells[i].value);
      } else if (numeric && row.cells[i].text == "—") {
        line.unavailable();
      } else {
        line.text(row.cells[i].text);
      }
    }
    result += line.str();
  }
  return result;
}

std::string compare_csv(const analysis::Comparison& comparison) {
  std::string result = header({"model",
                               "hardware",
                               "class",
                               "power_mode",
                               "precision_used",
                               "batch",
                               "energy_j",
                               "energy_mj",
                               "latency_ms",
                               "throughput_per_s",
                               "power_w",
                               "edp_njs",
                               "edp_normalised",
                               "edp_compute_njs",
                               "edp_memory_njs",
                               "edp_control_njs",
                               "edp_static_njs",
                               "attained_tops",
                               "peak_tops",
                               "compute_utilisation_pct",
                               "bandwidth_utilisation_pct",
                               "arithmetic_intensity_flop_per_byte",
                               "units_used",
                               "units_total",
                               "tops_per_w",
                               "peak_memory_mb",
                               "weight_mb",
                               "activation_mb",
                               "compute_energy_j",
                               "memory_energy_j",
                               "control_energy_j",
                               "static_energy_j",
                               "compute_bound_pct",
                               "memory_bound_pct",
                               "subgraphs",
                               "cost_usd_per_million",
                               "carbon_g",
                               "confidence",
                               "fits"});
  std::optional<double> baseline_edp;
  for (const analysis::Row& row : comparison.rows) {
    if (row.key == comparison.baseline) baseline_edp = row.edp_js;
  }
  for (const analysis::Row& row : comparison.rows) result += compare_line(comparison, row, baseline_edp);
  return result;
}

std::string subgraphs_csv(const analysis::Comparison& comparison) {
  std::string result = header({"hardware", "subgraph_id", "name", "kind", "macs", "flops", "memory_bytes", "bound",
                               "latency_ms", "energy_mj", "compute_energy_mj", "memory_energy_mj", "control_energy_mj",
                               "static_energy_mj", "units_used", "utilisation_pct"});
  const double batch = static_cast<double>(comparison.workload->batch);
  for (const analysis::Row& row : comparison.rows) {
    const std::vector<workload::Subgraph>& subgraphs =
        comparison.workload->partition(row.estimate.runtime_used).subgraphs;
    for (std::size_t i = 0; i < row.estimate.subgraphs.size() && i < subgraphs.size(); ++i) {
      const workload::Subgraph& subgraph = subgraphs[i];
      const estimate::SubgraphEstimate& part = row.estimate.subgraphs[i];
      const double flops = 2 * static_cast<double>(subgraph.macs);
      const double attainable = part.latency_s * row.estimate.peak_ops_per_s;
      Line line;
      line.text(row.key)
          .count(subgraph.id)
          .text(subgraph.name)
          .text(workload::name(subgraph.kind))
          .count(subgraph.macs)
          .number(flops);
      line.number(part.dram_bytes).text(estimate::name(part.bound)).number(part.latency_s * 1e3);
      line.number((part.dynamic_energy_j + part.static_energy_j) / batch * 1e3);
      using estimate::EnergyKind;
      for (const EnergyKind kind : {EnergyKind::compute, EnergyKind::memory, EnergyKind::control})
        line.number(part.energy_split_j[static_cast<std::size_t>(kind)] / batch * 1e3);
      line.number(part.static_energy_j / batch * 1e3).count(part.units_used);
      line.number(attainable > 0 ? std::optional<double>(flops / attainable * 100) : std::nullopt);
      result += line.str();
    }
  }
  return result;
}

}  // namespace whichchip::report
