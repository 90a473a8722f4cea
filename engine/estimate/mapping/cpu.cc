// CPU: cores × SIMD or matrix tiles.
//
// A unit of work is b rows × simd columns (simd: 16 fp32, 32 bf16, 64 int8 at 512 bits); the cores share
// units = G·ceil(M/b)·ceil(N/simd) in ceil(units/cores) rounds, K is padded to 4, and b ≤ 32 is what balances best:
// t_comp = 2·cores·rounds·b·simd·K_pad ÷ (peak·η_c).
// Small work does not use all cores: min over threads p of work·(1 + l·log2(p/B))/p + s·log2(p), s being what one
// doubling of the threads costs to wake, to join and to wait for the last, and l the share of its rate that a thread
// loses where twice as many divide one image; the images of a batch are independent (modelling §3.3), but under
// `eager`, which puts all threads on one kernel of the whole batch after the other.
#include <array>

#include "estimate/mapping/classes.h"

namespace whichchip::estimate::mapping {
namespace {

constexpr std::array<double, 5> kRowBlocks{32, 16, 8, 4, 1};
constexpr double kSpanningRows = 32;  // fewer rows than this cannot be divided between sockets
constexpr double kKGroup = 4;
constexpr double kElementsPerClock = 8;     // element-wise work, per core
constexpr double kCacheBytesPerClock = 16;  // last-level cache, per core
constexpr double kCrossSocketShare = 0.6;   // of the bandwidth, when one inference spans sockets
constexpr double kInt8DepthwiseGain = 4;
// Of one sum of 32 bits on its way back to 8: bias, rounding multiplication, rounding shift and its correction, zero
// point, two bounds, narrowing (Jacob et al., CVPR 2018; gemmlowp's output pipeline).
constexpr double kRequantiseOperations = 8;

struct Threads {
  double work_s, join_s, used;
};

// What threads cannot divide further: the blocks of the fullest core, and the time of the memory, behind which work
// hides.
struct Floors {
  double blocks_s, memory_s;
};

// `single_s` is the time of one core.
Threads fork_join(double single_s, const Floors& floors, double most, const MappingContext& context) {
  const Parameters& parameters = context.parameters;
  const auto total_s = [&](const Threads& t) { return std::max(t.work_s, floors.memory_s) + t.join_s; };
  Threads best{std::max(single_s, floors.blocks_s), 0, 1};
  double doublings = 1, of_one_image = 0;
  for (double p = 2;; p *= 2, ++doublings) {
    const double threads = std::min(p, most);
    if (p > context.batch || context.runtime == workload::Runtime::eager) ++of_one_image;
    const double share_s = single_s * (1 + parameters.thread_loss * of_one_image) / threads;
    const Threads more{std::max(share_s, floors.blocks_s), parameters.thread_doubling_s * doublings, threads};
    if (threads > 1 && total_s(more) < total_s(best)) best = more;
    if (p >= most) return best;
  }
}

struct Work {
  double padded_s = 0, compute_s = 0;  // of all cores
  double single_s = 0;                 // of one core, without quantisation of rows
  double units = 0;                    // that threads can divide
};

Work depthwise(double macs, const hardware::CpuGeometry& cpu, const MappingContext& context) {
  using hardware::Precision;
  // Depthwise runs on the vector unit: its rate follows fp32's, whatever the matrix unit reaches.
  const auto fp32 = hardware::at(cpu.macs_per_clock_per_core, Precision::fp32);
  const double peak_macs = context.peak_ops_per_s / 2;
  double rate = fp32 ? *fp32 * cpu.cores * context.device.clock_hz : peak_macs;
  if (context.precision == Precision::int8 || context.precision == Precision::int4) rate *= kInt8DepthwiseGain;
  if (context.precision == Precision::fp16 && !cpu.matrix_unit) rate = std::max(rate, peak_macs);  // twice the lanes
  Work work;
  work.padded_s = macs / std::min(rate, peak_macs);
  work.compute_s = std::max(work.padded_s, macs / (rate * context.parameters.depthwise_efficiency));
  work.single_s = work.compute_s * cpu.cores;
  work.units = cpu.cores;
  return work;
}

bool is_x86(const MappingContext& context) {
  return context.device.vendor == "Intel" || context.device.vendor == "AMD";
}

// A matrix unit (AMX) multiplies several times faster than the vector unit even at VNNI's four products a lane.
bool on_matrix_unit(const hardware::CpuGeometry& cpu, const MappingContext& context) {
  constexpr double kMostOfVectors = 4;
  const auto fp32 = hardware::at(cpu.macs_per_clock_per_core, hardware::Precision::fp32);
  const auto rate = hardware::at(cpu.macs_per_clock_per_core, context.precision);
  return cpu.matrix_unit && fp32 && rate && *rate > kMostOfVectors * *fp32;
}

// Share of the padded rate. A matrix unit outruns the caches that feed it and the vector unit that finishes what it
// accumulates. On x86 vectors, int8 means four products a lane (VNNI); libraries that run on older chips too take three
// instructions for what it does in one (vpmaddubsw, vpmaddwd, vpaddd).
double attained_share(const hardware::CpuGeometry& cpu, const MappingContext& context) {
  if (on_matrix_unit(cpu, context)) return context.parameters.matrix_unit_efficiency;
  const bool vnni = hardware::is_integer(context.precision) && is_x86(context);
  return context.parameters.compute_efficiency * (vnni ? context.parameters.vnni_efficiency : 1.0);
}

// Winograd's minimal filtering computes 3×3 convolutions of stride 1 with fewer multiplications than are counted
// (Lavin and Gray, CVPR 2016). Libraries for Arm choose it (ncnn, Arm Compute Library); those for x86 (oneDNN, MLAS) do
// not unless they are told to, and integer kernels rarely use it.
double winograd_gain(const workload::MatrixWork& matrix, const MappingContext& context) {
  const bool fits = !is_x86(context) && matrix.form == workload::MatrixWork::Form::convolution &&
                    matrix.kernel_h == 3 && matrix.kernel_w == 3 && matrix.kernel_d == 1 && matrix.stride_h == 1 &&
                    matrix.stride_w == 1 && matrix.groups == 1 && !hardware::is_integer(context.precision);
  return fits ? context.parameters.winograd_gain : 1.0;
}

// The block of rows that one unit of work holds is the library's choice: the one that balances the cores best.
Work gemm(const workload::MatrixWork& matrix, const hardware::CpuGeometry& cpu, const MappingContext& context) {
  const double simd = std::max(1.0, cpu.simd_bits / (8 * context.element_bytes));
  const double cores = cpu.cores, m = count(matrix.m);
  const double columns = count(matrix.groups) * ceiling(count(matrix.n) / simd);
  Work work;
  double least_rows = -1;
  for (double block : kRowBlocks) {
    const double units = columns * ceiling(m / block);
    const double rows = ceiling(units / cores) * block;
    if (least_rows >= 0 && rows >= least_rows) continue;
    least_rows = rows;
  }
  const double macs_of_row = simd * round_up(count(matrix.k), kKGroup);
  work.padded_s = 2 * cores * least_rows * macs_of_row / context.peak_ops_per_s;
  const double attained = attained_share(cpu, context) * winograd_gain(matrix, context);
  work.compute_s = work.padded_s / std::min(1.0, attained);
  work.units = columns * m;
  work.single_s = 2 * cores * work.units * macs_of_row / (context.peak_ops_per_s * std::min(1.0, attained));
  // What a matrix unit attains holds this already.
  if (hardware::is_integer(context.precision) && !on_matrix_unit(cpu, context)) {
    const double sums = count(matrix.groups) * m * count(matrix.n);
    const double requantised_s = sums * kRequantiseOperations / (kElementsPerClock * context.device.clock_hz);
    work.compute_s += requantised_s / cores;
    work.single_s += requantised_s;
  }
  return work;
}

}  // namespace

Mapped map_cpu(const workload::Subgraph& subgraph, const Traffic& traffic, const MappingContext& context) {
  const auto& cpu = std::get<hardware::CpuGeometry>(context.device.geometry);
  const double cores = cpu.cores;
  const double clock = context.device.clock_hz;
  Mapped mapped;
  double work_units = 0, single_s = 0;
  for (const workload::MatrixWork& matrix : subgraph.matrix) {
    const double macs = count(matrix.groups) * count(matrix.m) * count(matrix.n) * count(matrix.k);
    const Work work = is_depthwise(matrix) ? depthwise(macs, cpu, context) : gemm(matrix, cpu, context);
    const double times = repeats(subgraph, matrix) * context.passes;
    mapped.padded_s += times * work.padded_s;
    mapped.compute_s += times * work.compute_s;
    single_s += times * work.single_s;
    work_units = std::max(work_units, work.units);
  }
  double dram_s = dram_seconds(subgraph, traffic, context);
  if (cpu.sockets > 1 && subgraph.matrix.size() == 1 && count(subgraph.matrix[0].m) <= kSpanningRows)
    dram_s /= kCrossSocketShare;
  const double cache_bytes_per_s = cores * clock * kCacheBytesPerClock;
  mapped.memory_s = std::max(dram_s, (traffic.on_chip_bytes - traffic.side_on_chip_bytes) / cache_bytes_per_s);
  const bool serial_work = subgraph.kind == workload::OperatorKind::sort;
  const double per_clock = serial_work ? 1 : kElementsPerClock;
  const double vector_one_core_s = vector_work(subgraph) / (clock * per_clock);
  const bool product = !subgraph.matrix.empty();
  const double most = product ? std::min(cores, std::max(1.0, work_units)) : serial_work ? 1 : cores;
  if (!product) {
    mapped.padded_s = vector_one_core_s / cores;
    single_s = vector_one_core_s;
  }
  const Threads threads = fork_join(single_s, {mapped.compute_s, mapped.memory_s}, most, context);
  mapped.compute_s = std::max(threads.work_s, product ? vector_one_core_s / cores : 0.0);
  mapped.units_used = units(threads.used, cores);
  mapped.side_s = side_seconds(traffic, context, cache_bytes_per_s);
  double launches = count(std::max<std::int64_t>(1, subgraph.repeat));
  if (context.runtime != workload::Runtime::engine && subgraph.kind == workload::OperatorKind::recurrent)
    for (const workload::MatrixWork& matrix : subgraph.matrix) launches = std::max(launches, repeats(subgraph, matrix));
  mapped.kernels = launches + traffic.side_kernels;
  mapped.fixed_s = kernel_seconds(context) * mapped.kernels + threads.join_s;
  return mapped;
}

}  // namespace whichchip::estimate::mapping
