// The classes' map functions and the arithmetic that they share.
#pragma once

#include <algorithm>
#include <cstdint>

#include "estimate/mapping.h"
#include "estimate/parameters.h"

namespace whichchip::estimate::mapping {

Mapped map_gpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_cpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_systolic(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_npu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_dsp(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_dpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_dataflow(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_kpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);
Mapped map_cgra(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context);

// DPUs on AI Engines broadcast weights to all images of a batch; cores in programmable logic each load their own.
bool shares_weights(const hardware::Device& dpu);

// Smallest integer ≥ x, for 0 ≤ x < 2^62; exact, and quicker than the library's on processors without a rounding
// instruction.
inline double ceiling(double x) {
  const double whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole < x ? whole + 1.0 : whole;
}
inline double round_up(double x, double multiple) { return ceiling(x / multiple) * multiple; }
inline double count(std::int64_t n) { return static_cast<double>(n); }
inline int units(double used, double total) { return static_cast<int>(std::max(1.0, std::min(used, total))); }

// A transcendental operation costs this many plain ones on a vector unit (SFU at a quarter of the rate, or a table and
// a polynomial).
inline constexpr double kTranscendentalCost = 4.0;
inline double vector_work(const workload::Subgraph& subgraph) {
  return count(subgraph.vector_ops) + kTranscendentalCost * count(subgraph.transcendental_ops);
}

// The floor of one kernel: launch, drain and first loads are latencies of the chip's own clock.
inline double kernel_seconds(const MappingContext& context) {
  const Parameters& p = context.parameters;
  const double clock = context.device.clock_hz;
  return p.kernel_s * (p.kernel_clock_hz > 0 && clock > 0 ? p.kernel_clock_hz / clock : 1.0);
}

// Time of the kernels beside the main one: they only move bytes.
inline double side_seconds(const Traffic& traffic, const MappingContext& context, double on_chip_bytes_per_s) {
  return std::max(traffic.side_dram_bytes / context.dram_bytes_per_s, traffic.side_on_chip_bytes / on_chip_bytes_per_s);
}

inline bool is_attention(const workload::MatrixWork& work) {
  return work.form == workload::MatrixWork::Form::attention_scores ||
         work.form == workload::MatrixWork::Form::attention_values;
}
inline bool is_depthwise(const workload::MatrixWork& work) {
  return work.form == workload::MatrixWork::Form::depthwise_convolution;
}
inline bool is_convolution(const workload::MatrixWork& work) {
  using Form = workload::MatrixWork::Form;
  return work.form == Form::convolution || work.form == Form::transposed_convolution ||
         work.form == Form::depthwise_convolution;
}
inline double kernel_volume(const workload::MatrixWork& work) {
  return count(work.kernel_d) * count(work.kernel_h) * count(work.kernel_w);
}
inline double output_pixels(const workload::MatrixWork& work) {
  return count(work.out_d) * count(work.out_h) * count(work.out_w);
}
inline double repeats(const workload::Subgraph& subgraph, const workload::MatrixWork& work) {
  return count(std::max<std::int64_t>(1, subgraph.repeat)) * count(std::max<std::int64_t>(1, work.steps));
}

// What an engine built for convolutions runs: products of a weight and all that is between them, but no attention,
// recurrence, sorting or normalisation.
inline bool on_convolution_engine(const workload::Subgraph& subgraph) {
  using workload::OperatorKind;
  switch (subgraph.kind) {
    case OperatorKind::attention:
    case OperatorKind::recurrent:
    case OperatorKind::sort:
    case OperatorKind::normalization:
      return false;
    case OperatorKind::matmul:
      return std::all_of(subgraph.matrix.begin(), subgraph.matrix.end(),
                         [](const workload::MatrixWork& work) { return work.weight_operand; });
    default:
      return true;
  }
}

// Transpose-like access attains this share of the bandwidth.
inline constexpr double kStridedShare = 0.6;
inline double dram_seconds(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const double bytes = traffic.dram_bytes - traffic.side_dram_bytes;
  if (bytes <= 0) return 0;
  const double share = subgraph.strided_movement ? kStridedShare : 1.0;
  return bytes / (context.dram_bytes_per_s * share);
}

}  // namespace whichchip::estimate::mapping
