// DSP: a vector unit, and where there is one a weight-stationary matrix array beside it (HMX, MMA).
//
// Matrix work on the array as systolic arrays do, or on the vector unit at bytes per clock ÷ element · 0.5 (loads
// limit); depthwise on the faster of the vector unit and one row of the array (modelling §3.4).
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {

constexpr double kVectorShare = 0.5;  // one load port for two operands

struct Rates {
  double rows, columns, cores, cycles_per_step;
  double vector_lanes;  // operations per clock, all cores
};

Rates rates_of(const hardware::NpuGeometry& dsp, const MappingContext& context) {
  Rates r{};
  r.rows = std::max(1, dsp.input_channel_parallel);
  r.columns = std::max(1, dsp.output_channel_parallel);
  r.cores = static_cast<double>(std::max(1, dsp.cores)) * std::max(1, dsp.rows);
  const auto rate = hardware::at(dsp.macs_per_clock_per_core, context.precision);
  r.cycles_per_step = rate && *rate > 0 ? r.rows * r.columns * std::max(1, dsp.rows) / *rate : 1;
  r.vector_lanes = std::max(1.0, dsp.vector_bytes_per_clock / context.element_bytes);
  return r;
}

double matrix_cycles(const workload::MatrixWork& work, const Rates& r) {
  const double groups = count(work.groups), m = count(work.m);
  const double macs = groups * m * count(work.n) * count(work.k);
  const double on_vector = macs / (r.vector_lanes * kVectorShare);
  const double passes = groups * ceiling(count(work.k) / r.rows) * ceiling(count(work.n) / r.columns);
  const double on_array = (passes * std::max(m / r.cores, r.rows) + r.rows + r.columns) * r.cycles_per_step;
  return std::min(on_vector, on_array);
}

double depthwise_cycles(const workload::MatrixWork& work, const Rates& r) {
  const double pixels = count(work.batch) * output_pixels(work);
  const double on_array = pixels * kernel_volume(work) * ceiling(count(work.out_channels) / r.columns) / r.cores;
  const double macs = pixels * kernel_volume(work) * count(work.out_channels);
  return std::min(on_array, macs / (r.vector_lanes * kVectorShare));
}

}  // namespace

Mapped map_dsp(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& dsp = std::get<hardware::NpuGeometry>(context.device.geometry);
  const Rates r = rates_of(dsp, context);
  const double clock = context.device.clock_hz;
  Mapped mapped;
  mapped.supported = subgraph.kind != workload::OperatorKind::sort;
  double most_rows = 0;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    const bool channelwise = is_depthwise(work) && work.batch > 0;
    const double times = repeats(subgraph, work) * context.passes / clock;
    const double cycles = times * (channelwise ? depthwise_cycles(work, r) : matrix_cycles(work, r));
    const Parameters& attained = context.parameters;
    const double eta = attained.compute_efficiency * (channelwise ? attained.depthwise_efficiency : 1.0);
    mapped.padded_s += cycles;
    mapped.compute_s += cycles / eta;
    most_rows = std::max(most_rows, count(work.m));
  }
  const double vector_s = vector_work(subgraph) / (r.vector_lanes * clock);
  mapped.padded_s = std::max(mapped.padded_s, vector_s);
  mapped.compute_s = std::max(mapped.compute_s, vector_s / context.parameters.vector_efficiency);
  mapped.memory_s = dram_seconds(subgraph, traffic, context);
  const double cores = std::max(1, dsp.cores);
  mapped.units_used = units(subgraph.matrix.empty() ? 1 : ceiling(most_rows / r.rows), cores);
  mapped.fixed_s = context.parameters.kernel_s * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
