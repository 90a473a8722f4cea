// What the classes' event counts share. Private to estimate/energy/.
#pragma once

#include <algorithm>
#include <utility>

#include "core/units.h"
#include "estimate/energy/events.h"
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::energy {

// MACs of the subgraph with every emulation pass.
inline double macs(const Work& work) { return mapping::count(work.subgraph.macs) * work.context.passes; }
inline double repeat(const Work& work) {
  return mapping::count(std::max<std::int64_t>(1, work.subgraph.repeat)) * work.context.passes;
}
inline double vector_ops(const Work& work) { return mapping::count(work.subgraph.vector_ops); }
inline double transcendental_ops(const Work& work) { return mapping::count(work.subgraph.transcendental_ops); }
inline double output_bytes(const Work& work) { return work.traffic.output_bytes * repeat(work); }
inline double input_bytes(const Work& work) { return work.traffic.input_bytes * repeat(work); }

// DMA descriptors of 4 KiB for what passes the chip's edge.
inline double descriptors(const Work& work) {
  constexpr double kDescriptorBytes = 4096;
  return (work.traffic.dram_bytes + work.traffic.link_bytes) / kDescriptorBytes;
}
// Commands of a MAC array's sequencer, one per thousand cycles.
inline double commands(double cycles) {
  constexpr double kCyclesPerCommand = 1000;
  return mapping::ceiling(cycles / kCyclesPerCommand);
}
// Positions of the working arrays, `macs_per_clock` in each, that have no product in a cycle of the padded work.
inline double idle_elements(const Work& work, double macs_per_clock) {
  const double cycles = work.mapped.padded_s * work.context.device.clock_hz;
  return std::max(0.0, cycles * macs_per_clock * work.mapped.units_used - macs(work));
}
// Every weight is read once per group of pixels that the array works on together.
inline double weight_buffer_bytes(const Work& work, int pixels) {
  return macs(work) * work.context.element_bytes / std::max(1, pixels);
}
// A line buffer is read once per kernel row.
inline double line_buffer_bytes(const Work& work) {
  double kernel_rows = 0;
  for (const workload::MatrixWork& matrix : work.subgraph.matrix)
    kernel_rows = std::max(kernel_rows, mapping::count(matrix.kernel_h));
  return input_bytes(work) * kernel_rows;
}

// What one request of an on-chip memory moves.
inline constexpr double kRequestBytes = 128;

// What a class says of its unattributed energy where there is none.
inline constexpr const char* kUnmeasured =
    "None: no power measurement of this class says what the events leave out, so nothing is added to them.";

// Bytes of registers that a lane's three-operand instruction moves on 32-bit operands.
inline constexpr double kOperandBytes = 12;

// ClassEnergy::charge of a class: its groups are constants, so the sums are straight code. (Products in a vector loop
// are slower: counts are stored one by one just before, and a wide load waits until all of them have arrived.)
template <const auto& groups>
DynamicEnergy charge(const Counts& counts, const EventJoules& energy_j) {
  DynamicEnergy energy;
  const auto add = [&]<std::size_t... kEvent>(const Group& group, std::index_sequence<kEvent...>) {
    double sum = 0;
    ((sum += counts[group.first + kEvent] * energy_j[group.first + kEvent]), ...);
    energy.split_j[static_cast<std::size_t>(group.kind)] += sum;
    energy.total_j += sum;
  };
  [&]<std::size_t... kGroup>(std::index_sequence<kGroup...>) {
    (add(groups[kGroup], std::make_index_sequence<groups[kGroup].last - groups[kGroup].first>{}), ...);
  }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(groups)>>>{});
  return energy;
}

inline std::string percent(double share) { return core::format(core::Quantity::fraction, share); }

}  // namespace whichchip::estimate::energy
