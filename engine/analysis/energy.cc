#include "analysis/energy.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/error.h"
#include "core/order.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;
using estimate::EnergyKind;

constexpr double kMuchStatic = 0.40, kMuchMemory = 0.40, kLowUtilisation = 0.50;
constexpr std::int64_t kLargestBatch = 128;
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
  core::stable_sort(out, [](const Consumer& a, const Consumer& b) { return a.energy_j > b.energy_j; });
  return out;
}

std::vector<Hotspot> hotspots_of(const estimate::EnergyBreakdown& breakdown) {
  std::vector<Hotspot> out;
  const double total = breakdown.tree.energy_j;
  for (const estimate::SubgraphEnergy& s : breakdown.subgraphs)
    out.push_back({s.id, s.name, s.tree.energy_j, s.latency_s, s.tree.energy_j * s.latency_s,
                   total > 0 ? s.tree.energy_j / total : 0, 0});
  core::stable_sort(out, [](const Hotspot& a, const Hotspot& b) { return a.energy_j > b.energy_j; });
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

// Energy per inference under another scenario; absent where the device cannot, or only by way of another format.
std::optional<double> otherwise_j(const workload::Workload& workload, const hardware::Device& device,
                                  const estimate::Scenario& scenario) {
  try {
    const estimate::Estimate e = estimate::estimate(workload, device, scenario);
    if (scenario.precision && e.precision.status == estimate::PrecisionStatus::emulated) return std::nullopt;
    return e.energy_j / batch_of(workload);
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

// "52 % of the energy is static; power mode 15w saves …", where it takes most of what it says.
Remedy remedy(const workload::Workload& workload, const EnergyRow& row, const char* code, std::string head,
              const std::string& option, double energy_j, const char* figure,
              const std::function<double(const estimate::SubgraphEstimate&)>& amount) {
  const estimate::Estimate& e = row.breakdown.estimate;
  return {code,
          std::move(head) + " " + saving(row.energy_j, energy_j) + ".",
          most_of(workload, e, figure, [&](std::size_t i) { return amount(e.subgraphs[i]); }),
          option,
          {"energy_j", row.energy_j, energy_j}};
}

double static_of(const estimate::SubgraphEstimate& s) { return s.static_energy_j; }

std::string static_head(const EnergyRow& row) {
  return format(Quantity::fraction, row.static_share) + " of the energy is static; ";
}

void advise_static(const workload::Workload& workload, EnergyRow& row) {
  if (row.static_share <= kMuchStatic) return;
  const ModeEnergy* best = nullptr;
  for (const ModeEnergy& mode : row.modes)
    if (worth_saying(row.energy_j, mode.energy_j) && (best == nullptr || mode.energy_j < best->energy_j)) best = &mode;
  if (best == nullptr) return;
  row.remedies.push_back(remedy(workload, row, "power-mode", static_head(row) + "power mode " + best->mode,
                                "--hardware " + hardware::key(hardware::in_mode(row.device, best->mode)),
                                best->energy_j, "static_share", static_of));
}

void advise_memory(const workload::Workload& workload, const estimate::Scenario& scenario, EnergyRow& row) {
  const estimate::Estimate& e = row.breakdown.estimate;
  constexpr auto kMemory = static_cast<std::size_t>(EnergyKind::memory);
  const double share = e.energy_split_j[kMemory] / e.energy_j;
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
    const std::string id = hardware::name(narrower);
    row.remedies.push_back(remedy(workload, row, "precision", line + "; " + id, "--precision " + id, *energy_j,
                                  "energy_split_j.memory",
                                  [](const estimate::SubgraphEstimate& s) { return s.energy_split_j[kMemory]; }));
    return;
  }
}

void advise_utilisation(const workload::Workload& workload, const estimate::Scenario& scenario, EnergyRow& row) {
  const estimate::Estimate& e = row.breakdown.estimate;
  const double utilisation = 2 * e.macs / (e.latency_s * e.peak_ops_per_s);
  if (e.macs <= 0 || utilisation >= kLowUtilisation || e.runtime_used == workload::Runtime::engine) return;
  estimate::Scenario other = scenario;
  other.runtime = workload::Runtime::engine;
  const std::optional<double> energy_j = otherwise_j(workload, row.device, other);
  if (!energy_j || !worth_saying(row.energy_j, *energy_j)) return;
  row.remedies.push_back(remedy(
      workload, row, "runtime",
      "Compute utilisation is " + format(Quantity::fraction, utilisation) + "; a compiled engine that fuses more",
      "--runtime engine", *energy_j, "compute_utilisation",
      [](const auto& s) { return s.latency_s - s.rungs_s[static_cast<std::size_t>(estimate::Rung::ideal)]; }));
}

// Of the idle energy, what flows into units without work.
double idle_unit_share(const estimate::EnergyNode& node) {
  if (node.id == "idle") return node.energy_j > 0 ? node.children.back().energy_j / node.energy_j : 0;
  for (const estimate::EnergyNode& child : node.children)
    if (const double share = idle_unit_share(child); share > 0) return share;
  return 0;
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
  row.idle_unit_share = idle_unit_share(row.breakdown.tree);
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

void add_batch_remedies(EnergyReport& report, const OpenModel& model, const Request& request) {
  const OpenModel once = remembering(model);
  for (EnergyRow& row : report.rows) {
    if (row.static_share <= kMuchStatic) continue;
    std::int64_t best = 0;
    double least_j = row.energy_j;
    for (std::int64_t batch = report.workload->batch * 2; batch <= kLargestBatch; batch *= 2) {
      Request larger = request;
      larger.batch = batch;
      try {
        const workload::Workload workload = once(larger);
        if (workload.batch != batch) break;  // a model that fixes its batch
        const estimate::Estimate e = estimate::estimate(workload, row.device, report.scenario);
        const double energy_j = e.energy_j / static_cast<double>(batch);
        if (e.fits == estimate::Fit::no || !worth_saying(least_j, energy_j)) continue;
        least_j = energy_j;
        best = batch;
      } catch (const core::Error& error) {
        if (error.code == core::ErrorCode::internal) throw;
        break;
      }
    }
    if (best == 0) continue;
    const std::string number = std::to_string(best);
    row.remedies.push_back(remedy(*report.workload, row, "batch", static_head(row) + "batch " + number,
                                  "--batch " + number, least_j, "static_share", static_of));
  }
}

std::size_t hotspots_for(const EnergyRow& row, double share) {
  std::size_t count = 0;
  while (count < row.hotspots.size()) {
    if (row.hotspots[count++].cumulative >= share) break;
  }
  return count;
}

}  // namespace whichchip::analysis
