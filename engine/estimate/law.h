// The general law: t = max(t_compute, t_memory, t_link, t_power) + t_fixed per subgraph, and its exact ladder. Where
// arithmetic and memory do not run side by side all the time (overlap_loss), that share of the shorter one comes on
// top.
#pragma once

#include "estimate/mapping.h"

namespace whichchip::estimate {

// Orders ideal ≤ padded ≤ compute: nothing runs above the dense peak.
void enforce_roofline(Mapped& mapped, double ideal_s);

// `power_budget_w` = cap − static. Rungs telescope: each is what the next argument adds beyond the ones before it, so
// they sum to the time. The bound is the argument that wins, or overhead when the floor exceeds half of the time.
SubgraphEstimate apply_law(const Mapped& mapped, const Traffic& traffic, double dynamic_energy_j,
                           double power_budget_w);

// More of one rung, keeping the sum.
void add_rung(SubgraphEstimate& subgraph, Rung rung, double seconds);

}  // namespace whichchip::estimate
