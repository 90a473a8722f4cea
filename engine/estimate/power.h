// Energy per event of one device, and the watts that do not depend on the work.
//
// E_dyn = 2·MAC·e_op·a + V·e_vector + DRAM bytes·e_dram + on-chip bytes·e_chip + link bytes·e_link. On GPUs e_op is the
// calibrated all-in figure of the node; elsewhere it is the bare MAC with its circuit factor and its instructions
// (modelling §3.1(e), §4). P_static = P_idle + P_uncore, never more than half of the cap.
#pragma once

#include "estimate/mapping.h"
#include "estimate/parameters.h"
#include "estimate/scenario.h"

namespace whichchip::estimate {

struct DevicePower {
  double operation_j = 0;         // one operation (half a MAC) at the precision used, passes included
  double convolution_factor = 1;  // a: of operations of convolutions
  double vector_operation_j = 0;
  double dram_byte_j = 0, on_chip_byte_j = 0, link_byte_j = 0;
  double idle_w = 0, uncore_w = 0, cap_w = 0;
  bool measured_idle = false;
  double static_w() const { return idle_w + uncore_w; }
  double budget_w() const { return cap_w - static_w(); }
};

DevicePower device_power(const hardware::Device& device, const PrecisionChoice& precision, const EnergyTable& table);
double dynamic_energy(const workload::Subgraph& subgraph, const Traffic& traffic, const DevicePower& power);

}  // namespace whichchip::estimate
