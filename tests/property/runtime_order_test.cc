// The three levels of runtime mean something: what a vendor's compiler plans ahead (engine) is never slower than the
// same kernels called by a graph runtime (graph), and that never slower than a framework that runs one operator after
// the other (eager): for every sample on every device that knows the levels.
//
// But for two things that are modelled as they are: a fused attention kernel attains half of the matrix rate, which its
// parts one by one do not pay where the cache holds what lies between them; and what one fused kernel reads and writes
// may outgrow a cache that its parts fit. Such inversions are rare and small.
//
// A spread of pairs by default; all of them (minutes): WHICHCHIP_EVERY_PAIR=1 property --gtest_filter='RuntimeOrder.*'
#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "estimate/estimate.h"
#include "hardware/catalog.h"
#include "support/samples.h"
#include "workload/workload.h"

namespace whichchip {
namespace {

using workload::Runtime;

std::optional<double> seconds(const workload::Workload& workload, const hardware::Device& device, Runtime runtime) {
  estimate::Scenario scenario;
  scenario.runtime = runtime;
  try {
    return estimate::estimate(workload, device, scenario).latency_s;
  } catch (const core::Error&) {  // it cannot run this model
    return std::nullopt;
  }
}

TEST(RuntimeOrder, AnEngineIsNeverSlowerThanAGraphNorThatThanEager) {
  constexpr double kRounding = 1 + 1e-9;
  constexpr double kEngineFusion = 1.01, kGraphFusion = 1.2;  // what fusion may cost on one pair
  constexpr double kMostInversions = 0.03;
  const std::size_t stride = std::getenv("WHICHCHIP_EVERY_PAIR") != nullptr ? 1 : 5;
  std::vector<const hardware::Device*> devices;
  for (const hardware::Device& device : hardware::builtin_catalog().devices)
    if (device.mapping == hardware::Mapping::gpu || device.mapping == hardware::Mapping::cpu)
      devices.push_back(&device);
  std::size_t compared = 0, inverted = 0;
  const std::vector<std::string> paths = tests::sample_paths();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const workload::Workload workload = tests::sample_workload(paths[i], i % 2 == 0 ? 1 : 64);
    for (std::size_t j = i % stride; j < devices.size(); j += stride) {
      const hardware::Device& device = *devices[j];
      const auto engine = seconds(workload, device, Runtime::engine);
      const auto graph = seconds(workload, device, Runtime::graph);
      const auto eager = seconds(workload, device, Runtime::eager);
      if (!engine || !graph || !eager) continue;
      ++compared;
      inverted += *engine > *graph * kRounding || *graph > *eager * kRounding ? 1 : 0;
      EXPECT_LE(*engine, *graph * kEngineFusion) << paths[i] << " batch " << workload.batch << " on " << device.id;
      EXPECT_LE(*graph, *eager * kGraphFusion) << paths[i] << " batch " << workload.batch << " on " << device.id;
    }
  }
  EXPECT_GT(compared, 500u);
  EXPECT_LE(static_cast<double>(inverted), kMostInversions * static_cast<double>(compared));
}

}  // namespace
}  // namespace whichchip
