#include "estimate/estimate.h"

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "estimate/energy/events.h"
#include "estimate/host.h"
#include "estimate/interval.h"
#include "estimate/law.h"
#include "estimate/mapping.h"
#include "estimate/memory.h"
#include "estimate/parameters.h"
#include "estimate/power.h"
#include "estimate/run.h"
#include "estimate/traffic.h"
#include "estimate/weight_stream.h"

namespace whichchip::estimate {
namespace {

using hardware::Mapping;

double dram_bytes_per_s(const hardware::Device& device, const Parameters& parameters) {
  const std::string& type = device.memory.type;
  const bool wide = type.compare(0, 3, "HBM") == 0 || type.compare(0, 4, "GDDR") == 0;
  return device.memory.bandwidth_bytes_per_s *
         (wide ? parameters.memory_efficiency : parameters.memory_efficiency_lpddr);
}

double link_bytes_per_s(const hardware::Device& device, const Parameters& parameters) {
  if (device.host && device.host->link_bytes_per_s > 0)
    return device.host->link_bytes_per_s * parameters.link_efficiency;
  return device.memory.bandwidth_bytes_per_s;  // memory shared with the host
}

// At the dense peaks: matrix work, or vector work where there is none.
double ideal_seconds(const workload::Subgraph& subgraph, const MappingContext& context) {
  if (subgraph.macs > 0) return 2 * static_cast<double>(subgraph.macs) / context.peak_ops_per_s;
  const auto vector_peak = hardware::at(context.device.peak_vector_ops_per_s, hardware::Precision::fp32);
  return vector_peak && *vector_peak > 0 ? static_cast<double>(subgraph.vector_ops) / *vector_peak : 0;
}

// Half of a scratchpad whose compiler schedules its transfers; 0 for caches, which are filled on demand.
double prefetch_buffer_bytes(const hardware::Device& device) {
  const auto* systolic = std::get_if<hardware::SystolicGeometry>(&device.geometry);
  const bool scheduled = std::holds_alternative<hardware::NpuGeometry>(device.geometry) ||
                         (systolic != nullptr && !systolic->weights_over_link);
  return scheduled ? on_chip_capacity_bytes(device) / 2 : 0;
}

// Walks the schedule: the device's subgraphs by its class, the rest on the host, with the crossings between.
class Schedule {
 public:
  Schedule(const workload::Partition& partition, const std::vector<Traffic>& traffic, const MappingContext& context,
           const energy::EventModel& events, double power_budget_w, const Technology& technology,
           std::vector<energy::Counts>* recorded)
      : partition_(partition),
        traffic_(traffic),
        context_(context),
        events_(events),
        power_budget_w_(power_budget_w),
        technology_(technology),
        recorded_(recorded),
        link_bytes_per_s_(link_bytes_per_s(context.device, context.parameters)),
        weights_(prefetch_buffer_bytes(context.device), context.dram_bytes_per_s) {
    const auto* systolic = std::get_if<hardware::SystolicGeometry>(&context.device.geometry);
    // An Edge TPU runs only the first contiguous part that its compiler maps.
    host_keeps_the_rest_ = systolic != nullptr && systolic->weights_over_link;
  }

  std::vector<SubgraphEstimate> run() {
    std::vector<SubgraphEstimate> estimates;
    estimates.reserve(partition_.subgraphs.size());
    const ArchitectureClass& architecture = architecture_class(context_.device.mapping);
    for (std::size_t i = 0; i < partition_.subgraphs.size(); ++i) {
      const workload::Subgraph& subgraph = partition_.subgraphs[i];
      Mapped mapped = architecture.map(subgraph, traffic_[i], context_);
      const bool on_host = !mapped.supported || (host_keeps_the_rest_ && on_host_);
      if (!on_host) kernels_ += mapped.kernels;
      estimates.push_back(on_host ? run_on_host(i, subgraph) : run_on_device(i, subgraph, mapped));
      estimates.back().uncertain = subgraph.unknown;
      on_host_ = on_host;
    }
    return estimates;
  }
  double kernels() const { return kernels_; }  // that the host enqueued, once they have run

 private:
  SubgraphEstimate run_on_device(std::size_t i, const workload::Subgraph& subgraph, Mapped& mapped) {
    enforce_roofline(mapped, ideal_seconds(subgraph, context_));
    const Traffic& traffic = traffic_[i];
    mapped.overlap_loss = context_.parameters.overlap_loss;
    weights_.take(mapped, traffic);
    mapped.link_s = traffic.link_bytes > 0 ? traffic.link_bytes / link_bytes_per_s_ : 0;
    events_.count(subgraph, traffic, mapped, counts_);
    if (recorded_ != nullptr) recorded_->push_back(counts_);
    const energy::DynamicEnergy energy = events_.charge(counts_);
    SubgraphEstimate estimate = apply_law(mapped, traffic, energy.total_j, power_budget_w_);
    estimate.energy_split_j = energy.split_j;
    weights_.advance(estimate.latency_s, estimate.memory_s);
    if (on_host_ && i > 0) add_rung(estimate, Rung::link, host_->crossing_s(traffic.input_bytes));
    return estimate;
  }

  SubgraphEstimate run_on_host(std::size_t i, const workload::Subgraph& subgraph) {
    if (!host_) host_.emplace(context_.device, context_.precision, technology_);
    const HostProcessor::Result result = host_->run(subgraph, traffic_[i]);
    if (recorded_ != nullptr) recorded_->emplace_back();
    SubgraphEstimate estimate;
    estimate.on_host = true;
    estimate.host_energy_j = result.energy_j;
    add_rung(estimate, Rung::fallback, result.seconds);
    if (!on_host_ && i > 0) {
      estimate.link_s = host_->crossing_s(traffic_[i].input_bytes);
      estimate.link_bytes = traffic_[i].input_bytes;
      add_rung(estimate, Rung::link, estimate.link_s);
    }
    estimate.bound = estimate.link_s > result.seconds ? Bound::link : Bound::compute;
    return estimate;
  }

  const workload::Partition& partition_;
  const std::vector<Traffic>& traffic_;
  const MappingContext& context_;
  const energy::EventModel& events_;
  double power_budget_w_;
  const Technology& technology_;
  std::vector<energy::Counts>* recorded_;  // of every subgraph; may be null
  energy::Counts counts_{};
  double link_bytes_per_s_;
  WeightStream weights_;
  double kernels_ = 0;
  bool host_keeps_the_rest_ = false;
  bool on_host_ = false;
  std::optional<HostProcessor> host_;
};

// Kernels queue up behind the host that launches them: the run is never shorter than its launches, and what they add is
// shared out evenly, because each kernel waits for its own.
void apply_enqueue(std::vector<SubgraphEstimate>& subgraphs, double enqueued_s) {
  if (enqueued_s <= 0 || subgraphs.empty()) return;
  double total = 0;
  for (const SubgraphEstimate& s : subgraphs) total += s.latency_s;
  const double exposed = enqueued_s - total;
  if (exposed <= 0) return;
  const double steps = static_cast<double>(subgraphs.size());
  for (SubgraphEstimate& s : subgraphs) {
    add_rung(s, Rung::fixed, exposed / steps);
    s.fixed_s += exposed / steps;
    if (s.fixed_s > s.latency_s / 2) s.bound = Bound::overhead;
  }
}

struct GraphIo {
  double bytes = 0;        // inputs and outputs
  double input_bytes = 0;  // inputs at the model's own types
  double pixels = 0;       // of image inputs
};

GraphIo graph_io(const workload::Workload& workload, const ElementBytes& element_bytes) {
  GraphIo io;
  for (const workload::Tensor& tensor : workload.tensors) {
    if (!tensor.graph_input && !tensor.graph_output) continue;
    if (tensor.graph_input) io.input_bytes += static_cast<double>(tensor.elements) * model::bits(tensor.type) / 8.0;
    io.bytes += static_cast<double>(tensor.elements) * element_bytes(tensor);
    constexpr std::int64_t kMostColours = 4;
    if (tensor.graph_input && tensor.dims.size() == 4 && tensor.dims[1] >= 1 && tensor.dims[1] <= kMostColours)
      io.pixels += static_cast<double>(tensor.elements) / static_cast<double>(tensor.dims[1]);
  }
  return io;
}

// t0: of every run, and what a request from the host adds. With several inferences in a batch all copies but the first
// hide behind the computation; where requests overlap, the host's cores work on one inference each while the device
// runs.
double request_seconds(const hardware::Device& device, const Parameters& parameters, Timing timing, const GraphIo& io,
                       double batch, double running_s) {
  double seconds = parameters.request_s;
  if (parameters.request_clock_hz > 0 && device.clock_hz > 0) seconds *= parameters.request_clock_hz / device.clock_hz;
  if (const auto* fabric = std::get_if<hardware::DataflowGeometry>(&device.geometry);
      fabric != nullptr && fabric->pixel_rate_cap_per_s && *fabric->pixel_rate_cap_per_s > 0)
    seconds += std::max(0.0, io.pixels / *fabric->pixel_rate_cap_per_s - running_s);
  if (timing == Timing::end_to_end) seconds += parameters.end_to_end_s;
  if (parameters.request_overlaps && batch > 1) {
    const double host_cores = device.host ? std::max(1, device.host->cores) : 1;
    seconds = std::max(0.0, seconds * batch / host_cores - running_s);
  }
  if (timing == Timing::device) return seconds;
  if (parameters.pageable_bytes_per_s > 0) return seconds + io.input_bytes / parameters.pageable_bytes_per_s;
  if (device.host && device.host->link_bytes_per_s > 0) {
    const double copy_s = io.bytes / device.host->link_bytes_per_s;
    seconds += copy_s / batch + std::max(0.0, copy_s * (1 - 1 / batch) - running_s);
  }
  return seconds;
}

void add_totals(Estimate& e, const workload::Partition& partition) {
  double weighted_units = 0;
  for (std::size_t i = 0; i < e.subgraphs.size(); ++i) {
    const SubgraphEstimate& s = e.subgraphs[i];
    const double macs = static_cast<double>(partition.subgraphs[i].macs);
    e.latency_s += s.latency_s;
    e.dynamic_energy_j += s.dynamic_energy_j;
    for (std::size_t kind = 0; kind < kEnergyKindCount; ++kind) e.energy_split_j[kind] += s.energy_split_j[kind];
    e.fallback_energy_j += s.host_energy_j;
    e.dram_bytes += s.dram_bytes;
    e.macs += macs;
    if (!s.on_host) e.units_used = std::max(e.units_used, s.units_used);
    weighted_units += macs * s.units_used;
  }
  if (e.macs > 0) e.units_mean = weighted_units / e.macs;
}

// What is drawn around the chip while it only waits: a server's share for a card; the board where it was observed
// beyond the device's own idle watts; the carrier of a module; the small machine around an edge card, at the wall; or
// the rest of a system that shares the chip's memory. A host behind a cable stays outside.
double host_watts(const hardware::Device& device, const DevicePower& power, Boundary boundary,
                  const Technology& technology) {
  if (boundary == Boundary::chip) return 0;
  const EnergyTable& table = technology.energy;
  if (device.idle && device.idle->scope == hardware::PowerScope::module) return table.carrier_w;
  if (!device.host) return 0;
  const bool card =
      std::find(device.deployment.begin(), device.deployment.end(), "datacenter") != device.deployment.end();
  if (card) return boundary == Boundary::wall ? table.host_w_per_card : 0;
  for (const hardware::ObservedPower& observed : device.observed_power)
    if (observed.what == "board idle") return std::max(0.0, observed.watts - power.idle_w);
  if (device.host->link.starts_with("PCIe"))
    return boundary == Boundary::wall ? host_idle_w(device, technology) + table.carrier_w : 0;
  const bool held = device.idle && device.idle->scope != hardware::PowerScope::chip;
  if (held || device.host->link != "shared memory") return 0;
  return host_idle_w(device, technology);
}

void add_power(Estimate& e, const DevicePower& power, const hardware::Device& device, Boundary boundary,
               const Technology& technology) {
  e.cap_w = power.cap_w;
  e.idle_w = power.idle_w;
  e.uncore_w = power.uncore_w;
  for (SubgraphEstimate& s : e.subgraphs) s.static_energy_j = power.static_w() * s.latency_s;
  e.idle_energy_j = power.idle_w * e.latency_s;
  e.uncore_energy_j = power.uncore_w * e.latency_s;
  e.host_w = host_watts(device, power, boundary, technology);
  if (boundary != Boundary::chip) e.host_energy_j = e.fallback_energy_j + e.host_w * e.latency_s;
  e.energy_j = e.dynamic_energy_j + e.idle_energy_j + e.uncore_energy_j + e.host_energy_j;
  if (boundary == Boundary::wall) {
    e.supply_energy_j = e.energy_j * (1 / technology.energy.supply_efficiency - 1);
    e.energy_j += e.supply_energy_j;
  }
  e.power_w = e.latency_s > 0 ? e.energy_j / e.latency_s : power.idle_w;
}

void add_warnings(Estimate& e, const hardware::Device& device) {
  std::size_t on_host = 0, uncertain = 0;
  for (const SubgraphEstimate& s : e.subgraphs) {
    on_host += s.on_host ? 1 : 0;
    uncertain += s.uncertain ? 1 : 0;
  }
  if (e.precision.status == PrecisionStatus::quantised)
    e.warnings.push_back(
        {"quantised",
         "Quantised to " + std::string(hardware::name(e.precision.precision)) + "; accuracy is not checked.", ""});
  if (e.precision.status == PrecisionStatus::emulated)
    e.warnings.push_back({"emulated",
                          std::string(hardware::name(e.precision.precision)) + " is emulated with " +
                              hardware::name(e.precision.compute) + ".",
                          ""});
  if (on_host > 0)
    e.warnings.push_back({"host-fallback",
                          std::to_string(on_host) + " of " + std::to_string(e.subgraphs.size()) +
                              " subgraphs run on the host, " + device.host->id + ".",
                          ""});
  if (uncertain > 0)
    e.warnings.push_back(
        {"unknown-operators",
         std::to_string(uncertain) + " subgraphs hold operators whose work is not known; only their bytes count.", ""});
  if (e.fits == Fit::offload)
    e.warnings.push_back({"offload", "Weights beyond the device's memory cross the link in every run.", ""});
  if (e.fits == Fit::no) e.warnings.push_back({"does-not-fit", "The run needs more memory than the device has.", ""});
  if (device.mapping == Mapping::dataflow)
    e.warnings.push_back(
        {"pipelined", "A steady pipeline is assumed; one frame alone takes two to three times as long.", ""});
}

}  // namespace

Estimate run(const workload::Workload& workload, const hardware::Device& device, const Scenario& scenario,
             const Technology& technology, const Observer& observer) {
  Estimate e;
  e.precision = choose_precision(workload, device, scenario);
  e.runtime_used = runtime_used(device, scenario.runtime);
  const Parameters& parameters = parameters_for(technology, device, e.runtime_used);
  const workload::Partition& partition = workload.partition(e.runtime_used);
  const hardware::Precision own = own_precision(workload);
  const ElementBytes element_bytes(own, e.precision.precision);
  const double weights = weight_bytes(workload, element_bytes);

  const MemoryFit fit = memory_fit(partition, device, own, e.precision.precision, weights);
  e.memory = fit.peak;
  e.fits = fit.fits;
  e.parameters_id = parameters.id;
  e.peak_ops_per_s = *hardware::at(device.peak_ops_per_s, e.precision.compute) / e.precision.passes;
  e.units_total = device.units;

  const std::vector<Traffic> traffic = traffic_of(
      workload, partition, device, element_bytes, weights, fit.offload_share,
      {parameters.separate_epilogues, parameters.casts_weights && e.precision.status == PrecisionStatus::converted &&
                                          hardware::storage_bits(e.precision.precision) < hardware::storage_bits(own)});
  const double batch = static_cast<double>(std::max<std::int64_t>(1, workload.batch));
  const MappingContext context{device,
                               parameters,
                               e.precision.compute,
                               e.runtime_used,
                               e.peak_ops_per_s,
                               hardware::storage_bits(e.precision.compute) / 8.0,
                               e.precision.passes,
                               dram_bytes_per_s(device, parameters),
                               batch};
  const DevicePower power = device_power(device, technology.energy);
  const energy::EventModel events(context, e.precision, technology.energy);
  std::vector<energy::Counts> recorded;
  Schedule schedule(partition, traffic, context, events, power.budget_w(), technology, observer ? &recorded : nullptr);
  e.subgraphs = schedule.run();
  apply_enqueue(e.subgraphs, schedule.kernels() * parameters.enqueue_s);

  add_totals(e, partition);
  e.request_s =
      request_seconds(device, parameters, scenario.timing, graph_io(workload, element_bytes), batch, e.latency_s);
  e.latency_s += e.request_s;
  add_power(e, power, device, scenario.boundary, technology);
  set_intervals(e, workload, device, parameters, power.measured_idle);
  add_warnings(e, device);
  if (observer) observer({e, partition, context, events, power, recorded});
  return e;
}

Estimate estimate(const workload::Workload& workload, const hardware::Device& device, const Scenario& scenario,
                  const Technology& technology) {
  return run(workload, device, scenario, technology, {});
}

Estimate estimate(const workload::Workload& workload, const hardware::Device& device, const Scenario& scenario) {
  return estimate(workload, device, scenario, builtin_technology());
}

}  // namespace whichchip::estimate
