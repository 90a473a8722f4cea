#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/insights.h"
#include "core/order.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/layer.h"
#include "report/subgraph_grid.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::Quantity;

// What belongs to no subgraph (the time of a request, and the energy of it), then the figure that compare prints.
void add_total(TableBuilder& table, const SubgraphGrid& grid, SubgraphQuantity quantity) {
  constexpr double kRounding = 1e-9;
  std::vector<double> totals, rest;
  bool any = false;
  for (std::size_t device = 0; device < grid.rows.size(); ++device) {
    const analysis::Row& row = *grid.rows[device];
    double sum = 0;
    for (const std::vector<double>& line : grid.values) sum += line[device];
    totals.push_back(quantity == SubgraphQuantity::latency ? row.batch_latency_s : row.energy_j);
    rest.push_back(totals.back() - sum > kRounding * totals.back() ? totals.back() - sum : 0);
    any = any || rest.back() > 0;
  }
  const auto add = [&](const char* key, const char* name, std::optional<double> macs,
                       const std::vector<double>& values) {
    table.row(key).cell(kNotAvailable).cell(name).cell("").cell("").cell(macs);
    for (const double value : values) table.cell(value);
    if (grid.rows.size() > 1) table.cell("").cell(std::optional<double>()).cell("");
  };
  if (any) add("request", "Once per run", std::nullopt, rest);
  std::int64_t macs = 0;
  for (const workload::Subgraph& subgraph : *grid.subgraphs) macs += subgraph.macs;
  add("total", "Total", static_cast<double>(macs), totals);
}

std::optional<double> utilisation(const analysis::Row& row, const workload::Subgraph& subgraph,
                                  const estimate::SubgraphEstimate& part) {
  const double attainable = part.latency_s * row.estimate.peak_ops_per_s;
  if (subgraph.macs == 0 || attainable <= 0) return std::nullopt;
  return 2 * static_cast<double>(subgraph.macs) / attainable;
}

// "mean 18 % of its peak over the MACs, from 1.2 % (#3 Conv 3×3) to 45 % (#20 Conv 1×1)"
std::string utilisation_span(const analysis::Comparison& comparison, const analysis::Row& row) {
  const std::vector<workload::Subgraph>& subgraphs =
      comparison.workload->partition(row.estimate.runtime_used).subgraphs;
  struct End {
    std::size_t index = 0;
    double value = 0;
  };
  std::optional<End> least, most;
  double weighted = 0, macs = 0;
  for (std::size_t i = 0; i < row.estimate.subgraphs.size() && i < subgraphs.size(); ++i) {
    const std::optional<double> value = utilisation(row, subgraphs[i], row.estimate.subgraphs[i]);
    if (!value) continue;
    if (!least || *value < least->value) least = End{i, *value};
    if (!most || *value > most->value) most = End{i, *value};
    weighted += *value * static_cast<double>(subgraphs[i].macs);
    macs += static_cast<double>(subgraphs[i].macs);
  }
  if (!least || macs <= 0) return {};
  const auto end = [&](const End& at) {
    return core::format(Quantity::fraction, at.value) + " (#" + std::to_string(subgraphs[at.index].id) + " " +
           subgraphs[at.index].name + ")";
  };
  return "mean over the MACs " + core::format(Quantity::fraction, weighted / macs) + ", from " + end(*least) + " to " +
         end(*most);
}

}  // namespace

Table subgraph_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity) {
  const SubgraphGrid grid = subgraph_grid(comparison, runtime, quantity);
  std::vector<double> all;
  for (const std::vector<double>& line : grid.values) all.insert(all.end(), line.begin(), line.end());
  const Quantity shown = quantity == SubgraphQuantity::latency ? Quantity::time : Quantity::energy;
  const core::Scale scale = core::scale_for(shown, all);

  TableBuilder table("subgraphs",
                     quantity == SubgraphQuantity::latency ? "Latency of one batch" : "Energy per inference");
  table.label("id", "#")
      .text("name", "Subgraph")
      .text("kind", "Kind", false)
      .text("output", "Output", false)
      .number("macs", "MACs", Quantity::operations, false);
  for (const analysis::Row* row : grid.rows) table.number(row->key, row->key, shown).scale(scale);
  const bool several = grid.rows.size() > 1;
  if (several)
    table.text("winner", "Least")
        .number("margin", "Margin", Quantity::ratio, true, "How many times as much the second needs")
        .text("reason", "The second loses by", false, "The largest part of what it needs more");

  std::array<std::string, 5> bound_by;
  for (std::size_t i = 0; i < bound_by.size(); ++i)
    bound_by[i] = std::string("bound by ") + estimate::name(static_cast<estimate::Bound>(i));
  for (std::size_t i = 0; i < grid.values.size(); ++i) {
    const workload::Subgraph& subgraph = (*grid.subgraphs)[i];
    table.row(std::to_string(subgraph.id)).count(subgraph.id).cell(subgraph.name).cell(workload::name(subgraph.kind));
    table.cell(first_shape(*comparison.workload, subgraph.writes)).cell(static_cast<double>(subgraph.macs));
    for (std::size_t device = 0; device < grid.rows.size(); ++device) {
      const estimate::Bound bound = grid.rows[device]->estimate.subgraphs[i].bound;
      table.cell(grid.values[i][device], bound_by[static_cast<std::size_t>(bound)]);
    }
    if (!several) continue;
    const SubgraphGrid::Winner winner = grid.winner(i);
    table.cell(grid.rows[winner.index]->key).cell(winner.margin).cell(grid.reason(i, quantity));
  }
  add_total(table, grid, quantity);
  return table.build();
}

Table wins_table(const analysis::Comparison& comparison, workload::Runtime runtime, SubgraphQuantity quantity) {
  const SubgraphGrid grid = subgraph_grid(comparison, runtime, quantity);
  std::vector<std::int64_t> wins(grid.rows.size(), 0);
  std::vector<std::array<std::int64_t, 5>> bounds(grid.rows.size());
  for (std::size_t i = 0; i < grid.values.size() && !grid.rows.empty(); ++i) {
    const std::size_t index = grid.winner(i).index;
    wins[index] += 1;
    bounds[index][static_cast<std::size_t>(grid.rows[index]->estimate.subgraphs[i].bound)] += 1;
  }
  TableBuilder table("wins", "");
  table.text("hardware", "Hardware").label("wins", "Subgraphs won").text("reason", "There mostly bound by");
  for (std::size_t device = 0; device < grid.rows.size(); ++device) {
    const auto most = std::max_element(bounds[device].begin(), bounds[device].end());
    const auto bound = static_cast<estimate::Bound>(most - bounds[device].begin());
    table.row(grid.rows[device]->key).cell(grid.rows[device]->key).count(wins[device]);
    table.cell(wins[device] == 0 ? kNotAvailable : estimate::name(bound));
  }
  return table.build();
}

Table bounds_table(const analysis::Row& row) {
  std::array<std::int64_t, 5> counts{};
  for (const estimate::SubgraphEstimate& part : row.estimate.subgraphs)
    counts[static_cast<std::size_t>(part.bound)] += 1;
  TableBuilder table("bounds", "");
  table.text("bound", "Bound by").number("share", "Time", Quantity::fraction).label("subgraphs", "Subgraphs");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const char* name = estimate::name(static_cast<estimate::Bound>(i));
    table.row(name).cell(name).cell(row.bound_share[i]).count(counts[i]);
  }
  return table.build();
}

Table device_subgraphs_table(const analysis::Comparison& comparison, const analysis::Row& row, std::size_t count) {
  const std::vector<workload::Subgraph>& subgraphs =
      comparison.workload->partition(row.estimate.runtime_used).subgraphs;
  const std::vector<estimate::SubgraphEstimate>& parts = row.estimate.subgraphs;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < parts.size() && i < subgraphs.size(); ++i) order.push_back(i);
  if (count > 0) {
    core::stable_sort(order, [&](std::size_t a, std::size_t b) { return parts[a].latency_s > parts[b].latency_s; });
    order.resize(std::min(order.size(), count));
  }
  const double batch = static_cast<double>(comparison.workload->batch);
  TableBuilder table("costliest", "");
  table.label("id", "#")
      .text("name", "Subgraph")
      .number("latency_s", "Time", Quantity::time)
      .number("share", "Share", Quantity::fraction);
  table.number("energy_j", "Energy", Quantity::energy).number("dram_bytes", "DRAM", Quantity::bytes, false);
  table.number("compute_utilisation", "Compute", Quantity::fraction)
      .label("units_used", "Units")
      .text("bound", "Bound");
  for (const std::size_t i : order) {
    const estimate::SubgraphEstimate& part = parts[i];
    table.row(std::to_string(subgraphs[i].id)).count(subgraphs[i].id).cell(subgraphs[i].name).cell(part.latency_s);
    table.cell(row.batch_latency_s > 0 ? std::optional<double>(part.latency_s / row.batch_latency_s) : std::nullopt);
    table.cell((part.dynamic_energy_j + part.static_energy_j) / batch).cell(part.dram_bytes);
    table.cell(utilisation(row, subgraphs[i], part), subgraphs[i].macs == 0 ? "no matrix work" : "")
        .count(part.units_used);
    table.cell(estimate::name(part.bound));
  }
  return table.build();
}

Table device_table(const analysis::Comparison& comparison, const analysis::Row& row) {
  using core::format;
  const hardware::Device& device = row.device;
  const estimate::Estimate& estimate = row.estimate;
  TableBuilder table("device", "");
  table.text("name", "").text("value", "");
  const auto add = [&table](const char* name, const std::string& value) { table.row(name).cell(name).cell(value); };
  const auto percent = [](std::optional<double> value) {
    return value ? format(Quantity::fraction, *value) : kNotAvailable;
  };

  std::string chip = full_name(device) + ", " + hardware::name(device.device_class);
  if (device.process_nm) chip += ", " + core::format_given(*device.process_nm) + " nm";
  add("Chip", chip);
  if (device.memory.bandwidth_bytes_per_s > 0) {
    std::string memory = device.memory.type.empty() ? "none of its own, the host's over its link" : device.memory.type;
    if (device.memory.capacity_bytes && *device.memory.capacity_bytes > 0)
      memory = format(Quantity::bytes, *device.memory.capacity_bytes) + " " + memory;
    add("Memory", memory + ", " + format(Quantity::bandwidth, device.memory.bandwidth_bytes_per_s));
  }
  if (!device.process_name.empty() || device.launch_year) {
    std::string made = device.process_name;
    if (device.launch_year) made += (made.empty() ? "" : ", ") + std::to_string(*device.launch_year);
    add("Generation", made);
  }
  add("Power mode", device.power_mode + ", cap " + format(Quantity::power, estimate.cap_w));
  add("Latency", format(Quantity::time, row.batch_latency_s) +
                     " a batch (90 %: " + format(Quantity::time, estimate.latency_interval_s.low) + " to " +
                     format(Quantity::time, estimate.latency_interval_s.high) + "), " +
                     estimate::name(estimate.confidence));
  if (const std::string nearby = measured_nearby(row); !nearby.empty()) add("Measured nearby", nearby);
  add("Throughput", format(Quantity::rate, row.throughput_per_s));
  add("Power",
      format(Quantity::power, estimate.power_w) + " while busy, " + format(Quantity::power, estimate.idle_w) + " idle");
  add("Energy", format(Quantity::energy, row.energy_j) + " per inference, " + percent(row.static_share) +
                    " of it static; " + core::format_number(row.inferences_per_j) + " inferences per joule");
  std::string parts;
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i) {
    if (estimate.energy_split_j[i] <= 0) continue;
    parts += (parts.empty() ? "" : ", ") + std::string(estimate::name(static_cast<estimate::EnergyKind>(i))) + " " +
             format(Quantity::fraction, estimate.energy_split_j[i] / estimate.energy_j);
  }
  if (!parts.empty()) add("Energy goes to", parts + ", static " + percent(row.static_share));
  add("Attained", format(Quantity::throughput, row.attained_ops_per_s) + " of " +
                      format(Quantity::throughput, estimate.peak_ops_per_s) + " " +
                      hardware::name(estimate.precision.precision) + ": " + percent(row.compute_utilisation));
  add("Bandwidth used", percent(row.bandwidth_utilisation));
  if (estimate.units_total > 0) {
    std::string units = std::to_string(estimate.units_used) + " of " + std::to_string(estimate.units_total) + " " +
                        device.unit_name + "s at most";
    if (estimate.units_mean) units += ", " + core::format_number(*estimate.units_mean) + " on average";
    add("Units", units);
  }
  const estimate::PeakMemory& peak = estimate.memory;
  add("Peak memory",
      format(Quantity::bytes, peak.total_bytes()) + ": weights " + format(Quantity::bytes, peak.weight_bytes) +
          ", activations " + format(Quantity::bytes, peak.activation_bytes) + ", workspace " +
          format(Quantity::bytes, peak.workspace_bytes) + ", context " + format(Quantity::bytes, peak.context_bytes));
  add("Energy × delay", format(Quantity::energy_delay, row.edp_js));
  if (row.cost_usd_per_million)
    add("Cost", format(Quantity::money, *row.cost_usd_per_million) + " per million (" + row.cost_source + ")");
  if (row.carbon_g) add("Carbon", format(Quantity::mass, *row.carbon_g) + " CO₂ per inference");
  if (row.latency_ratio && row.energy_ratio && row.key != comparison.baseline) {
    add("Against baseline", format(Quantity::ratio, *row.latency_ratio) + " the latency and " +
                                format(Quantity::ratio, *row.energy_ratio) + " the energy of " + comparison.baseline);
  }
  if (const std::string span = utilisation_span(comparison, row); !span.empty()) add("Utilisation", span);
  if (const std::string verdict = analysis::utilisation_verdict(row); !verdict.empty()) add("Verdict", verdict);
  if (const std::string verdict = analysis::bottleneck_verdict(*comparison.workload, row); !verdict.empty())
    add("Bottleneck", verdict);
  for (const std::string& line : analysis::strengths(comparison, row)) add("For this model", line);
  for (const analysis::Finding& warning : row.warnings) add("Red flag", analysis::told(warning));
  for (const analysis::Remedy& remedy : row.remedies) add("Would help", analysis::told(remedy));
  return table.build();
}

}  // namespace whichchip::report
