// Published measurements: the rows of assets/measurements/calibration.csv.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace whichchip::fidelity {

struct Measurement {
  std::string id, model, device, power_mode, units_used, precision, runtime, boundary, metric, source;
  std::vector<std::pair<std::string, std::int64_t>> dims;
  std::int64_t batch = 1;
  bool derived_batch = false;  // no source states it: the table's authors worked it out
  double value = 0;            // SI
  bool whole_system = false;   // boundary wall: the supply of the whole machine, not of a board at its DC input
};

// Throws std::runtime_error when the file cannot be read or lacks a column.
std::vector<Measurement> read_measurements(const std::string& path);

}  // namespace whichchip::fidelity
