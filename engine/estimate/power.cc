#include "estimate/power.h"

#include <algorithm>
#include <string_view>

#include "core/units.h"

namespace whichchip::estimate {
namespace {

using hardware::Mapping;

bool low_power_memory(const hardware::Device& device) { return device.memory.type.compare(0, 2, "LP") == 0; }

const EnergyTable::StaticShare& static_share(const EnergyTable& table, const hardware::Device& device) {
  std::string_view scope = "edge";
  switch (device.mapping) {
    case Mapping::cpu:
      scope = "cpu";
      break;
    case Mapping::dpu:
      scope = "dpu";
      break;
    case Mapping::gpu:
      scope = low_power_memory(device) ? "edge" : "server_gpu";
      break;
    case Mapping::systolic: {
      const std::string_view parameters = parameter_class(device);
      scope = parameters == "edge_tpu" ? "edge_tpu" : parameters == "dsp" ? "edge" : "tpu";
      break;
    }
    default:
      break;
  }
  static const EnergyTable::StaticShare fallback{"edge", 0.10, 0.25};
  for (const EnergyTable::StaticShare& share : table.static_share)
    if (share.scope == scope) return share;
  return fallback;
}

const hardware::PowerMode* mode_of(const hardware::Device& device) {
  for (const hardware::PowerMode& mode : device.power_modes)
    if (mode.id == device.power_mode) return &mode;
  return device.power_modes.empty() ? nullptr : &device.power_modes.front();
}

// A server's idle watts at the wall say nothing of the chip.
bool states_idle(const hardware::Device& device) {
  return device.idle && device.idle->scope != hardware::PowerScope::server;
}

// Of the rated clock.
double clock_share(const hardware::Device& device) {
  if (device.rating.clock_hz <= 0 || device.clock_hz <= 0) return 1;
  return std::min(1.0, device.clock_hz / device.rating.clock_hz);
}

void set_static(DevicePower& power, const hardware::Device& device, const EnergyTable& table) {
  constexpr double kMostStatic = 0.5;  // of the cap
  const EnergyTable::StaticShare& share = static_share(table, device);
  const hardware::PowerMode* mode = mode_of(device);
  power.cap_w = std::max(1e-3, mode != nullptr ? mode->cap_w : device.tdp_w);
  const double most = kMostStatic * power.cap_w;
  power.idle_w = share.idle * power.cap_w;
  if (states_idle(device)) {
    power.idle_w = device.idle->watts;
    power.measured_idle = device.idle->measured;
  }
  power.idle_w = std::min(power.idle_w, most);
  const double active =
      mode != nullptr && mode->static_w ? *mode->static_w : power.idle_w + (share.active - share.idle) * power.cap_w;
  power.uncore_w =
      std::max(0.0, std::min(active, most) - power.idle_w) * clock_share(device) * voltage_factor(device, table);
}

}  // namespace

DevicePower device_power(const hardware::Device& device, const EnergyTable& table) {
  DevicePower power;
  set_static(power, device, table);
  return power;
}

std::string idle_source(const hardware::Device& device, const EnergyTable& table) {
  static constexpr const char* kScopes[] = {"chip", "board", "module", "server"};
  if (states_idle(device))
    return std::string(kScopes[static_cast<std::size_t>(device.idle->scope)]) +
           (device.idle->measured ? ", measured" : ", estimated");
  const EnergyTable::StaticShare& share = static_share(table, device);
  return core::format(core::Quantity::fraction, share.idle) + " of the cap, the default of its class (" + share.scope +
         ")";
}

double voltage_factor(const hardware::Device& device, const EnergyTable& table) {
  const double share = clock_share(device);
  const double voltage = table.voltage_at_zero_clock + (1 - table.voltage_at_zero_clock) * share;
  return voltage * voltage;
}

}  // namespace whichchip::estimate
