// The predictor: a workload on a device under a scenario → time, energy and memory, with their parts.
//
// Per subgraph  t = max(t_compute, t_memory, t_link, t_power) + t_fixed  (modelling law; every architecture class is a
// special case). Everything is per batch here; per-inference figures are made by analysis (total ÷ batch). Pure: the
// same arguments give the same bits on every target.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "estimate/scenario.h"
#include "hardware/device.h"
#include "workload/workload.h"

namespace whichchip::estimate {

enum class Bound : std::uint8_t { compute, memory, power, link, overhead };
const char* name(Bound bound);

// The rungs of the latency ladder; each subgraph's rungs add up to its time exactly.
enum class Rung : std::uint8_t {
  ideal,       // 2·MAC ÷ peak, plus vector work at its peak
  padding,     // tile, wave and array quantisation, lanes without work
  efficiency,  // attained share of the rate that padding leaves
  power,       // exposed: beyond compute
  memory,      // exposed: beyond compute and power
  link,        // exposed
  fixed,       // launch, dispatch, program load
  fallback,    // run by the host instead
};
constexpr std::size_t kRungCount = 8;
const char* name(Rung rung);

// What dynamic energy is spent on. Memory is every byte that moves, from the registers to the host's link; unattributed
// is what the events do not explain of a calibrated total (clock tree, wires, guard band).
enum class EnergyKind : std::uint8_t { compute, memory, control, unattributed };
constexpr std::size_t kEnergyKindCount = 4;
const char* name(EnergyKind kind);
using EnergySplit = std::array<double, kEnergyKindCount>;

struct SubgraphEstimate {
  double latency_s = 0;  // Σ rungs
  std::array<double, kRungCount> rungs_s{};
  double compute_s = 0, memory_s = 0, power_s = 0, link_s = 0, fixed_s = 0;  // the law's arguments
  Bound bound = Bound::compute;
  int units_used = 0;  // discrete, from the mapping
  double dram_bytes = 0, on_chip_bytes = 0, link_bytes = 0;
  double dynamic_energy_j = 0;   // what the power roof uses
  EnergySplit energy_split_j{};  // the same by kind
  double host_energy_j = 0;      // of the host, where it runs this subgraph
  double static_energy_j = 0;    // (idle + uncore) · latency
  bool on_host = false;          // the device cannot run it
  bool uncertain = false;        // holds unknown work: its time is between latency_s and 10 × latency_s
};

enum class Fit : std::uint8_t { yes, offload, no };
const char* name(Fit fit);

enum class Confidence : std::uint8_t { measured, calibrated, interpolated, specification, simulated };
const char* name(Confidence confidence);

struct Interval {
  double low = 0, high = 0;
};

struct PeakMemory {
  double weight_bytes = 0, activation_bytes = 0, workspace_bytes = 0, context_bytes = 0;
  double total_bytes() const { return weight_bytes + activation_bytes + workspace_bytes + context_bytes; }
};

struct Estimate {
  PrecisionChoice precision;
  workload::Runtime runtime_used = workload::Runtime::engine;
  double latency_s = 0;         // Σ subgraphs + request_s
  double request_s = 0;         // once per run: t0
  Interval latency_interval_s;  // 90 %
  double dynamic_energy_j = 0, idle_energy_j = 0, uncore_energy_j = 0;
  EnergySplit energy_split_j{};  // of the dynamic energy
  double fallback_energy_j = 0;  // of the host for what the device cannot run; counts at boundary board and wall
  double host_w = 0;             // that the host draws all the time: boundary board and wall; 0 at chip
  double host_energy_j = 0;      // fallback and host_w · latency; 0 at chip
  double supply_energy_j = 0;    // boundary wall: lost in the supply
  double energy_j = 0;           // the sum of these five
  Interval energy_interval_j;
  double power_w = 0;         // mean while busy = energy ÷ latency
  Interval power_interval_w;  // 90 %
  double cap_w = 0, idle_w = 0, uncore_w = 0;
  double macs = 0, dram_bytes = 0;
  double peak_ops_per_s = 0;            // dense, at the precision used (÷ passes where emulated)
  std::string parameters_id;            // which constants: "gpu/engine"
  int units_used = 0, units_total = 0;  // the maximum over subgraphs
  std::optional<double> units_mean;     // MAC-weighted
  PeakMemory memory;
  Fit fits = Fit::yes;
  Confidence confidence = Confidence::specification;
  std::vector<SubgraphEstimate> subgraphs;  // same order as the partition of runtime_used
  std::vector<model::Warning> warnings;
};

// Throws core::Error when the device cannot run the workload at all: bad_usage with the reason.
Estimate estimate(const workload::Workload& workload, const hardware::Device& device, const Scenario& scenario);

}  // namespace whichchip::estimate
