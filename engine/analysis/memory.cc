#include "analysis/memory.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/order.h"
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
  const auto add = [&](const workload::Accesses& accesses, const char* role) {
    for (const workload::Access& access : accesses) {
      const workload::Tensor& tensor = workload.tensors[static_cast<std::size_t>(access.tensor)];
      list.push_back({tensor.name, role, model::storage_bytes(tensor.elements, tensor.type)});
    }
  };
  add(subgraph.reads, "read");
  add(subgraph.writes, "written");
  core::stable_sort(list, [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  return list;
}

// The largest step besides those at the peak itself.
double next_peak(const workload::Partition& partition) {
  std::int64_t next = 0;
  for (const workload::LiveSet& live : partition.live) {
    if (live.bytes < partition.peak_activation_bytes) next = std::max(next, live.bytes);
  }
  return static_cast<double>(next);
}

// A weight goes to one of the devices, everything else is on all of them.
std::optional<std::int64_t> devices_together(const estimate::PeakMemory& peak, double capacity) {
  const double each = capacity - (peak.total_bytes() - peak.weight_bytes);
  if (each <= 0 || peak.weight_bytes <= each) return std::nullopt;
  return static_cast<std::int64_t>(std::ceil(peak.weight_bytes / each));
}

DeviceMemory device_memory(const Row& row) {
  DeviceMemory device;
  device.hardware = row.key;
  device.precision = row.estimate.precision.precision;
  device.peak = row.estimate.memory;
  device.capacity_bytes = row.device.memory.capacity_bytes;
  device.fits = row.estimate.fits;
  device.latency_s = row.estimate.latency_s;
  for (const estimate::SubgraphEstimate& part : row.estimate.subgraphs)
    device.link_s += part.rungs_s[static_cast<std::size_t>(estimate::Rung::link)];
  device.on_chip_bytes = estimate::on_chip_capacity_bytes(row.device);
  device.weights_on_chip = device.on_chip_bytes > 0 && device.peak.weight_bytes <= device.on_chip_bytes;
  device.activations_on_chip = device.on_chip_bytes > 0 && device.peak.activation_bytes <= device.on_chip_bytes;
  if (device.fits != estimate::Fit::yes) {
    const double capacity = device.capacity_bytes.value_or(0);
    device.devices_together = devices_together(device.peak, capacity > 0 ? capacity : device.on_chip_bytes);
  }
  return device;
}

// Of the model's own schedule, whatever the device: each with what it saves.
std::vector<Remedy> remedies(const workload::Workload& workload, const workload::Partition& partition,
                             const MemoryReport& report) {
  constexpr double kMuchWeight = 0.30, kLittleLive = 0.50;
  std::vector<Remedy> list;
  const auto bytes = [](double value) { return core::format(core::Quantity::bytes, value); };
  const auto add = [&](const char* code, const std::string& head, Place place, double before, double after) {
    list.push_back({code, head + ": " + bytes(before - after) + " less.", place, "", {place.figure, before, after}});
  };
  const double weights = static_cast<double>(workload.totals.weight_bytes);
  const double peak = static_cast<double>(report.peak_bytes);
  double int8 = 0;
  for (const workload::Tensor& tensor : workload.tensors) {
    if (tensor.weight)
      int8 += static_cast<double>(std::min(model::storage_bytes(tensor.elements, tensor.type), tensor.elements));
  }
  int8 = std::min(int8, weights);
  if (weights > kMuchWeight * (weights + peak) && weights - int8 > 0.1 * weights)
    add("quantise-weights",
        "Weights are " + core::format(core::Quantity::fraction, weights / (weights + peak)) +
            " of what it keeps; in 8 bits they take " + bytes(int8) + " instead of " + bytes(weights) +
            " (accuracy unchecked)",
        {"weight_bytes", std::nullopt, {}}, weights, int8);
  if (!partition.live.empty() && report.mean_bytes < kLittleLive * peak)
    add("tile-peak",
        "The peak is one of " + core::counted(static_cast<std::int64_t>(partition.live.size()), "step", "steps") +
            ": on average " + bytes(report.mean_bytes) + " are live; running #" + std::to_string(report.peak_subgraph) +
            " " + report.peak_name + " in tiles would bring the peak down to the next step's, at most",
        {"activations.peak_bytes", report.peak_subgraph, report.peak_name}, peak, next_peak(partition));
  const double arena = static_cast<double>(report.arena_bytes);
  if (report.arena_bytes > report.peak_bytes)
    add("allocate-by-need",
        "Fixed places in one arena take " + bytes(arena) + "; allocating by need keeps " + bytes(peak),
        {"activations.arena_bytes", std::nullopt, {}}, arena, peak);
  return list;
}

}  // namespace

MemoryReport memory_report(const Comparison& comparison) {
  const workload::Workload& workload = *comparison.workload;
  const workload::Partition& partition = workload.partition(comparison.scenario.runtime);
  MemoryReport report;
  report.peak_bytes = partition.peak_activation_bytes;
  report.lower_bound_bytes = partition.peak_activation_lower_bound_bytes;
  report.arena_bytes = partition.activation_arena_bytes;
  report.peak_subgraph = partition.peak_subgraph;
  if (!partition.subgraphs.empty()) {
    const workload::Subgraph& peak = partition.subgraphs[static_cast<std::size_t>(partition.peak_subgraph)];
    report.peak_name = peak.name;
    report.at_peak = tensors_at_peak(workload, peak);
  }
  for (std::size_t i = 0; i < partition.live.size(); ++i) {
    report.timeline.push_back({partition.subgraphs[i].id, partition.subgraphs[i].name, partition.live[i]});
    report.mean_bytes += static_cast<double>(partition.live[i].bytes) / static_cast<double>(partition.live.size());
  }
  for (const Row& row : comparison.rows) report.devices.push_back(device_memory(row));
  report.remedies = remedies(workload, partition, report);
  return report;
}

void add_alternatives(const OpenModel& model, const Request& request, const Comparison& comparison,
                      MemoryReport& report) {
  for (std::size_t i = 0; i < report.devices.size(); ++i) {
    if (report.devices[i].fits == estimate::Fit::yes) continue;
    for (const Change& change : single_changes(model, request, comparison.rows[i].device)) {
      if (change.row.estimate.fits != estimate::Fit::yes) continue;
      report.devices[i].change = change.text;
      break;
    }
  }
  add_largest_batches(model, request, comparison, report.devices);
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
  for (const Remedy& remedy : report.remedies) lines.push_back(told(remedy));
  std::int64_t fit = 0;
  for (const DeviceMemory& device : report.devices) fit += device.fits == estimate::Fit::yes ? 1 : 0;
  lines.push_back((fit == 0 ? "None" : std::to_string(fit)) + " of " +
                  core::counted(static_cast<std::int64_t>(report.devices.size()), "device", "devices") +
                  (fit > 1 ? " hold the run in their own memory." : " holds the run in its own memory."));
  for (const DeviceMemory& device : report.devices) {
    if (device.fits == estimate::Fit::yes) continue;
    std::string line =
        device.hardware + (device.fits == estimate::Fit::offload ? " needs the host's memory" : " cannot");
    line += ": " + bytes(device.peak.total_bytes()) + " of ";
    line += device.capacity_bytes && *device.capacity_bytes > 0 ? bytes(*device.capacity_bytes)
                                                                : bytes(device.on_chip_bytes) + " on the chip";
    if (device.fits == estimate::Fit::offload && device.link_s > 0)
      line += "; fetching it over the link in every run takes " + format(Quantity::time, device.link_s) + " of " +
              format(Quantity::time, device.latency_s);
    if (!device.change.empty()) line += "; it would fit with " + device.change;
    if (device.devices_together)
      line += "; " + std::to_string(*device.devices_together) + " of them hold it, the weights split between them";
    if (device.change.empty() && !device.devices_together)
      line += "; what it keeps besides the weights is too much already";
    line += ".";
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace whichchip::analysis
