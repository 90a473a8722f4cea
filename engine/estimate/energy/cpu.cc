// CPU (stored program): every vector instruction is fetched, decoded, renamed and scheduled; SIMD lanes share that.
//
// Instructions n = 1.15 · MAC ÷ (MACs of one instruction) + V ÷ lanes + L1 bytes ÷ vector bytes; registers: three reads
// and one write of a vector each; L1: MAC·b·(1/m_r + 1/n_r) with the register block 6×16 (up to 256 bits) or 14×32, and
// a load for every MAC of a depthwise layer; L2: MAC·b·(1/m_c + 1/n_c) with square blocks that fill half of a core's
// L2; L3 and DRAM by residency; a branch in 20 instructions; a mispredict at 1 % of the register blocks' ends; a scalar
// operation for every instruction beyond the useful ones and every branch. Events
// of the cores (all but L3, DRAM and link) are multiplied by κ, what measured boards show; the rest over them is
// unattributed. A tile operation (AMX, SME) does 16·16·(64 ÷ b) MACs on three tiles of 1 KiB. Modelling §4.2.
#include <cmath>

#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kSimdMac,
  kTileMac,
  kVectorOp,
  kScalarOp,
  kRegisterRead,
  kRegisterWrite,
  kFetch,
  kDecode,
  kDispatch,
  kL1,
  kL2,
  kL3,
  kDram,
  kLink,
  kBranch,
  kMispredict,
  kUnattributed,
  kEvents
};
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"simd_macs", "SIMD MACs", "MAC"},
    {"tile_macs", "matrix-tile MACs", "MAC"},
    {"vector_ops", "vector operations", "operation"},
    {"scalar_ops", "scalar operations", "operation"},
    {"register_reads", "register reads", "byte"},
    {"register_writes", "register writes", "byte"},
    {"fetch", "fetch", "instruction"},
    {"decode", "decode", "instruction"},
    {"dispatch", "rename, dispatch, reorder buffer", "instruction"},
    {"l1_bytes", "L1", "byte"},
    {"l2_bytes", "L2", "byte"},
    {"l3_bytes", "L3", "byte"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "link", "byte"},
    {"branches", "branches", "branch"},
    {"mispredicts", "mispredicts", "mispredict"},
    {"residual", "clock tree, wires, guard band", "joule"},
}};
constexpr std::array<Group, 6> kGroups{{
    {"execution", "execution", EnergyKind::compute, kSimdMac, kRegisterRead},
    {"registers", "register file", EnergyKind::memory, kRegisterRead, kFetch},
    {"pipeline", "instruction pipeline", EnergyKind::control, kFetch, kL1},
    {"memory", "memory", EnergyKind::memory, kL1, kBranch},
    {"branches", "branches", EnergyKind::control, kBranch, kUnattributed},
    {"unattributed", "unattributed", EnergyKind::unattributed, kUnattributed, kEvents},
}};

constexpr double kInstructionsPerUsefulOne = 1.15, kReads = 3, kInstructionsPerBranch = 20, kMispredictShare = 0.01;
constexpr double kTileBytes = 1024, kTileMacBytes = 16384;  // a tile operation has 16384 ÷ b MACs
constexpr double kTileBlock = 32;                           // 2×2 tiles of sums at once
constexpr double kTileRate = 512;                           // MACs per clock and core that only a matrix unit reaches

struct Blocking {
  double rows, columns;
};
Blocking register_block(int simd_bits) { return simd_bits > 256 ? Blocking{14, 32} : Blocking{6, 16}; }

bool uses_tiles(const hardware::CpuGeometry& cpu, hardware::Precision precision) {
  const auto rate = hardware::at(cpu.macs_per_clock_per_core, precision);
  return cpu.matrix_unit && rate && *rate >= kTileRate;
}

enum : std::size_t { kVectorBytes, kUsesTiles, kL1PerByte, kL2PerByte, kBlock, kConstants };
static_assert(kConstants <= std::tuple_size_v<Constants>);

void constants(const MappingContext& context, Constants& c) {
  const auto& cpu = std::get<hardware::CpuGeometry>(context.device.geometry);
  const Blocking block = register_block(cpu.simd_bits);
  const bool tiles = uses_tiles(cpu, context.precision);
  const double l2_side = std::max(block.columns, std::sqrt(cpu.l2_bytes_per_core / (2 * context.element_bytes)));
  c[kVectorBytes] = std::max(8.0, cpu.simd_bits / 8.0);
  c[kUsesTiles] = tiles ? 1 : 0;
  c[kL1PerByte] = tiles ? 2 / kTileBlock : 1 / block.rows + 1 / block.columns;
  c[kL2PerByte] = 2 / l2_side;
  c[kBlock] = block.rows * block.columns;
}

// Beyond the tree: (κ − 1) joules for every joule of a core event.
constexpr std::size_t kCoreRest = kEvents;
static_assert(kCoreRest < kMostEvents);

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kSimdMac] = p[kTileMac] = of.mac();
  p[kVectorOp] = of.of(Figure::vector_operation, of.circuit_factor());
  p[kScalarOp] = of.of(Figure::scalar_operation);
  p[kRegisterRead] = p[kRegisterWrite] = of.of(Figure::register_byte);
  p[kFetch] = of.of(Figure::instruction_fetch);
  p[kDecode] = of.of(Figure::instruction_decode);
  p[kDispatch] = of.of(Figure::instruction_dispatch);
  p[kL1] = of.of(Figure::scratchpad_byte);
  p[kL2] = of.of(Figure::buffer_byte);
  p[kL3] = of.of(Figure::cache_byte);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kBranch] = of.of(Figure::branch);
  p[kMispredict] = of.of(Figure::mispredict);
  p[kUnattributed].energy_j = 1;
  p[kCoreRest].energy_j = of.table().cpu_core_factor - 1;
}

void count(const Work& work, Counts& n) {
  const Constants& c = work.constants;
  const double b = work.context.element_bytes, vector_bytes = c[kVectorBytes];
  const bool tiles = c[kUsesTiles] > 0;

  double simd_macs = 0, tile_macs = 0, ends = 0;
  for (const workload::MatrixWork& matrix : work.subgraph.matrix) {
    const double outputs = mapping::count(matrix.groups) * mapping::count(matrix.m) * mapping::count(matrix.n) *
                           mapping::repeats(work.subgraph, matrix) * work.context.passes;
    const double products = outputs * mapping::count(matrix.k);
    if (mapping::is_depthwise(matrix)) {
      simd_macs += products;
      n[kL1] += products * b;
    } else {
      (tiles ? tile_macs : simd_macs) += products;
      n[kL1] += products * b * c[kL1PerByte];
      n[kL2] += products * b * c[kL2PerByte];
    }
    ends += outputs / c[kBlock];
  }
  const double lanes = vector_bytes / 4;  // element-wise work on 32-bit lanes
  const double vector = mapping::vector_work(work.subgraph);
  n[kL1] += work.subgraph.matrix.empty() ? work.traffic.on_chip_bytes : 0;
  const double useful_simd = simd_macs * b / vector_bytes, useful_tile = tile_macs * b / kTileMacBytes;
  const double simd = kInstructionsPerUsefulOne * useful_simd + vector / lanes + n[kL1] / vector_bytes;
  const double tile = kInstructionsPerUsefulOne * useful_tile;
  const double instructions = simd + tile;
  const double branches = instructions / kInstructionsPerBranch;

  n[kSimdMac] = simd_macs;
  n[kTileMac] = tile_macs;
  n[kVectorOp] = vector;
  n[kScalarOp] = (kInstructionsPerUsefulOne - 1) * (useful_simd + useful_tile) + branches;
  n[kRegisterRead] = kReads * (simd * vector_bytes + tile * kTileBytes);
  n[kRegisterWrite] = simd * vector_bytes + tile * kTileBytes;
  n[kFetch] = n[kDecode] = n[kDispatch] = instructions;
  n[kL2] += work.traffic.on_chip_bytes;
  n[kL3] = work.traffic.on_chip_bytes;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kBranch] = branches;
  n[kMispredict] = kMispredictShare * ends;
  const auto joules = [&](std::size_t first, std::size_t last) {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += n[i] * work.energy_j[i];
    return sum;
  };
  const double core = (joules(kSimdMac, kRegisterRead) + joules(kRegisterRead, kFetch)) +
                      (joules(kFetch, kL1) + joules(kL1, kL3)) + joules(kBranch, kUnattributed);
  n[kUnattributed] = core * work.energy_j[kCoreRest];
}

std::vector<std::string> describe(const Totals& t) {
  const double instructions = t.counts[kFetch];
  std::vector<std::string> lines;
  if (instructions > 0)
    lines.push_back("Instruction handling takes " + percent(t.share(kFetch, kL1) + t.share(kBranch, kUnattributed)) +
                    " of the dynamic energy: an instruction does " + core::format_number(t.macs / instructions) +
                    " MACs on average, loads and vector work included.");
  if (t.counts[kBranch] > 0)
    lines.push_back(percent(1 - std::min(1.0, t.counts[kMispredict] / t.counts[kBranch])) +
                    " of the branches are predicted.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kCpu{
    kGroups,
    kEventList,
    price,
    count,
    charge<kGroups>,
    describe,
    "The events of the cores times a factor that boards measured at work show: clock tree, wires, guard band.",
    constants};

}  // namespace whichchip::estimate::energy
