// How long answers take that people wait for: budgets are 0.5 s for a sweep of 8 batches × 4 precisions × the whole
// catalogue on ResNet-50, and 0.3 s for the HTML report of all devices with every card.
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "analysis/request.h"
#include "analysis/sweep.h"
#include "hardware/catalog.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"
#include "report/render.h"
#include "workload/workload.h"

namespace whichchip::tests {
namespace {

analysis::OpenModel sample(const std::string& name) {
  const auto source = model::file_source(std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models/" + name + ".onnx");
  const auto skeleton = std::make_shared<const model::Skeleton>(model::read_skeleton(*source));
  return [skeleton, name](const analysis::Request& request) {
    return workload::build_workload(model::resolve(*skeleton, {{"batch", request.batch}}), name);
  };
}

void sweep_catalogue(benchmark::State& state, const char* name) {
  const std::vector<analysis::OpenModel> models{sample(name)};
  analysis::SweepAxes axes;
  analysis::set_axis(axes, "batch", "1,2,4,8,16,32,64,128");
  analysis::set_axis(axes, "precision", "fp32,fp16,bf16,int8");
  for (auto _ : state)
    benchmark::DoNotOptimize(analysis::sweep(models, hardware::builtin_catalog().devices, {}, axes, 10e-3, {}));
}
BENCHMARK_CAPTURE(sweep_catalogue, resnet50, "resnet50")->Unit(benchmark::kMillisecond);

void html_report(benchmark::State& state, const char* name) {
  const workload::Workload workload = sample(name)({});
  for (auto _ : state) {
    const auto comparison = analysis::compare(workload, hardware::builtin_catalog().devices, analysis::Request{});
    benchmark::DoNotOptimize(report::html(report::compare_document(comparison, analysis::Level::detailed)));
  }
}
BENCHMARK_CAPTURE(html_report, resnet50, "resnet50")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whichchip::tests
