#include "analysis/memory.h"

#include <algorithm>

#include "core/error.h"
#include "core/units.h"
#include "estimate/traffic.h"

namespace whichchip::analysis {
namespace {

constexpr std::int64_t kMostBatch = 1024;

std::optional<estimate::Fit> fit_of(const workload::Workload& workload, const hardware::Device& device,
                                    const Request& request) {
  try {
    return estimate::estimate(workload, device, request.scenario).fits;
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;
  }
}

// The same batch is resolved once for all devices; from the first batch at which no device fits any more it ends.
void add_largest_batches(const OpenModel& model, const Request& request, const Comparison& comparison,
                         std::vector<DeviceMemory>& devices) {
  for (std::int64_t batch = 1; batch <= kMostBatch; batch *= 2) {
    Request changed = request;
    changed.batch = batch;
    std::optional<workload::Workload> workload;
    try {
      workload = model(changed);
    } catch (const core::Error& error) {
      if (error.code == core::ErrorCode::internal) throw;
      return;
    }
    if (workload->batch != batch) return;  // the model fixes its own
    bool any = false;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (fit_of(*workload, comparison.rows[i].device, changed) != estimate::Fit::yes) continue;
      devices[i].largest_batch = batch;
      any = true;
    }
    if (!any) return;
  }
}

std::vector<MemoryReport::LiveTensor> tensors_at_peak(const workload::Workload& workload,
                                                      const workload::Subgraph& subgraph) {
  std::vector<MemoryReport::LiveTensor> list;
  const auto add = [&](const std::vector<workload::Access>& accesses, const char* role) {
    for (const workload::Access& access : accesses) {
      const workload::Tensor& tensor = workload.tensors[static_cast<std::size_t>(access.tensor)];
      list.push_back({tensor.name, role, model::storage_bytes(tensor.elements, tensor.type)});
    }
  };
  add(subgraph.reads, "read");
  add(subgraph.writes, "written");
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  return list;
}

}  // namespace

MemoryReport memory_report(const OpenModel& model, const Request& request, const workload::Workload& workload,
                           const Comparison& comparison) {
  MemoryReport report;
  const workload::Partition& partition = workload.partition(request.scenario.runtime);
  report.peak_bytes = partition.peak_activation_bytes;
  report.lower_bound_bytes = partition.peak_activation_lower_bound_bytes;
  report.arena_bytes = partition.activation_arena_bytes;
  report.peak_subgraph = partition.peak_subgraph;
  if (!partition.subgraphs.empty()) {
    const workload::Subgraph& peak = partition.subgraphs[static_cast<std::size_t>(partition.peak_subgraph)];
    report.peak_name = peak.name;
    report.at_peak = tensors_at_peak(workload, peak);
  }
  for (const Row& row : comparison.rows) {
    DeviceMemory device;
    device.hardware = row.key;
    device.precision = row.estimate.precision.precision;
    device.peak = row.estimate.memory;
    device.capacity_bytes = row.device.memory.capacity_bytes;
    device.fits = row.estimate.fits;
    device.on_chip_bytes = estimate::on_chip_capacity_bytes(row.device);
    device.weights_on_chip = device.on_chip_bytes > 0 && device.peak.weight_bytes <= device.on_chip_bytes;
    device.activations_on_chip = device.on_chip_bytes > 0 && device.peak.activation_bytes <= device.on_chip_bytes;
    if (device.fits != estimate::Fit::yes) {
      for (const Change& change : single_changes(model, request, row.device)) {
        if (change.row.estimate.fits != estimate::Fit::yes) continue;
        device.change = change.text;
        break;
      }
    }
    report.devices.push_back(std::move(device));
  }
  add_largest_batches(model, request, comparison, report.devices);
  return report;
}

std::vector<std::string> memory_text(const MemoryReport& report) {
  using core::format;
  using core::Quantity;
  const auto bytes = [](double value) { return format(Quantity::bytes, value); };
  std::vector<std::string> lines;
  lines.push_back("Activations need " + bytes(static_cast<double>(report.peak_bytes)) + " at the peak, in #" +
                  std::to_string(report.peak_subgraph) + " " + report.peak_name + "; no schedule needs less than " +
                  bytes(static_cast<double>(report.lower_bound_bytes)) + ", one arena with fixed places takes " +
                  bytes(static_cast<double>(report.arena_bytes)) + ".");
  std::int64_t fit = 0;
  for (const DeviceMemory& device : report.devices) fit += device.fits == estimate::Fit::yes ? 1 : 0;
  lines.push_back(core::counted(fit, "device holds", "devices hold") + " the run in its memory, of " +
                  std::to_string(report.devices.size()) + ".");
  for (const DeviceMemory& device : report.devices) {
    if (device.fits == estimate::Fit::yes) continue;
    std::string line = device.hardware + (device.fits == estimate::Fit::offload ? " needs the host's memory" : " cannot");
    line += ": " + bytes(device.peak.total_bytes()) + " of ";
    line += device.capacity_bytes && *device.capacity_bytes > 0 ? bytes(*device.capacity_bytes)
                                                                : bytes(device.on_chip_bytes) + " on the chip";
    line += device.change.empty() ? "; no single change of batch, precision or mode makes it fit."
                                  : "; it would fit with " + device.change + ".";
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace whichchip::analysis
