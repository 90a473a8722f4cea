#include "analysis/explain.h"

#include <algorithm>
#include <cmath>

#include "analysis/attribution.h"
#include "analysis/insights.h"
#include "core/error.h"
#include "core/order.h"
#include "core/suggest.h"

namespace whichchip::analysis {
namespace {

constexpr double kLeadingShare = 0.8;
constexpr std::size_t kLayersNamed = 3;

double value_of(const Row& row, ExplainMetric metric) {
  switch (metric) {
    case ExplainMetric::latency:
      return row.batch_latency_s;
    case ExplainMetric::energy:
      return row.energy_j;
    case ExplainMetric::memory:
      return row.estimate.memory.total_bytes();
    case ExplainMetric::cost:
      break;
  }
  if (!row.cost_usd_per_million)
    throw core::Error(core::ErrorCode::bad_usage, "no price is known for " + row.key, "--metric",
                      "give one with --price " + row.device.id + "=2.50/h");
  return *row.cost_usd_per_million;
}

const char* verb(ExplainMetric metric) {
  static constexpr const char* kVerbs[] = {"takes", "uses", "needs", "costs"};
  return kVerbs[static_cast<std::size_t>(metric)];
}

std::string signed_amount(core::Quantity quantity, double value) {
  return (value < 0 ? "−" : "+") + core::format(quantity, std::fabs(value));
}

std::string share_of(double part, double whole) {
  return core::format(core::Quantity::fraction, whole != 0 ? part / whole : 0, 2);
}

std::string opening(const Explanation& e) {
  const core::Quantity q = quantity(e.metric);
  if (e.difference == 0)
    return e.b.hardware + " and " + e.a.hardware + " are equal: " + core::format(q, e.a.value) + " each.";
  const bool less = e.difference < 0;
  const double ratio = less ? e.a.value / e.b.value : e.b.value / e.a.value;
  std::string line = e.b.hardware + " " + verb(e.metric) + " " + core::format(q, e.b.value) +
                     (e.metric == ExplainMetric::cost ? " a million inferences, " : ", ") +
                     core::format(q, std::fabs(e.difference)) + (less ? " less than " : " more than ") + e.a.hardware +
                     " with " + core::format(q, e.a.value);
  if (std::isfinite(ratio)) line += " (" + core::format(core::Quantity::ratio, ratio) + (less ? " less)" : " more)");
  return line + ".";
}

std::string causes_line(const Explanation& e, const std::vector<std::size_t>& chosen) {
  const core::Quantity q = quantity(e.metric);
  constexpr double kMuchMore = 1.5;  // than the difference: others take it back
  double covered = 0;
  for (const std::size_t i : chosen) covered += e.causes[i].difference;
  const double ratio = covered / e.difference;
  std::string list;
  for (const std::size_t i : chosen) {
    const Cause& cause = e.causes[i];
    list += (list.empty() ? "" : "; ") + cause.title + " " + signed_amount(q, cause.difference);
    if (ratio <= kMuchMore) list += " (" + share_of(cause.difference, e.difference) + ")";
  }
  return core::counted(static_cast<std::int64_t>(chosen.size()), "cause makes", "causes make") + " " +
         (ratio <= kMuchMore ? share_of(covered, e.difference) + " of" : core::format(core::Quantity::ratio, ratio)) +
         " the difference: " + list + ".";
}

// What pulls the other way, when it is worth a word.
std::string against_line(const Explanation& e) {
  constexpr double kWorthAWord = 0.05;
  constexpr std::size_t kNamed = 4;
  std::vector<const Cause*> against;
  for (const Cause& cause : e.causes) {
    if (cause.difference * e.difference < 0 && std::fabs(cause.difference) >= kWorthAWord * std::fabs(e.difference))
      against.push_back(&cause);
  }
  core::stable_sort(against,
                    [](const Cause* x, const Cause* y) { return std::fabs(x->difference) > std::fabs(y->difference); });
  std::string list;
  for (std::size_t i = 0; i < against.size() && i < kNamed; ++i)
    list += (list.empty() ? "" : "; ") + against[i]->title + " " +
            signed_amount(quantity(e.metric), against[i]->difference);
  return list.empty() ? list : "Pulling the other way: " + list + ".";
}

// Layers of one name are said once, with their number: a transformer's are all alike.
std::string layers_line(const Explanation& e) {
  struct Kind {
    std::string name;
    std::int64_t count = 0;
    double difference = 0;
  };
  std::vector<Kind> kinds;
  for (const LayerDifference& layer : e.layers) {
    auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return kind.name == layer.name; });
    if (found == kinds.end()) found = kinds.insert(kinds.end(), {layer.name, 0, 0});
    ++found->count;
    found->difference += layer.difference;
  }
  const double sign = e.difference < 0 ? -1 : 1;
  core::stable_sort(kinds, [&](const Kind& x, const Kind& y) { return sign * x.difference > sign * y.difference; });
  std::string list;
  double covered = 0;
  for (std::size_t i = 0; i < kinds.size() && i < kLayersNamed && sign * kinds[i].difference > 0; ++i) {
    list += (list.empty() ? "" : "; ") + (kinds[i].count > 1 ? std::to_string(kinds[i].count) + " × " : "") +
            kinds[i].name + " " + signed_amount(quantity(e.metric), kinds[i].difference);
    covered += kinds[i].difference;
  }
  if (list.empty()) return {};
  return "Most of it by layer: " + list + " (" + share_of(covered, e.difference) + " together).";
}

// The rank order contradicts the peaks.
std::string surprise_line(const Explanation& e, const Row& a, const Row& b) {
  if (e.metric != ExplainMetric::latency) return {};
  const Row& faster = e.difference < 0 ? b : a;
  const Row& slower = e.difference < 0 ? a : b;
  const double peak_fast = faster.estimate.peak_ops_per_s;
  const double peak_slow = slower.estimate.peak_ops_per_s;
  if (e.difference == 0 || peak_fast >= peak_slow) return {};
  return "Against the peaks: " + faster.key + " is faster with " + core::format(core::Quantity::throughput, peak_fast) +
         " of peak against " + core::format(core::Quantity::throughput, peak_slow) + "; it attains " +
         core::format(core::Quantity::throughput, faster.attained_ops_per_s) + " against " +
         core::format(core::Quantity::throughput, slower.attained_ops_per_s) + ".";
}

}  // namespace

const char* name(ExplainMetric metric) {
  static constexpr const char* kNames[] = {"latency", "energy", "memory", "cost"};
  return kNames[static_cast<std::size_t>(metric)];
}

const char* unit(ExplainMetric metric) {
  static constexpr const char* kUnits[] = {"s", "J", "byte", "USD per million"};
  return kUnits[static_cast<std::size_t>(metric)];
}

core::Quantity quantity(ExplainMetric metric) {
  static constexpr core::Quantity kQuantities[] = {core::Quantity::time, core::Quantity::energy, core::Quantity::bytes,
                                                   core::Quantity::money};
  return kQuantities[static_cast<std::size_t>(metric)];
}

const char* name(Method method) {
  static constexpr const char* kNames[] = {"shapley", "ladder", "balance"};
  return kNames[static_cast<std::size_t>(method)];
}

std::vector<std::size_t> leading(const std::vector<Cause>& causes, double difference, double share) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (causes[i].difference * difference > 0) order.push_back(i);
  }
  core::stable_sort(order, [&](std::size_t x, std::size_t y) {
    return std::fabs(causes[x].difference) > std::fabs(causes[y].difference);
  });
  double covered = 0;
  std::size_t count = 0;
  while (count < order.size() && covered < share * std::fabs(difference))
    covered += std::fabs(causes[order[count++]].difference);
  order.resize(count);
  return order;
}

std::vector<std::string> explanation_text(const Explanation& explanation, const Row& a, const Row& b) {
  std::vector<std::string> lines{opening(explanation)};
  const std::vector<std::size_t> chosen = leading(explanation.causes, explanation.difference, kLeadingShare);
  if (!chosen.empty()) lines.push_back(causes_line(explanation, chosen));
  for (std::string line : {against_line(explanation), layers_line(explanation), surprise_line(explanation, a, b)}) {
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

Explanation attribution(const workload::Workload& workload, const Row& a, const Row& b, ExplainMetric metric,
                        const estimate::Scenario& scenario, const EnergyEvents* of_a, const EnergyEvents* of_b) {
  Explanation explanation;
  explanation.metric = metric;
  explanation.a = {a.key, value_of(a, metric)};
  explanation.b = {b.key, value_of(b, metric)};
  switch (metric) {
    case ExplainMetric::latency:
      if (exchangeable(a, b, scenario)) {
        attribute_by_exchange(workload, a, b, scenario, explanation);
      } else {
        attribute_ladder(workload, a, b, explanation);
      }
      break;
    case ExplainMetric::energy:
      attribute_energy(workload, a, of_a != nullptr ? *of_a : energy_events(workload, a, scenario), b,
                       of_b != nullptr ? *of_b : energy_events(workload, b, scenario), explanation);
      break;
    case ExplainMetric::memory:
      attribute_memory(workload, a, b, explanation);
      break;
    case ExplainMetric::cost:
      attribute_cost(workload, a, b, explanation);
      break;
  }
  sum_up(explanation);
  return explanation;
}

Explanation explain(const workload::Workload& workload, const Row& a, const Row& b, ExplainMetric metric,
                    const estimate::Scenario& scenario) {
  Explanation explanation = attribution(workload, a, b, metric, scenario);
  explanation.text = explanation_text(explanation, a, b);
  return explanation;
}

Explanation explain(const workload::Workload& workload, const Row& row) {
  const auto rungs = ladder(row.estimate);
  constexpr auto kIdeal = static_cast<std::size_t>(estimate::Rung::ideal);
  Explanation explanation;
  explanation.a = {row.key + " at its peak", rungs[kIdeal]};
  explanation.b = {row.key, row.batch_latency_s};
  Row ideal = row;  // the same run with nothing but arithmetic at peak rate
  ideal.estimate.request_s = 0;
  ideal.estimate.latency_s = ideal.batch_latency_s = rungs[kIdeal];
  for (estimate::SubgraphEstimate& subgraph : ideal.estimate.subgraphs) {
    for (std::size_t r = 0; r < subgraph.rungs_s.size(); ++r) subgraph.rungs_s[r] *= r == kIdeal ? 1 : 0;
    subgraph.latency_s = subgraph.rungs_s[kIdeal];
  }
  attribute_ladder(workload, ideal, row, explanation);
  sum_up(explanation);

  using core::format;
  using core::Quantity;
  std::string first = row.key + " takes " + format(Quantity::time, row.batch_latency_s) + ", of which " +
                      format(Quantity::time, rungs[kIdeal]) + " is arithmetic at peak rate";
  if (row.compute_utilisation)
    first += "; compute utilisation is " + format(Quantity::fraction, *row.compute_utilisation);
  explanation.text.push_back(first + ".");
  const std::vector<std::size_t> chosen = leading(explanation.causes, explanation.difference, kLeadingShare);
  if (!chosen.empty()) explanation.text.push_back(causes_line(explanation, chosen));
  if (std::string layers = layers_line(explanation); !layers.empty()) explanation.text.push_back(std::move(layers));
  if (std::string bottleneck = bottleneck_verdict(workload, row); !bottleneck.empty())
    explanation.text.push_back("It is " + bottleneck + ".");
  constexpr double kNormalAtBatchOne = 0.10;
  const bool big_gpu = row.device.device_class == hardware::DeviceClass::gpu &&
                       std::find(row.device.deployment.begin(), row.device.deployment.end(), "datacenter") !=
                           row.device.deployment.end();
  if (big_gpu && workload.batch == 1 && row.compute_utilisation && *row.compute_utilisation < kNormalAtBatchOne)
    explanation.text.emplace_back("Below 10 % is normal for a data-centre GPU at batch 1.");
  return explanation;
}

}  // namespace whichchip::analysis
