// What the classes' event counts share. Private to estimate/energy/.
#pragma once

#include <algorithm>

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

// Bytes of registers that a lane's three-operand instruction moves on 32-bit operands.
inline constexpr double kOperandBytes = 12;

inline std::string percent(double share) { return core::format(core::Quantity::fraction, share); }

}  // namespace whichchip::estimate::energy
