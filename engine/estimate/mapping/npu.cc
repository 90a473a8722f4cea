// NPU: MAC arrays over pixels × input channels × output channels, all cores sharing one layer's pixels.
//
// cycles = ceil(pixels/(rows·cores))·kernel·ceil(IC/ICP)·ceil(OC/OCP); depthwise is parallel over channels only:
// ceil(pixels/(rows·cores))·k²·ceil(C/ICP). Transfers that no scratchpad takes ahead of time and arithmetic take turns
// (overlap_loss of the class; not on Hexagons). The vendor's geometry where it is published, else a factorisation
// marked as assumed (modelling §3.4).
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {

double cycles(const workload::MatrixWork& work, const hardware::NpuGeometry& npu, double cores, double images) {
  const double lanes = static_cast<double>(std::max(1, npu.rows)) * cores;
  const double inputs = std::max(1, npu.input_channel_parallel), outputs = std::max(1, npu.output_channel_parallel);
  if (!is_convolution(work) || work.batch <= 0)
    return count(work.groups) * ceiling(count(work.m) / images / lanes) * ceiling(count(work.k) / inputs) *
           ceiling(count(work.n) / outputs);
  const double volume = kernel_volume(work);
  const double steps = ceiling(count(work.batch) / images * output_pixels(work) / lanes) * volume;
  if (is_depthwise(work)) return steps * ceiling(count(work.out_channels) / inputs);
  return count(work.groups) * steps * ceiling(count(work.k) / volume / inputs) * ceiling(count(work.n) / outputs);
}

}  // namespace

Mapped map_npu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& npu = std::get<hardware::NpuGeometry>(context.device.geometry);
  const double clock = context.device.clock_hz;
  const double all_cores = std::max(1, npu.cores);
  // Independent cores take whole inferences each; else all of them share every layer.
  const double images = npu.independent ? std::max(1.0, std::min(all_cores, context.batch)) : 1;
  const double cores = npu.independent ? 1 : all_cores;
  const double array = static_cast<double>(std::max(1, npu.rows)) * std::max(1, npu.input_channel_parallel) *
                       std::max(1, npu.output_channel_parallel);
  const auto rate = hardware::at(npu.macs_per_clock_per_core, context.precision);
  const double cycles_per_step = rate && *rate > 0 ? array / *rate : 1;
  Mapped mapped;
  mapped.supported = npu.sorts || subgraph.kind != workload::OperatorKind::sort;
  double most_rows = 0;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    mapped.padded_s +=
        repeats(subgraph, work) * context.passes * cycles(work, npu, cores, images) * cycles_per_step / clock;
    most_rows = std::max(most_rows, count(work.m));
  }
  const double vector_lanes = npu.vector_bytes_per_clock > 0
                                  ? npu.vector_bytes_per_clock / context.element_bytes * cores * images / all_cores
                                  : static_cast<double>(std::max(1, npu.input_channel_parallel)) * cores * images;
  mapped.padded_s = std::max(mapped.padded_s, vector_work(subgraph) / (vector_lanes * clock));
  mapped.compute_s = mapped.padded_s / context.parameters.compute_efficiency;
  mapped.memory_s = dram_seconds(subgraph, traffic, context);
  const double rows_used = ceiling(most_rows / std::max(1, npu.rows));
  mapped.units_used =
      npu.independent ? units(images, all_cores) : units(subgraph.matrix.empty() ? 1 : rows_used, cores);
  mapped.fixed_s = context.parameters.kernel_s * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
