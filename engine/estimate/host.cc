#include "estimate/host.h"

#include <algorithm>

#include "core/error.h"
#include "estimate/power.h"
#include "hardware/catalog.h"

namespace whichchip::estimate {
namespace {

const hardware::Device* find_host(const std::string& id) {
  for (const hardware::Device& device : hardware::builtin_catalog().devices)
    if (device.id == id && device.mapping == hardware::Mapping::cpu) return &device;
  return nullptr;
}

// The numbers of `cpu` with only `cores` of it.
hardware::Device share_of(const hardware::Device& cpu, int cores) {
  hardware::Device share;
  share.mapping = hardware::Mapping::cpu;
  share.vendor = cpu.vendor;
  share.process_nm = cpu.process_nm;
  share.clock_hz = cpu.clock_hz;
  share.memory = cpu.memory;
  auto geometry = std::get<hardware::CpuGeometry>(cpu.geometry);
  const int all = std::max(1, geometry.cores);
  geometry.cores = cores > 0 ? std::min(cores, all) : all;
  const double fraction = static_cast<double>(geometry.cores) / all;
  geometry.l3_bytes *= fraction;
  share.units = geometry.cores;
  share.geometry = geometry;
  for (std::size_t i = 0; i < share.peak_ops_per_s.size(); ++i)
    if (cpu.peak_ops_per_s[i]) share.peak_ops_per_s[i] = *cpu.peak_ops_per_s[i] * fraction;
  share.tdp_w = cpu.tdp_w * fraction;
  return share;
}

}  // namespace

HostProcessor::HostProcessor(const hardware::Device& device, hardware::Precision wanted, const Technology& technology) {
  if (!device.host)
    throw core::Error(core::ErrorCode::bad_hardware, device.id + " cannot run part of the model and names no host",
                      device.id, "add a host to the device");
  const hardware::Device* cpu = find_host(device.host->id);
  if (cpu == nullptr)
    throw core::Error(core::ErrorCode::bad_hardware,
                      "the host '" + device.host->id + "' of " + device.id + " is not in the catalogue", device.id,
                      "name a CPU of the catalogue");
  link_ = *device.host;
  cpu_ = share_of(*cpu, link_.cores);
  precision_ = hardware::at(cpu_.peak_ops_per_s, wanted) ? wanted : hardware::Precision::fp32;
  bytes_scale_ = static_cast<double>(hardware::storage_bits(precision_)) / hardware::storage_bits(wanted);
  parameters_ = &parameters_for(technology, cpu_, workload::Runtime::graph);
  busy_w_ = cpu_.tdp_w;
}

double host_idle_w(const hardware::Device& device, const Technology& technology) {
  const hardware::Device* cpu = device.host ? find_host(device.host->id) : nullptr;
  return cpu != nullptr ? device_power(*cpu, technology.energy).idle_w : 0;
}

HostProcessor::Result HostProcessor::run(const workload::Subgraph& subgraph, const Traffic& traffic) const {
  Traffic on_host = traffic;
  on_host.on_chip_bytes *= bytes_scale_;
  on_host.dram_bytes = on_host.on_chip_bytes;
  const MappingContext context{cpu_,
                               *parameters_,
                               precision_,
                               workload::Runtime::graph,
                               hardware::at(cpu_.peak_ops_per_s, precision_).value_or(1e9),
                               hardware::storage_bits(precision_) / 8.0,
                               1,
                               cpu_.memory.bandwidth_bytes_per_s * parameters_->memory_efficiency,
                               1};
  const Mapped mapped = architecture_class(hardware::Mapping::cpu).map(subgraph, on_host, context);
  const double seconds = std::max(mapped.compute_s, mapped.memory_s) + mapped.fixed_s;
  return {seconds, seconds * busy_w_};
}

double HostProcessor::crossing_s(double bytes) const {
  return link_.synchronisation_s + (link_.link_bytes_per_s > 0 ? bytes / link_.link_bytes_per_s : 0);
}

}  // namespace whichchip::estimate
