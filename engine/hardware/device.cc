#include "hardware/device.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::hardware {
namespace {

constexpr std::array kClassNames{"CPU", "GPU", "TPU", "KPU", "NPU", "DSP", "DPU", "CGRA"};
constexpr std::array kMappingNames{"gpu", "cpu", "systolic", "kpu", "npu", "dsp", "dpu", "dataflow", "cgra"};
constexpr std::array kStatusNames{"looked_up",  "looked_up_partly", "derived",
                                  "unverified", "estimated",        "vendor_projection"};

bool is_called(const PowerMode& mode, std::string_view text) {
  return core::equal_ignoring_case(mode.id, text) || core::equal_ignoring_case(mode.name, text) ||
         std::any_of(mode.aliases.begin(), mode.aliases.end(),
                     [&](const std::string& alias) { return core::equal_ignoring_case(alias, text); });
}

PerPrecision scaled(const PerPrecision& table, double factor) {
  PerPrecision result = table;
  for (std::optional<double>& value : result)
    if (value) *value *= factor;
  return result;
}

// How many units are on is part of the geometry, too, where the mapping counts them there.
void set_units(Geometry& geometry, int units) {
  std::visit(
      [units](auto& shape) {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<Shape, GpuGeometry>)
          shape.sms = units;
        else if constexpr (std::is_same_v<Shape, SystolicGeometry>)
          shape.arrays = units;
        else if constexpr (std::is_same_v<Shape, CgraGeometry>)
          shape.compute_units = units;
        else if constexpr (std::is_same_v<Shape, DataflowGeometry>)
          shape.units = units;
        else if constexpr (!std::is_same_v<Shape, KpuGeometry>)
          shape.cores = units;
      },
      geometry);
}

}  // namespace

const char* name(DeviceClass device_class) { return kClassNames[static_cast<std::size_t>(device_class)]; }
const char* name(Mapping mapping) { return kMappingNames[static_cast<std::size_t>(mapping)]; }
const char* name(FigureStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

Device in_mode(const Device& device, const std::string& mode) {
  const auto chosen = std::find_if(device.power_modes.begin(), device.power_modes.end(),
                                   [&](const PowerMode& candidate) { return is_called(candidate, mode); });
  if (chosen == device.power_modes.end()) {
    std::vector<std::string> names;
    for (const PowerMode& candidate : device.power_modes) names.push_back(candidate.id);
    throw core::Error(core::ErrorCode::bad_usage, device.id + " has no power mode \"" + mode + "\"",
                      device.id + "@" + mode, "its modes are " + core::join_choices(names));
  }
  Device result = device;
  const Rating& rating = device.rating;
  result.power_mode = chosen->id;
  result.units = chosen->units_on.value_or(rating.units);
  result.clock_hz = chosen->clock_hz.value_or(rating.clock_hz);
  result.memory.bandwidth_bytes_per_s = chosen->bandwidth_bytes_per_s.value_or(rating.bandwidth_bytes_per_s);
  set_units(result.geometry, result.units);

  double factor = static_cast<double>(result.units) / rating.units;
  if (rating.clock_hz > 0) factor *= result.clock_hz / rating.clock_hz;
  result.peak_ops_per_s = scaled(rating.peak_ops_per_s, factor);
  result.peak_vector_ops_per_s = scaled(rating.peak_vector_ops_per_s, factor);
  result.idle = rating.idle;
  // A whole server's idle power does not have to fit under the chip's cap.
  if (result.idle && result.idle->scope != PowerScope::server)
    result.idle->watts = std::min(result.idle->watts, chosen->cap_w / 2);
  return result;
}

const PowerMode& current_mode(const Device& device) {
  const auto current = std::find_if(device.power_modes.begin(), device.power_modes.end(),
                                    [&](const PowerMode& mode) { return mode.id == device.power_mode; });
  if (current == device.power_modes.end())
    throw core::Error(core::ErrorCode::internal, device.id + " is in no power mode of its own");
  return *current;
}

std::string key(const Device& device) {
  const bool is_default = device.power_modes.empty() || device.power_mode == device.power_modes.front().id;
  return is_default ? device.id : device.id + "@" + device.power_mode;
}

}  // namespace whichchip::hardware
