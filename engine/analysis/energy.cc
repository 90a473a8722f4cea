#include "analysis/energy.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;
using estimate::EnergyKind;

constexpr double kMuchStatic = 0.40, kMuchMemory = 0.40, kLowUtilisation = 0.50;
constexpr double kGatedLeakage = 0.05;  // of a power-gated unit
constexpr double kWorthSaying = 0.01;   // a gain below this share of the energy is no advice

double batch_of(const workload::Workload& workload) {
  return static_cast<double>(std::max<std::int64_t>(1, workload.batch));
}

void collect(const estimate::EnergyNode& node, const std::string& group, double total, std::vector<Consumer>& out) {
  if (!node.children.empty()) {
    for (const estimate::EnergyNode& child : node.children) collect(child, node.name, total, out);
  } else if (node.energy_j > 0) {
    out.push_back({group, node.name, node.energy_j, total > 0 ? node.energy_j / total : 0});
  }
}

std::vector<Consumer> consumers_of(const estimate::EnergyNode& tree) {
  std::vector<Consumer> out;
  collect(tree, "", tree.energy_j, out);
  std::stable_sort(out.begin(), out.end(),
                   [](const Consumer& a, const Consumer& b) { return a.energy_j > b.energy_j; });
  return out;
}

std::vector<Hotspot> hotspots_of(const estimate::EnergyBreakdown& breakdown) {
  std::vector<Hotspot> out;
  const double total = breakdown.tree.energy_j;
  for (const estimate::SubgraphEnergy& s : breakdown.subgraphs)
    out.push_back({s.id, s.name, s.tree.energy_j, s.latency_s, s.tree.energy_j * s.latency_s,
                   total > 0 ? s.tree.energy_j / total : 0, 0});
  std::stable_sort(out.begin(), out.end(), [](const Hotspot& a, const Hotspot& b) { return a.energy_j > b.energy_j; });
  double cumulative = 0;
  for (Hotspot& hotspot : out) hotspot.cumulative = cumulative += hotspot.share;
  return out;
}

std::vector<ModeEnergy> modes_of(const workload::Workload& workload, const hardware::Device& device,
                                 const estimate::Scenario& scenario) {
  std::vector<ModeEnergy> out;
  for (const hardware::PowerMode& mode : device.power_modes) {
    try {
      const estimate::Estimate e = estimate::estimate(workload, hardware::in_mode(device, mode.id), scenario);
      out.push_back({mode.id, e.cap_w, e.latency_s, e.power_w, e.energy_j / batch_of(workload)});
    } catch (const core::Error& error) {
      if (error.code == core::ErrorCode::internal) throw;  // a mode that cannot run the model has no line
    }
  }
  return out;
}

// Energy per inference under another scenario; absent where the device cannot.
std::optional<double> otherwise_j(const workload::Workload& workload, const hardware::Device& device,
                                  const estimate::Scenario& scenario) {
  try {
    return estimate::estimate(workload, device, scenario).energy_j / batch_of(workload);
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;
  }
}

bool worth_saying(double from_j, double to_j) { return to_j < from_j * (1 - kWorthSaying); }

std::string saving(double from_j, double to_j) {
  return "saves " + format(Quantity::energy, from_j - to_j) + " an inference (" + format(Quantity::energy, from_j) +
         " → " + format(Quantity::energy, to_j) + ")";
}

void advise_static(const workload::Workload& workload, EnergyRow& row) {
  if (row.static_share <= kMuchStatic) return;
  std::string line = format(Quantity::fraction, row.static_share) + " of the energy is static";
  const ModeEnergy* best = nullptr;
  for (const ModeEnergy& mode : row.modes)
    if (worth_saying(row.energy_j, mode.energy_j) && (best == nullptr || mode.energy_j < best->energy_j)) best = &mode;
  if (best != nullptr) line += "; power mode " + best->mode + " " + saving(row.energy_j, best->energy_j);
  row.advice.push_back(line + ". A batch larger than " + std::to_string(workload.batch) +
                       ", or other work between requests, spreads it.");
}

void advise_memory(const workload::Workload& workload, const estimate::Scenario& scenario, EnergyRow& row) {
  const estimate::Estimate& e = row.breakdown.estimate;
  const double share = e.energy_split_j[static_cast<std::size_t>(EnergyKind::memory)] / e.energy_j;
  if (share <= kMuchMemory) return;
  const Consumer* largest = nullptr;
  for (const Consumer& consumer : row.consumers)
    if (largest == nullptr && consumer.group.find("memory") != std::string::npos) largest = &consumer;
  std::string line = format(Quantity::fraction, share) + " of the energy moves data";
  if (largest != nullptr) line += ", most of it in " + largest->name;
  const int bits = hardware::storage_bits(e.precision.precision);
  for (const hardware::Precision narrower :
       {hardware::Precision::bf16, hardware::Precision::fp16, hardware::Precision::fp8, hardware::Precision::int8}) {
    if (hardware::storage_bits(narrower) >= bits) continue;
    estimate::Scenario other = scenario;
    other.precision = narrower;
    const std::optional<double> energy_j = otherwise_j(workload, row.device, other);
    if (!energy_j || !worth_saying(row.energy_j, *energy_j)) continue;
    row.advice.push_back(line + "; " + hardware::name(narrower) + " " + saving(row.energy_j, *energy_j) + ".");
    return;
  }
  row.advice.push_back(line + "; no narrower type of this device needs less.");
}

void advise_utilisation(const workload::Workload& workload, const estimate::Scenario& scenario, EnergyRow& row) {
  const estimate::Estimate& e = row.breakdown.estimate;
  const double utilisation = 2 * e.macs / (e.latency_s * e.peak_ops_per_s);
  if (e.macs <= 0 || utilisation >= kLowUtilisation || e.runtime_used == workload::Runtime::engine) return;
  estimate::Scenario other = scenario;
  other.runtime = workload::Runtime::engine;
  const std::optional<double> energy_j = otherwise_j(workload, row.device, other);
  if (energy_j && worth_saying(row.energy_j, *energy_j))
    row.advice.push_back("Compute utilisation is " + format(Quantity::fraction, utilisation) +
                         "; a compiled engine that fuses more " + saving(row.energy_j, *energy_j) + ".");
}

EnergyRow row_of(const workload::Workload& workload, const hardware::Device& device, const estimate::Scenario& scenario,
                 std::optional<double> rate_per_s) {
  EnergyRow row;
  row.key = hardware::key(device);
  row.device = device;
  row.breakdown = estimate::energy_breakdown(workload, device, scenario);
  const estimate::Estimate& e = row.breakdown.estimate;
  const double batch = batch_of(workload);
  row.energy_j = row.breakdown.tree.energy_j;
  if (rate_per_s) row.dedicated_energy_j = estimate::dedicated_energy_j(e, batch, *rate_per_s);
  const double static_j = (e.idle_energy_j + e.uncore_energy_j) / batch;
  row.static_share = row.energy_j > 0 ? static_j / row.energy_j : 0;
  if (e.units_mean && e.units_total > 0) row.idle_unit_share = std::max(0.0, 1 - *e.units_mean / e.units_total);
  row.wasted_static_j = static_j * row.idle_unit_share;
  row.gating_saving_j = row.wasted_static_j * (1 - kGatedLeakage);
  row.consumers = consumers_of(row.breakdown.tree);
  row.hotspots = hotspots_of(row.breakdown);
  row.modes = modes_of(workload, device, scenario);
  advise_static(workload, row);
  advise_memory(workload, scenario, row);
  advise_utilisation(workload, scenario, row);
  return row;
}

}  // namespace

EnergyReport energy(const workload::Workload& workload, const std::vector<hardware::Device>& devices,
                    const estimate::Scenario& scenario, std::optional<double> rate_per_s) {
  EnergyReport report;
  report.workload = &workload;
  report.scenario = scenario;
  report.rate_per_s = rate_per_s;
  for (const hardware::Device& device : devices) {
    try {
      report.rows.push_back(row_of(workload, device, scenario, rate_per_s));
    } catch (const core::Error& error) {
      if (error.code == core::ErrorCode::internal) throw;
      report.failed.push_back({hardware::key(device), error.message});
    }
  }
  return report;
}

std::size_t hotspots_for(const EnergyRow& row, double share) {
  std::size_t count = 0;
  while (count < row.hotspots.size()) {
    if (row.hotspots[count++].cumulative >= share) break;
  }
  return count;
}

}  // namespace whichchip::analysis
