#include "hardware/parse_geometry.h"

namespace whichchip::hardware {
namespace {

double or_zero(std::optional<double> value) { return value.value_or(0); }

GpuGeometry parse_gpu(const Reader& r, int units) {
  r.object({"matrix_macs_per_clock", "vector_macs_per_clock", "registers", "shared_memory", "l2", "l2_bytes_per_clock",
            "last_level_cache"});
  GpuGeometry gpu;
  gpu.sms = units;
  gpu.matrix_macs_per_clock_per_sm = r.per_precision("matrix_macs_per_clock", Quantity::macs_per_clock);
  gpu.vector_macs_per_clock_per_sm = r.per_precision("vector_macs_per_clock", Quantity::macs_per_clock);
  if (!at(gpu.vector_macs_per_clock_per_sm, Precision::fp32))
    r.fail("vector_macs_per_clock/fp32 is missing", "every GPU has a path for fp32");
  gpu.register_bytes_per_sm = or_zero(r.figure_if("registers", Quantity::bytes));
  gpu.shared_bytes_per_sm = or_zero(r.figure_if("shared_memory", Quantity::bytes));
  gpu.l2_bytes = r.positive("l2", Quantity::bytes);
  gpu.l2_bytes_per_clock = r.positive("l2_bytes_per_clock", Quantity::bytes_per_clock);
  gpu.last_level_bytes = or_zero(r.figure_if("last_level_cache", Quantity::bytes));
  return gpu;
}

CpuGeometry parse_cpu(const Reader& r, int units) {
  r.object({"sockets", "simd", "macs_per_clock", "matrix_unit", "l1", "l2", "l3"});
  CpuGeometry cpu;
  cpu.cores = units;
  cpu.sockets = r.count_if("sockets").value_or(1);
  cpu.simd_bits = static_cast<int>(r.positive("simd", Quantity::bits));
  if (cpu.simd_bits < 32 || cpu.simd_bits > 65536) r.at("simd").fail("SIMD registers have 32 to 65536 bits");
  cpu.macs_per_clock_per_core = r.per_precision("macs_per_clock", Quantity::macs_per_clock);
  if (!at(cpu.macs_per_clock_per_core, Precision::fp32))
    r.fail("macs_per_clock/fp32 is missing", "every CPU has a path for fp32");
  cpu.matrix_unit = r.flag("matrix_unit", false);
  cpu.l1_bytes_per_core = or_zero(r.figure_if("l1", Quantity::bytes));
  cpu.l2_bytes_per_core = or_zero(r.figure_if("l2", Quantity::bytes));
  cpu.l3_bytes = or_zero(r.figure_if("l3", Quantity::bytes));
  return cpu;
}

SystolicGeometry parse_systolic(const Reader& r, int units) {
  r.object({"rows", "columns", "macs_per_clock", "vector_lanes", "sram", "weight_capacity", "weights_over_link"});
  SystolicGeometry systolic;
  systolic.arrays = units;
  systolic.rows = r.count("rows");
  systolic.columns = r.count("columns");
  systolic.macs_per_clock_per_array = r.per_precision("macs_per_clock", Quantity::macs_per_clock);
  systolic.vector_lanes = r.positive("vector_lanes", Quantity::number);
  systolic.sram_bytes = r.positive("sram", Quantity::bytes);
  systolic.weight_capacity_bytes = r.figure_if("weight_capacity", Quantity::bytes);
  systolic.weights_over_link = r.flag("weights_over_link", false);
  if (systolic.weights_over_link && !systolic.weight_capacity_bytes)
    r.fail("weight_capacity is missing", "weights_over_link needs to know which part of them stays on the chip");
  return systolic;
}

DpuGeometry parse_dpu(const Reader& r, int units) {
  r.object({"pixel_parallel", "input_channel_parallel", "output_channel_parallel", "clocks_per_step",
            "alu_pixel_parallel", "alu_channel_parallel", "alu_clock", "assumed", "buffer"});
  DpuGeometry dpu;
  dpu.cores = units;
  dpu.pixel_parallel = r.count("pixel_parallel");
  dpu.input_channel_parallel = r.count("input_channel_parallel");
  dpu.output_channel_parallel = r.count("output_channel_parallel");
  dpu.clocks_per_step = r.count_if("clocks_per_step").value_or(1);
  dpu.alu_pixel_parallel = r.count_if("alu_pixel_parallel").value_or(0);
  dpu.alu_channel_parallel = r.count_if("alu_channel_parallel").value_or(0);
  dpu.alu_clock_hz = or_zero(r.figure_if("alu_clock", Quantity::frequency));
  dpu.assumed = r.flag("assumed", false);
  dpu.buffer_bytes = r.positive("buffer", Quantity::bytes);
  return dpu;
}

NpuGeometry parse_npu(const Reader& r, int units) {
  r.object({"rows", "input_channel_parallel", "output_channel_parallel", "assumed", "independent", "sorts",
            "macs_per_clock", "vector_bytes_per_clock", "sram"});
  NpuGeometry npu;
  npu.cores = units;
  npu.rows = r.count("rows");
  npu.input_channel_parallel = r.count("input_channel_parallel");
  npu.output_channel_parallel = r.count("output_channel_parallel");
  npu.assumed = r.flag("assumed", false);
  npu.independent = r.flag("independent", false);
  npu.sorts = r.flag("sorts", false);
  npu.macs_per_clock_per_core = r.per_precision("macs_per_clock", Quantity::macs_per_clock);
  npu.vector_bytes_per_clock = r.positive("vector_bytes_per_clock", Quantity::bytes_per_clock);
  npu.sram_bytes = or_zero(r.figure_if("sram", Quantity::bytes));
  return npu;
}

DataflowGeometry parse_dataflow(const Reader& r, int units) {
  r.object({"weight_capacity", "pixel_rate_cap"});
  DataflowGeometry dataflow;
  dataflow.units = units;
  dataflow.weight_capacity_bytes = r.positive("weight_capacity", Quantity::bytes);
  dataflow.pixel_rate_cap_per_s = r.figure_if("pixel_rate_cap", Quantity::pixel_rate);
  return dataflow;
}

KpuGeometry parse_kpu(const Reader& r, int units) {
  r.object({"pools", "mesh_x", "mesh_y", "tile_memory", "shared_memory"});
  KpuGeometry kpu;
  const Reader pools = r.at("pools");
  double tiles = 0;
  for (const Reader& entry : pools.elements()) {
    entry.object({"kind", "tiles", "rows", "columns", "macs_per_clock"});
    KpuPool pool;
    pool.kind = entry.text("kind");
    pool.tiles = entry.count("tiles");
    pool.rows = entry.count("rows");
    pool.columns = entry.count("columns");
    pool.macs_per_clock_per_element = entry.per_precision("macs_per_clock", Quantity::macs_per_clock);
    tiles += pool.tiles;
    kpu.pools.push_back(std::move(pool));
  }
  if (kpu.pools.empty()) pools.fail("at least one pool of tiles is needed");
  if (tiles != units) pools.fail("the pools' tiles do not add up to units/count");
  kpu.mesh_x = r.count("mesh_x");
  kpu.mesh_y = r.count("mesh_y");
  kpu.tile_memory_bytes = r.positive("tile_memory", Quantity::bytes);
  kpu.shared_memory_bytes = or_zero(r.figure_if("shared_memory", Quantity::bytes));
  return kpu;
}

CgraGeometry parse_cgra(const Reader& r, int units) {
  r.object({"lanes", "stages", "memory_units", "memory_unit"});
  CgraGeometry cgra;
  cgra.compute_units = units;
  cgra.lanes = r.count("lanes");
  cgra.stages = r.count("stages");
  cgra.memory_units = r.count("memory_units");
  cgra.memory_unit_bytes = r.positive("memory_unit", Quantity::bytes);
  return cgra;
}

}  // namespace

Geometry parse_geometry(const Reader& reader, Mapping mapping, int units) {
  switch (mapping) {
    case Mapping::gpu:
      return parse_gpu(reader, units);
    case Mapping::cpu:
      return parse_cpu(reader, units);
    case Mapping::systolic:
      return parse_systolic(reader, units);
    case Mapping::kpu:
      return parse_kpu(reader, units);
    case Mapping::npu:
    case Mapping::dsp:
      return parse_npu(reader, units);
    case Mapping::dpu:
      return parse_dpu(reader, units);
    case Mapping::dataflow:
      return parse_dataflow(reader, units);
    case Mapping::cgra:
      break;
  }
  return parse_cgra(reader, units);
}

}  // namespace whichchip::hardware
