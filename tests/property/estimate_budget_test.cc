// The whole catalogue takes less time than a frame: budgets of the page, checked where the page's engine is tested
// (WebAssembly); natively the benchmark says how much is left (tests/bench/estimate_bench.cc). The fastest of many runs
// counts, since other work on the machine can only slow one down. Sanitizers have other times.
#ifdef __EMSCRIPTEN__
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <gtest/gtest.h>

#include "core/error.h"
#include "estimate/estimate.h"
#include "hardware/catalog.h"
#include "support/samples.h"

namespace whichchip {
namespace {

double fastest_ms(const char* sample, int runs) {
  using Clock = std::chrono::steady_clock;
  const workload::Workload workload = tests::sample_workload(tests::sample_path(sample));
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    const auto start = Clock::now();
    for (const hardware::Device& device : hardware::builtin_catalog().devices) {
      try {
        estimate::estimate(workload, device, {});
      } catch (const core::Error&) {  // a precision that the device has not
      }
    }
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::printf("the catalogue on %s: %.1f ms\n", sample, best);
  return best;
}

TEST(EstimateBudget, TheCatalogueFitsAFrame) { EXPECT_LE(fastest_ms("resnet50", 30), 16); }

}  // namespace
}  // namespace whichchip
#endif
