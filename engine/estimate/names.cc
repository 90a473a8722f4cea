#include <array>

#include "estimate/estimate.h"

namespace whichchip::estimate {

const char* name(Bound bound) {
  static constexpr std::array<const char*, 5> names{"compute", "memory", "power", "link", "overhead"};
  return names[static_cast<std::size_t>(bound)];
}

const char* name(Rung rung) {
  static constexpr std::array<const char*, kRungCount> names{"ideal",  "padding", "efficiency", "power",
                                                             "memory", "link",    "fixed",      "fallback"};
  return names[static_cast<std::size_t>(rung)];
}

const char* name(EnergyKind kind) {
  static constexpr std::array<const char*, kEnergyKindCount> names{"compute", "memory", "control", "unattributed"};
  return names[static_cast<std::size_t>(kind)];
}

const char* name(Fit fit) {
  static constexpr std::array<const char*, 3> names{"yes", "offload", "no"};
  return names[static_cast<std::size_t>(fit)];
}

const char* name(Confidence confidence) {
  static constexpr std::array<const char*, 5> names{"measured", "calibrated", "interpolated", "specification",
                                                    "simulated"};
  return names[static_cast<std::size_t>(confidence)];
}

}  // namespace whichchip::estimate
