// The host that runs what a device cannot: its CPU model on the cores that serve the device, and the crossings.
#pragma once

#include <optional>

#include "estimate/mapping.h"
#include "estimate/parameters.h"
#include "estimate/scenario.h"

namespace whichchip::estimate {

class HostProcessor {
 public:
  // Throws core::Error (bad_hardware) when the device names no host or one that the catalogue does not hold.
  HostProcessor(const hardware::Device& device, hardware::Precision wanted, const Technology& technology);

  struct Result {
    double seconds = 0;
    double energy_j = 0;  // of the host
  };
  Result run(const workload::Subgraph& subgraph, const Traffic& traffic) const;
  // One way across the link.
  double crossing_s(double bytes) const;

 private:
  hardware::Device cpu_;
  hardware::Host link_;
  const Parameters* parameters_;
  hardware::Precision precision_ = hardware::Precision::fp32;
  double bytes_scale_ = 1;  // of the device's traffic
  double busy_w_ = 0;
};

// What the host's cores and board draw without work; 0 when the catalogue does not hold the host.
double host_idle_w(const hardware::Device& device, const Technology& technology);

}  // namespace whichchip::estimate
