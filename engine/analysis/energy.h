// Energy of one model on some devices, explained: the event tree, who consumes most, what else the device could do, and
// advice whose gains are recomputed.
//
// Per inference unless a name says batch. EDP = energy per inference × batch latency.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare.h"
#include "analysis/open_model.h"
#include "estimate/energy/breakdown.h"

namespace whichchip::analysis {

// A leaf of the tree, with its place in it.
struct Consumer {
  std::string group, name;
  double energy_j = 0;
  double share = 0;  // of the total
};

struct Hotspot {
  std::optional<int> subgraph;
  std::string name;
  double energy_j = 0, latency_s = 0, edp_js = 0;
  double share = 0, cumulative = 0;  // of the energy
};

struct ModeEnergy {
  std::string mode;
  double cap_w = 0, latency_s = 0, power_w = 0, energy_j = 0;
};

struct EnergyRow {
  std::string key;
  hardware::Device device;
  estimate::EnergyBreakdown breakdown;
  double energy_j = 0;                       // duty-cycled: the device serves others, or sleeps, between requests
  std::optional<double> dedicated_energy_j;  // at the report's rate; absent without one or when it cannot keep up
  double static_share = 0;
  double idle_unit_share = 0;       // of the units, mean over the run's time
  double wasted_static_j = 0;       // static energy · idle share
  double gating_saving_j = 0;       // of it, what gating idle units would save: a gated unit leaks 5 %
  std::vector<Consumer> consumers;  // leaves, largest first
  std::vector<Hotspot> hotspots;    // subgraphs, largest energy first
  std::vector<ModeEnergy> modes;    // every power mode of the device, in its order
  std::vector<Remedy> remedies;     // less energy per inference, each a run
};

struct EnergyReport {
  const workload::Workload* workload = nullptr;  // outlives the report
  estimate::Scenario scenario;
  std::optional<double> rate_per_s;
  std::vector<EnergyRow> rows;  // in the order of the devices
  std::vector<Failure> failed;
};

EnergyReport energy(const workload::Workload& workload, const std::vector<hardware::Device>& devices,
                    const estimate::Scenario& scenario, std::optional<double> rate_per_s = std::nullopt);

// The batch that spreads static energy best, where that is much: for the faces that hold the model.
void add_batch_remedies(EnergyReport& report, const OpenModel& model, const Request& request);

// How many of the hotspots give this share of the energy, from 1.
std::size_t hotspots_for(const EnergyRow& row, double share);

}  // namespace whichchip::analysis
