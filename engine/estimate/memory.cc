#include "estimate/memory.h"

#include <algorithm>

namespace whichchip::estimate {
namespace {

using hardware::Mapping;

constexpr double kGpuWorkspaceBytes = 32e6;       // split-K partials and implicit GEMM, 8-64 MB
constexpr double kServerGpuContextBytes = 0.4e9;  // CUDA context, 0.3-0.5 GB
constexpr double kContextBytes = 0.1e9;           // other runtimes, 50-200 MB

double context_bytes(const hardware::Device& device) {
  if (device.memory.capacity_bytes.value_or(0) <= 0) return 0;
  const bool server_gpu = device.mapping == Mapping::gpu && device.memory.type.compare(0, 2, "LP") != 0;
  return server_gpu ? kServerGpuContextBytes : kContextBytes;
}

// Devices without DRAM: weights that do not fit on the chip are streamed from the host or switched in contexts.
Fit fit_on_chip(const hardware::Device& device, double weight_bytes) {
  double capacity = on_chip_capacity_bytes(device);
  if (const auto* systolic = std::get_if<hardware::SystolicGeometry>(&device.geometry))
    capacity = systolic->weight_capacity_bytes.value_or(capacity);
  if (weight_bytes <= capacity) return Fit::yes;
  return device.host ? Fit::offload : Fit::no;
}

}  // namespace

MemoryFit memory_fit(const workload::Partition& partition, const hardware::Device& device, hardware::Precision own,
                     hardware::Precision chosen, double weight_bytes) {
  MemoryFit result;
  const double resize = static_cast<double>(hardware::storage_bits(chosen)) / hardware::storage_bits(own);
  result.peak.weight_bytes = weight_bytes;
  result.peak.activation_bytes = static_cast<double>(partition.peak_activation_bytes) * resize;
  result.peak.workspace_bytes = device.mapping == Mapping::gpu ? kGpuWorkspaceBytes : 0;
  result.peak.context_bytes = context_bytes(device);
  if (!device.memory.capacity_bytes) return result;
  if (*device.memory.capacity_bytes <= 0) {
    result.fits = fit_on_chip(device, weight_bytes);
    return result;
  }
  const double excess = result.peak.total_bytes() - *device.memory.capacity_bytes;
  if (excess <= 0) return result;
  const bool link = device.host && device.host->link_bytes_per_s > 0;
  result.fits = link && excess <= weight_bytes ? Fit::offload : Fit::no;
  result.offload_share = result.fits == Fit::offload ? excess / weight_bytes : 0;
  return result;
}

}  // namespace whichchip::estimate
