#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "report/figure_sheet.h"

namespace whichchip::report {
namespace {

using core::Quantity;

class Blocks {
 public:
  explicit Blocks(FigureSheet& sheet) : sheet_(sheet) {}

  void operator()(const hardware::GpuGeometry& gpu) const {
    rates("matrix_macs_per_clock", "Matrix MACs per clock and unit", gpu.matrix_macs_per_clock_per_sm);
    rates("vector_macs_per_clock", "Vector MACs per clock and unit", gpu.vector_macs_per_clock_per_sm);
    bytes("register_bytes", "Registers per unit", gpu.register_bytes_per_sm, "registers");
    bytes("shared_bytes", "Shared memory per unit", gpu.shared_bytes_per_sm, "shared_memory");
    bytes("l2_bytes", "L2 cache", gpu.l2_bytes, "l2");
    count("l2_bytes_per_clock", "L2 bytes per clock", gpu.l2_bytes_per_clock, "l2_bytes_per_clock");
    bytes("last_level_bytes", "Last-level cache", gpu.last_level_bytes, "last_level");
  }
  void operator()(const hardware::CpuGeometry& cpu) const {
    count("sockets", "Sockets", cpu.sockets, "sockets");
    count("simd_bits", "SIMD width, bits", cpu.simd_bits, "simd");
    rates("macs_per_clock", "MACs per clock and core", cpu.macs_per_clock_per_core);
    bytes("l1_bytes", "L1 cache per core", cpu.l1_bytes_per_core, "l1");
    bytes("l2_bytes", "L2 cache per core", cpu.l2_bytes_per_core, "l2");
    bytes("l3_bytes", "L3 cache", cpu.l3_bytes, "l3");
  }
  void operator()(const hardware::SystolicGeometry& array) const {
    count("rows", "Array rows", array.rows, "rows");
    count("columns", "Array columns", array.columns, "columns");
    rates("macs_per_clock", "MACs per clock and array", array.macs_per_clock_per_array);
    count("vector_lanes", "Vector elements per clock", array.vector_lanes, "vector_lanes");
    bytes("sram_bytes", "On-chip memory", array.sram_bytes, "sram");
    bytes("weight_capacity_bytes", "Weights that stay on the chip", array.weight_capacity_bytes.value_or(0),
          "weight_capacity");
  }
  void operator()(const hardware::DpuGeometry& dpu) const {
    count("pixel_parallel", "Pixels in parallel", dpu.pixel_parallel, "pixel_parallel");
    count("input_channel_parallel", "Input channels in parallel", dpu.input_channel_parallel, "input_channel_parallel");
    count("output_channel_parallel", "Output channels in parallel", dpu.output_channel_parallel,
          "output_channel_parallel");
    count("alu_pixel_parallel", "Pixels in parallel beside the array", dpu.alu_pixel_parallel, "alu_pixel_parallel");
    count("alu_channel_parallel", "Channels in parallel beside the array", dpu.alu_channel_parallel,
          "alu_channel_parallel");
    bytes("buffer_bytes", "Buffer per core", dpu.buffer_bytes, "buffer");
  }
  void operator()(const hardware::NpuGeometry& npu) const {
    count("rows", "Array rows", npu.rows, "rows");
    count("input_channel_parallel", "Input channels in parallel", npu.input_channel_parallel, "input_channel_parallel");
    count("output_channel_parallel", "Output channels in parallel", npu.output_channel_parallel,
          "output_channel_parallel");
    rates("macs_per_clock", "MACs per clock and core", npu.macs_per_clock_per_core);
    count("vector_bytes_per_clock", "Vector bytes per clock", npu.vector_bytes_per_clock, "vector_bytes_per_clock");
    bytes("sram_bytes", "On-chip memory", npu.sram_bytes, "sram");
  }
  void operator()(const hardware::DataflowGeometry& dataflow) const {
    bytes("weight_capacity_bytes", "Weights that stay on the chip", dataflow.weight_capacity_bytes, "weight_capacity");
    count("pixel_rate_per_s", "Pixels per second at most", dataflow.pixel_rate_cap_per_s.value_or(0), "pixel_rate_cap");
  }
  void operator()(const hardware::KpuGeometry& kpu) const {
    for (std::size_t i = 0; i < kpu.pools.size(); ++i) {
      const hardware::KpuPool& pool = kpu.pools[i];
      const std::string path = "pools/" + std::to_string(i);
      const std::string shape =
          " " + pool.kind + " tiles of " + std::to_string(pool.rows) + "×" + std::to_string(pool.columns);
      sheet_.add_shown("tiles_" + pool.kind, "Tiles", pool.tiles, std::to_string(pool.tiles) + shape,
                       "/geometry/" + path + "/tiles");
    }
    count("mesh_x", "Mesh columns", kpu.mesh_x, "mesh_x");
    count("mesh_y", "Mesh rows", kpu.mesh_y, "mesh_y");
    bytes("tile_memory_bytes", "Memory per tile", kpu.tile_memory_bytes, "tile_memory");
    bytes("shared_memory_bytes", "Shared memory", kpu.shared_memory_bytes, "shared_memory");
  }
  void operator()(const hardware::CgraGeometry& cgra) const {
    count("lanes", "Lanes per compute unit", cgra.lanes, "lanes");
    count("stages", "Stages per compute unit", cgra.stages, "stages");
    count("memory_units", "Memory units", cgra.memory_units, "memory_units");
    bytes("memory_unit_bytes", "Memory per memory unit", cgra.memory_unit_bytes, "memory_unit");
  }

 private:
  void count(const char* key, const char* title, double value, const char* path) const {
    if (value > 0) sheet_.add_shown(key, title, value, whole(value), std::string("/geometry/") + path);
  }
  // Counts of hardware are small and mostly whole: 1024, not 1.02 k.
  static std::string whole(double value) {
    const auto count = static_cast<std::int64_t>(value);
    return static_cast<double>(count) == value ? std::to_string(count) : core::format_number(value);
  }
  void bytes(const char* key, const char* title, double value, const char* path) const {
    if (value > 0) sheet_.add(key, title, value, Quantity::bytes, std::string("/geometry/") + path);
  }
  void rates(const std::string& key, const std::string& title, const hardware::PerPrecision& table) const {
    for (const hardware::Precision precision : hardware::kPrecisions) {
      const std::string name = hardware::name(precision);
      const std::optional<double> value = hardware::at(table, precision);
      if (value)
        sheet_.add_shown(key + "_" + name, title + ", " + name, value, whole(*value), "/geometry/" + key + "/" + name);
    }
  }
  FigureSheet& sheet_;
};

}  // namespace

void add_building_blocks(FigureSheet& sheet, const hardware::Geometry& geometry) {
  std::visit(Blocks(sheet), geometry);
}

}  // namespace whichchip::report
