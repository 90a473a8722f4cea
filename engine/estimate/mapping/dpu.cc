// DPU: an FPGA's MAC array over pixels × input channels × output channels (Xilinx DPUCZDX8G, PG338), and an ALU engine
// beside it for what has no channels to sum.
//
// cycles = ceil(OW/PP)·OH·kh·kw·ceil(IC/ICP)·ceil(OC/OCP) per image, peak PP·ICP·OCP MACs per step. Depthwise takes
// ceil(OW/PP)·OH·k²·ceil(C/CP) cycles of the ALU engine, pooling and additions their operations ÷ (PP·CP), PP and CP
// being those of that engine. Cores take whole images. Layers that neither knows (softmax, attention, norms) run on the
// board's processors. One core keeps so few requests in flight that it attains only a part of the DDR rate; several
// cores attain their sum, up to what DDR gives. A part of the transfers (or of the arithmetic, where that is shorter)
// is not hidden: a layer's first tile comes before the array starts, its last one leaves after it (overlap_loss). The
// batch handlers of an AI Engine DPU are one such requester (modelling §3.4). Geometries are those of the compiler's
// target descriptions (Vitis AI, target_factory).
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {

bool shares_weights(const hardware::Device& device) {
  constexpr double kFastestFabric_hz = 0.8e9;  // programmable logic stays below, AI Engines run above 1 GHz
  return device.clock_hz > kFastestFabric_hz;
}

namespace {

constexpr double kMostOfDdr = 0.8;  // of the peak, by several cores together: what all classes attain of DDR

double array_cycles(const workload::MatrixWork& work, const hardware::DpuGeometry& dpu, double images) {
  const double pixels = dpu.pixel_parallel, inputs = dpu.input_channel_parallel, outputs = dpu.output_channel_parallel;
  const double groups = count(work.groups);
  if (!is_convolution(work) || work.batch <= 0)
    return groups * ceiling(count(work.m) / images / pixels) * ceiling(count(work.k) / inputs) *
           ceiling(count(work.n) / outputs);
  const double volume = kernel_volume(work);
  const double lines = ceiling(count(work.out_w) / pixels) * count(work.out_h) * count(work.out_d);
  return groups * lines * volume * ceiling(count(work.k) / volume / inputs) * ceiling(count(work.n) / outputs);
}

struct Alu {
  double pixels, channels, clock;
};

Alu alu_of(const hardware::DpuGeometry& dpu, double clock) {
  const int pixels = dpu.alu_pixel_parallel > 0 ? dpu.alu_pixel_parallel : dpu.pixel_parallel;
  const int channels = dpu.alu_channel_parallel > 0 ? dpu.alu_channel_parallel : dpu.input_channel_parallel;
  return {static_cast<double>(std::max(1, pixels)), static_cast<double>(std::max(1, channels)),
          dpu.alu_clock_hz > 0 ? std::min(clock, dpu.alu_clock_hz) : clock};
}

double depthwise_cycles(const workload::MatrixWork& work, const Alu& alu) {
  const double lines = ceiling(count(work.out_w) / alu.pixels) * count(work.out_h) * count(work.out_d);
  return lines * kernel_volume(work) * ceiling(count(work.out_channels) / alu.channels);
}

// Operations of the ALU engine, all images: activations and biases ride on the array, a residual does not.
double alu_operations(const workload::Subgraph& subgraph) {
  if (subgraph.matrix.empty()) return vector_work(subgraph);
  double residuals = 0;
  for (std::size_t i = 1; i < subgraph.reads.size(); ++i) residuals += count(subgraph.reads[i].elements);
  return residuals * count(std::max<std::int64_t>(1, subgraph.repeat));
}

}  // namespace

Mapped map_dpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& dpu = std::get<hardware::DpuGeometry>(context.device.geometry);
  const double clock = context.device.clock_hz;
  const double cores = std::max(1, dpu.cores);
  const double images = std::max(1.0, context.batch);
  const double rounds = ceiling(images / cores);
  const Alu alu = alu_of(dpu, clock);
  Mapped mapped;
  mapped.supported = on_convolution_engine(subgraph) && subgraph.kind != workload::OperatorKind::softmax;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    const double times = repeats(subgraph, work) * context.passes * rounds;
    const bool depthwise = is_depthwise(work) && work.batch > 0;
    mapped.padded_s += times * (depthwise ? depthwise_cycles(work, alu) / alu.clock
                                          : array_cycles(work, dpu, images) * dpu.clocks_per_step / clock);
  }
  const double alu_s = alu_operations(subgraph) / images * rounds / (alu.pixels * alu.channels * alu.clock);
  mapped.padded_s = std::max(mapped.padded_s, alu_s);
  mapped.compute_s = mapped.padded_s / context.parameters.compute_efficiency;
  mapped.units_used = units(images, cores);
  const double one_core = context.dram_bytes_per_s / context.device.memory.bandwidth_bytes_per_s;
  const double requesters = shares_weights(context.device) ? 1 : mapped.units_used;
  const double attained = std::min(requesters * one_core, std::max(one_core, kMostOfDdr)) / one_core;
  mapped.memory_s = dram_seconds(subgraph, traffic, context) / attained;
  mapped.fixed_s = context.parameters.kernel_s * rounds * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
