// CGRA: a spatial pipeline per partition (Plasticine, Prabhakar et al., ISCA 2017).
//
// P = units·lanes·stages operations a clock; u = max(1, floor(P ÷ operations per output)) outputs in parallel,
// II = ceil(operations·u ÷ P);  t = ceil(outputs/u)·II/(f·η_c) + depth/f, and 1000 cycles of reconfiguration for every
// partition (modelling §3.6). A multiply-add is one operation of a stage.
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {
constexpr double kReconfigurationClocks = 1000;
}

Mapped map_cgra(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& cgra = std::get<hardware::CgraGeometry>(context.device.geometry);
  const double clock = context.device.clock_hz;
  const double total = std::max(1, cgra.compute_units);
  const double per_unit = static_cast<double>(std::max(1, cgra.lanes)) * std::max(1, cgra.stages);
  // Peaks below a multiply-add per stage and clock (a narrower data path at this precision) stretch every step.
  const double slower = std::max(1.0, 2 * total * per_unit * clock / context.peak_ops_per_s);
  Mapped mapped;
  mapped.supported = subgraph.kind != workload::OperatorKind::sort;
  double used = 0;
  const auto run = [&](double outputs, double operations) {
    const double parallel =
        std::max(1.0, static_cast<double>(static_cast<std::int64_t>(total * per_unit / operations)));
    const double interval = ceiling(operations * parallel / (total * per_unit));
    used = std::max(used, ceiling(std::min(outputs, parallel) * operations / per_unit));
    return (ceiling(outputs / parallel) * interval * slower + cgra.stages) / clock;
  };
  for (const workload::MatrixWork& work : subgraph.matrix)
    mapped.padded_s += repeats(subgraph, work) * context.passes *
                       run(count(work.groups) * count(work.m) * count(work.n), std::max(1.0, count(work.k)));
  if (subgraph.matrix.empty() && subgraph.vector_ops + subgraph.transcendental_ops > 0)
    mapped.padded_s = run(vector_work(subgraph), 1);
  mapped.compute_s = mapped.padded_s / context.parameters.compute_efficiency;
  mapped.memory_s = dram_seconds(subgraph, traffic, context);
  mapped.units_used = units(used, total);
  mapped.fixed_s = context.parameters.kernel_s + kReconfigurationClocks / clock;
  return mapped;
}

}  // namespace whichchip::estimate::mapping
