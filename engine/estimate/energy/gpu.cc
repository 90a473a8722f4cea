// GPU (SIMT): tensor and CUDA cores, register files, warp instructions, shared memory, L2, DRAM, SIMT control.
//
// Per matrix product: MMA instructions = MAC slots ÷ (4096 ÷ b) (m16n8k16 at fp16, m16n8k32 at int8), each moving
// A + B + 2·C = 1792 bytes of registers; shared memory is read b·(1/64 + 1/64) bytes a MAC (warp tile 64×64) and
// written once per byte that a tile fetches; ldmatrix and cp.async move 512 bytes each. CUDA-core work: one instruction
// per warp of 32 lanes, 12 bytes of registers a lane. L2 bytes = what the kernel reads and writes once + what tiles
// fetch again. A launch starts eight warps a block, or one for every 512 bytes that a
// kernel without tiles writes. The all-in energy of the matrix operations (e_op · a · 2·MAC, power-capped throughput)
// covers its core events and the re-reads; the rest of it is unattributed. Modelling §4.2, §4.3.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kTensorMac,
  kCudaMac,
  kCudaOp,
  kSpecialOp,
  kRegister,
  kInstruction,
  kShared,
  kL2,
  kDram,
  kLink,
  kSchedule,
  kDivergence,
  kCoalesce,
  kBarrier,
  kWrite,
  kLaunch,
  kUnattributed,
  kEvents
};
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"tensor_macs", "tensor-core MACs", "MAC"},
    {"cuda_macs", "CUDA-core MACs", "MAC"},
    {"cuda_ops", "CUDA-core vector operations", "operation"},
    {"special_ops", "special functions", "operation"},
    {"register_bytes", "register file", "byte"},
    {"warp_instructions", "fetch, decode, operands", "warp instruction"},
    {"shared_bytes", "shared memory and L1", "byte"},
    {"l2_bytes", "L2", "byte"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "host link", "byte"},
    {"scheduling", "scheduling and scoreboard", "warp instruction"},
    {"divergence", "divergence: warps of partial tiles", "warp"},
    {"coalescing", "coalescing", "request"},
    {"barriers", "barriers", "barrier"},
    {"write_sectors", "L2 write sectors", "sector"},
    {"launches", "launch: warps started", "warp"},
    {"residual", "clock tree, wires, guard band", "joule"},
}};
constexpr std::array<Group, 6> kGroups{{
    {"compute", "compute", EnergyKind::compute, kTensorMac, kRegister},
    {"registers", "register file", EnergyKind::memory, kRegister, kInstruction},
    {"pipeline", "instruction pipeline", EnergyKind::control, kInstruction, kShared},
    {"memory", "memory", EnergyKind::memory, kShared, kSchedule},
    {"simt_control", "SIMT control", EnergyKind::control, kSchedule, kUnattributed},
    {"unattributed", "unattributed", EnergyKind::unattributed, kUnattributed, kEvents},
}};

constexpr double kMmaRegisterBytes = 1792, kMmaBytes = 4096;  // a MMA has 4096 ÷ b MACs
constexpr double kWarp = 32, kLaneBytes = 4, kWarpTile = 64, kWarpAccessBytes = 512;
constexpr double kSectorBytes = 32, kWarpsPerBlock = 8, kBarriersPerStep = 2;

// Beyond the tree: what the matrix operations cost in all.
constexpr std::size_t kAllIn = kEvents, kAllInConvolution = kEvents + 1;
static_assert(kAllInConvolution < kMostEvents);

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kTensorMac] = p[kCudaMac] = of.bare_mac();
  p[kCudaOp] = of.of(Figure::vector_operation);
  p[kSpecialOp] = of.of(Figure::vector_operation, mapping::kTranscendentalCost);
  p[kRegister] = of.of(Figure::register_byte);
  p[kInstruction] = of.of(Figure::warp_instruction);
  p[kShared] = of.of(Figure::shared_byte);
  p[kL2] = of.of(Figure::gpu_l2_byte);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kSchedule] = of.of(Figure::warp_schedule);
  p[kDivergence] = of.of(Figure::warp_split);
  p[kCoalesce] = of.of(Figure::memory_request);
  p[kBarrier] = of.of(Figure::barrier);
  p[kWrite] = of.of(Figure::write_sector);
  p[kLaunch] = of.of(Figure::warp_schedule);
  p[kUnattributed].energy_j = 1;
  p[kAllIn] = of.gpu_operation();
  p[kAllInConvolution] = of.gpu_operation(of.table().gpu_zero_operands);
}

bool has_tensor_cores(const MappingContext& context) {
  const auto& gpu = std::get<hardware::GpuGeometry>(context.device.geometry);
  return hardware::at(gpu.matrix_macs_per_clock_per_sm, context.precision).has_value();
}

// Per MAC slot on tensor cores, or per MAC on the lanes of the CUDA cores.
struct MatrixRates {
  double register_bytes, instructions;
};
MatrixRates rates(bool tensor, double element_bytes) {
  if (tensor) return {kMmaRegisterBytes * element_bytes / kMmaBytes, element_bytes / kMmaBytes};
  const double packed = std::max(1.0, kLaneBytes / element_bytes);  // two fp16 or four int8 to a lane
  return {kOperandBytes / packed, 1 / (kWarp * packed)};
}

void count(const Work& work, Counts& n) {
  const MappingContext& context = work.context;
  const EventJoules& energy_j = work.energy_j;
  const Tiling& tiling = work.mapped.tiling;
  const Traffic& traffic = work.traffic;
  const double b = context.element_bytes;
  const bool tensor = has_tensor_cores(context);
  const double all = macs(work), direct = std::min(all, tiling.direct_macs), tiled = all - direct;
  const double slots = std::max(tiled, tiling.mac_slots);
  const MatrixRates tile = rates(tensor, b), lane = rates(false, b);
  const double fetched = tiling.operand_bytes + tiling.partial_bytes;
  const double refetched = std::max(0.0, fetched - traffic.on_chip_bytes);
  const double shared = tiled > 0 ? slots * b * 2 / kWarpTile + fetched : 0;

  const double vector = vector_ops(work), special = transcendental_ops(work);
  const double lanes = vector + mapping::kTranscendentalCost * special;
  const double tile_registers = slots * tile.register_bytes;
  const double tile_instructions = slots * tile.instructions + (shared + fetched) / kWarpAccessBytes;
  const double other_instructions = direct * lane.instructions + lanes / kWarp;

  (tensor ? n[kTensorMac] : n[kCudaMac]) = tiled;
  n[kCudaMac] += direct;
  n[kCudaOp] = vector;
  n[kSpecialOp] = special;
  n[kRegister] = tile_registers + direct * lane.register_bytes + lanes * kOperandBytes;
  n[kInstruction] = n[kSchedule] = tile_instructions + other_instructions;
  n[kShared] = shared;
  n[kL2] = traffic.on_chip_bytes + refetched;
  n[kDram] = traffic.dram_bytes;
  n[kLink] = traffic.link_bytes;
  n[kDivergence] = slots > 0 ? tiling.blocks * kWarpsPerBlock * (1 - tiled / slots) : 0;
  n[kCoalesce] = n[kL2] / kRequestBytes;
  n[kBarrier] = kBarriersPerStep * tiling.steps;
  n[kWrite] = output_bytes(work) / kSectorBytes;
  n[kLaunch] = tiled > 0 ? tiling.blocks * kWarpsPerBlock : output_bytes(work) / kWarpAccessBytes;

  if (tiled <= 0) return;
  const bool convolution = mapping::is_convolution(work.subgraph.matrix.front());
  const double all_in = 2 * tiled * energy_j[convolution ? kAllInConvolution : kAllIn];
  const double explained =
      tiled * energy_j[kTensorMac] + tile_registers * energy_j[kRegister] +
      tile_instructions * (energy_j[kInstruction] + energy_j[kSchedule]) + shared * energy_j[kShared] +
      refetched * energy_j[kL2] + n[kDivergence] * energy_j[kDivergence] + n[kCoalesce] * energy_j[kCoalesce] +
      n[kBarrier] * energy_j[kBarrier] + n[kWrite] * energy_j[kWrite] + n[kLaunch] * energy_j[kLaunch];
  n[kUnattributed] = std::max(0.0, all_in - explained);
}

std::vector<std::string> describe(const Totals& t) {
  const double per_mma = kMmaBytes / t.context.element_bytes;
  const double pipeline = t.share(kInstruction, kShared), simt = t.share(kSchedule, kUnattributed);
  std::vector<std::string> lines;
  if (t.counts[kTensorMac] > 0)
    lines.push_back("Instruction handling takes " + percent(pipeline) +
                    " of the dynamic energy: one MMA instruction does " + core::format_number(per_mma, 4) + " MACs.");
  else
    lines.push_back("Instruction handling takes " + percent(pipeline) +
                    " of the dynamic energy: no tensor core runs this precision, one warp instruction does 32 lanes.");
  lines.push_back("SIMT control (scheduling, divergence, coalescing, barriers, write sectors, launch) takes " +
                  percent(simt) + " of the dynamic energy.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kGpu{
    kGroups,
    kEventList,
    price,
    count,
    charge<kGroups>,
    describe,
    "The calibrated energy of the matrix operations beyond their events: clock tree, wires, guard band."};

}  // namespace whichchip::estimate::energy
