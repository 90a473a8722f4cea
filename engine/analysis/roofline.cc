#include "analysis/roofline.h"

#include <algorithm>
#include <variant>

namespace whichchip::analysis {
namespace {

// The figure's own provenance, or that of the nearest object around it.
std::string source_of(const hardware::Device& device, std::string path) {
  while (!path.empty()) {
    const auto found = device.provenance.find(path);
    if (found != device.provenance.end()) {
      std::string text = hardware::name(found->second.status);
      std::replace(text.begin(), text.end(), '_', ' ');
      if (!found->second.sources.empty()) text += ": " + found->second.sources.front();
      return text;
    }
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
  }
  return "not stated";
}

void add_peaks(const Row& row, Roofline& result) {
  const hardware::Device& device = row.device;
  const auto& choice = row.estimate.precision;
  const std::string compute = hardware::name(choice.compute);
  std::string title = std::string(hardware::name(choice.precision)) + " peak";
  if (choice.passes > 1) title += ", by " + std::to_string(choice.passes) + " passes of " + compute;
  result.ceilings.push_back({"peak", title, row.estimate.peak_ops_per_s, 0, source_of(device, "/peak/" + compute)});
  if (device.memory.bandwidth_bytes_per_s > 0)
    result.ceilings.push_back({"dram", device.memory.type.empty() ? "memory of the host" : device.memory.type, 0,
                               device.memory.bandwidth_bytes_per_s, source_of(device, "/memory/bandwidth")});
}

void add_last_level(const Row& row, Roofline& result) {
  if (const auto* gpu = std::get_if<hardware::GpuGeometry>(&row.device.geometry)) {
    if (gpu->l2_bytes_per_clock > 0)
      result.ceilings.push_back({"llc", "L2", 0, gpu->l2_bytes_per_clock * row.device.clock_hz,
                                 source_of(row.device, "/geometry/l2_bytes_per_clock")});
  } else if (const auto* cpu = std::get_if<hardware::CpuGeometry>(&row.device.geometry)) {
    constexpr double kBytesPerClockAndCore = 16;  // what the predictor charges (modelling §3.3)
    if (cpu->l3_bytes > 0 && row.device.clock_hz > 0)
      result.ceilings.push_back({"llc", "L3", 0, cpu->cores * row.device.clock_hz * kBytesPerClockAndCore,
                                 "assumed: 16 byte per clock and core"});
  }
}

void add_others(const Row& row, Roofline& result) {
  const hardware::Device& device = row.device;
  for (const hardware::Precision other : hardware::kPrecisions) {
    const auto peak = hardware::at(device.peak_ops_per_s, other);
    if (!peak || other == row.estimate.precision.precision) continue;
    const std::string id = hardware::name(other);
    result.ceilings.push_back({"peak_" + id, id + " peak", *peak, 0, source_of(device, "/peak/" + id)});
  }
  if (const auto vector = hardware::at(device.peak_vector_ops_per_s, hardware::Precision::fp32))
    result.ceilings.push_back({"vector", "fp32 vector peak", *vector, 0, source_of(device, "/peak_vector/fp32")});
}

// The rate at which the subgraph with the least energy per operation would reach the power cap.
void add_power(const std::vector<workload::Subgraph>& subgraphs, const Row& row, Roofline& result) {
  double best = 0;
  for (std::size_t i = 0; i < row.estimate.subgraphs.size(); ++i) {
    const estimate::SubgraphEstimate& part = row.estimate.subgraphs[i];
    if (part.power_s > 0) best = std::max(best, 2 * static_cast<double>(subgraphs[i].macs) / part.power_s);
  }
  if (best > 0 && best < row.estimate.peak_ops_per_s)
    result.ceilings.push_back(
        {"power", "power cap", best, 0, "predicted: the layer with the least energy per operation, at the cap"});
}

}  // namespace

Roofline roofline(const workload::Workload& workload, const Row& row) {
  Roofline result;
  result.hardware = row.key;
  result.precision = row.estimate.precision.precision;
  result.ridge_point = row.ridge_point;
  const std::vector<workload::Subgraph>& subgraphs = workload.partition(row.estimate.runtime_used).subgraphs;
  add_peaks(row, result);
  add_last_level(row, result);
  add_power(subgraphs, row, result);
  add_others(row, result);
  for (std::size_t i = 0; i < row.estimate.subgraphs.size(); ++i) {
    const estimate::SubgraphEstimate& part = row.estimate.subgraphs[i];
    const double share = row.batch_latency_s > 0 ? part.latency_s / row.batch_latency_s : 0;
    if (subgraphs[i].macs <= 0 || part.on_host || part.latency_s <= 0) {
      result.time_without_macs += share;
      continue;
    }
    RooflinePoint point;
    point.subgraph = subgraphs[i].id;
    point.name = subgraphs[i].name;
    const double operations = 2 * static_cast<double>(subgraphs[i].macs);
    if (part.dram_bytes > 0) point.intensity = operations / part.dram_bytes;
    point.ops_per_s = operations / part.latency_s;
    point.time_share = share;
    point.bound = part.bound;
    result.points.push_back(std::move(point));
  }
  return result;
}

std::string roofline_text(const Roofline& roofline, const Row& row) {
  using core::format;
  using core::Quantity;
  std::string line = roofline.hardware + " attains " + format(Quantity::throughput, row.attained_ops_per_s) + " of " +
                     format(Quantity::throughput, row.estimate.peak_ops_per_s) + " (" +
                     hardware::name(roofline.precision) + ")";
  if (row.arithmetic_intensity && row.ridge_point)
    line += "; " + core::format_number(*row.arithmetic_intensity) + " FLOP/byte stand " +
            (*row.arithmetic_intensity < *row.ridge_point ? "left" : "right") + " of the ridge at " +
            core::format_number(*row.ridge_point);
  line += "; " + format(Quantity::fraction, row.bound_share[static_cast<std::size_t>(row.bound)]) +
          " of the time is bound by " + estimate::name(row.bound);
  if (row.bandwidth_utilisation)
    line += ", bandwidth utilisation is " + format(Quantity::fraction, *row.bandwidth_utilisation);
  return line + ".";
}

}  // namespace whichchip::analysis
