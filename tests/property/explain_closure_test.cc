// A difference between two devices is the sum of its causes, and of its layers, to 1e-9 of the larger figure: over the
// catalogue, over the samples, in every metric.
//
// A spread of both by default. WHICHCHIP_EVERY_PAIR=1 takes every pair of devices, WHICHCHIP_EVERY_SAMPLE=1 every
// sample, =TEXT those with TEXT in their names, so that all there is (hours) can be run in parts:
//   WHICHCHIP_EVERY_PAIR=1 WHICHCHIP_EVERY_SAMPLE=resnet property --gtest_filter='ExplainClosure.*'
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "analysis/advice.h"
#include "analysis/explain.h"
#include "core/error.h"
#include "hardware/catalog.h"
#include "support/samples.h"

namespace whichchip {
namespace {

using analysis::ExplainMetric;
using analysis::Explanation;

bool every_pair() { return std::getenv("WHICHCHIP_EVERY_PAIR") != nullptr; }

std::vector<std::string> samples() {
  constexpr std::size_t kSpread = 37;
  const std::vector<std::string> all = tests::sample_paths();
  const char* wanted = std::getenv("WHICHCHIP_EVERY_SAMPLE");
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = all[i].substr(all[i].rfind('/') + 1);
    const bool named = wanted != nullptr && (std::string(wanted) == "1" || name.find(wanted) != std::string::npos);
    if (wanted == nullptr ? i % kSpread == 0 : named) chosen.push_back(all[i]);
  }
  return chosen;
}

// Empty when everything adds up.
std::string open_sum(const Explanation& e) {
  const double most = 1e-9 * std::max(std::fabs(e.a.value), std::fabs(e.b.value));
  const auto apart = [most](double x, double y) { return !(std::fabs(x - y) <= most); };
  double causes = 0, layers = 0;
  std::vector<double> columns(e.causes.size(), 0);
  for (const analysis::Cause& cause : e.causes) {
    causes += cause.difference;
    if (cause.a && cause.b && apart(*cause.b - *cause.a, cause.difference))
      return cause.id + " is not its own difference";
  }
  for (const analysis::LayerDifference& layer : e.layers) {
    layers += layer.difference;
    double parts = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      parts += layer.parts[i];
      columns[i] += layer.parts[i];
    }
    if (apart(parts, layer.difference)) return layer.name + " does not add up";
  }
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (apart(columns[i], e.causes[i].difference)) return e.causes[i].id + " of the layers does not add up";
  if (apart(causes, e.difference)) return "the causes do not add up";
  if (apart(layers, e.difference)) return "the layers do not add up";
  return apart(e.b.value - e.a.value, e.difference) ? "the difference is not b − a" : "";
}

struct Runner {
  workload::Workload workload;
  std::map<std::string, std::optional<analysis::Row>> rows = {};

  const std::optional<analysis::Row>& row(const hardware::Device& device) {
    const auto [found, fresh] = rows.try_emplace(device.id);
    if (!fresh) return found->second;
    try {
      found->second = analysis::row_for(workload, device, {});
    } catch (const core::Error&) {  // it cannot run this model
    }
    return found->second;
  }

  // Both ways; how many explanations there were.
  int check(const hardware::Device& a, const hardware::Device& b) {
    int count = 0;
    const auto& x = row(a);
    const auto& y = row(b);
    if (!x || !y) return 0;
    for (const ExplainMetric metric : analysis::kExplainMetrics) {
      if (metric == ExplainMetric::cost && !(x->cost_usd_per_million && y->cost_usd_per_million)) continue;
      const Explanation there = analysis::explain(workload, *x, *y, metric, {});
      EXPECT_EQ(open_sum(there), "") << workload.model.name << " " << a.id << " " << b.id << " " << name(metric);
      ++count;
    }
    return count;
  }
};

// Every device of the catalogue with others near and far in it.
TEST(ExplainClosure, EveryDeviceOfTheCatalogue) {
  Runner runner{tests::sample_workload(tests::sample_path("alexnet"))};
  const std::vector<hardware::Device>& devices = hardware::builtin_catalog().devices;
  int count = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{47}})
      count += runner.check(devices[i], devices[(i + step) % devices.size()]);
  }
  EXPECT_GT(count, 600);
}

// Every kind of chip against every other, over small and large, convolutional and attending models.
TEST(ExplainClosure, EveryClassOnASpreadOfSamples) {
  std::map<hardware::Mapping, std::vector<const hardware::Device*>> classes;
  for (const hardware::Device& device : hardware::builtin_catalog().devices) {
    std::vector<const hardware::Device*>& list = classes[device.mapping];
    if (every_pair() || list.empty()) list.push_back(&device);
  }
  std::vector<const hardware::Device*> devices;
  for (const auto& [mapping, list] : classes) devices.insert(devices.end(), list.begin(), list.end());
  for (const std::string& path : samples()) {
    Runner runner{tests::sample_workload(path)};
    for (std::size_t a = 0; a < devices.size(); ++a) {
      for (std::size_t b = a + 1; b < devices.size(); ++b) runner.check(*devices[a], *devices[b]);
    }
  }
}

}  // namespace
}  // namespace whichchip
