#include <string_view>

#include "analysis/insights.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;
using estimate::SubgraphEstimate;

constexpr double kLowComputeUtilisation = 0.20;
constexpr double kBandwidthBottleneck = 0.90;
constexpr double kIdleUnits = 0.80;
constexpr double kStaticEnergy = 0.50;

// Where what the estimate warns of is seen: the figure, and what the layer that has most of it has most of.
struct Sight {
  const char* code;
  const char* figure;
  double (*amount)(const SubgraphEstimate&);
};
constexpr Sight kSights[] = {
    {"quantised", "precision_used", nullptr},
    {"emulated", "precision_used", nullptr},
    {"host-fallback", "rungs_s.fallback", [](const SubgraphEstimate& s) { return s.on_host ? s.latency_s : 0; }},
    {"unknown-operators", "latency_interval_s",
     [](const SubgraphEstimate& s) { return s.uncertain ? s.latency_s : 0; }},
    {"offload", "rungs_s.link", [](const SubgraphEstimate& s) { return s.link_s; }},
    {"does-not-fit", "peak_memory_bytes", nullptr},
    {"pipelined", "latency_s", nullptr},
};

Place sight_of(const workload::Workload& workload, const Row& row, std::string_view code) {
  for (const Sight& sight : kSights) {
    if (code != sight.code) continue;
    if (sight.amount == nullptr) return {sight.figure, std::nullopt, {}};
    return most_of(workload, row.estimate, sight.figure,
                   [&](std::size_t i) { return sight.amount(row.estimate.subgraphs[i]); });
  }
  return {};
}

}  // namespace

void add_warnings(const workload::Workload& workload, Row& row) {
  const estimate::Estimate& e = row.estimate;
  const auto flag = [&](const char* code, std::string message, const char* figure,
                        const std::function<double(const SubgraphEstimate&)>& amount) {
    row.warnings.push_back({code, std::move(message),
                            most_of(workload, e, figure, [&](std::size_t i) { return amount(e.subgraphs[i]); })});
  };
  for (const model::Warning& warning : e.warnings)
    row.warnings.push_back({warning.code, warning.message, sight_of(workload, row, warning.code)});
  if (row.compute_utilisation && *row.compute_utilisation < kLowComputeUtilisation)
    flag("low-compute-utilisation", "Attains " + format(Quantity::fraction, *row.compute_utilisation) + " of its peak.",
         "compute_utilisation", [](const SubgraphEstimate& s) {
           return s.latency_s - s.rungs_s[static_cast<std::size_t>(estimate::Rung::ideal)];
         });
  if (row.bandwidth_utilisation && *row.bandwidth_utilisation > kBandwidthBottleneck)
    flag("bandwidth-bottleneck",
         "Uses " + format(Quantity::fraction, *row.bandwidth_utilisation) + " of its memory bandwidth.",
         "bandwidth_utilisation", [](const SubgraphEstimate& s) { return s.dram_bytes; });
  if (e.units_mean && e.units_total > 0) {
    const double idle = 1 - *e.units_mean / e.units_total;
    if (idle > kIdleUnits)
      flag("idle-units",
           format(Quantity::fraction, idle) + " of its " + std::to_string(e.units_total) + " units idle on average.",
           "units_used", [&](const SubgraphEstimate& s) {
             return s.latency_s * (1 - static_cast<double>(s.units_used) / e.units_total);
           });
  }
  if (row.static_share > kStaticEnergy)
    flag("static-energy", format(Quantity::fraction, row.static_share) + " of its energy is static (idle and uncore).",
         "energy_split_j", [](const SubgraphEstimate& s) { return s.static_energy_j; });
}

}  // namespace whichchip::analysis
