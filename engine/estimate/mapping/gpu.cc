// GPU: implicit GEMM on tensor cores or CUDA cores with tile, wave and split-K quantisation.
//
// For a tile (t_m, t_n) and split s:  CTAs = G·ceil(M/t_m)·ceil(N/t_n)·s,  q = ceil(CTAs/SM) on the fullest SM,
//   clk = K/s · max(t_m·t_n / (mac_SM·η_c), (t_m+t_n)·b / (0.6·L2 bytes per clock and SM)),
//   t   = q·clk/f + [s>1] 2·s·M·N·4·G / (0.6·BW_L2);  the least over all (tile, s) stands.
// The second argument makes small tiles L2-bound, so no table of efficiency against tile is needed (modelling §3.1).
// Several CTAs on one SM share its rate, they do not add to it.
#include <array>

#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {

constexpr double kL2Attained = 0.6;           // of L2 bytes per clock
constexpr double kL2BytesPerClockPerSm = 64;  // where the device does not say; 47 on A100, 43 on H100
constexpr double kVectorLanes = 64;           // element operations per clock and SM that normal kernels attain
constexpr double kKStep = 32;                 // K is walked in steps of the MMA pipeline
constexpr double kLeastSplitK = 64;
constexpr double kAttentionShare = 0.5;       // of the tensor rate: softmax between the two products
constexpr double kAttentionRows = 64;         // query rows of a CTA
constexpr double kBytesInFlightPerSm = 40e3;  // Little's law: 40 kB ÷ 0.6 µs = 66 GB/s
constexpr double kMemoryLatency_s = 0.6e-6;
constexpr double kGemvRows = 16;
constexpr double kGemvColumns = 4;  // a CTA's: one for each of its warps

struct Rates {
  double sms, clock, eta;
  double macs_per_clock;       // per SM, for matrix work at this precision
  double vector_per_clock;     // per SM
  double lanes;                // per SM, fp32 multiply-adds
  double l2_per_clock_per_sm;  // attained
  double l2_bytes_per_s;       // attained
  double element_bytes;
  bool tensor_cores;
};

struct Cost {
  double padded_s = 0, compute_s = 0, ctas = 0;
  // Of one execution: MAC slots of the tiles, operand elements that they fetch, bytes of partial sums, steps along K.
  double slots = 0, operand_elements = 0, partial_bytes = 0, steps = 0;
  double direct_macs = 0;
};

// Of the operand bits that an SM's tensor cores take in a clock in their fastest format, those of this one. Below 1
// where products are throttled, not their operands: consumer boards accumulate fp16 in fp32 at half of the rate.
double share_of_feed(const hardware::GpuGeometry& gpu, hardware::Precision precision) {
  const auto fed = [&](hardware::Precision p) {
    return hardware::at(gpu.matrix_macs_per_clock_per_sm, p).value_or(0) * hardware::storage_bits(p);
  };
  double most = 0;
  for (hardware::Precision p : hardware::kPrecisions) most = std::max(most, fed(p));
  return most > 0 ? fed(precision) / most : 1;
}

Rates rates_of(const hardware::GpuGeometry& gpu, const MappingContext& context) {
  Rates r{};
  r.sms = gpu.sms;
  r.clock = context.device.clock_hz;
  const auto matrix = hardware::at(gpu.matrix_macs_per_clock_per_sm, context.precision);
  const auto vector = hardware::at(gpu.vector_macs_per_clock_per_sm, context.precision);
  r.tensor_cores = matrix.has_value();
  r.eta = context.parameters.compute_efficiency;
  // What the efficiency leaves out is time to feed the tensor cores: it does not grow where they alone are slower.
  if (r.tensor_cores)
    r.eta = 1 / (1 + (1 / r.eta - 1) * share_of_feed(gpu, context.precision));
  else
    r.eta *= context.parameters.simd_efficiency / context.parameters.compute_efficiency;
  // The peak of the data sheet stands in where the geometry does not say.
  r.macs_per_clock = matrix ? *matrix : vector ? *vector : context.peak_ops_per_s / (2 * r.sms * r.clock);
  const auto lanes = hardware::at(gpu.vector_macs_per_clock_per_sm, hardware::Precision::fp32);
  r.lanes = lanes ? *lanes : kVectorLanes;
  r.vector_per_clock = std::min(kVectorLanes, r.lanes);
  const double l2_per_clock = gpu.l2_bytes_per_clock > 0 ? gpu.l2_bytes_per_clock : kL2BytesPerClockPerSm * r.sms;
  r.l2_bytes_per_s = kL2Attained * l2_per_clock * r.clock;
  r.l2_per_clock_per_sm = kL2Attained * l2_per_clock / r.sms;
  r.element_bytes = context.element_bytes;
  return r;
}

// Index into the distinct tile sides.
struct Tile {
  std::uint8_t m, n;
};
constexpr std::array<double, 4> kSides{32, 64, 128, 256};
constexpr std::array<Tile, 10> kTiles{{{3, 2}, {2, 3}, {2, 2}, {2, 1}, {1, 2}, {1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}}};
constexpr std::array<double, 5> kSplits{1, 2, 4, 8, 16};

Cost gemm(double groups, double m, double n, double k, const Rates& r) {
  std::array<double, 4> tiles_m{}, tiles_n{};
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    tiles_m[i] = groups * ceiling(m / kSides[i]);
    tiles_n[i] = ceiling(n / kSides[i]);
  }
  std::array<double, 5> k_of_split{};
  std::size_t splits = 0;
  for (double s : kSplits)
    if (s == 1 || k / s >= kLeastSplitK) k_of_split[splits++] = round_up(k / s, kKStep);
  const double partial_s = 2 * m * n * 4 * groups / r.l2_bytes_per_s;
  const double per_sm = 1 / r.sms, per_clock = 1 / r.clock, per_mac = 1 / r.macs_per_clock;
  const double per_l2_byte = r.element_bytes / r.l2_per_clock_per_sm;

  Cost best;
  best.compute_s = -1;
  Tile chosen = kTiles[0];
  double split = 1, k_split = k;
  for (const Tile& tile : kTiles) {
    const double ctas = tiles_m[tile.m] * tiles_n[tile.n];
    const double math = kSides[tile.m] * kSides[tile.n] * per_mac;
    const double clocks_per_k = std::max(math / r.eta, (kSides[tile.m] + kSides[tile.n]) * per_l2_byte);
    for (std::size_t i = 0; i < splits; ++i) {
      const double s = kSplits[i];
      if (i > 0 && ctas * s > 2 * r.sms) break;
      // The product with the reciprocal may be off by one unit in the last place: take that away before rounding up.
      const double waves = ceiling(ctas * s * per_sm * (1 - 1e-12));
      const double time = waves * k_of_split[i] * clocks_per_k * per_clock + (i > 0 ? s * partial_s : 0);
      if (best.compute_s >= 0 && time >= best.compute_s) continue;
      best.padded_s = waves * k_of_split[i] * math * per_clock;
      best.compute_s = time;
      best.ctas = ctas * s;
      chosen = tile;
      split = s;
      k_split = k_of_split[i];
    }
  }
  best.slots = best.ctas * kSides[chosen.m] * kSides[chosen.n] * k_split;
  best.operand_elements = k * (groups * m * tiles_n[chosen.n] + n * tiles_m[chosen.m]);
  best.partial_bytes = split > 1 ? 2 * split * m * n * 4 * groups : 0;
  best.steps = best.ctas * k_split / kKStep;
  return best;
}

// Work on the CUDA cores without tiles: depthwise and thin grouped convolutions. Every product needs an operand that is
// loaded for it alone, but for those that a thread keeps while it walks along a row: the wider the kernel, the more.
Cost direct(double macs, double rows, double kernel_w, const MappingContext& context, const Rates& r) {
  constexpr double kCommonKernel = 3;  // for which the efficiency holds
  const double reuse = std::max(1.0, kernel_w / kCommonKernel);
  Cost cost;
  cost.padded_s = macs / (r.sms * r.vector_per_clock * r.clock);
  cost.compute_s = cost.padded_s / std::min(1.0, context.parameters.depthwise_efficiency * reuse);
  constexpr double kOutputsPerCta = 256;
  cost.ctas = rows / kOutputsPerCta;
  cost.direct_macs = macs;
  return cost;
}

// A product of a few rows by CUDA cores: every lane holds a weight for all of the rows, none is padded to a tile. This
// is what decodes language models on chips whose matrix rate is their vector rate.
Cost gemv(double groups, double m, double n, double k, const MappingContext& context, const Rates& r) {
  const double eta = context.parameters.simd_efficiency;
  Cost cost;
  cost.direct_macs = groups * m * n * k;
  cost.padded_s = cost.direct_macs / (r.sms * r.lanes * r.clock);
  cost.compute_s = cost.padded_s / eta;
  cost.ctas = groups * ceiling(n / kGemvColumns);
  return cost;
}

Cost fused_attention(const workload::MatrixWork& work, const Rates& r) {
  Cost cost;
  cost.ctas = count(work.groups) * ceiling(count(work.m) / kAttentionRows);
  const double waves = ceiling(cost.ctas / r.sms);
  cost.padded_s = waves * kAttentionRows * count(work.n) * count(work.k) / (r.macs_per_clock * r.clock);
  cost.compute_s = cost.padded_s / (kAttentionShare * r.eta);
  cost.slots = cost.ctas * kAttentionRows * count(work.n) * count(work.k);
  // Every CTA reads the keys, or the values; queries come in once, probabilities stay in registers.
  const bool scores = work.form == workload::MatrixWork::Form::attention_scores;
  cost.operand_elements =
      cost.ctas * count(work.n) * count(work.k) + (scores ? count(work.groups) * count(work.m) * count(work.k) : 0);
  cost.steps = cost.slots / (kAttentionRows * kAttentionRows * kKStep);
  return cost;
}

// Channels are padded to 16 bytes for tensor cores; a first layer of three channels only to four.
double padded_k(const workload::MatrixWork& work, const Rates& r) {
  const double k = count(work.k);
  if (!r.tensor_cores) return k;
  const double step = 16 / r.element_bytes;
  if (!is_convolution(work)) return round_up(k, step);
  const double volume = kernel_volume(work);
  const double channels = k / volume;
  return volume * (channels <= 4 ? 4 : round_up(channels, step));
}

Cost matrix_cost(const workload::MatrixWork& work, bool fused, const MappingContext& context, const Rates& r) {
  const double groups = count(work.groups), m = count(work.m), n = count(work.n);
  if (fused && is_attention(work)) return fused_attention(work, r);
  const double macs = groups * m * n * count(work.k);
  if (is_depthwise(work)) return direct(macs, groups * m * n, count(work.kernel_w), context, r);
  Cost tiled = gemm(groups, m, n, padded_k(work, r), r);
  if (!is_convolution(work)) {
    if (m > kGemvRows) return tiled;
    const Cost few = gemv(groups, m, n, count(work.k), context, r);
    return few.compute_s < tiled.compute_s ? few : tiled;
  }
  if (groups == 1) return tiled;
  const Cost simple = direct(macs, groups * m * n, count(work.kernel_w), context, r);
  return simple.compute_s < tiled.compute_s ? simple : tiled;
}

}  // namespace

Mapped map_gpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& gpu = std::get<hardware::GpuGeometry>(context.device.geometry);
  const Rates r = rates_of(gpu, context);
  const bool fused_attention_kernel = subgraph.kind == workload::OperatorKind::attention;
  Mapped mapped;
  double ctas = 0;
  bool few_rows = false;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    const Cost cost = matrix_cost(work, fused_attention_kernel, context, r);
    const double times = repeats(subgraph, work) * context.passes;
    mapped.padded_s += times * cost.padded_s;
    mapped.compute_s += times * cost.compute_s;
    mapped.tiling.mac_slots += times * cost.slots;
    mapped.tiling.operand_bytes += times * cost.operand_elements * r.element_bytes;
    mapped.tiling.partial_bytes += times * cost.partial_bytes;
    mapped.tiling.blocks += times * (cost.slots > 0 ? cost.ctas : 0);
    mapped.tiling.steps += times * cost.steps;
    mapped.tiling.direct_macs += times * cost.direct_macs;
    ctas = std::max(ctas, cost.ctas);
    few_rows = few_rows || (count(work.m) <= kGemvRows && !is_attention(work));
  }
  const double vector_s = vector_work(subgraph) / (r.sms * r.vector_per_clock * r.clock);
  const bool serial_work = subgraph.kind == workload::OperatorKind::sort;  // a few warps work at a time
  const double vector_slow_s = serial_work ? vector_s * r.sms : vector_s / context.parameters.vector_efficiency;
  mapped.padded_s = std::max(mapped.padded_s, vector_s);
  mapped.compute_s = std::max(mapped.compute_s, vector_slow_s);
  if (subgraph.matrix.empty()) ctas = serial_work ? 1 : traffic.on_chip_bytes / (kVectorLanes * context.element_bytes);
  mapped.units_used = units(ceiling(ctas), r.sms);

  mapped.memory_s = dram_seconds(subgraph, traffic, context);
  if (few_rows) {
    const double in_flight = mapped.units_used * kBytesInFlightPerSm / kMemoryLatency_s;
    mapped.memory_s = std::max(mapped.memory_s, (traffic.dram_bytes - traffic.side_dram_bytes) / in_flight);
  }
  const double main_on_chip = traffic.on_chip_bytes - traffic.side_on_chip_bytes;
  mapped.memory_s = std::max(mapped.memory_s, main_on_chip / r.l2_bytes_per_s);
  mapped.side_s = side_seconds(traffic, context, r.l2_bytes_per_s);

  double launches = count(std::max<std::int64_t>(1, subgraph.repeat));
  if (context.runtime != workload::Runtime::engine && subgraph.kind == workload::OperatorKind::recurrent)
    for (const workload::MatrixWork& work : subgraph.matrix) launches = std::max(launches, repeats(subgraph, work));
  mapped.kernels = launches + traffic.side_kernels;
  mapped.fixed_s = kernel_seconds(context) * mapped.kernels;
  return mapped;
}

}  // namespace whichchip::estimate::mapping
