#include "support/reference_devices.h"

#include <string>

namespace whichchip::tests {
namespace {

using hardware::Device;
using hardware::Precision;

void set(hardware::PerPrecision& table, Precision precision, double value) {
  table[static_cast<std::size_t>(precision)] = value;
}

Device base(const char* id, hardware::DeviceClass device_class, hardware::Mapping mapping, double clock_hz, int units) {
  Device d;
  d.id = id;
  d.name = id;
  d.device_class = device_class;
  d.mapping = mapping;
  d.clock_hz = clock_hz;
  d.units = units;
  return d;
}

void set_power(Device& d, double cap_w, double idle_w) {
  d.tdp_w = cap_w;
  hardware::PowerMode mode;
  mode.id = mode.name = "default";
  mode.cap_w = cap_w;
  d.power_modes = {mode};
  d.power_mode = "default";
  d.idle = hardware::IdlePower{idle_w, hardware::PowerScope::board, true};
}

struct Gpu {
  const char* id;
  int sms;
  double ghz, macs_fp16, bandwidth, l2_mb, l2_per_clock, tdp, static_w, node;
  const char* memory;
  double capacity_gb;
};

Device gpu(const Gpu& g) {
  Device d = base(g.id, hardware::DeviceClass::gpu, hardware::Mapping::gpu, g.ghz * 1e9, g.sms);
  d.vendor = "NVIDIA";
  d.unit_name = "SM";
  d.process_nm = g.node;
  d.memory = {g.memory, g.capacity_gb * 1e9, g.bandwidth * 1e9};
  hardware::GpuGeometry geometry;
  geometry.sms = g.sms;
  geometry.l2_bytes = g.l2_mb * 1048576;
  geometry.l2_bytes_per_clock = g.l2_per_clock;
  constexpr double kCudaCores = 64;
  set(geometry.matrix_macs_per_clock_per_sm, Precision::fp16, g.macs_fp16);
  set(geometry.matrix_macs_per_clock_per_sm, Precision::int8, 2 * g.macs_fp16);
  set(geometry.vector_macs_per_clock_per_sm, Precision::fp32, kCudaCores);
  const double per_mac = 2 * d.clock_hz * g.sms;
  set(d.peak_ops_per_s, Precision::fp16, per_mac * g.macs_fp16);
  set(d.peak_ops_per_s, Precision::int8, per_mac * 2 * g.macs_fp16);
  set(d.peak_ops_per_s, Precision::fp32, per_mac * kCudaCores);
  set(d.peak_vector_ops_per_s, Precision::fp32, per_mac * kCudaCores);
  d.geometry = geometry;
  constexpr double kUncoreShare = 0.07;  // of TDP, which the estimate adds to the idle figure
  set_power(d, g.tdp, g.static_w - kUncoreShare * g.tdp);
  return d;
}

Device tpu(const char* id, double ghz, int arrays, double bandwidth, double lanes, double sram_mb, double tdp,
           double idle) {
  Device d = base(id, hardware::DeviceClass::tpu, hardware::Mapping::systolic, ghz * 1e9, arrays);
  d.vendor = "Google";
  d.process_nm = 16;
  d.memory = {"HBM2", 32e9, bandwidth * 1e9};
  hardware::SystolicGeometry g;
  constexpr int kSide = 128;
  g.rows = g.columns = kSide;
  g.arrays = arrays;
  g.vector_lanes = lanes;
  g.sram_bytes = sram_mb * 1048576;
  set(g.macs_per_clock_per_array, Precision::bf16, kSide * kSide);
  set(d.peak_ops_per_s, Precision::bf16, 2.0 * kSide * kSide * arrays * d.clock_hz);
  d.geometry = g;
  set_power(d, tdp, idle);
  return d;
}

struct KpuTiles {
  int all_tiles, int8_tiles, matrix_tiles;  // the rest compute in other formats, but hold data too
  double ghz, bandwidth, tdp;
};

Device kpu(const char* id, const KpuTiles& k) {
  Device d = base(id, hardware::DeviceClass::kpu, hardware::Mapping::kpu, k.ghz * 1e9, k.int8_tiles + k.matrix_tiles);
  d.process_nm = 16;
  d.memory = {"LPDDR5", 8e9, k.bandwidth * 1e9};
  hardware::KpuGeometry g;
  constexpr int kInt8Side = 16, kMatrixSide = 64;
  hardware::KpuPool int8{"int8", k.int8_tiles, kInt8Side, kInt8Side, {}};
  hardware::KpuPool matrix{"matrix", k.matrix_tiles, kMatrixSide, kMatrixSide, {}};
  set(int8.macs_per_clock_per_element, Precision::int8, 1);
  set(matrix.macs_per_clock_per_element, Precision::int8, 1);
  g.pools = {int8, matrix};
  g.tile_memory_bytes = 262144;
  g.shared_memory_bytes = (k.all_tiles - k.int8_tiles - k.matrix_tiles) * g.tile_memory_bytes;
  const double macs = k.int8_tiles * kInt8Side * kInt8Side + k.matrix_tiles * kMatrixSide * kMatrixSide;
  set(d.peak_ops_per_s, Precision::int8, 2 * macs * d.clock_hz);
  d.geometry = g;
  set_power(d, k.tdp, k.tdp / 10);
  return d;
}

}  // namespace

Device a100_sxm_40gb() { return gpu({"A100-SXM-40GB", 108, 1.41, 1024, 1555, 40, 5120, 400, 85, 7, "HBM2", 40}); }
Device a100_pcie_40gb() { return gpu({"A100-PCIe-40GB", 108, 1.41, 1024, 1555, 40, 5120, 250, 70, 7, "HBM2", 40}); }
Device h100_sxm() { return gpu({"H100-SXM", 132, 1.83, 2048, 3350, 50, 5632, 700, 130, 4, "HBM3", 80}); }
Device a30() { return gpu({"A30", 56, 1.44, 1024, 933, 24, 3072, 165, 45, 7, "HBM2", 24}); }
Device t4() { return gpu({"T4", 40, 1.59, 512, 320, 4, 1280, 70, 17, 12, "GDDR6", 16}); }

Device tpu_v3_chip() { return tpu("TPU-v3", 0.94, 4, 900, 2048, 32, 450, 84); }
Device tpu_v4() { return tpu("TPU-v4", 1.05, 8, 1228, 4096, 160, 192, 90); }

Device edge_tpu_usb() {
  Device d = base("Coral-Edge-TPU", hardware::DeviceClass::npu, hardware::Mapping::systolic, 480e6, 1);
  d.vendor = "Google";
  d.memory = {"", 0.0, 0.47e9};
  hardware::SystolicGeometry g;
  constexpr int kSide = 64;
  g.rows = g.columns = kSide;
  g.arrays = 1;
  g.vector_lanes = 128;
  g.sram_bytes = 8e6;
  g.weight_capacity_bytes = 6.5e6;
  g.weights_over_link = true;
  set(g.macs_per_clock_per_array, Precision::int8, kSide * kSide);
  set(d.peak_ops_per_s, Precision::int8, 2.0 * kSide * kSide * d.clock_hz);
  d.geometry = g;
  hardware::Host host;
  host.id = "RaspberryPi4";
  host.cores = 4;
  host.link_bytes_per_s = 0.47e9;
  host.synchronisation_s = 20e-6;
  d.host = host;
  set_power(d, 2, 0.5);
  return d;
}

Device zcu104(int cores) {
  Device d = base("Xilinx-DPU-ZCU104", hardware::DeviceClass::dpu, hardware::Mapping::dpu, 300e6, cores);
  d.process_nm = 16;
  constexpr double kEffectiveShare = 0.31;  // of the data sheet's DDR rate; 6 GB/s are attained
  d.memory = {"DDR4-2400", 4e9, 6e9 / kEffectiveShare};
  hardware::DpuGeometry g;
  g.cores = cores;
  g.pixel_parallel = 8;
  g.input_channel_parallel = g.output_channel_parallel = 16;
  g.buffer_bytes = 0.5e6;
  set(d.peak_ops_per_s, Precision::int8, 2.0 * 8 * 16 * 16 * cores * d.clock_hz);
  d.geometry = g;
  set_power(d, 20, 9);
  return d;
}

Device xeon_8480() {
  constexpr int kCores = 56;
  Device d = base("Xeon-8480+", hardware::DeviceClass::cpu, hardware::Mapping::cpu, 2.2e9, kCores);
  d.vendor = "Intel";
  d.process_nm = 10;
  d.memory = {"DDR5-4800", 512e9, 307e9};
  hardware::CpuGeometry g;
  g.cores = kCores;
  g.simd_bits = 512;
  g.matrix_unit = true;
  g.l2_bytes_per_core = 2 * 1048576;
  g.l3_bytes = 217e6 - kCores * g.l2_bytes_per_core;
  set(g.macs_per_clock_per_core, Precision::fp32, 32);
  set(g.macs_per_clock_per_core, Precision::int8, 1024);
  set(d.peak_ops_per_s, Precision::fp32, 2.0 * 32 * kCores * d.clock_hz);
  set(d.peak_ops_per_s, Precision::int8, 2.0 * 1024 * kCores * d.clock_hz);
  d.geometry = g;
  set_power(d, 350, 88);
  return d;
}

Device kpu_t64() { return kpu("KPU-T64", {64, 44, 7, 0.9, 25.6, 25}); }
Device kpu_t256() { return kpu("KPU-T256", {256, 179, 26, 1.1, 204.8, 60}); }
Device kpu_t768() { return kpu("KPU-T768", {768, 537, 77, 1.4, 1638, 200}); }

}  // namespace whichchip::tests
