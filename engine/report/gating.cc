#include "report/gating.h"

#include <algorithm>
#include <string>

#include "analysis/layer_power.h"
#include "core/units.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using analysis::EnergyReport;
using analysis::EnergyRow;
using core::Quantity;

double batch_of(const EnergyReport& report) {
  return static_cast<double>(std::max<std::int64_t>(1, report.workload->batch));
}

// What a unit without work is, and what has to stay on beside the units.
struct Domain {
  const char* gated;
  const char* kept;
};

Domain domain_of(hardware::Mapping mapping) {
  switch (mapping) {
    case hardware::Mapping::gpu:
      return {"multiprocessors without a block of threads", "L2 cache, memory controllers and memory"};
    case hardware::Mapping::cpu:
      return {"cores without a thread", "last-level cache, memory controllers and memory"};
    case hardware::Mapping::systolic:
      return {"matrix arrays without a pass", "vector unit, on-chip memory, memory controllers and memory"};
    case hardware::Mapping::kpu:
      return {"tiles without a stream", "shared memory, network, movers and memory"};
    case hardware::Mapping::dpu:
      return {"convolution cores without an image", "their buffers that hold weights, and memory"};
    case hardware::Mapping::cgra:
      return {"compute units that no partition is placed on", "memory units, interconnect and memory"};
    case hardware::Mapping::npu:
    case hardware::Mapping::dsp:
    case hardware::Mapping::dataflow:
      break;
  }
  return {"cores or clusters without work", "on-chip memory, memory controllers and memory"};
}

void add_part(TableBuilder& table, const std::string& name, double joules, double total_j, double gated_j,
              double gated_total_j) {
  table.row(name).cell(name).cell(joules).cell(joules / total_j).cell(gated_j).cell(gated_j / gated_total_j);
}

Table parts_table(const EnergyReport& report, const EnergyRow& row) {
  const estimate::Estimate& e = row.breakdown.estimate;
  const double batch = batch_of(report);
  const double gated_total_j = row.energy_j - row.gating_saving_j;
  TableBuilder table("gating-parts", row.key);
  table.text("part", "Part")
      .number("energy_j", "As it is", Quantity::energy)
      .number("share", "Share", Quantity::fraction)
      .number("gated_j", "Gated", Quantity::energy)
      .number("gated_share", "Share gated", Quantity::fraction);
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i) {
    const double joules = e.energy_split_j[i] / batch;
    add_part(table, estimate::name(static_cast<estimate::EnergyKind>(i)), joules, row.energy_j, joules, gated_total_j);
  }
  const double static_j = (e.idle_energy_j + e.uncore_energy_j) / batch;
  add_part(table, "static", static_j, row.energy_j, static_j - row.gating_saving_j, gated_total_j);
  const double beside_j = (e.host_energy_j + e.supply_energy_j) / batch;
  if (beside_j > 0) add_part(table, "host and supply", beside_j, row.energy_j, beside_j, gated_total_j);
  add_part(table, "total", row.energy_j, row.energy_j, gated_total_j, gated_total_j);
  return table.build();
}

std::string domain_line(const EnergyRow& row) {
  const Domain domain = domain_of(row.device.mapping);
  std::string line = row.key + ": gated are " + domain.gated + ", on average " +
                     core::format(Quantity::fraction, row.idle_unit_share) + " of its " +
                     std::to_string(row.breakdown.estimate.units_total) + " " + row.device.unit_name + "s";
  if (row.idle_unit_share <= 0) line = row.key + ": every unit has work, so that there is nothing to gate";
  return line + "; " + domain.kept + " stay on.";
}

}  // namespace

Table gating_table(const EnergyReport& report) {
  TableBuilder table("gating", "");
  table.text("hardware", "Hardware")
      .number("idle_unit_share", "Units idle", Quantity::fraction, true, "Of all units, the mean over the run.")
      .number("static_j", "Static", Quantity::energy, true, "Idle and uncore watts × time, of one inference.")
      .number("wasted_static_j", "Wasted", Quantity::energy, true, "Static energy × idle share.")
      .number("gating_saving_j", "Saved", Quantity::energy, true, "By gating them, at most.")
      .number("energy_j", "Energy", Quantity::energy, true, "Of one inference, as it is.")
      .number("gated_energy_j", "Gated", Quantity::energy, true, "Of one inference, idle units gated.")
      .number("power_w", "Power", Quantity::power, true, "Mean while busy, as it is.")
      .number("gated_power_w", "Power gated", Quantity::power, true, "Mean while busy, idle units gated.")
      .number("peak_power_w", "Peak", Quantity::power, true, "Of the subgraph that draws most, at the chip.")
      .number("cap_w", "Cap", Quantity::power, false, "Of the power mode.");
  for (const EnergyRow& row : report.rows) {
    const estimate::Estimate& e = row.breakdown.estimate;
    const double batch = batch_of(report);
    const std::optional<analysis::LayerPower> peak = analysis::most_power(e);
    table.row(row.key)
        .cell(row.key)
        .cell(e.units_total > 0 ? std::optional<double>(row.idle_unit_share) : std::nullopt,
              "the mapping counts no units")
        .cell((e.idle_energy_j + e.uncore_energy_j) / batch)
        .cell(row.wasted_static_j)
        .cell(row.gating_saving_j)
        .cell(row.energy_j)
        .cell(row.energy_j - row.gating_saving_j)
        .cell(e.power_w)
        .cell(e.power_w - row.gating_saving_j * batch / e.latency_s)
        .cell(peak ? std::optional<double>(peak->watts) : std::nullopt)
        .cell(e.cap_w);
  }
  return table.build();
}

Section gating_section(const EnergyReport& report) {
  Section section{"If units without work were power-gated", {}, {}};
  section.lines.emplace_back(
      "Time and the energy of work stay as they are; a gated unit keeps 5 % of its leakage (assumed: power switches "
      "cut "
      "it 10 to 50 times), and waking it costs nothing here.");
  section.lines.emplace_back(
      "The saving is the most that there can be: it takes all static watts to be in the units. On a V100 22.6 of 54.9 "
      "W "
      "are in idle multiprocessors, the rest stays on (AccelWattch's constants, measured).");
  for (const EnergyRow& row : report.rows) section.lines.push_back(domain_line(row));
  section.tables.push_back(gating_table(report));
  for (const EnergyRow& row : report.rows) section.tables.push_back(parts_table(report, row));
  return section;
}

}  // namespace whichchip::report
