// KPU (domain flow): tiles hold a block of the output and stream both operands past their elements; no instruction per
// operation, but tokens that are matched. Simulated: no silicon has been measured.
//
// Per product: streamers read (r + c)·K·b bytes a block and write each output once; every MAC hands two operands on;
// bytes from the shared memory pass block movers and a mesh of mean (X + Y)/3 hops; one token is injected and extracted
// per edge element, one signature matched per injected vector, one program of 4 KiB loaded per subgraph and tile used.
// Modelling §4.2, §3.5.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kFirstMac,
  kSecondMac,
  kIdle,
  kVectorOp,
  kForward,
  kStream,
  kWrite,
  kShared,
  kNoc,
  kDram,
  kLink,
  kInject,
  kExtract,
  kMatch,
  kProgram,
  kDma,
  kEvents
};
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"first_pool_macs", "MACs of the first tile pool", "MAC"},
    {"second_pool_macs", "MACs of the second tile pool", "MAC"},
    {"idle_elements", "toggles of idle elements", "element cycle"},
    {"vector_ops", "vector operations in tiles", "operation"},
    {"forwarding", "tokens routed between elements", "byte"},
    {"streamer_reads", "tile memory, streamed", "byte"},
    {"tile_writes", "tile memory, written", "byte"},
    {"block_moves", "shared memory, block movers", "byte"},
    {"noc", "network on chip", "byte hop"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "host link", "byte"},
    {"tokens_in", "tokens injected and dispatched", "token"},
    {"tokens_out", "tokens extracted", "token"},
    {"signature_matches", "domain tracking: signature matches", "match"},
    {"program_bytes", "program load", "byte"},
    {"dma", "DMA descriptors", "descriptor"},
}};
constexpr std::array<Group, 4> kGroups{{
    {"tiles", "tiles", EnergyKind::compute, kFirstMac, kForward},
    {"streaming", "streaming between elements", EnergyKind::memory, kForward, kStream},
    {"memory", "memory and movers", EnergyKind::memory, kStream, kInject},
    {"tokens", "tokens and programs", EnergyKind::control, kInject, kEvents},
}};

constexpr double kProgramBytes = 4096;

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kFirstMac] = p[kSecondMac] = of.mac();
  p[kIdle] = of.mac(of.table().idle_element_share);
  p[kVectorOp] = of.of(Figure::vector_operation);
  p[kForward] = of.of(Figure::forward_byte);
  p[kStream] = p[kWrite] = of.of(Figure::scratchpad_byte);
  p[kShared] = of.of(Figure::buffer_byte);
  p[kNoc] = of.of(Figure::noc_byte_hop);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kInject] = p[kExtract] = of.of(Figure::token);
  p[kMatch] = of.of(Figure::signature_match);
  p[kProgram] = of.of(Figure::configuration_byte);
  p[kDma] = of.of(Figure::dma_descriptor);
}

void count(const Work& work, Counts& n) {
  const auto& kpu = std::get<hardware::KpuGeometry>(work.context.device.geometry);
  const Tiling& tiling = work.mapped.tiling;
  const double b = work.context.element_bytes;
  const double all = macs(work);
  const double slots = std::max(all, tiling.mac_slots);
  const double second = slots > 0 ? std::min(1.0, tiling.second_slots / slots) : 0;
  const double hops = (kpu.mesh_x + kpu.mesh_y) / 3.0;
  n[kFirstMac] = all * (1 - second);
  n[kSecondMac] = all * second;
  n[kIdle] = slots - all;
  n[kVectorOp] = mapping::vector_work(work.subgraph);
  n[kForward] = 2 * all * b;
  n[kStream] = tiling.operand_bytes + (work.subgraph.matrix.empty() ? input_bytes(work) : 0);
  n[kWrite] = output_bytes(work);
  n[kShared] = work.traffic.on_chip_bytes;
  n[kNoc] = work.traffic.on_chip_bytes * hops;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kInject] = tiling.operand_bytes / b;
  n[kExtract] = output_bytes(work) / b;
  n[kMatch] = 2 * tiling.steps;
  n[kProgram] = kProgramBytes * work.mapped.units_used * repeat(work);
  n[kDma] = descriptors(work);
}

std::vector<std::string> describe(const Totals& t) {
  const auto& kpu = std::get<hardware::KpuGeometry>(t.context.device.geometry);
  std::vector<std::string> lines;
  lines.push_back("Tokens, domain tracking and program loads take " + percent(t.share(kInject, kEvents)) +
                  " of the dynamic energy: no instruction is fetched per operation.");
  if (t.counts[kShared] > 0)
    lines.push_back("Programs are loaded for every subgraph (0 % found in the tiles); fused chains keep " +
                    core::format(core::Quantity::bytes, t.fused_bytes) + " a run in the tiles, " +
                    core::format(core::Quantity::energy,
                                 t.fused_bytes * (t.energy_j[kShared] + t.energy_j[kNoc]) / t.counts[kShared]) +
                    " that the shared memory and its network would take beyond the sums here.");
  std::string pools;
  for (const hardware::KpuPool& pool : kpu.pools)
    pools += (pools.empty() ? "" : ", ") + std::to_string(pool.tiles) + " " + pool.kind + " tiles of " +
             std::to_string(pool.rows) + "×" + std::to_string(pool.columns);
  lines.push_back("Pools in order: " + pools + "; mean distance " +
                  core::format_number((kpu.mesh_x + kpu.mesh_y) / 3.0) + " hops.");
  lines.emplace_back("Simulated: energies are those of the technology table, no KPU has been measured.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kKpu{kGroups, kEventList, price, count, charge<kGroups>, describe, kUnmeasured};

}  // namespace whichchip::estimate::energy
