// The watts of one device that do not depend on the work, and the voltage of its power mode.
//
// P_static = P_idle + P_uncore, never more than half of the cap. Idle is the figure of the device where there is one
// (a server's at the wall says nothing of the chip), else a share of the cap by class. Uncore, what clocks cost without
// work, holds at the rated clock and follows f·V² below it (modelling §4.3, §4.6).
#pragma once

#include "estimate/mapping.h"
#include "estimate/parameters.h"
#include "estimate/scenario.h"

namespace whichchip::estimate {

struct DevicePower {
  double idle_w = 0, uncore_w = 0, cap_w = 0;
  bool measured_idle = false;
  double static_w() const { return idle_w + uncore_w; }
  double budget_w() const { return cap_w - static_w(); }
};

DevicePower device_power(const hardware::Device& device, const EnergyTable& table);

// Where the idle watts come from: "module, measured", "10 % of the cap, the default of its class (edge)".
std::string idle_source(const hardware::Device& device, const EnergyTable& table);

// (V ÷ V_rated)² of the device's power mode: 1 at the rated clock and where no clock is published.
double voltage_factor(const hardware::Device& device, const EnergyTable& table);

}  // namespace whichchip::estimate
