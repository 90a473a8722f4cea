#include "report/compare_charts.h"

#include <algorithm>

#include "analysis/roofline.h"
#include "core/units.h"
#include "report/roofline.h"

namespace whichchip::report {
namespace {

using core::Quantity;

constexpr std::size_t kMostBars = 20;
constexpr std::size_t kMostRoofs = 3;

std::vector<const analysis::Row*> shown_rows(const analysis::Comparison& comparison) {
  std::vector<const analysis::Row*> rows;
  for (const analysis::Row& row : comparison.rows) {
    if (rows.size() < kMostBars) rows.push_back(&row);
  }
  return rows;
}

template <typename Value>
Chart bars(const std::vector<const analysis::Row*>& rows, const char* id, const char* title, Quantity quantity,
           const Value& value) {
  Chart chart;
  chart.id = id;
  chart.title = title;
  chart.description = "A bar for each device, in the order of the table.";
  std::vector<double> values;
  for (const analysis::Row* row : rows) {
    values.push_back(value(*row));
    chart.bars.push_back({row->key, 0, values.back(), core::format(quantity, values.back()), true});
  }
  chart.x = {id, core::scale_for(quantity, values), false};
  return chart;
}

// Every device's parts behind one another; those that no device has are left out.
template <std::size_t Count, typename Parts>
Chart stacks(const std::vector<const analysis::Row*>& rows, const char* id, const char* title, Quantity quantity,
             const std::array<const char*, Count>& names, const Parts& parts) {
  Chart chart;
  chart.id = id;
  chart.title = title;
  chart.description = "A bar for each device, in the order of the table, its parts behind one another.";
  std::array<bool, Count> used{};
  for (const analysis::Row* row : rows) {
    const std::array<double, Count> values = parts(*row);
    for (std::size_t i = 0; i < Count; ++i) used[i] = used[i] || values[i] > 0;
  }
  for (std::size_t i = 0; i < Count; ++i) {
    if (used[i]) chart.series.push_back({names[i], Mark::points, {}, "", static_cast<int>(i)});
  }
  std::vector<double> ends;
  for (const analysis::Row* row : rows) {
    const std::array<double, Count> values = parts(*row);
    double from = 0;
    bool first = true;
    for (std::size_t i = 0; i < Count; ++i) {
      if (!used[i]) continue;
      chart.bars.push_back({first ? row->key : "", from, from + values[i],
                            std::string(names[i]) + " " + core::format(quantity, values[i]), true});
      from += values[i];
      first = false;
    }
    ends.push_back(from);
  }
  chart.x = {quantity == Quantity::fraction ? "share of the time" : "energy", core::scale_for(quantity, ends), false};
  return chart;
}

// What is spent on the work, then what flows whether there is work or not, then what is outside the chip.
constexpr std::size_t kEnergyParts = estimate::kEnergyKindCount + 3;

std::array<const char*, kEnergyParts> energy_names() {
  std::array<const char*, kEnergyParts> names{};
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i)
    names[i] = estimate::name(static_cast<estimate::EnergyKind>(i));
  names[kEnergyParts - 3] = "static";
  names[kEnergyParts - 2] = "host";
  names[kEnergyParts - 1] = "supply";
  return names;
}

std::array<double, kEnergyParts> energy_parts(const estimate::Estimate& e, double batch) {
  std::array<double, kEnergyParts> parts{};
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i) parts[i] = e.energy_split_j[i] / batch;
  parts[kEnergyParts - 3] = (e.idle_energy_j + e.uncore_energy_j) / batch;
  parts[kEnergyParts - 2] = e.host_energy_j / batch;
  parts[kEnergyParts - 1] = e.supply_energy_j / batch;
  return parts;
}

}  // namespace

Chart energy_chart(const analysis::Comparison& comparison) {
  const auto batch = static_cast<double>(comparison.workload->batch);
  return stacks(shown_rows(comparison), "energy_split", "Where the energy goes", Quantity::energy, energy_names(),
                [batch](const analysis::Row& row) { return energy_parts(row.estimate, batch); });
}

Section charts_section(const analysis::Comparison& comparison) {
  Section section{"In pictures", {}, {}};
  const std::vector<const analysis::Row*> rows = shown_rows(comparison);
  if (rows.empty()) return section;
  if (rows.size() < comparison.rows.size())
    section.lines.push_back("The first " + std::to_string(rows.size()) + " of " +
                            core::counted(static_cast<std::int64_t>(comparison.rows.size()), "device", "devices") +
                            ".");
  section.charts.push_back(bars(rows, "latency", "Latency of one batch", Quantity::time,
                                [](const analysis::Row& row) { return row.batch_latency_s; }));
  section.charts.push_back(bars(rows, "throughput", "Throughput", Quantity::rate,
                                [](const analysis::Row& row) { return row.throughput_per_s; }));
  section.charts.push_back(bars(rows, "energy", "Energy per inference", Quantity::energy,
                                [](const analysis::Row& row) { return row.energy_j; }));
  section.charts.push_back(energy_chart(comparison));
  std::array<const char*, std::tuple_size_v<decltype(analysis::Row::bound_share)>> bounds{};
  for (std::size_t i = 0; i < bounds.size(); ++i) bounds[i] = estimate::name(static_cast<estimate::Bound>(i));
  section.charts.push_back(stacks(rows, "bottleneck", "What the time is bound by", Quantity::fraction, bounds,
                                  [](const analysis::Row& row) { return row.bound_share; }));
  std::vector<analysis::Roofline> rooflines;
  for (std::size_t i = 0; i < rows.size() && i < kMostRoofs; ++i)
    rooflines.push_back(analysis::roofline(*comparison.workload, *rows[i]));
  section.charts.push_back(roofline_chart(rooflines));
  return section;
}

}  // namespace whichchip::report
