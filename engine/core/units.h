// Numbers as people read them: 3 to 4 significant digits and decimal prefixes, chosen per column so that cells compare
// by eye.
//
// Values come in SI units (s, J, W, byte, byte/s, 1/s, operations) and are never changed, only shown. Independent of
// locale.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace whichchip::core {

enum class Quantity : std::uint8_t {
  time,          // s … ns
  energy,        // J … pJ
  power,         // kW … mW
  bytes,         // decimal: GB, MB, KB
  bandwidth,     // GB/s
  count,         // plain: 25.6 M
  operations,    // of MACs, FLOPs, vector operations: G
  rate,          // 1/s, never prefixed
  throughput,    // operations per second: TOPS
  frequency,     // GHz
  fraction,      // of one, shown in %
  ratio,         // ×, never prefixed
  energy_delay,  // J·s
  money,         // $, never prefixed
  mass,          // g, never prefixed up; mg, µg
};

// How a column shows its values: shown = value ÷ factor, in `unit`.
struct Scale {
  double factor = 1;
  std::string unit;
  bool whole = false;  // counted one by one: whole values have no decimals, "64 B" and not "64.0 B"
};

// The scale that suits the median of the magnitudes of `values`; zeros and values that are not finite have no say.
Scale scale_for(Quantity quantity, std::span<const double> values);
Scale scale_for(Quantity quantity, double value);

// `digits` significant digits, more where the integer part has more: "0.0123", "1.23", "45.6", "1234". "—" when not
// finite. Below zero it begins with a minus sign (U+2212), not with a hyphen.
std::string format_number(double value, int digits = 3);
// Under a scale: without the unit.
std::string format_number(double value, const Scale& scale, int digits = 3);
// A figure as a data sheet or a user gave it, without zeros behind it: "7", "0.2", "1.155".
std::string format_given(double value);
// On its own, with its unit: "1.23 ms", "45.6 %", "3.2×", "<0.01 %".
std::string format(Quantity quantity, double value, int digits = 3);
// "1 subgraph", "53 subgraphs"
std::string counted(std::int64_t count, std::string_view singular, std::string_view plural);

}  // namespace whichchip::core
