// How long the whole catalogue takes on one model: budgets are 5 ms for ResNet-50 and 16 ms for BERT-large.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "analysis/compare.h"
#include "core/error.h"
#include "estimate/estimate.h"
#include "hardware/catalog.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"
#include "workload/workload.h"

namespace whichchip::tests {
namespace {

workload::Workload sample(const std::string& name) {
  const auto source = model::file_source(std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models/" + name + ".onnx");
  return workload::build_workload(model::resolve(model::read_skeleton(*source), {{"batch", 1}}), name);
}

void estimate_catalogue(benchmark::State& state, const char* name) {
  const workload::Workload workload = sample(name);
  const std::vector<hardware::Device>& devices = hardware::builtin_catalog().devices;
  for (auto _ : state) {
    double total = 0;
    for (const hardware::Device& device : devices) {
      try {
        total += estimate::estimate(workload, device, {}).latency_s;
      } catch (const core::Error&) {  // a precision that the device has not
      }
    }
    benchmark::DoNotOptimize(total);
  }
  state.counters["devices"] = static_cast<double>(devices.size());
}
BENCHMARK_CAPTURE(estimate_catalogue, resnet50, "resnet50")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(estimate_catalogue, bert_large, "bert_large")->Unit(benchmark::kMillisecond);

// With ranks, insights and published measurements.
void compare_catalogue(benchmark::State& state, const char* name) {
  const workload::Workload workload = sample(name);
  for (auto _ : state)
    benchmark::DoNotOptimize(analysis::compare(workload, hardware::builtin_catalog().devices, estimate::Scenario{}));
}
BENCHMARK_CAPTURE(compare_catalogue, resnet50, "resnet50")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whichchip::tests
