// A difference between two devices is the sum of its causes, and of its layers, to 1e-9 of the larger figure: over the
// catalogue, over the samples, in every metric. Here a part, by rule; `explain_closure` (tests/tools) runs every pair
// of devices on every sample.
#include "support/explain_closure.h"

#include <gtest/gtest.h>

#include "hardware/catalog.h"
#include "support/samples.h"

namespace whichchip {
namespace {

constexpr double kMost = 1e-9;

// Every device with others near and far in the catalogue, in both directions, on every 24th sample.
TEST(ExplainClosure, EveryDeviceOnASpreadOfSamples) {
  constexpr std::size_t kSpread = 24;
  const std::vector<hardware::Device>& devices = hardware::builtin_catalog().devices;
  const std::vector<std::string> samples = tests::sample_paths();
  for (std::size_t s = 0; s < samples.size(); s += kSpread) {
    tests::PairsOfDevices pairs{tests::sample_workload(samples[s])};
    int count = 0;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      const hardware::Device& near = devices[(i + 1) % devices.size()];
      const hardware::Device& far = devices[(i + 47) % devices.size()];
      count += pairs.explain(devices[i], near) + pairs.explain(far, devices[i]);
    }
    EXPECT_LE(pairs.worst().relative, kMost) << pairs.worst().where;
    EXPECT_GT(count, 600) << samples[s];
  }
}

// Every kind of chip against every other.
TEST(ExplainClosure, EveryClassAgainstEveryOther) {
  std::map<hardware::Mapping, const hardware::Device*> classes;
  for (const hardware::Device& device : hardware::builtin_catalog().devices)
    classes.try_emplace(device.mapping, &device);
  for (const char* sample : {"resnet50", "bert_base", "gpt2_with_past"}) {
    tests::PairsOfDevices pairs{tests::sample_workload(tests::sample_path(sample))};
    for (const auto& [mapping, a] : classes) {
      for (const auto& [other, b] : classes) pairs.explain(*a, *b);
    }
    EXPECT_LE(pairs.worst().relative, kMost) << pairs.worst().where;
  }
}

// A gap that is there is found.
TEST(ExplainClosure, AMissingPartIsAGap) {
  analysis::Explanation explanation;
  explanation.a.value = 1;
  explanation.b.value = 3;
  explanation.difference = 2;
  explanation.causes = {{"x", "x", 1.5, std::nullopt, std::nullopt}, {"y", "y", 0.5, std::nullopt, std::nullopt}};
  explanation.layers = {{0, "layer", 2, {1.5, 0.5}}};
  EXPECT_EQ(tests::gap_of(explanation).relative, 0);
  explanation.causes[1].difference = 0.5 + 1e-6;
  EXPECT_NEAR(tests::gap_of(explanation).relative, 1e-6 / 3, 1e-12);
}

}  // namespace
}  // namespace whichchip
