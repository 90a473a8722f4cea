#include "estimate/law.h"

#include <algorithm>

namespace whichchip::estimate {
namespace {

double& rung(SubgraphEstimate& subgraph, Rung which) { return subgraph.rungs_s[static_cast<std::size_t>(which)]; }

double sum_rungs(const SubgraphEstimate& subgraph) {
  double sum = 0;
  for (const double seconds : subgraph.rungs_s) sum += seconds;
  return sum;
}

}  // namespace

void enforce_roofline(Mapped& mapped, double ideal_s) {
  mapped.ideal_s = ideal_s;
  mapped.padded_s = std::max(mapped.padded_s, mapped.ideal_s);
  mapped.compute_s = std::max(mapped.compute_s, mapped.padded_s);
}

SubgraphEstimate apply_law(const Mapped& mapped, const Traffic& traffic, double dynamic_energy_j,
                           double power_budget_w) {
  SubgraphEstimate s;
  s.compute_s = mapped.compute_s;
  s.memory_s = mapped.memory_s + mapped.side_s;
  s.link_s = mapped.link_s;
  s.power_s = dynamic_energy_j / power_budget_w;
  s.fixed_s = mapped.fixed_s;
  s.units_used = mapped.units_used;
  s.dram_bytes = traffic.dram_bytes;
  s.on_chip_bytes = traffic.on_chip_bytes;
  s.link_bytes = traffic.link_bytes;
  s.dynamic_energy_j = dynamic_energy_j;

  const double with_power = std::max(s.compute_s, s.power_s);
  // An array without caches waits for its first tile and writes its last one when it is done.
  const double exposed = mapped.overlap_loss * std::min(with_power, mapped.memory_s);
  const double with_memory = std::max(with_power, mapped.memory_s) + exposed + mapped.side_s;
  rung(s, Rung::ideal) = mapped.ideal_s;
  rung(s, Rung::padding) = mapped.padded_s - mapped.ideal_s;
  rung(s, Rung::efficiency) = mapped.compute_s - mapped.padded_s;
  rung(s, Rung::power) = with_power - s.compute_s;
  rung(s, Rung::memory) = with_memory - with_power;
  rung(s, Rung::link) = mapped.serial_link ? s.link_s : std::max(0.0, s.link_s - with_memory);
  rung(s, Rung::fixed) = s.fixed_s;
  s.latency_s = sum_rungs(s);

  if (s.fixed_s > s.latency_s / 2)
    s.bound = Bound::overhead;
  else if (s.link_s > with_memory)
    s.bound = Bound::link;
  else if (s.memory_s > with_power)
    s.bound = Bound::memory;
  else if (s.power_s > s.compute_s)
    s.bound = Bound::power;
  else
    s.bound = Bound::compute;
  return s;
}

void add_rung(SubgraphEstimate& subgraph, Rung which, double seconds) {
  rung(subgraph, which) += seconds;
  subgraph.latency_s = sum_rungs(subgraph);
}

}  // namespace whichchip::estimate
