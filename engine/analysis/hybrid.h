// A device that is partly one chip and partly another of the same kind: "a T4 with the A100's power supply". The
// evaluations that a Shapley attribution is made of (modelling §8).
#pragma once

#include <array>
#include <cstdint>

#include "hardware/device.h"

namespace whichchip::analysis {

// What two chips of a class differ in. Every field of a Device that a prediction reads belongs to exactly one group, so
// that all groups of B together are B.
enum class FieldGroup : std::uint8_t {
  compute,  // units, clock, rates and peaks per precision
  memory,   // DRAM: type, capacity, bandwidth
  on_chip,  // caches and scratchpads
  power,    // cap, idle and uncore watts, process node
  host,     // host processor and link
};
constexpr std::size_t kFieldGroupCount = 5;
constexpr std::array<FieldGroup, kFieldGroupCount> kFieldGroups{
    FieldGroup::compute, FieldGroup::memory, FieldGroup::on_chip, FieldGroup::power, FieldGroup::host};
// Stable ids: "compute", "memory", "on-chip", "power", "overhead".
const char* name(FieldGroup group);

// A with the groups whose bit (1 << group) is set taken from B. Both have the same kind of geometry.
hardware::Device hybrid(const hardware::Device& a, const hardware::Device& b, unsigned from_b);

}  // namespace whichchip::analysis
