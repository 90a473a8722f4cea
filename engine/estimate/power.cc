#include "estimate/power.h"

#include <algorithm>
#include <string_view>

#include "estimate/mapping/classes.h"

namespace whichchip::estimate {
namespace {

using hardware::Mapping;

constexpr double kDefaultNode = 12;  // nm, where the foundry's node is not published

double node_of(const hardware::Device& device) {
  // TSMC 4N is sold as a 5 nm class process, but its energy is that of 4 nm (NVIDIA Ada and Hopper).
  if (device.process_name.find("4N") != std::string::npos) return 4;
  return device.process_nm.value_or(kDefaultNode);
}

double scale_at(const std::vector<std::pair<double, double>>& scale, double node) {
  if (node <= scale.front().first) return scale.front().second;
  for (std::size_t i = 1; i < scale.size(); ++i) {
    const auto [low, low_factor] = scale[i - 1];
    const auto [high, high_factor] = scale[i];
    if (node <= high) return low_factor + (high_factor - low_factor) * (node - low) / (high - low);
  }
  return scale.back().second;
}

double dram_byte(const EnergyTable& table, const std::string& type) {
  for (const auto& [prefix, energy] : table.dram_byte_j)
    if (type.compare(0, prefix.size(), prefix) == 0) return energy;
  return table.dram_default_byte_j;
}

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

void set_static(DevicePower& power, const hardware::Device& device, const EnergyTable& table) {
  constexpr double kMostStatic = 0.5;  // of the cap
  const EnergyTable::StaticShare& share = static_share(table, device);
  const hardware::PowerMode* mode = mode_of(device);
  power.cap_w = std::max(1e-3, mode != nullptr ? mode->cap_w : device.tdp_w);
  const double most = kMostStatic * power.cap_w;
  power.idle_w = share.idle * power.cap_w;
  // A server's idle watts at the wall say nothing of the chip.
  if (device.idle && device.idle->scope != hardware::PowerScope::server) {
    power.idle_w = device.idle->watts;
    power.measured_idle = device.idle->measured;
  }
  power.idle_w = std::min(power.idle_w, most);
  const double active =
      mode != nullptr && mode->static_w ? *mode->static_w : power.idle_w + (share.active - share.idle) * power.cap_w;
  power.uncore_w = std::max(0.0, std::min(active, most) - power.idle_w);
}

// Instructions of a CPU are shared by the lanes of a vector, or by the MACs of a tile operation.
double cpu_instructions_per_mac(const hardware::Device& device, hardware::Precision precision) {
  constexpr double kInstructionsPerUsefulOne = 1.15, kPipes = 2;
  const auto& cpu = std::get<hardware::CpuGeometry>(device.geometry);
  const auto rate = hardware::at(cpu.macs_per_clock_per_core, precision);
  return rate && *rate > 0 ? kInstructionsPerUsefulOne * kPipes / *rate : 1;
}

}  // namespace

DevicePower device_power(const hardware::Device& device, const PrecisionChoice& choice, const EnergyTable& table) {
  DevicePower power;
  const double logic = scale_at(table.logic_scale, node_of(device)), sram = scale_at(table.sram_scale, node_of(device));
  const auto p = static_cast<std::size_t>(choice.compute);
  constexpr double kWarp = 32, kOperandBytes = 12;
  double instruction_j = table.instruction_j / kWarp;
  double on_chip_byte_j = table.buffer_byte_j;
  if (device.mapping == Mapping::gpu) {
    power.operation_j = table.gpu_operation_j * table.gpu_factor[p] * logic;
    power.convolution_factor = table.gpu_zero_operands;
    on_chip_byte_j = table.l2_gpu_byte_j;
  } else {
    double circuit = 1;
    for (const auto& [mapping, factor] : table.circuit_factor)
      if (mapping == hardware::name(device.mapping)) circuit = factor;
    power.operation_j = table.mac_j[p] * circuit * logic / 2;
    if (device.mapping == Mapping::cpu) {
      power.operation_j += table.cpu_instruction_j * logic * cpu_instructions_per_mac(device, choice.compute) / 2;
      instruction_j = table.cpu_instruction_j * cpu_instructions_per_mac(device, hardware::Precision::fp32);
      on_chip_byte_j = table.cache_byte_j;
    }
  }
  power.operation_j *= choice.passes;
  power.vector_operation_j = (table.vector_operation_j + kOperandBytes * table.register_byte_j + instruction_j) * logic;
  power.on_chip_byte_j = device.mapping == Mapping::gpu ? on_chip_byte_j : on_chip_byte_j * sram;
  power.dram_byte_j = dram_byte(table, device.memory.type);
  power.link_byte_j = table.link_byte_j;
  set_static(power, device, table);
  return power;
}

double dynamic_energy(const workload::Subgraph& subgraph, const Traffic& traffic, const DevicePower& power) {
  const bool convolution = !subgraph.matrix.empty() && mapping::is_convolution(subgraph.matrix.front());
  const double operations = 2 * static_cast<double>(subgraph.macs) * (convolution ? power.convolution_factor : 1);
  return operations * power.operation_j + mapping::vector_work(subgraph) * power.vector_operation_j +
         traffic.dram_bytes * power.dram_byte_j + traffic.on_chip_bytes * power.on_chip_byte_j +
         traffic.link_bytes * power.link_byte_j;
}

}  // namespace whichchip::estimate
