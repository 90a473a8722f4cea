#include "report/device_card.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "analysis/energy.h"
#include "analysis/layer_power.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::format;
using core::Quantity;

constexpr std::size_t kConsumers = 5;

const workload::Subgraph& subgraph_at(const analysis::Comparison& comparison, const analysis::Row& row,
                                      std::size_t index) {
  return comparison.workload->partition(row.estimate.runtime_used).subgraphs[index];
}

std::string named(const workload::Subgraph& subgraph) {
  return "#" + std::to_string(subgraph.id) + " " + subgraph.name;
}

std::string modes_text(const analysis::Row& row) {
  std::string text;
  for (const hardware::PowerMode& mode : row.device.power_modes) {
    text += (text.empty() ? "" : ", ") + mode.id;
    if (mode.cap_w > 0) text += " " + format(Quantity::power, mode.cap_w);
  }
  return text;
}

std::string peak_power_text(const analysis::Comparison& comparison, const analysis::Row& row) {
  const std::optional<analysis::LayerPower> most = analysis::most_power(row.estimate);
  if (!most) return {};
  return format(Quantity::power, most->watts) + " at the chip, in " + named(subgraph_at(comparison, row, most->index)) +
         "; cap " + format(Quantity::power, row.estimate.cap_w);
}

// Attained against what the roof above each layer allows: min(peak, intensity × bandwidth).
std::string roofline_text(const analysis::Comparison& comparison, const analysis::Row& row) {
  const double bandwidth = row.device.memory.bandwidth_bytes_per_s;
  const double peak = row.estimate.peak_ops_per_s;
  double roof_s = 0, time_s = 0, memory_bytes = 0, memory_s = 0, best = 0;
  std::size_t best_index = 0;
  for (std::size_t i = 0; i < row.estimate.subgraphs.size(); ++i) {
    const estimate::SubgraphEstimate& part = row.estimate.subgraphs[i];
    if (part.on_host || part.latency_s <= 0) continue;
    const workload::Subgraph& subgraph = subgraph_at(comparison, row, i);
    const double arithmetic_s = peak > 0 ? 2 * static_cast<double>(subgraph.macs) / peak : 0;
    const double transfer_s = bandwidth > 0 ? part.dram_bytes / bandwidth : 0;
    const double least_s = std::max(arithmetic_s, transfer_s);
    roof_s += least_s;
    time_s += part.latency_s;
    if (subgraph.macs > 0 && least_s / part.latency_s > best) {
      best = least_s / part.latency_s;
      best_index = i;
    }
    if (part.bound == estimate::Bound::memory) {
      memory_bytes += part.dram_bytes;
      memory_s += part.latency_s;
    }
  }
  if (time_s <= 0 || best <= 0) return {};
  std::string text = "hardware efficiency " + format(Quantity::fraction, roof_s / time_s) +
                     " of what the roofs over its layers allow, at most " + format(Quantity::fraction, best) + " in " +
                     named(subgraph_at(comparison, row, best_index));
  if (memory_s > 0 && bandwidth > 0)
    text += "; memory efficiency " + format(Quantity::fraction, memory_bytes / (memory_s * bandwidth)) +
            " of the bandwidth over the layers that memory bounds";
  return text;
}

// Behind the row of that key, or at the end.
void insert_after(Table& table, const std::string& key, const char* name, const std::string& value) {
  if (value.empty()) return;
  TableBuilder one("", "");
  one.text("name", "").text("value", "").row(name).cell(name).cell(value);
  Table built = one.build();
  const auto place =
      std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& row) { return row.key == key; });
  table.rows.insert(place == table.rows.end() ? place : place + 1, std::move(built.rows.front()));
}

bool on_card(const std::string& key, const analysis::Row& row) {
  static constexpr const char* kKeys[] = {"launch_year",           "process_nm", "units",  "clock_hz", "memory_bytes",
                                          "bandwidth_bytes_per_s", "tdp_w",      "idle_w", "price_usd"};
  if (key == std::string("peak_") + hardware::name(row.estimate.precision.compute) + "_ops_per_s") return true;
  return std::any_of(std::begin(kKeys), std::end(kKeys), [&](const char* each) { return key == each; });
}

std::size_t number_of(const std::string& source, std::vector<std::string>& sources) {
  const auto found = std::find(sources.begin(), sources.end(), source);
  if (found != sources.end()) return static_cast<std::size_t>(found - sources.begin()) + 1;
  sources.push_back(source);
  return sources.size();
}

// `sources` grows by those that are new.
Table sources_table(const analysis::Row& row, std::vector<std::string>& sources) {
  TableBuilder table("card-figures", "Figures of the chip");
  table.text("figure", "Figure").label("value", "Value").text("status", "Status").text("source", "Source");
  for (const Figure& figure : figures(row.device)) {
    if (!on_card(figure.key, row)) continue;
    std::string numbers;
    for (const std::string& source : figure.sources)
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(number_of(source, sources));
    std::string status = figure.status.empty() ? kNotAvailable : figure.status;
    std::replace(status.begin(), status.end(), '_', ' ');
    table.row(figure.key).cell(figure.title).cell(figure.value ? figure.shown : kNotAvailable, figure.value);
    table.cell(status, std::nullopt, figure.note).cell(numbers.empty() ? kNotAvailable : numbers);
  }
  return table.build();
}

// The tree's groups; its events are what `energy` is for.
Table groups_table(const analysis::EnergyRow& row) {
  const estimate::EnergyNode& tree = row.breakdown.tree;
  TableBuilder table("card-energy", "Energy of an inference");
  table.text("group", "Group")
      .number("energy_j", "Energy", Quantity::energy)
      .number("share", "Share", Quantity::fraction);
  const auto add = [&](const estimate::EnergyNode& node) {
    table.row(node.id).cell(node.name).cell(node.energy_j).cell(node.energy_j / tree.energy_j);
  };
  for (const estimate::EnergyNode& child : tree.children) add(child);
  add(tree);
  return table.build();
}

void complete(Section& section, const analysis::Comparison& comparison, const analysis::Row& row, bool all_subgraphs,
              std::vector<std::string>& sources) {
  for (Table& table : section.tables) {
    if (!all_subgraphs || table.id != "costliest") continue;
    table = device_subgraphs_table(comparison, row, 0);
    table.caption = "Every subgraph, in schedule order";
  }
  Table& card = section.tables.front();
  if (row.device.power_modes.size() > 1) insert_after(card, "Power mode", "Modes", modes_text(row));
  insert_after(card, "Power", "Peak power", peak_power_text(comparison, row));
  insert_after(card, "Attained", "Roofline", roofline_text(comparison, row));
  insert_after(card, "Latency", "Predicted by",
               "constants of " + row.estimate.parameters_id + ", " + estimate::name(row.estimate.confidence) +
                   " (docs/fidelity.md)");
  section.tables.insert(section.tables.begin() + 1, sources_table(row, sources));
  const analysis::EnergyReport energy = analysis::energy(*comparison.workload, {row.device}, comparison.scenario);
  if (energy.rows.empty()) return;
  section.tables.push_back(groups_table(energy.rows.front()));
  section.tables.push_back(consumers_table(energy.rows.front(), kConsumers));
}

}  // namespace

void complete_cards(Document& document, const analysis::Comparison& comparison, bool all_subgraphs) {
  Section sources{"Sources of the chips' figures", {}, {}};
  std::size_t last = 0;
  for (std::size_t i = 0; i < document.sections.size(); ++i) {
    Section& section = document.sections[i];
    if (section.tables.empty() || section.tables.front().id != "device") continue;
    for (const analysis::Row& row : comparison.rows) {
      if (row.key == section.title) complete(section, comparison, row, all_subgraphs, sources.lines);
    }
    last = i + 1;
  }
  for (std::size_t i = 0; i < sources.lines.size(); ++i) sources.lines[i].insert(0, std::to_string(i + 1) + ": ");
  if (!sources.lines.empty())
    document.sections.insert(document.sections.begin() + static_cast<std::ptrdiff_t>(last), std::move(sources));
}

}  // namespace whichchip::report
