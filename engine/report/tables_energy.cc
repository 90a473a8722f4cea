#include <algorithm>
#include <string>

#include "core/units.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::format;
using core::Quantity;
using estimate::EnergyKind;

constexpr double kPercent = 100;
constexpr const char* kIndent = "\u00a0\u00a0";  // two spaces that HTML and Markdown keep
constexpr double kBarWidth = 20;

// One block for five per cent, a half one for half of that.
std::string bar(double share) {
  const int halves = static_cast<int>(std::clamp(share, 0.0, 1.0) * 2 * kBarWidth + 0.5);
  std::string blocks;
  for (int i = 1; i < halves; i += 2) blocks += "█";
  return halves % 2 == 1 ? blocks + "▌" : blocks;
}

std::string plural(const std::string& unit) {
  if (unit.size() > 1 && (unit.ends_with("ch") || unit.ends_with("sh"))) return unit + "es";
  return unit + "s";
}

double split(const estimate::Estimate& e, EnergyKind kind) { return e.energy_split_j[static_cast<std::size_t>(kind)]; }

TableBuilder energy_columns() {
  TableBuilder table("energy", "");
  table.text("hardware", "Hardware")
      .number("energy_j", "Energy", Quantity::energy, true, "Of one inference: the sum of all that follow.")
      .number("compute_j", "Compute", Quantity::energy, true, "MACs and vector operations.")
      .number("memory_j", "Memory", Quantity::energy, true, "Every byte that moves, from registers to the host link.")
      .number("control_j", "Control", Quantity::energy, true, "Instructions, scheduling, tokens, configuration.")
      .number("unattributed_j", "Unattributed", Quantity::energy, true,
              "What the events leave of a calibrated total: clock tree, wires, guard band.")
      .number("idle_j", "Idle", Quantity::energy, true, "Idle watts × time.")
      .number("uncore_j", "Uncore", Quantity::energy, true, "Watts of running clocks × time.")
      .number("host_j", "Host and supply", Quantity::energy, false, "At the boundaries board and wall.")
      .number("power_w", "Power", Quantity::power, false, "Mean while busy.")
      .number("latency_s", "Latency", Quantity::time, false, "Of one batch.")
      .number("j_per_mac", "Per MAC", Quantity::energy, false, "Energy ÷ MACs.");
  return table;
}

void energy_cells(TableBuilder& table, const std::string& key, const estimate::Estimate& e, double batch) {
  table.row(key).cell(key).cell(e.energy_j / batch);
  for (EnergyKind kind : {EnergyKind::compute, EnergyKind::memory, EnergyKind::control, EnergyKind::unattributed})
    table.cell(split(e, kind) / batch);
  table.cell(e.idle_energy_j / batch).cell(e.uncore_energy_j / batch);
  table.cell((e.host_energy_j + e.supply_energy_j) / batch).cell(e.power_w).cell(e.latency_s);
  table.cell(e.macs > 0 ? std::optional<double>(e.energy_j / e.macs) : std::nullopt);
}

void tree_rows(TableBuilder& table, const estimate::EnergyNode& node, const std::string& path, double group_j,
               double total_j, std::size_t depth) {
  const std::string key = path.empty() ? node.id : path + "/" + node.id;
  std::string name;
  for (std::size_t i = 0; i < depth; ++i) name += kIndent;
  const double of_group = group_j > 0 ? node.energy_j / group_j : 0;
  const double of_total = total_j > 0 ? node.energy_j / total_j : 0;
  table.row(key).cell(name + node.name).cell(format(Quantity::energy, node.energy_j), node.energy_j);
  table.cell(depth > 1 ? core::format_number(of_group * kPercent) : "", of_group * kPercent);
  table.cell(core::format_number(of_total * kPercent), of_total * kPercent).cell(bar(of_total), of_total);
  if (node.count)
    table.cell(node.unit == "second" ? format(Quantity::time, *node.count)
               : node.unit == "byte" ? format(Quantity::bytes, *node.count)
                                     : format(Quantity::operations, *node.count) + " " + plural(node.unit),
               node.count);
  else
    table.cell("");
  if (node.energy_per_event_j)
    table.cell(node.unit == "second" ? format(Quantity::power, *node.energy_per_event_j)
                                     : format(Quantity::energy, *node.energy_per_event_j),
               node.energy_per_event_j);
  else
    table.cell("");
  table.cell(node.source);
  for (const estimate::EnergyNode& child : node.children)
    tree_rows(table, child, key, node.energy_j, total_j, depth + 1);
}

}  // namespace

Table energy_table(const analysis::Comparison& comparison) {
  TableBuilder table = energy_columns();
  const double batch = static_cast<double>(std::max<std::int64_t>(1, comparison.workload->batch));
  for (const analysis::Row& row : comparison.rows) energy_cells(table, row.key, row.estimate, batch);
  return table.build();
}

Table energy_table(const analysis::EnergyReport& report) {
  TableBuilder table = energy_columns();
  const double batch = static_cast<double>(std::max<std::int64_t>(1, report.workload->batch));
  for (const analysis::EnergyRow& row : report.rows) energy_cells(table, row.key, row.breakdown.estimate, batch);
  return table.build();
}

Table energy_tree_table(const analysis::EnergyRow& row) {
  TableBuilder table("energy-tree", "");
  table.text("event", "Event")
      .label("energy_j", "Energy")
      .label("share_of_group_pct", "Of group", "%", false, "Of the branch that the event stands in.")
      .label("share_pct", "Of total", "%")
      .text(kBarColumn, "")
      .label("count", "Count", "", true, "Of one inference.")
      .label("energy_per_event_j", "Each")
      .text("source", "Source", false, "How the energy of one event came about.");
  const estimate::EnergyNode& root = row.breakdown.tree;
  tree_rows(table, root, "", root.energy_j, root.energy_j, 0);
  return table.build();
}

Table consumers_table(const analysis::EnergyRow& row, std::size_t count) {
  TableBuilder table("consumers", "Events that take most");
  table.text("group", "Group").text("event", "Event").number("energy_j", "Energy", Quantity::energy);
  table.number("share", "Share", Quantity::fraction);
  for (std::size_t i = 0; i < std::min(count, row.consumers.size()); ++i) {
    const analysis::Consumer& c = row.consumers[i];
    table.row(std::to_string(i + 1)).cell(c.group).cell(c.name).cell(c.energy_j).cell(c.share);
  }
  return table.build();
}

Table hotspots_table(const analysis::EnergyRow& row, std::size_t count) {
  TableBuilder table("hotspots", "Subgraphs that take most");
  table.text("name", "Subgraph")
      .number("energy_j", "Energy", Quantity::energy)
      .number("share", "Share", Quantity::fraction)
      .number("cumulative", "Cumulative", Quantity::fraction)
      .number("latency_s", "Latency", Quantity::time, false)
      .number("edp_js", "EDP", Quantity::energy_delay, false, "Energy of an inference × latency of a batch.");
  for (std::size_t i = 0; i < std::min(count, row.hotspots.size()); ++i) {
    const analysis::Hotspot& h = row.hotspots[i];
    const std::string id = h.subgraph ? std::to_string(*h.subgraph) : "request";
    table.row(id).cell(h.subgraph ? "#" + id + " " + h.name : h.name).cell(h.energy_j).cell(h.share);
    table.cell(h.cumulative).cell(h.latency_s).cell(h.edp_js);
  }
  return table.build();
}

Table modes_table(const analysis::EnergyRow& row) {
  TableBuilder table("modes", "Energy in every power mode");
  table.text("mode", "Mode")
      .number("cap_w", "Cap", Quantity::power)
      .number("power_w", "Power", Quantity::power)
      .number("latency_s", "Latency", Quantity::time)
      .number("energy_j", "Energy", Quantity::energy);
  for (const analysis::ModeEnergy& mode : row.modes)
    table.row(mode.mode).cell(mode.mode).cell(mode.cap_w).cell(mode.power_w).cell(mode.latency_s).cell(mode.energy_j);
  return table.build();
}

}  // namespace whichchip::report
