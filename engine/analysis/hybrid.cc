#include "analysis/hybrid.h"

#include <variant>

namespace whichchip::analysis {
namespace {

using hardware::Device;

bool has(unsigned set, FieldGroup group) { return (set >> static_cast<unsigned>(group) & 1U) != 0; }

// The on-chip memories of `from` in the otherwise unchanged geometry.
struct TakeOnChip {
  const hardware::Geometry& from;

  void operator()(hardware::GpuGeometry& to) const {
    const auto& other = std::get<hardware::GpuGeometry>(from);
    to.l2_bytes = other.l2_bytes;
    to.l2_bytes_per_clock = other.l2_bytes_per_clock;
    to.last_level_bytes = other.last_level_bytes;
    to.shared_bytes_per_sm = other.shared_bytes_per_sm;
    to.register_bytes_per_sm = other.register_bytes_per_sm;
  }
  void operator()(hardware::CpuGeometry& to) const {
    const auto& other = std::get<hardware::CpuGeometry>(from);
    to.l1_bytes_per_core = other.l1_bytes_per_core;
    to.l2_bytes_per_core = other.l2_bytes_per_core;
    to.l3_bytes = other.l3_bytes;
  }
  void operator()(hardware::SystolicGeometry& to) const {
    const auto& other = std::get<hardware::SystolicGeometry>(from);
    to.sram_bytes = other.sram_bytes;
    to.weight_capacity_bytes = other.weight_capacity_bytes;
    to.weights_over_link = other.weights_over_link;
  }
  void operator()(hardware::DpuGeometry& to) const {
    to.buffer_bytes = std::get<hardware::DpuGeometry>(from).buffer_bytes;
  }
  void operator()(hardware::NpuGeometry& to) const { to.sram_bytes = std::get<hardware::NpuGeometry>(from).sram_bytes; }
  void operator()(hardware::DataflowGeometry& to) const {
    to.weight_capacity_bytes = std::get<hardware::DataflowGeometry>(from).weight_capacity_bytes;
  }
  void operator()(hardware::KpuGeometry& to) const {
    const auto& other = std::get<hardware::KpuGeometry>(from);
    to.tile_memory_bytes = other.tile_memory_bytes;
    to.shared_memory_bytes = other.shared_memory_bytes;
  }
  void operator()(hardware::CgraGeometry& to) const {
    const auto& other = std::get<hardware::CgraGeometry>(from);
    to.memory_units = other.memory_units;
    to.memory_unit_bytes = other.memory_unit_bytes;
  }
};

void take_power(Device& to, const Device& from) {
  to.process_nm = from.process_nm;
  to.process_name = from.process_name;
  to.tdp_w = from.tdp_w;
  to.power_modes = from.power_modes;
  to.power_mode = from.power_mode;
  to.idle = from.idle;
  to.observed_power = from.observed_power;
}

}  // namespace

const char* name(FieldGroup group) {
  static constexpr const char* kNames[] = {"compute", "memory", "on-chip", "power", "overhead"};
  return kNames[static_cast<std::size_t>(group)];
}

Device hybrid(const Device& a, const Device& b, unsigned from_b) {
  // Whatever makes up the compute engine is most of a Device, so that one is the base, and the rest is put on it.
  const bool compute_of_b = has(from_b, FieldGroup::compute);
  Device result = compute_of_b ? b : a;
  const auto source = [&](FieldGroup group) -> const Device& { return has(from_b, group) ? b : a; };
  result.memory = source(FieldGroup::memory).memory;
  std::visit(TakeOnChip{source(FieldGroup::on_chip).geometry}, result.geometry);
  take_power(result, source(FieldGroup::power));
  result.host = source(FieldGroup::host).host;
  result.deployment = source(FieldGroup::host).deployment;
  return result;
}

}  // namespace whichchip::analysis
