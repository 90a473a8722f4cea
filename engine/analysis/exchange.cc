// Shapley over what two chips of one class differ in: T4 → A100 as five exchanges in every order at once.
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "analysis/attribution.h"
#include "analysis/hybrid.h"
#include "core/error.h"
#include "estimate/parameters.h"

namespace whichchip::analysis {
namespace {

struct Exchange {
  const workload::Workload& workload;
  const Row& a;
  const Row& b;
  estimate::Scenario scenario;
  bool precision = false;  // a group of its own

  std::size_t groups() const { return kFieldGroupCount + (precision ? 1 : 0); }

  // The run of A with the groups in `set` taken from B.
  estimate::Estimate run(unsigned set) const {
    estimate::Scenario own = scenario;
    if (precision) {
      const bool of_b = (set >> kFieldGroupCount & 1U) != 0;
      own.precision = (of_b ? b : a).estimate.precision.precision;
    }
    return estimate::estimate(workload, hybrid(a.device, b.device, set), own);
  }
};

bool runs(const workload::Workload& workload, const hardware::Device& device, estimate::Scenario scenario,
          const estimate::PrecisionChoice& wanted) {
  scenario.precision = wanted.precision;
  try {
    const estimate::PrecisionChoice got = estimate::choose_precision(workload, device, scenario);
    return got.compute == wanted.compute && got.passes == wanted.passes;
  } catch (const core::Error&) {
    return false;
  }
}

// Where the two run different types and either could run both, the type is a cause of its own. Where not, it comes
// with the compute engine that cannot do otherwise.
Exchange exchange_of(const workload::Workload& workload, const Row& a, const Row& b,
                     const estimate::Scenario& scenario) {
  Exchange exchange{workload, a, b, scenario, false};
  const estimate::PrecisionChoice& of_a = a.estimate.precision;
  const estimate::PrecisionChoice& of_b = b.estimate.precision;
  exchange.precision = of_a.precision != of_b.precision && runs(workload, a.device, scenario, of_b) &&
                       runs(workload, b.device, scenario, of_a) && runs(workload, a.device, scenario, of_a) &&
                       runs(workload, b.device, scenario, of_b);
  return exchange;
}

// |S|! (n − 1 − |S|)! / n!
double weight(std::size_t size, std::size_t n) {
  double result = 1.0 / static_cast<double>(n);
  for (std::size_t i = 1; i <= size; ++i) result *= static_cast<double>(i) / static_cast<double>(n - i);
  return result;
}

const char* title(std::size_t group) {
  static constexpr const char* kTitles[] = {"compute: units, clock and rate",
                                            "memory: bandwidth and type",
                                            "on-chip memory: size and bandwidth",
                                            "power limit and energy per operation",
                                            "host and link",
                                            "precision"};
  return kTitles[group];
}

}  // namespace

bool exchangeable(const Row& a, const Row& b, const estimate::Scenario& scenario) {
  return a.device.mapping == b.device.mapping && a.device.geometry.index() == b.device.geometry.index() &&
         std::strcmp(estimate::parameter_class(a.device), estimate::parameter_class(b.device)) == 0 &&
         estimate::runtime_used(a.device, scenario.runtime) == estimate::runtime_used(b.device, scenario.runtime);
}

void attribute_by_exchange(const workload::Workload& workload, const Row& a, const Row& b,
                           const estimate::Scenario& scenario, Explanation& explanation) {
  const Exchange exchange = exchange_of(workload, a, b, scenario);
  const std::size_t n = exchange.groups();
  const unsigned all = 1U << n;
  std::vector<std::vector<double>> seconds(all);  // per set: the subgraphs' times, then the request's
  for (unsigned set = 0; set < all; ++set) {
    const estimate::Estimate run = exchange.run(set);
    for (const estimate::SubgraphEstimate& subgraph : run.subgraphs) seconds[set].push_back(subgraph.latency_s);
    seconds[set].push_back(run.request_s);
  }
  explanation.method = Method::shapley;
  for (std::size_t group = 0; group < n; ++group) {
    const bool field = group < kFieldGroupCount;
    explanation.causes.push_back(
        {field ? name(kFieldGroups[group]) : "precision", title(group), 0, std::nullopt, std::nullopt});
  }
  const std::vector<workload::Subgraph>& subgraphs = workload.partition(a.estimate.runtime_used).subgraphs;
  for (std::size_t layer = 0; layer <= subgraphs.size(); ++layer) {
    const bool request = layer == subgraphs.size();
    LayerDifference difference{request ? std::nullopt : std::optional<int>(subgraphs[layer].id),
                               request ? "once per run" : subgraphs[layer].name, 0, std::vector<double>(n, 0)};
    for (std::size_t group = 0; group < n; ++group) {
      for (unsigned set = 0; set < all; ++set) {
        if ((set >> group & 1U) != 0) continue;
        const double gain = seconds[set | 1U << group][layer] - seconds[set][layer];
        difference.parts[group] += weight(static_cast<std::size_t>(std::popcount(set)), n) * gain;
      }
    }
    const bool none = std::all_of(difference.parts.begin(), difference.parts.end(), [](double p) { return p == 0; });
    if (!request || !none) explanation.layers.push_back(std::move(difference));
  }
}

}  // namespace whichchip::analysis
