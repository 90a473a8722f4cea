// Peaks against the units that are to give them: units × rate × clock. Internal to engine/hardware.
#pragma once

#include <array>
#include <string>

#include "hardware/device.h"

namespace whichchip::hardware {

struct StatedPeaks {
  PerPrecision matrix_ops_per_s;                       // of the file's "peak"
  PerPrecision vector_ops_per_s;                       // of "peak_vector"
  std::array<std::string, kPrecisionCount> departs;    // why a peak is not what its units give
  std::array<FigureStatus, kPrecisionCount> status{};  // of "peak"
  std::optional<double> vector_clock_hz;               // boost of work outside the matrix engines
};

// Multiply-accumulates per clock of the whole chip at a precision; absent where the geometry has no rate for it.
std::optional<double> macs_per_clock(const Device& device, Precision precision);

// Sets the device's peaks. Data sheets round, so within 7 % the larger of stated peak and units × rate × clock holds:
// what the mapping attains never exceeds the peak. Beyond that the stated peak holds and limits the rate, and unless
// the file says why, the device gets a warning.
void settle_peaks(Device& device, const StatedPeaks& stated);

}  // namespace whichchip::hardware
