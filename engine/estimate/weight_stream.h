// Weights fetched ahead of time.
//
// Weights are known before a run starts: a chip with a scratchpad of its own streams those of later layers while
// earlier ones compute and its DRAM is idle, as far as half of the scratchpad holds them (the other half holds
// activations). So a run of small layers is bound by the sum of its weights over the bandwidth, not by each layer's.
#pragma once

#include <algorithm>

#include "estimate/mapping.h"

namespace whichchip::estimate {

class WeightStream {
 public:
  // buffer_bytes 0: nothing is fetched ahead.
  WeightStream(double buffer_bytes, double dram_bytes_per_s) : buffer_(buffer_bytes), rate_(dram_bytes_per_s) {}

  // Takes the time of the bytes that are there already off the step's memory time.
  void take(Mapped& mapped, const Traffic& traffic) {
    if (buffer_ <= 0) return;
    const double bytes = std::min({fetched_, traffic.streamed_weight_bytes, mapped.memory_s * rate_});
    fetched_ -= bytes;
    mapped.memory_s = std::max(0.0, mapped.memory_s - bytes / rate_);
  }
  // The step took latency_s, memory_s of it for its own bytes.
  void advance(double latency_s, double memory_s) {
    if (buffer_ > 0) fetched_ = std::min(buffer_, fetched_ + std::max(0.0, latency_s - memory_s) * rate_);
  }

 private:
  double buffer_, rate_;
  double fetched_ = 0;
};

}  // namespace whichchip::estimate
