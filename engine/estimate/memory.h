// Peak memory of a run on a device, and whether it fits (modelling §6).
#pragma once

#include "estimate/estimate.h"
#include "estimate/traffic.h"

namespace whichchip::estimate {

struct MemoryFit {
  PeakMemory peak;
  Fit fits = Fit::yes;
  double offload_share = 0;  // of the weights: in the host's memory, crossing the link every run
};

MemoryFit memory_fit(const workload::Partition& partition, const hardware::Device& device, hardware::Precision own,
                     hardware::Precision chosen, double weight_bytes);

}  // namespace whichchip::estimate
