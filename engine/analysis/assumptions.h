// Figures that are neither the model's nor the chip's, each with its source. Shown wherever a result rests on them.
#pragma once

namespace whichchip::analysis {

// World average, life-cycle based: IEA 2019, as used by codecarbon (carbon_intensity_per_source.json).
inline constexpr double kGridCarbonGramsPerKilowattHour = 475;
// Power usage effectiveness: what a site draws per watt of its machines. 1.15 is AWS's published figure; a device
// outside a data centre has no cooling plant.
inline constexpr double kDatacenterPue = 1.15;
inline constexpr double kEdgePue = 1.0;
inline constexpr double kJoulesPerKilowattHour = 3.6e6;

}  // namespace whichchip::analysis
