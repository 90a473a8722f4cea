// KPU: pools of domain-flow tiles. No silicon measurement is public; results are badged as simulated.
//
// A tile of r×c elements holds an r×c block of the output and streams one k a cycle along both edges, blocks pipelined:
// cycles = ceil(blocks/n_t)·K/rate + (r + c), skew once; blocks = G·ceil(M/r)·ceil(N/c). Pools share the output rows so
// that they finish together (the best of nine shares). Depthwise: ceil(B·OH·OW/r)·ceil(C/c)/n_t·k² (modelling §3.5).
#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {

constexpr double kStreamerBytesPerClock = 256;  // of one tile, both edges; not published

struct Pool {
  double tiles = 0, rows = 0, columns = 0, rate = 0;  // rate: MACs per clock and element
  double peak() const { return tiles * rows * columns * rate; }
};

struct Cost {
  double cycles = 0, tiles = 0;
  double blocks = 0, edge_elements = 0, slots = 0, steps = 0;  // of one execution
  double second_slots = 0;                                     // of the slots, those of the second pool
};

// Pools beyond the second add their rate to the second's tiles: two suffice for the published parts.
struct Pools {
  Pool first, second;
};

Pools pools_of(const hardware::KpuGeometry& kpu, hardware::Precision precision) {
  Pools pools;
  for (const hardware::KpuPool& given : kpu.pools) {
    const auto rate = hardware::at(given.macs_per_clock_per_element, precision);
    if (!rate || *rate <= 0 || given.tiles <= 0) continue;
    const Pool pool{static_cast<double>(given.tiles), static_cast<double>(given.rows),
                    static_cast<double>(given.columns), *rate};
    if (pools.first.tiles == 0)
      pools.first = pool;
    else if (pools.second.tiles == 0)
      pools.second = pool;
    else
      pools.second.tiles += pool.peak() / (pools.second.rows * pools.second.columns * pools.second.rate);
  }
  return pools;
}

Cost on_pool(double groups, double m, double n, double k, double element_bytes, const Pool& pool) {
  if (m <= 0) return {};
  const double blocks = groups * ceiling(m / pool.rows) * ceiling(n / pool.columns);
  const double edge_clocks = (pool.rows + pool.columns) * element_bytes / kStreamerBytesPerClock;
  const double clocks_per_k = std::max(1 / pool.rate, edge_clocks);
  return {ceiling(blocks / pool.tiles) * k * clocks_per_k + pool.rows + pool.columns,
          std::min(blocks, pool.tiles),
          blocks,
          blocks * (pool.rows + pool.columns) * k,
          blocks * pool.rows * pool.columns * k,
          blocks * k};
}

Cost gemm(double groups, double m, double n, double k, double element_bytes, const Pools& pools) {
  if (pools.second.tiles == 0) return on_pool(groups, m, n, k, element_bytes, pools.first);
  const double even = pools.first.peak() / (pools.first.peak() + pools.second.peak());
  Cost best;
  best.cycles = -1;
  constexpr int kScan = 9;
  for (int i = 0; i < kScan; ++i) {
    const double share = i == 0 ? 0 : i == kScan - 1 ? 1 : even * (0.7 + 0.1 * (i - 1));
    const double first_rows = std::min(m, ceiling(m * share));
    const Cost a = on_pool(groups, first_rows, n, k, element_bytes, pools.first);
    const Cost b = on_pool(groups, m - first_rows, n, k, element_bytes, pools.second);
    const Cost both{std::max(a.cycles, b.cycles),
                    a.tiles + b.tiles,
                    a.blocks + b.blocks,
                    a.edge_elements + b.edge_elements,
                    a.slots + b.slots,
                    a.steps + b.steps,
                    b.slots};
    if (best.cycles < 0 || both.cycles < best.cycles) best = both;
  }
  return best;
}

Cost depthwise(const workload::MatrixWork& work, const Pools& pools) {
  const Pool& pool = pools.first;
  const double blocks =
      ceiling(count(work.batch) * output_pixels(work) / pool.rows) * ceiling(count(work.out_channels) / pool.columns);
  const double k = kernel_volume(work);
  return {ceiling(blocks / pool.tiles) * k / pool.rate, std::min(blocks, pool.tiles),          blocks,
          blocks * (pool.rows + pool.columns) * k,      blocks * pool.rows * pool.columns * k, blocks * k};
}

}  // namespace

Mapped map_kpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& kpu = std::get<hardware::KpuGeometry>(context.device.geometry);
  const Pools pools = pools_of(kpu, context.precision);
  const double clock = context.device.clock_hz;
  double all_tiles = 0;
  for (const hardware::KpuPool& pool : kpu.pools) all_tiles += pool.tiles;
  Mapped mapped;
  mapped.supported = subgraph.kind != workload::OperatorKind::sort;
  double tiles = 0;
  for (const workload::MatrixWork& work : subgraph.matrix) {
    const Cost cost = is_depthwise(work) && work.batch > 0 ? depthwise(work, pools)
                                                           : gemm(count(work.groups), count(work.m), count(work.n),
                                                                  count(work.k), context.element_bytes, pools);
    const double times = repeats(subgraph, work) * context.passes;
    mapped.padded_s += times * cost.cycles / clock;
    mapped.tiling.blocks += times * cost.blocks;
    mapped.tiling.operand_bytes += times * cost.edge_elements * context.element_bytes;
    mapped.tiling.mac_slots += times * cost.slots;
    mapped.tiling.second_slots += times * cost.second_slots;
    mapped.tiling.steps += times * cost.steps;
    tiles = std::max(tiles, cost.tiles);
  }
  const double vector_lanes = std::max(1.0, pools.first.tiles * pools.first.rows * pools.first.columns);
  mapped.padded_s = std::max(mapped.padded_s, vector_work(subgraph) / (vector_lanes * clock));
  mapped.compute_s = mapped.padded_s / context.parameters.compute_efficiency;
  mapped.memory_s = dram_seconds(subgraph, traffic, context);
  mapped.units_used = units(subgraph.matrix.empty() ? all_tiles : tiles, all_tiles);
  mapped.fixed_s = context.parameters.kernel_s * count(std::max<std::int64_t>(1, subgraph.repeat));
  return mapped;
}

}  // namespace whichchip::estimate::mapping
