#include "analysis/layer_power.h"

namespace whichchip::analysis {

std::optional<LayerPower> most_power(const estimate::Estimate& estimate) {
  std::optional<LayerPower> most;
  for (std::size_t i = 0; i < estimate.subgraphs.size(); ++i) {
    const estimate::SubgraphEstimate& part = estimate.subgraphs[i];
    if (part.on_host || part.latency_s <= 0) continue;
    const double watts = (part.dynamic_energy_j + part.static_energy_j) / part.latency_s;
    if (!most || watts > most->watts) most = LayerPower{i, watts};
  }
  return most;
}

}  // namespace whichchip::analysis
