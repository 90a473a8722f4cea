#include "hardware/peaks.h"

#include <algorithm>
#include <cmath>

namespace whichchip::hardware {
namespace {

constexpr double kTolerance = 0.07;

std::size_t index(Precision p) { return static_cast<std::size_t>(p); }

// Applies `change` to the rate of a precision wherever the geometry holds one: the matrix path, or the only one.
template <typename Change>
void change_rate(Geometry& geometry, Precision p, Change change) {
  if (auto* gpu = std::get_if<GpuGeometry>(&geometry)) {
    PerPrecision& matrix = gpu->matrix_macs_per_clock_per_sm;
    PerPrecision& vector = gpu->vector_macs_per_clock_per_sm;
    change(matrix[index(p)] || !vector[index(p)] ? matrix[index(p)] : vector[index(p)]);
  } else if (auto* cpu = std::get_if<CpuGeometry>(&geometry)) {
    change(cpu->macs_per_clock_per_core[index(p)]);
  } else if (auto* systolic = std::get_if<SystolicGeometry>(&geometry)) {
    change(systolic->macs_per_clock_per_array[index(p)]);
  } else if (auto* npu = std::get_if<NpuGeometry>(&geometry)) {
    change(npu->macs_per_clock_per_core[index(p)]);
  } else if (auto* kpu = std::get_if<KpuGeometry>(&geometry)) {
    for (KpuPool& pool : kpu->pools)
      if (pool.macs_per_clock_per_element[index(p)]) change(pool.macs_per_clock_per_element[index(p)]);
  }
}

std::string in_percent(double ratio) { return std::to_string(std::lround(ratio * 100)) + " %"; }

void settle_matrix(Device& device, const StatedPeaks& stated, Precision p) {
  const std::optional<double> peak = stated.matrix_ops_per_s[index(p)];
  const std::optional<double> rate = macs_per_clock(device, p);
  std::optional<double>& result = device.peak_ops_per_s[index(p)];
  result = peak;
  if (device.clock_hz <= 0) return;
  if (!rate) {
    if (!peak || std::holds_alternative<DataflowGeometry>(device.geometry)) return;
    const double each_rate = *peak / (2 * device.units * device.clock_hz);
    change_rate(device.geometry, p, [&](std::optional<double>& each) { each = each_rate; });
    if (macs_per_clock(device, p)) return;
    result.reset();
    device.warnings.push_back(std::string("no unit of the geometry runs ") + name(p) + ": its peak is left out");
    return;
  }
  const auto* gpu = std::get_if<GpuGeometry>(&device.geometry);
  const bool vector_only = gpu && !at(gpu->matrix_macs_per_clock_per_sm, p);
  const double clock = vector_only ? stated.vector_clock_hz.value_or(device.clock_hz) : device.clock_hz;
  const double given = 2 * *rate * clock;
  if (!peak || std::abs(*peak / given - 1) <= kTolerance) {
    result = std::max(peak.value_or(0), given);
    return;
  }
  const double limit = *peak / given;
  if (limit < 1) change_rate(device.geometry, p, [&](std::optional<double>& each) { *each *= limit; });
  if (stated.departs[index(p)].empty())
    device.warnings.push_back(std::string("the ") + name(p) + " peak is " + in_percent(limit) +
                              " of what units × MACs per clock × clock give");
}

void settle_vector(Device& device, const StatedPeaks& stated, Precision p) {
  std::optional<double>& result = device.peak_vector_ops_per_s[index(p)];
  result = stated.vector_ops_per_s[index(p)];
  std::optional<double> given;
  if (const auto* gpu = std::get_if<GpuGeometry>(&device.geometry)) {
    if (const std::optional<double> each = at(gpu->vector_macs_per_clock_per_sm, p))
      given = 2 * *each * device.units * device.clock_hz;
  } else if (const auto* cpu = std::get_if<CpuGeometry>(&device.geometry)) {
    if (!cpu->matrix_unit) given = at(device.peak_ops_per_s, p);
  }
  if (!given || *given <= 0) return;
  const double boost = device.clock_hz > 0 ? stated.vector_clock_hz.value_or(device.clock_hz) / device.clock_hz : 1;
  const bool fits =
      result && *result >= *given * (1 - kTolerance) && *result <= *given * std::max(boost, 1.0) * (1 + kTolerance);
  if (result && !fits)
    device.warnings.push_back(std::string("the ") + name(p) + " vector peak is " + in_percent(*result / *given) +
                              " of what units × MACs per clock × clock give");
  else
    result = std::max(result.value_or(0), *given);
}

void check_factorisation(Device& device) {
  const auto* npu = std::get_if<NpuGeometry>(&device.geometry);
  if (!npu) return;
  std::optional<double> rate = at(npu->macs_per_clock_per_core, Precision::int8);
  if (!rate) rate = at(npu->macs_per_clock_per_core, Precision::fp16);
  if (!rate) return;
  const double product = static_cast<double>(npu->rows) * npu->input_channel_parallel * npu->output_channel_parallel;
  if (std::abs(product / *rate - 1) > kTolerance)
    device.warnings.push_back("rows × input channels × output channels is " + in_percent(product / *rate) +
                              " of the MACs per clock");
}

}  // namespace

std::optional<double> macs_per_clock(const Device& device, Precision p) {
  std::optional<double> each;
  if (const auto* gpu = std::get_if<GpuGeometry>(&device.geometry)) {
    const std::optional<double> matrix = at(gpu->matrix_macs_per_clock_per_sm, p);
    const std::optional<double> vector = at(gpu->vector_macs_per_clock_per_sm, p);
    each = matrix ? matrix : vector;
  } else if (const auto* cpu = std::get_if<CpuGeometry>(&device.geometry)) {
    each = at(cpu->macs_per_clock_per_core, p);
  } else if (const auto* systolic = std::get_if<SystolicGeometry>(&device.geometry)) {
    each = at(systolic->macs_per_clock_per_array, p);
  } else if (const auto* npu = std::get_if<NpuGeometry>(&device.geometry)) {
    each = at(npu->macs_per_clock_per_core, p);
  } else if (const auto* dpu = std::get_if<DpuGeometry>(&device.geometry)) {
    if (p == Precision::int8)
      each = static_cast<double>(dpu->pixel_parallel) * dpu->input_channel_parallel * dpu->output_channel_parallel /
             dpu->clocks_per_step;
  } else if (const auto* cgra = std::get_if<CgraGeometry>(&device.geometry)) {
    // Narrower types run in the same lanes, where the file states a peak for them at all.
    if (p == Precision::fp32 || at(device.peak_ops_per_s, p)) each = static_cast<double>(cgra->lanes) * cgra->stages;
  } else if (const auto* kpu = std::get_if<KpuGeometry>(&device.geometry)) {
    double total = 0;
    for (const KpuPool& pool : kpu->pools)
      total += static_cast<double>(pool.tiles) * pool.rows * pool.columns *
               at(pool.macs_per_clock_per_element, p).value_or(0);
    if (total > 0) return total;
  }
  if (each) *each *= device.units;
  return each;
}

void settle_peaks(Device& device, const StatedPeaks& stated) {
  device.peak_ops_per_s = stated.matrix_ops_per_s;
  device.peak_status = stated.status;
  for (const Precision p : kPrecisions) settle_matrix(device, stated, p);
  for (const Precision p : kPrecisions) settle_vector(device, stated, p);
  check_factorisation(device);
}

}  // namespace whichchip::hardware
