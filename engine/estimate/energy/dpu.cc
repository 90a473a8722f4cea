// DPU: a MAC array built of an FPGA's DSP slices, with its routing, clock and configuration.
//
// As an NPU, with buffers in block RAM; the fabric's routing, clock and look-up tables cost several times the MAC that
// a standard-cell array would (circuit factor), shown as their own event. One hop to the memory controller. Loading the
// bitstream is not part of a run.
// Modelling §4.2.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kMac,
  kIdle,
  kVectorOp,
  kWeight,
  kLine,
  kOutput,
  kNoc,
  kDram,
  kLink,
  kFabric,
  kInstruction,
  kDma,
  kEvents
};
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"macs", "MACs in DSP slices", "MAC"},
    {"idle_elements", "toggles of idle elements", "element cycle"},
    {"vector_ops", "ALU path", "operation"},
    {"weight_buffer", "weight buffer reads", "byte"},
    {"line_buffer", "line buffer reads", "byte"},
    {"output_buffer", "output buffer writes", "byte"},
    {"noc", "interconnect to the memory", "byte hop"},
    {"dram_bytes", "DDR", "byte"},
    {"link_bytes", "host link", "byte"},
    {"fabric", "routing and clock of the fabric", "MAC"},
    {"instructions", "instructions", "instruction"},
    {"dma", "DMA descriptors", "descriptor"},
}};
constexpr std::array<Group, 4> kGroups{{
    {"array", "MAC array", EnergyKind::compute, kMac, kWeight},
    {"buffers", "buffers", EnergyKind::memory, kWeight, kNoc},
    {"memory", "memory", EnergyKind::memory, kNoc, kFabric},
    {"control", "fabric and control", EnergyKind::control, kFabric, kEvents},
}};

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kMac] = of.bare_mac();
  p[kIdle] = of.mac(of.table().idle_element_share);
  p[kVectorOp] = of.of(Figure::vector_operation, of.circuit_factor());
  p[kWeight] = p[kLine] = p[kOutput] = of.of(Figure::buffer_byte);
  p[kNoc] = of.of(Figure::noc_byte_hop);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kFabric] = of.bare_mac(of.circuit_factor() - 1);
  p[kInstruction] = of.of(Figure::array_instruction, of.circuit_factor());
  p[kDma] = of.of(Figure::dma_descriptor, of.circuit_factor());
}

void count(const Work& work, Counts& n) {
  const auto& dpu = std::get<hardware::DpuGeometry>(work.context.device.geometry);
  const double all = macs(work);
  const double cycles = work.mapped.padded_s * work.context.device.clock_hz;
  if (all > 0) {
    const double array = static_cast<double>(std::max(1, dpu.pixel_parallel)) *
                         std::max(1, dpu.input_channel_parallel) * std::max(1, dpu.output_channel_parallel);
    n[kIdle] = idle_elements(work, array);
    n[kWeight] = weight_buffer_bytes(work, dpu.pixel_parallel);
    n[kLine] = line_buffer_bytes(work);
  }
  n[kMac] = n[kFabric] = all;
  n[kVectorOp] = mapping::vector_work(work.subgraph);
  n[kOutput] = output_bytes(work);
  n[kNoc] = n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kInstruction] = commands(cycles);
  n[kDma] = descriptors(work);
}

std::vector<std::string> describe(const Totals& t) {
  const double slots = t.counts[kMac] + t.counts[kIdle];
  std::vector<std::string> lines;
  lines.push_back("Routing and clock of the fabric take " + percent(t.share(kFabric, kInstruction)) +
                  " of the dynamic energy, instructions and descriptors " + percent(t.share(kInstruction, kEvents)) +
                  ".");
  lines.emplace_back("The bitstream is loaded before the first run: no run reconfigures the fabric.");
  if (slots > 0) lines.push_back(percent(t.counts[kMac] / slots) + " of the array's positions do useful work.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kDpu{kGroups, kEventList, price, count, charge<kGroups>, describe, kUnmeasured};

}  // namespace whichchip::estimate::energy
