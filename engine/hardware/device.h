// A chip as a value: what its data sheet says, with the provenance of every figure.
//
// SI units throughout: Hz, byte, byte/s, W, s; rates are dense operations per second, a multiply-add being two.
// A figure that is not known is absent, never 0. Figures hold for the device's current power mode.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hardware/precision.h"

namespace whichchip::hardware {

enum class DeviceClass : std::uint8_t { cpu, gpu, tpu, kpu, npu, dsp, dpu, cgra };
const char* name(DeviceClass device_class);  // "CPU"
// Selects the functions that map work to the chip; not what a user filters by.
enum class Mapping : std::uint8_t { gpu, cpu, systolic, kpu, npu, dsp, dpu, dataflow, cgra };
const char* name(Mapping mapping);

enum class FigureStatus : std::uint8_t {
  looked_up,
  looked_up_partly,
  derived,
  unverified,
  estimated,
  vendor_projection
};
const char* name(FigureStatus status);
struct Provenance {
  FigureStatus status = FigureStatus::unverified;
  std::vector<std::string> sources;  // titles with addresses
  std::string note;
  friend bool operator==(const Provenance&, const Provenance&) = default;
};
// By JSON path of the figure in the device's file ("/memory/bandwidth"), read-only. Copies share one table, so that a
// Device stays cheap to copy; it may be read from its text only when it is first looked at, for few uses look at it.
class ProvenanceTable {
 public:
  using Map = std::map<std::string, Provenance>;
  ProvenanceTable() : ProvenanceTable(Map{}) {}
  explicit ProvenanceTable(Map map) : table_(std::make_shared<Table>(Table{std::move(map), {}})) {}
  explicit ProvenanceTable(std::function<Map()> load) : table_(std::make_shared<Table>(Table{{}, std::move(load)})) {}
  Map::const_iterator begin() const { return map().begin(); }
  Map::const_iterator end() const { return map().end(); }
  Map::const_iterator find(const std::string& path) const { return map().find(path); }
  std::size_t size() const { return map().size(); }
  bool empty() const { return map().empty(); }

 private:
  struct Table {
    Map map;
    std::function<Map()> load;  // empty once it has run
  };
  const Map& map() const {
    if (table_->load) {
      table_->map = table_->load();
      table_->load = nullptr;
    }
    return table_->map;
  }
  std::shared_ptr<Table> table_;
};

struct Memory {
  std::string type;                      // "HBM2e"; empty when the chip has none of its own
  std::optional<double> capacity_bytes;  // 0: only on-chip memory and the host's
  double bandwidth_bytes_per_s = 0;      // without memory of its own: what the host's reaches it with
};

struct GpuGeometry {
  int sms = 0;
  PerPrecision matrix_macs_per_clock_per_sm;  // tensor cores; absent: no such path
  PerPrecision vector_macs_per_clock_per_sm;  // CUDA cores
  double l2_bytes = 0;
  double l2_bytes_per_clock = 0;  // all slices together
  double shared_bytes_per_sm = 0;
  double register_bytes_per_sm = 0;
  double last_level_bytes = 0;  // of a cache beyond the L2 (Infinity Cache); 0: none
};
struct CpuGeometry {
  int cores = 0;
  int sockets = 1;
  int simd_bits = 0;
  PerPrecision macs_per_clock_per_core;
  bool matrix_unit = false;  // AMX, SME
  double l1_bytes_per_core = 0, l2_bytes_per_core = 0, l3_bytes = 0;
};
struct SystolicGeometry {
  int rows = 0, columns = 0, arrays = 0;
  PerPrecision macs_per_clock_per_array;        // rows·columns where the type runs at full rate
  double vector_lanes = 0;                      // elements per clock, all vector units of the chip together
  double sram_bytes = 0;                        // activations
  std::optional<double> weight_capacity_bytes;  // weights that stay on the chip between inferences
  bool weights_over_link = false;               // no DRAM of its own: what does not fit is streamed over the link
};
struct DpuGeometry {
  int cores = 0;
  int pixel_parallel = 0, input_channel_parallel = 0, output_channel_parallel = 0;
  int clocks_per_step = 1;  // of the product of the three: more than 1 where an array of processors takes turns
  // The engine beside the array: depthwise, pooling, element-wise. Per core; 0: as the array.
  int alu_pixel_parallel = 0, alu_channel_parallel = 0;
  double alu_clock_hz = 0;
  double buffer_bytes = 0;  // per core, for feature maps
  bool assumed = false;     // factorisation not published
};
struct NpuGeometry {  // also the array of a DSP
  int cores = 0;
  int rows = 0, input_channel_parallel = 0, output_channel_parallel = 0;  // MACs per clock and core = product, at int8
  bool assumed = false;                                                   // factorisation not published
  bool independent = false;  // each core is an accelerator of its own and takes whole inferences
  bool sorts = false;        // its vector processors run TopK and NonMaxSuppression, too
  PerPrecision macs_per_clock_per_core;
  double vector_bytes_per_clock = 0;  // of the vector unit, all cores
  double sram_bytes = 0;
};
struct DataflowGeometry {
  int units = 0;
  double weight_capacity_bytes = 0;  // beyond it contexts are switched over the link
  std::optional<double> pixel_rate_cap_per_s;
};
struct KpuPool {
  std::string kind;  // "int8", "bf16", "matrix"
  int tiles = 0, rows = 0, columns = 0;
  PerPrecision macs_per_clock_per_element;
};
struct KpuGeometry {
  std::vector<KpuPool> pools;
  int mesh_x = 0, mesh_y = 0;
  double tile_memory_bytes = 0;  // per tile
  double shared_memory_bytes = 0;
};
struct CgraGeometry {
  int compute_units = 0, lanes = 0, stages = 0;
  int memory_units = 0;
  double memory_unit_bytes = 0;
};
using Geometry = std::variant<GpuGeometry, CpuGeometry, SystolicGeometry, DpuGeometry, NpuGeometry, DataflowGeometry,
                              KpuGeometry, CgraGeometry>;

struct PowerMode {
  std::string id;    // slug: "15w", "maxn", "default"
  std::string name;  // "15 W"
  std::vector<std::string> aliases;
  double cap_w = 0;
  // Absent in the file: as specified. The loader fills them in, except for a clock that is not published.
  std::optional<double> clock_hz;
  std::optional<double> bandwidth_bytes_per_s;
  std::optional<int> units_on;
  // Idle and uncore with clocks up: min(stated, cap ÷ 2). Absent: the file states none.
  std::optional<double> static_w;
};

enum class PowerScope : std::uint8_t { chip, board, module, server };
struct IdlePower {
  double watts = 0;
  PowerScope scope = PowerScope::chip;
  bool measured = false;
};

struct Host {
  std::string id;  // a CPU of the catalogue
  int cores = 0;   // that serve this device
  double link_bytes_per_s = 0;
  double synchronisation_s = 0;  // one crossing, without its bytes
  std::string link;              // "PCIe 4.0 x16"
};

struct CloudPrice {
  std::string cloud, instance;
  double usd_per_hour = 0;  // for one device
  int year = 0;
};

// Another engine on the die, which the peaks leave out: a DLA beside a GPU, efficiency cores beside the big ones.
struct SideEngine {
  std::string name;
  int count = 0;
  double clock_hz = 0;
  PerPrecision macs_per_clock;  // of one
};

// What was observed at the chip: an idle, mean or busy power. Not a mode.
struct ObservedPower {
  std::string what;
  double watts = 0;
};

// What the data sheet says before any power mode applies: all units, at the specified clock.
struct Rating {
  int units = 0;
  double clock_hz = 0;
  double bandwidth_bytes_per_s = 0;
  PerPrecision peak_ops_per_s;
  PerPrecision peak_vector_ops_per_s;
  std::optional<IdlePower> idle;
};

struct Device {
  std::string id, name, vendor;
  std::vector<std::string> aliases;  // other ids that find it
  DeviceClass device_class = DeviceClass::cpu;
  Mapping mapping = Mapping::cpu;
  std::vector<std::string> deployment;  // "datacenter", "edge", …
  std::optional<int> launch_year;
  std::optional<double> process_nm;
  std::string process_name;
  std::optional<double> die_mm2;
  std::optional<double> transistors;
  std::string unit_name;        // "SM", "core", "tile", singular
  int units = 0;                // that are on
  double clock_hz = 0;          // sustained, the basis of the peaks; 0 where it is not published
  PerPrecision peak_ops_per_s;  // dense, at clock_hz and all units
  std::array<FigureStatus, kPrecisionCount> peak_status{};  // of those that there are
  PerPrecision peak_vector_ops_per_s;                       // outside the matrix engines
  Memory memory;
  Geometry geometry;
  double tdp_w = 0;
  std::vector<PowerMode> power_modes;  // never empty; the first is the default
  std::optional<IdlePower> idle;
  std::optional<Host> host;  // absent for CPUs
  std::optional<double> price_usd;
  std::vector<CloudPrice> cloud_prices;
  std::vector<std::string> notes;
  std::vector<SideEngine> side_engines;
  std::vector<ObservedPower> observed_power;
  ProvenanceTable provenance;  // by JSON path of the figure
  std::vector<std::string>
      warnings;            // what the loader found odd: a peak that its units do not give, a limited static power
  std::string power_mode;  // id of the mode that the figures above are for
  Rating rating;
};

// The device as it is in one of its power modes: clock, units, bandwidth, cap and peaks scaled (clock × units); idle
// power at most half of the cap.
// Throws core::Error (bad_usage) naming the modes when it has none of that id or alias.
Device in_mode(const Device& device, const std::string& mode);
// The entry of power_modes that the device is in.
const PowerMode& current_mode(const Device& device);
// What is written on the command line and in tables: "A100-SXM-80GB", "Jetson-Orin-Nano-8GB@7w" for a mode other than
// the default.
std::string key(const Device& device);

}  // namespace whichchip::hardware
