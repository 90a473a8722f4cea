// Systolic arrays (TPU, Edge TPU, NeuronCore, MMA): no instruction per operation; data is counted by folds.
//
// Per product of M×N×K on an R×C array: unified buffer read M·K·ceil(N/C)·b, written once per output; accumulators
// 4 bytes read and 4 written M·N·ceil(K/R) times; weights N·K·b through the FIFO and shifted in past R/2 elements on
// average; operands forwarded between neighbours, 2·b bytes a MAC. Elements that the mapping leaves without work in a
// working array toggle at 0.15 of a MAC. One address and grant per 128 bytes of the buffer, one instruction per 128
// rows and fold. Modelling §4.2.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kMac,
  kIdle,
  kVectorOp,
  kForward,
  kFifo,
  kShift,
  kRead,
  kWrite,
  kRequest,
  kAccumulatorRead,
  kAccumulatorWrite,
  kRegister,
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
    {"vector_ops", "vector and scalar unit", "operation"},
    {"forwarding", "operands between elements", "byte"},
    {"weight_fifo", "weight FIFO", "byte"},
    {"weight_shift", "weights shifted in", "byte hop"},
    {"buffer_reads", "unified buffer reads", "byte"},
    {"buffer_writes", "unified buffer writes", "byte"},
    {"buffer_requests", "unified buffer addresses, arbitration", "request"},
    {"accumulator_reads", "accumulator reads", "byte"},
    {"accumulator_writes", "accumulator writes", "byte"},
    {"vector_registers", "vector registers", "byte"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "host link", "byte"},
    {"instructions", "array instructions and tile loop", "instruction"},
    {"dma", "DMA descriptors", "descriptor"},
}};
constexpr std::array<Group, 5> kGroups{{
    {"array", "array", EnergyKind::compute, kMac, kForward},
    {"operands", "operand delivery", EnergyKind::memory, kForward, kRead},
    {"buffers", "buffers", EnergyKind::memory, kRead, kDram},
    {"memory", "memory", EnergyKind::memory, kDram, kInstruction},
    {"control", "control", EnergyKind::control, kInstruction, kEvents},
}};

constexpr double kAccumulatorBytes = 4, kRowsPerInstruction = 128;

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kMac] = of.mac();
  p[kIdle] = of.mac(of.table().idle_element_share);
  p[kVectorOp] = of.of(Figure::vector_operation);
  p[kForward] = p[kShift] = of.of(Figure::forward_byte);
  p[kFifo] = p[kAccumulatorRead] = p[kAccumulatorWrite] = of.of(Figure::scratchpad_byte);
  p[kRead] = p[kWrite] = of.of(Figure::buffer_byte);
  p[kRequest] = of.of(Figure::memory_request);
  p[kRegister] = of.of(Figure::register_byte);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kInstruction] = of.of(Figure::array_instruction);
  p[kDma] = of.of(Figure::dma_descriptor);
}

enum : std::size_t { kRows, kColumns, kMacsPerClock, kOperationPerLane, kConstants };
static_assert(kConstants <= std::tuple_size_v<Constants>);

void constants(const MappingContext& context, Constants& c) {
  const auto& array = std::get<hardware::SystolicGeometry>(context.device.geometry);
  c[kRows] = std::max(1, array.rows);
  c[kColumns] = std::max(1, array.columns);
  c[kMacsPerClock] = hardware::at(array.macs_per_clock_per_array, context.precision).value_or(c[kRows] * c[kColumns]);
  c[kOperationPerLane] = 1 / std::max(1.0, array.vector_lanes);
}

void count(const Work& work, Counts& n) {
  const Constants& c = work.constants;
  const double b = work.context.element_bytes, rows = c[kRows], columns = c[kColumns];
  bool channelwise = false;
  for (const workload::MatrixWork& matrix : work.subgraph.matrix) {
    const double times = mapping::repeats(work.subgraph, matrix) * work.context.passes;
    const double groups = mapping::count(matrix.groups) * times;
    const double m = mapping::count(matrix.m), columns_n = mapping::count(matrix.n), k = mapping::count(matrix.k);
    const double folds_k = mapping::ceiling(k / rows), folds_n = mapping::ceiling(columns_n / columns);
    channelwise = channelwise || mapping::is_depthwise(matrix);
    n[kFifo] += groups * columns_n * k * b;
    n[kRead] += groups * m * k * folds_n * b;
    n[kAccumulatorRead] += groups * m * columns_n * folds_k * kAccumulatorBytes;
    n[kInstruction] += groups * folds_k * folds_n * mapping::ceiling(m / kRowsPerInstruction);
  }
  const double all = macs(work);
  if (!work.subgraph.matrix.empty() && !channelwise) n[kIdle] = idle_elements(work, c[kMacsPerClock]);
  const double vector = mapping::vector_work(work.subgraph);
  n[kMac] = all;
  n[kVectorOp] = vector;
  n[kForward] = 2 * all * b;
  n[kShift] = n[kFifo] * rows / 2;
  n[kRead] += work.subgraph.matrix.empty() ? input_bytes(work) : 0;
  n[kWrite] = output_bytes(work);
  n[kRequest] = (n[kRead] + n[kWrite]) / kRequestBytes;
  n[kAccumulatorWrite] = n[kAccumulatorRead];
  n[kRegister] = vector * kOperandBytes;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kInstruction] += vector * c[kOperationPerLane];
  n[kDma] = descriptors(work);
}

std::vector<std::string> describe(const Totals& t) {
  const auto& array = std::get<hardware::SystolicGeometry>(t.context.device.geometry);
  std::vector<std::string> lines;
  const double slots = t.counts[kMac] + t.counts[kIdle];
  lines.push_back("Control takes " + percent(t.share(kInstruction, kEvents)) +
                  " of the dynamic energy: " + core::format_number(t.macs / std::max(1.0, t.counts[kInstruction])) +
                  " MACs an instruction on arrays of " + std::to_string(array.rows) + "×" +
                  std::to_string(array.columns) + ".");
  if (t.macs > 0)
    lines.push_back("A MAC costs " + core::format(core::Quantity::energy, t.dynamic_j / t.macs) +
                    " with all that feeds it; " + percent(slots > 0 ? t.counts[kMac] / slots : 0) +
                    " of the array's element cycles do useful work.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kSystolic{kGroups,         kEventList, price,       count,
                                      charge<kGroups>, describe,   kUnmeasured, constants};

}  // namespace whichchip::estimate::energy
