// Spatial pipelines (Hailo and kin): a layer owns its MACs and memory, frames stream through.
//
// Stage SRAM: operands read MAC·b ÷ 16 (a weight serves a column of MACs, an activation a row of 16) and every map once
// in and once out; maps cross to the next stage over about four hops; weights beyond the chip are switched in over the
// link; one sequencer step per 1000 MAC cycles of a stage. Modelling §3.4.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t { kMac, kVectorOp, kOperand, kMap, kNoc, kDram, kLink, kInstruction, kEvents };
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"macs", "stage MACs", "MAC"},
    {"vector_ops", "activation and pooling units", "operation"},
    {"operand_reads", "stage SRAM, operands", "byte"},
    {"map_bytes", "stage SRAM, maps", "byte"},
    {"inter_stage", "inter-stage links", "byte hop"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "host link and context switches", "byte"},
    {"sequencer", "stage sequencers", "step"},
}};
constexpr std::array<Group, 3> kGroups{{
    {"stages", "stages", EnergyKind::compute, kMac, kOperand},
    {"memory", "memory and links", EnergyKind::memory, kOperand, kInstruction},
    {"control", "control", EnergyKind::control, kInstruction, kEvents},
}};

constexpr double kReuse = 16, kHops = 4, kMacsPerStep = 16384;

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kMac] = of.mac();
  p[kVectorOp] = of.of(Figure::vector_operation);
  p[kOperand] = of.of(Figure::scratchpad_byte);
  p[kMap] = of.of(Figure::shared_byte);
  p[kNoc] = of.of(Figure::noc_byte_hop);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kInstruction] = of.of(Figure::array_instruction);
}

void count(const Work& work, Counts& n) {
  const double all = macs(work), maps = input_bytes(work) + output_bytes(work);
  n[kMac] = all;
  n[kVectorOp] = mapping::vector_work(work.subgraph);
  n[kOperand] = all * work.context.element_bytes / kReuse;
  n[kMap] = maps;
  n[kNoc] = output_bytes(work) * kHops;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kInstruction] = mapping::ceiling((all + n[kVectorOp]) / kMacsPerStep);
}

std::vector<std::string> describe(const Totals& t) {
  std::vector<std::string> lines;
  lines.push_back("Control takes " + percent(t.share(kInstruction, kEvents)) +
                  " of the dynamic energy: layers stay where they are, only data moves.");
  if (t.counts[kLink] > 0)
    lines.push_back("The host link carries " + core::format(core::Quantity::bytes, t.counts[kLink]) +
                    " a run (inputs, outputs, and weights that the chip cannot hold): " +
                    percent(t.share(kLink, kInstruction)) + " of the dynamic energy.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kDataflow{kGroups, kEventList, price, count, charge<kGroups>, describe, kUnmeasured};

}  // namespace whichchip::estimate::energy
