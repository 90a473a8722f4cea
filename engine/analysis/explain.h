// Why one device differs from another on a model: the difference of a metric as a sum of causes, over the whole run and
// layer by layer, exactly.
//
// Latency, devices of one class: Shapley values over the groups of what the two chips differ in (analysis/hybrid.h).
// v(S) is the time of A with the groups in S taken from B; a group's part is its mean gain over all orders, 2^n
// evaluations. Order-free, and the parts sum to v(all) − v(none) = B − A (Shapley 1953; modelling §8). Linear, so each
// layer has its own exact parts. Latency, across classes or runtimes: the difference of the two latency ladders, rung
// by rung. Energy: event by event, the leaves of the two event trees. Memory: by kind. Cost: price and time by the
// product rule Δ(k·t) = mean(k)·Δt + mean(t)·Δk, time split as the ladder. One device: its own ladder from arithmetic
// at peak to the predicted time.
//
// SI units. Latency is that of a batch; energy and cost are per inference (cost: per million).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare.h"
#include "analysis/sensitivity.h"
#include "core/units.h"

namespace whichchip::analysis {

enum class ExplainMetric : std::uint8_t { latency, energy, memory, cost };
constexpr std::array<ExplainMetric, 4> kExplainMetrics{ExplainMetric::latency, ExplainMetric::energy,
                                                       ExplainMetric::memory, ExplainMetric::cost};
const char* name(ExplainMetric metric);
const char* unit(ExplainMetric metric);  // of the JSON: "s", "J", "byte", "USD per million"
core::Quantity quantity(ExplainMetric metric);

enum class Method : std::uint8_t { shapley, ladder, balance };
const char* name(Method method);

struct Cause {
  std::string id;     // "power"
  std::string title;  // "power limit"
  double difference = 0;
  std::optional<double> a, b;  // what the cause holds of each side, where the metric is a sum of it
};

struct LayerDifference {
  std::optional<int> subgraph;  // of A's partition; absent for what belongs to no layer
  std::string name;
  double difference = 0;
  std::vector<double> parts;  // in the order of the causes
};

struct Side {
  std::string hardware;
  double value = 0;
};

struct Explanation {
  ExplainMetric metric = ExplainMetric::latency;
  Method method = Method::ladder;
  Side a, b;
  double difference = 0;                // b − a
  std::vector<Cause> causes;            // differences sum to `difference`
  std::vector<LayerDifference> layers;  // in schedule order; differences sum to `difference`
  std::vector<std::string> text;        // the answer in sentences
  // Of one device, where the face asks for them.
  std::vector<Remedy> remedies;
  std::vector<Sensitivity> sensitivities;
};

// Rows of one comparison. Throws core::Error (bad_usage) when a row has no value for the metric.
Explanation explain(const workload::Workload& workload, const Row& a, const Row& b, ExplainMetric metric,
                    const estimate::Scenario& scenario);

// One device against its own ideal: side a is arithmetic at peak rate, side b the prediction.
Explanation explain(const workload::Workload& workload, const Row& row);

// The fewest causes, largest first, that together cover `share` of |difference| in its own direction; indices into the
// causes.
std::vector<std::size_t> leading(const std::vector<Cause>& causes, double difference, double share);

}  // namespace whichchip::analysis
