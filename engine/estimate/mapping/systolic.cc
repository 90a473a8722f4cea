// Weight-stationary systolic arrays: TPU, Edge TPU, NeuronCore, the MMA of a C7x.
//
// passes = ceil(K/R)·ceil(N/C);  cycles = passes·max(rows/n, R) + R + C over n arrays; R inside max() is the load of
// the next weight tile under double buffering. With few rows the arrays split N instead; the lesser counts. Several
// groups are spread over the arrays. Depthwise: one row of the array (rows·k²·ceil(C/C_array) cycles) or the vector
// unit, whichever is faster. (Modelling §3.2; Jouppi et al., ISCA 2017.)
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {

struct Arrays {
  double rows, columns, count, cycles_per_step;
  double lanes;
};

struct Cycles {
  double cycles = 0, arrays_used = 1;
};

Arrays arrays_of(const hardware::SystolicGeometry& geometry, const MappingContext& context) {
  Arrays a{};
  a.rows = geometry.rows;
  a.columns = geometry.columns;
  a.count = std::max(1, geometry.arrays);
  // Types that run at half rate take two cycles a step, int8 at double rate half of one.
  const auto rate = hardware::at(geometry.macs_per_clock_per_array, context.precision);
  a.cycles_per_step = rate && *rate > 0 ? a.rows * a.columns / *rate : 1;
  a.lanes = std::max(1.0, geometry.vector_lanes);
  return a;
}

Cycles gemm(double groups, double m, double n, double k, const Arrays& a) {
  const double fill = a.rows + a.columns;
  const double k_passes = ceiling(k / a.rows), n_passes = ceiling(n / a.columns);
  if (groups > 1) {
    const double per_array = ceiling(groups / a.count);
    return {per_array * k_passes * n_passes * std::max(m, a.rows) + fill, std::min(groups, a.count)};
  }
  const double split_rows = k_passes * n_passes * std::max(m / a.count, a.rows) + fill;
  const double split_columns = k_passes * ceiling(n_passes / a.count) * std::max(m, a.rows) + fill;
  if (split_columns < split_rows) return {split_columns, std::min(n_passes, a.count)};
  return {split_rows, std::min(a.count, std::max(1.0, ceiling(m / a.rows)))};
}

Cycles depthwise(const workload::MatrixWork& work, const Arrays& a) {
  const double pixels = count(work.batch) * output_pixels(work);
  const double volume = kernel_volume(work);
  const double on_array = pixels * volume * ceiling(count(work.out_channels) / a.columns) / a.count * a.cycles_per_step;
  const double on_vector = pixels * volume * count(work.out_channels) / a.lanes;
  return {std::min(on_array, on_vector), on_array < on_vector ? a.count : 1};
}

}  // namespace

Mapped map_systolic(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& geometry = std::get<hardware::SystolicGeometry>(context.device.geometry);
  const Arrays a = arrays_of(geometry, context);
  const double clock = context.device.clock_hz;
  Mapped mapped;
  // What the Edge TPU's compiler does not map, and everything after it, runs on the host. XLA sorts on a TPU itself
  // (tensorflow/compiler/tests/sort_ops_test.py), other arrays leave it to the host.
  mapped.supported = geometry.weights_over_link ? on_convolution_engine(subgraph)
                                                : subgraph.kind != workload::OperatorKind::sort ||
                                                      context.device.device_class == hardware::DeviceClass::tpu;
  double arrays_used = 1;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    Cycles cycles;
    if (is_depthwise(work) && work.batch > 0) {
      cycles = depthwise(work, a);
    } else {
      cycles = gemm(count(work.groups), count(work.m), count(work.n), count(work.k), a);
      cycles.cycles *= a.cycles_per_step;
    }
    mapped.padded_s += repeats(subgraph, work) * context.passes * cycles.cycles / clock;
    arrays_used = std::max(arrays_used, cycles.arrays_used);
  }
  mapped.padded_s = std::max(mapped.padded_s, vector_work(subgraph) / (a.lanes * clock));
  mapped.compute_s = mapped.padded_s / context.parameters.compute_efficiency;
  mapped.units_used = units(arrays_used, a.count);
  mapped.memory_s = dram_seconds(subgraph, traffic, context);
  mapped.serial_link = geometry.weights_over_link;
  mapped.fixed_s = context.parameters.kernel_s * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
