// DPU: an FPGA's MAC array over pixels × input channels × output channels (Xilinx DPUCZDX8G, PG338).
//
// cycles = ceil(OW/PP)·OH·kh·kw·ceil(IC/ICP)·ceil(OC/OCP) per image, peak PP·ICP·OCP MACs per clock; depthwise
// ceil(OW/PP)·OH·k²·ceil(C/ICP); other work vector_ops ÷ (PP·ICP). Cores take whole images. Layers that the array does
// not know (softmax, attention, norms) run on the board's processors. One core keeps so few requests in flight that it
// attains only a part of the DDR rate; several cores attain their sum, up to what DDR gives. The batch handlers of an
// AI Engine DPU are one such requester (modelling §3.4).
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {

bool shares_weights(const hardware::Device& device) {
  constexpr double kFastestFabric_hz = 0.8e9;  // programmable logic stays below, AI Engines run above 1 GHz
  return device.clock_hz > kFastestFabric_hz;
}

namespace {

constexpr double kMostOfDdr = 0.47;  // of the peak, by several cores together: two on a ZCU104 gain 1.87, VGG 1.73

double cycles_per_image(const workload::MatrixWork& work, const hardware::DpuGeometry& dpu, double images) {
  const double pixels = dpu.pixel_parallel, inputs = dpu.input_channel_parallel, outputs = dpu.output_channel_parallel;
  const double groups = count(work.groups);
  if (!is_convolution(work) || work.batch <= 0)
    return groups * ceiling(count(work.m) / images / pixels) * ceiling(count(work.k) / inputs) *
           ceiling(count(work.n) / outputs);
  const double volume = kernel_volume(work);
  const double lines = ceiling(count(work.out_w) / pixels) * count(work.out_h) * count(work.out_d);
  if (is_depthwise(work)) return lines * volume * ceiling(count(work.out_channels) / inputs);
  const double k_channels = count(work.k) / volume;
  return groups * lines * volume * ceiling(k_channels / inputs) * ceiling(count(work.n) / outputs);
}

bool on_array(const workload::Subgraph& subgraph) {
  using workload::OperatorKind;
  switch (subgraph.kind) {
    case OperatorKind::attention:
    case OperatorKind::recurrent:
    case OperatorKind::sort:
    case OperatorKind::softmax:
    case OperatorKind::normalization:
      return false;
    case OperatorKind::matmul:
      return std::all_of(subgraph.matrix.begin(), subgraph.matrix.end(),
                         [](const workload::MatrixWork& work) { return work.weight_operand; });
    default:
      return true;
  }
}

}  // namespace

Mapped map_dpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& dpu = std::get<hardware::DpuGeometry>(context.device.geometry);
  const double clock = context.device.clock_hz;
  const double cores = std::max(1, dpu.cores);
  const double images = std::max(1.0, context.batch);
  const double rounds = ceiling(images / cores);
  Mapped mapped;
  mapped.supported = on_array(subgraph);
  for (const workload::MatrixWork& work : subgraph.matrix)
    mapped.padded_s += repeats(subgraph, work) * context.passes * rounds * cycles_per_image(work, dpu, images) / clock;
  const double lanes = static_cast<double>(dpu.pixel_parallel) * dpu.input_channel_parallel;
  mapped.padded_s = std::max(mapped.padded_s, vector_work(subgraph) / images * rounds / (lanes * clock));
  mapped.compute_s = mapped.padded_s / matrix_efficiency(context);
  mapped.units_used = units(images, cores);
  const double one_core = context.dram_bytes_per_s / context.device.memory.bandwidth_bytes_per_s;
  const double requesters = shares_weights(context.device) ? 1 : mapped.units_used;
  const double attained = std::min(requesters * one_core, std::max(one_core, kMostOfDdr)) / one_core;
  mapped.memory_s = dram_seconds(subgraph, traffic, context) / attained;
  mapped.fixed_s = context.parameters.kernel_s * rounds * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
