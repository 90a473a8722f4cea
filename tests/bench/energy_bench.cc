// What the event model costs: counting and charging the events of every subgraph, beside the whole estimate that holds
// it. The share of the first in the second is what it adds to an estimate.
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "estimate/energy/breakdown.h"
#include "estimate/estimate.h"
#include "estimate/run.h"
#include "estimate/traffic.h"
#include "hardware/catalog.h"
#include "support/reference_networks.h"

namespace whichchip {
namespace {

const std::vector<const char*> kDevices{"A100-SXM-80GB", "Xeon-8490H",        "TPU-v4",  "KPU-T64",        "RK3588-NPU",
                                        "QRB5165",       "Xilinx-DPU-ZCU104", "Hailo-8", "Plasticine-CGRA"};

const hardware::Device& device_of(const benchmark::State& state) {
  static std::map<std::string, hardware::Device> devices;
  const std::string id = kDevices[static_cast<std::size_t>(state.range(0))];
  return devices.try_emplace(id, hardware::find_device(hardware::builtin_catalog(), id)).first->second;
}

const workload::Workload& network() {
  static const workload::Workload resnet = tests::resnet50(1);
  return resnet;
}

void estimate_all(benchmark::State& state) {
  const hardware::Device& device = device_of(state);
  state.SetLabel(device.id);
  for (auto _ : state) benchmark::DoNotOptimize(estimate::estimate(network(), device, {}));
}
BENCHMARK(estimate_all)->DenseRange(0, 8);

void events_only(benchmark::State& state) {
  const hardware::Device& device = device_of(state);
  state.SetLabel(device.id);
  estimate::run(network(), device, {}, estimate::builtin_technology(), [&](const estimate::Observation& seen) {
    const estimate::ElementBytes bytes(estimate::own_precision(network()), seen.estimate.precision.precision);
    const auto traffic =
        estimate::traffic_of(network(), seen.partition, device, bytes, estimate::weight_bytes(network(), bytes), 0, {});
    std::vector<estimate::Mapped> mapped;
    const auto& architecture = estimate::architecture_class(device.mapping);
    for (std::size_t i = 0; i < traffic.size(); ++i)
      mapped.push_back(architecture.map(seen.partition.subgraphs[i], traffic[i], seen.context));
    estimate::energy::Counts counts{};
    for (auto _ : state) {
      const estimate::energy::EventModel events(seen.context, seen.estimate.precision,
                                                estimate::builtin_technology().energy);
      for (std::size_t i = 0; i < traffic.size(); ++i) {
        events.count(seen.partition.subgraphs[i], traffic[i], mapped[i], counts);
        benchmark::DoNotOptimize(events.charge(counts));
      }
    }
  });
}
BENCHMARK(events_only)->DenseRange(0, 8);

void tree(benchmark::State& state) {
  const hardware::Device& device = device_of(state);
  state.SetLabel(device.id);
  for (auto _ : state) benchmark::DoNotOptimize(estimate::energy_breakdown(network(), device, {}));
}
BENCHMARK(tree)->DenseRange(0, 8);

}  // namespace
}  // namespace whichchip
