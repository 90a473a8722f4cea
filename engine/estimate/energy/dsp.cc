// DSP: VLIW bundles on a vector unit, and where there is one a matrix array beside it.
//
// Bundles = MAC of the vector unit ÷ (2·lanes) + V ÷ lanes, each fetched, decoded and dispatched, moving three vectors
// of registers and steering one scalar operation (addresses, loops); the matrix array's MACs take one instruction per
// 128 rows and fold. Tightly coupled memory, from which vector units load without an L1: what a layer reads and writes,
// 128 bytes a request. Modelling §4.2.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t {
  kVectorMac,
  kMatrixMac,
  kVectorOp,
  kScalarOp,
  kRegister,
  kFetch,
  kDecode,
  kDispatch,
  kArray,
  kDma,
  kRequest,
  kTcm,
  kDram,
  kLink,
  kEvents
};
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"vector_macs", "vector-unit MACs", "MAC"},
    {"matrix_macs", "matrix-array MACs", "MAC"},
    {"vector_ops", "vector operations", "operation"},
    {"scalar_ops", "scalar operations", "operation"},
    {"register_bytes", "register file", "byte"},
    {"fetch", "bundle fetch", "bundle"},
    {"decode", "bundle decode", "bundle"},
    {"dispatch", "bundle dispatch", "bundle"},
    {"array_instructions", "matrix-array instructions", "instruction"},
    {"dma", "DMA descriptors", "descriptor"},
    {"memory_requests", "loads and stores", "request"},
    {"tcm_bytes", "tightly coupled memory and L2", "byte"},
    {"dram_bytes", "DDR", "byte"},
    {"link_bytes", "host link", "byte"},
}};
constexpr std::array<Group, 4> kGroups{{
    {"units", "units", EnergyKind::compute, kVectorMac, kRegister},
    {"registers", "register file", EnergyKind::memory, kRegister, kFetch},
    {"vliw", "VLIW control", EnergyKind::control, kFetch, kRequest},
    {"memory", "memory", EnergyKind::memory, kRequest, kEvents},
}};

constexpr double kRowsPerInstruction = 128, kMacsPerLane = 2, kRegisterOperands = 3;

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kVectorMac] = p[kMatrixMac] = of.mac();
  p[kVectorOp] = of.of(Figure::vector_operation);
  p[kScalarOp] = of.of(Figure::scalar_operation);
  p[kRegister] = of.of(Figure::register_byte);
  p[kFetch] = of.of(Figure::bundle_fetch);
  p[kDecode] = of.of(Figure::bundle_decode);
  p[kDispatch] = of.of(Figure::bundle_dispatch);
  p[kArray] = of.of(Figure::array_instruction);
  p[kDma] = of.of(Figure::dma_descriptor);
  p[kRequest] = of.of(Figure::memory_request);
  p[kTcm] = of.of(Figure::buffer_byte);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
}

void count(const Work& work, Counts& n) {
  const auto& dsp = std::get<hardware::NpuGeometry>(work.context.device.geometry);
  const double vector_bytes = std::max(work.context.element_bytes, dsp.vector_bytes_per_clock / std::max(1, dsp.cores));
  const double lanes = vector_bytes / work.context.element_bytes;
  const double rows = std::max(1, dsp.input_channel_parallel), columns = std::max(1, dsp.output_channel_parallel);
  const bool array = rows * columns > lanes;  // else the vector unit is all there is
  for (const workload::MatrixWork& matrix : work.subgraph.matrix) {
    const double groups = mapping::count(matrix.groups) * mapping::repeats(work.subgraph, matrix) * work.context.passes;
    const double products = groups * mapping::count(matrix.m) * mapping::count(matrix.n) * mapping::count(matrix.k);
    if (!array || mapping::is_depthwise(matrix)) {
      n[kVectorMac] += products;
      continue;
    }
    n[kMatrixMac] += products;
    n[kArray] += groups * mapping::ceiling(mapping::count(matrix.k) / rows) *
                 mapping::ceiling(mapping::count(matrix.n) / columns) *
                 mapping::ceiling(mapping::count(matrix.m) / kRowsPerInstruction);
  }
  const double vector = mapping::vector_work(work.subgraph);
  const double bundles = n[kVectorMac] / (kMacsPerLane * lanes) + vector / lanes;
  n[kVectorOp] = vector;
  n[kRegister] = kRegisterOperands * vector_bytes * bundles;
  n[kScalarOp] = n[kFetch] = n[kDecode] = n[kDispatch] = bundles;
  n[kDma] = descriptors(work);
  n[kTcm] = work.traffic.on_chip_bytes;
  n[kRequest] = n[kTcm] / kRequestBytes;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
}

std::vector<std::string> describe(const Totals& t) {
  const double control = t.share(kFetch, kRequest);
  std::vector<std::string> lines;
  lines.push_back("VLIW and array control take " + percent(control) + " of the dynamic energy; " +
                  percent(t.macs > 0 ? t.counts[kMatrixMac] / t.macs : 0) + " of the MACs run on the matrix array.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kDsp{kGroups, kEventList, price, count, charge<kGroups>, describe, kUnmeasured};

}  // namespace whichchip::estimate::energy
