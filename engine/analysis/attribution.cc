#include "analysis/attribution.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "analysis/insights.h"
#include "estimate/traffic.h"

namespace whichchip::analysis {
namespace {

using estimate::kRungCount;
using estimate::Rung;

// Disjoint sets of operators.
class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // The smaller index stays the head, so that the order of operators decides names.
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

void join_subgraphs(Groups& groups, const workload::Partition& partition) {
  for (const workload::Subgraph& subgraph : partition.subgraphs) {
    for (const int op : subgraph.operators)
      groups.join(static_cast<std::size_t>(subgraph.operators.front()), static_cast<std::size_t>(op));
  }
}

std::array<double, kRungCount> rungs_of(const estimate::Estimate& estimate, const std::vector<std::size_t>& subgraphs) {
  std::array<double, kRungCount> sum{};
  for (const std::size_t i : subgraphs) {
    for (std::size_t r = 0; r < kRungCount; ++r) sum[r] += estimate.subgraphs[i].rungs_s[r];
  }
  return sum;
}

double seconds_of(const estimate::Estimate& estimate, const std::vector<std::size_t>& subgraphs) {
  double sum = 0;
  for (const std::size_t i : subgraphs) sum += estimate.subgraphs[i].latency_s;
  return sum;
}

void add_ladder_causes(const Row& a, const Row& b, Explanation& explanation) {
  const auto of_a = ladder(a.estimate);
  const auto of_b = ladder(b.estimate);
  for (std::size_t r = 0; r < kRungCount; ++r) {
    const auto rung = static_cast<Rung>(r);
    explanation.causes.push_back({estimate::name(rung), describe(rung), 0, of_a[r], of_b[r]});
  }
}

LayerDifference layer_of(const MatchedLayer& matched, std::size_t causes) {
  return {matched.first, matched.name, 0, std::vector<double>(causes, 0)};
}

LayerDifference outside_layers(std::string name, std::size_t causes) {
  return {std::nullopt, std::move(name), 0, std::vector<double>(causes, 0)};
}

void add_if_any(LayerDifference layer, Explanation& explanation) {
  const bool any = std::any_of(layer.parts.begin(), layer.parts.end(), [](double part) { return part != 0; });
  if (any) explanation.layers.push_back(std::move(layer));
}

}  // namespace

std::vector<MatchedLayer> match_layers(const workload::Workload& workload, workload::Runtime a, workload::Runtime b) {
  const workload::Partition& of_a = workload.partition(a);
  const workload::Partition& of_b = workload.partition(b);
  std::vector<MatchedLayer> layers;
  if (a == b) {
    for (std::size_t i = 0; i < of_a.subgraphs.size(); ++i)
      layers.push_back({of_a.subgraphs[i].id, of_a.subgraphs[i].name, {i}, {i}});
    return layers;
  }
  Groups groups(workload.operators.size());
  join_subgraphs(groups, of_a);
  join_subgraphs(groups, of_b);
  std::vector<std::ptrdiff_t> place(workload.operators.size(), -1);
  const auto collect = [&](const workload::Partition& partition, auto member) {
    for (std::size_t i = 0; i < partition.subgraphs.size(); ++i) {
      const workload::Subgraph& subgraph = partition.subgraphs[i];
      if (subgraph.operators.empty()) continue;
      std::ptrdiff_t& at = place[groups.find(static_cast<std::size_t>(subgraph.operators.front()))];
      if (at < 0) {
        at = static_cast<std::ptrdiff_t>(layers.size());
        layers.push_back({subgraph.id, subgraph.name, {}, {}});
      }
      (layers[static_cast<std::size_t>(at)].*member).push_back(i);
    }
  };
  collect(of_a, &MatchedLayer::a);
  collect(of_b, &MatchedLayer::b);
  return layers;
}

void sum_up(Explanation& explanation) {
  for (Cause& cause : explanation.causes) cause.difference = 0;
  for (LayerDifference& layer : explanation.layers) {
    layer.difference = 0;
    for (std::size_t i = 0; i < layer.parts.size(); ++i) {
      layer.difference += layer.parts[i];
      explanation.causes[i].difference += layer.parts[i];
    }
  }
  explanation.difference = explanation.b.value - explanation.a.value;
}

void attribute_ladder(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation) {
  explanation.method = Method::ladder;
  add_ladder_causes(a, b, explanation);
  for (const MatchedLayer& matched : match_layers(workload, a.estimate.runtime_used, b.estimate.runtime_used)) {
    LayerDifference layer = layer_of(matched, kRungCount);
    const auto of_a = rungs_of(a.estimate, matched.a);
    const auto of_b = rungs_of(b.estimate, matched.b);
    for (std::size_t r = 0; r < kRungCount; ++r) layer.parts[r] = of_b[r] - of_a[r];
    explanation.layers.push_back(std::move(layer));
  }
  LayerDifference request = outside_layers("once per run", kRungCount);
  request.parts[static_cast<std::size_t>(Rung::fixed)] = b.estimate.request_s - a.estimate.request_s;
  add_if_any(std::move(request), explanation);
}

void attribute_memory(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation) {
  explanation.method = Method::balance;
  enum Kind : std::size_t { weights, activations, workspace, context, kinds };
  const auto total = [](const estimate::PeakMemory& m) {
    return std::array<double, kinds>{m.weight_bytes, m.activation_bytes, m.workspace_bytes, m.context_bytes};
  };
  static constexpr std::pair<const char*, const char*> kNames[] = {{"weights", "weights"},
                                                                   {"activations", "live activations at the peak"},
                                                                   {"workspace", "workspace of kernels"},
                                                                   {"context", "context of the runtime"}};
  const auto of_a = total(a.estimate.memory);
  const auto of_b = total(b.estimate.memory);
  std::array<double, kinds> rest{};
  for (std::size_t i = 0; i < kinds; ++i) {
    explanation.causes.push_back({kNames[i].first, kNames[i].second, 0, of_a[i], of_b[i]});
    rest[i] = of_b[i] - of_a[i];
  }
  const hardware::Precision own = estimate::own_precision(workload);
  const estimate::ElementBytes bytes_a(own, a.estimate.precision.precision);
  const estimate::ElementBytes bytes_b(own, b.estimate.precision.precision);
  std::vector<char> seen(workload.tensors.size(), 0);
  for (const workload::Subgraph& subgraph : workload.partition(a.estimate.runtime_used).subgraphs) {
    LayerDifference layer{subgraph.id, subgraph.name, 0, std::vector<double>(kinds, 0)};
    for (const workload::Access& access : subgraph.weights) {
      const auto tensor = static_cast<std::size_t>(access.tensor);
      if (std::exchange(seen[tensor], 1) != 0) continue;
      const workload::Tensor& weight = workload.tensors[tensor];
      layer.parts[weights] += static_cast<double>(weight.elements) * (bytes_b(weight) - bytes_a(weight));
    }
    rest[weights] -= layer.parts[weights];
    add_if_any(std::move(layer), explanation);
  }
  LayerDifference outside = outside_layers("the whole run", kinds);
  outside.parts.assign(rest.begin(), rest.end());
  add_if_any(std::move(outside), explanation);
}

void attribute_cost(const workload::Workload& workload, const Row& a, const Row& b, Explanation& explanation) {
  explanation.method = Method::balance;
  const std::size_t price = kRungCount;
  const std::size_t electricity = kRungCount + 1;
  // USD per million inferences that one second of a batch costs.
  const double rate_a = (*a.cost_usd_per_million - a.electricity_usd_per_million) / a.batch_latency_s;
  const double rate_b = (*b.cost_usd_per_million - b.electricity_usd_per_million) / b.batch_latency_s;
  const double mean_rate = (rate_a + rate_b) / 2;
  for (std::size_t r = 0; r < kRungCount; ++r) {
    const auto rung = static_cast<Rung>(r);
    explanation.causes.push_back(
        {estimate::name(rung), std::string("time: ") + describe(rung), 0, std::nullopt, std::nullopt});
  }
  explanation.causes.push_back({"price", "price of an hour", 0, std::nullopt, std::nullopt});
  explanation.causes.push_back(
      {"electricity", "electricity", 0, a.electricity_usd_per_million, b.electricity_usd_per_million});
  const double share = 1 / a.batch_latency_s, share_b = 1 / b.batch_latency_s;
  for (const MatchedLayer& matched : match_layers(workload, a.estimate.runtime_used, b.estimate.runtime_used)) {
    LayerDifference layer = layer_of(matched, kRungCount + 2);
    const auto of_a = rungs_of(a.estimate, matched.a);
    const auto of_b = rungs_of(b.estimate, matched.b);
    for (std::size_t r = 0; r < kRungCount; ++r) layer.parts[r] = mean_rate * (of_b[r] - of_a[r]);
    const double time_a = seconds_of(a.estimate, matched.a);
    const double time_b = seconds_of(b.estimate, matched.b);
    layer.parts[price] = (rate_b - rate_a) * (time_a + time_b) / 2;
    layer.parts[electricity] =
        b.electricity_usd_per_million * time_b * share_b - a.electricity_usd_per_million * time_a * share;
    explanation.layers.push_back(std::move(layer));
  }
  LayerDifference request = outside_layers("once per run", kRungCount + 2);
  const double request_a = a.estimate.request_s, request_b = b.estimate.request_s;
  request.parts[static_cast<std::size_t>(Rung::fixed)] = mean_rate * (request_b - request_a);
  request.parts[price] = (rate_b - rate_a) * (request_a + request_b) / 2;
  request.parts[electricity] =
      b.electricity_usd_per_million * request_b * share_b - a.electricity_usd_per_million * request_a * share;
  add_if_any(std::move(request), explanation);
}

}  // namespace whichchip::analysis
