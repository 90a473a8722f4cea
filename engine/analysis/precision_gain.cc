#include "analysis/precision_gain.h"

#include <algorithm>

#include "core/units.h"

namespace whichchip::analysis {
namespace {

std::string setting_of(const SweepPoint& point) {
  std::string text = "batch " + std::to_string(point.batch);
  for (const auto& [name, value] : point.dims) text += ", " + name + " " + std::to_string(value);
  return text;
}

}  // namespace

std::vector<PrecisionGain> precision_gains(const Sweep& sweep) {
  std::vector<PrecisionGain> gains;
  if (sweep.points.empty()) return gains;
  std::int64_t least = sweep.points.front().batch;
  for (const SweepPoint& point : sweep.points) least = std::min(least, point.batch);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& after = sweep.points[i];
    if (after.batch != least) continue;
    const auto base = std::find_if(sweep.points.begin(), sweep.points.end(), [&](const SweepPoint& before) {
      return before.model == after.model && before.hardware == after.hardware && before.batch == after.batch &&
             before.dims == after.dims;
    });
    if (base->asked == after.asked || base->precision == after.precision) continue;
    gains.push_back({after.model, after.hardware, setting_of(after), base->precision, after.precision,
                     base->latency_s / after.latency_s, base->energy_j / after.energy_j});
  }
  return gains;
}

std::string told(const PrecisionGain& gain) {
  const auto ratio = [](double value) { return core::format(core::Quantity::ratio, value); };
  return gain.model + " on " + gain.hardware + " at " + gain.setting + ": " + hardware::name(gain.to) + " is " +
         ratio(gain.faster) + " as fast as " + hardware::name(gain.from) + " and takes " +
         (gain.less_energy >= 1 ? ratio(gain.less_energy) + " less energy."
                                : ratio(1 / gain.less_energy) + " more energy.");
}

}  // namespace whichchip::analysis
