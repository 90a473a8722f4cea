// Spatial pipelines (Hailo and kin): every layer has its own share of the fabric, frames stream through.
//
// With a compiler that allots MACs in proportion to work the rate is η·peak ÷ operations, so a layer's share of the
// time is 2·MAC ÷ (η·peak). Depthwise layers and products of two activations fill only a part of a MAC column. Times
// are those of a steady pipeline: one frame alone takes two to three times as long. The cap on pixels per second, a
// property of the input stage, is applied to the whole run (modelling §3.4).
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {

Mapped map_dataflow(const workload::Subgraph& subgraph, const Traffic&, const MappingContext& context) {
  const auto& fabric = std::get<hardware::DataflowGeometry>(context.device.geometry);
  Mapped mapped;
  mapped.supported = subgraph.kind != workload::OperatorKind::sort;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    const double macs = count(work.macs()) * count(std::max<std::int64_t>(1, subgraph.repeat)) * context.passes;
    const double seconds = 2 * macs / context.peak_ops_per_s;
    const bool thin = is_depthwise(work) || !work.weight_operand;
    mapped.padded_s += seconds;
    const Parameters& attained = context.parameters;
    mapped.compute_s += seconds / (attained.compute_efficiency * (thin ? attained.depthwise_efficiency : 1.0));
  }
  mapped.units_used = fabric.units;
  mapped.fixed_s = context.parameters.kernel_s * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
