// NPU: MAC arrays over pixels × input channels × output channels, fed by weight and line buffers.
//
// Weight buffer: every weight is read once per group of `rows` pixels, MAC·b ÷ rows; line buffer: input bytes · kernel
// height; local SRAM: what the layer reads and writes; idle positions of a working array toggle at 0.15 of a MAC; one
// command per 1000 cycles. Work that the array does not know runs on the host and is counted there. Modelling §4.2.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kMac,
  kIdle,
  kVectorOp,
  kWeight,
  kLine,
  kRegister,
  kSram,
  kDram,
  kLink,
  kInstruction,
  kDma,
  kEvents
};
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"macs", "useful MACs", "MAC"},
    {"idle_elements", "toggles of idle elements", "element cycle"},
    {"vector_ops", "vector and table unit", "operation"},
    {"weight_buffer", "weight buffer reads", "byte"},
    {"line_buffer", "line buffer reads", "byte"},
    {"vector_registers", "vector registers", "byte"},
    {"sram_bytes", "local SRAM", "byte"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "host link", "byte"},
    {"instructions", "command stream", "command"},
    {"dma", "DMA descriptors", "descriptor"},
}};
constexpr std::array<Group, 4> kGroups{{
    {"array", "MAC array", EnergyKind::compute, kMac, kWeight},
    {"operands", "operand delivery", EnergyKind::memory, kWeight, kSram},
    {"memory", "memory", EnergyKind::memory, kSram, kInstruction},
    {"control", "control", EnergyKind::control, kInstruction, kEvents},
}};

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kMac] = of.mac();
  p[kIdle] = of.mac(of.table().idle_element_share);
  p[kVectorOp] = of.of(Figure::vector_operation);
  p[kWeight] = p[kLine] = of.of(Figure::scratchpad_byte);
  p[kRegister] = of.of(Figure::register_byte);
  p[kSram] = of.of(Figure::buffer_byte);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kInstruction] = of.of(Figure::array_instruction);
  p[kDma] = of.of(Figure::dma_descriptor);
}

void count(const Work& work, Counts& n) {
  const auto& npu = std::get<hardware::NpuGeometry>(work.context.device.geometry);
  const double all = macs(work);
  const double cycles = work.mapped.padded_s * work.context.device.clock_hz;
  if (all > 0) {
    const double array = static_cast<double>(std::max(1, npu.rows)) * std::max(1, npu.input_channel_parallel) *
                         std::max(1, npu.output_channel_parallel);
    const auto rate = hardware::at(npu.macs_per_clock_per_core, work.context.precision);
    n[kIdle] = idle_elements(work, rate.value_or(array));
    n[kWeight] = weight_buffer_bytes(work, npu.rows);
    n[kLine] = line_buffer_bytes(work);
  }
  const double vector = mapping::vector_work(work.subgraph);
  n[kMac] = all;
  n[kVectorOp] = vector;
  n[kRegister] = vector * kOperandBytes;
  n[kSram] = work.traffic.on_chip_bytes;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kInstruction] = commands(cycles);
  n[kDma] = descriptors(work);
}

std::vector<std::string> describe(const Totals& t) {
  const double slots = t.counts[kMac] + t.counts[kIdle];
  std::vector<std::string> lines;
  lines.push_back("Control takes " + percent(t.share(kInstruction, kEvents)) +
                  " of the dynamic energy: a command does " +
                  core::format_number(t.macs / std::max(1.0, t.counts[kInstruction])) + " MACs.");
  if (slots > 0)
    lines.push_back(percent(t.counts[kMac] / slots) + " of the array's positions do useful work; idle ones toggle at " +
                    percent(t.share(kIdle, kVectorOp)) + " of the dynamic energy.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kNpu{
    kGroups,
    kEventList,
    price,
    count,
    charge<kGroups>,
    describe,
    "None: the factor on the MACs holds what surrounds them, from the watts of boards at work."};

}  // namespace whichchip::estimate::energy
