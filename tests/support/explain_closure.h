// How far an explanation is from adding up, and all pairs of devices on a model: for the property test, and for the
// program that runs every pair on every sample.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice.h"
#include "analysis/attribution.h"
#include "core/error.h"

namespace whichchip::tests {

// The largest gap between a sum and what it should be, as a share of the larger of the two figures; and where it is.
struct Gap {
  double relative = 0;
  std::string where;

  void widen(double difference, double scale, const std::string& place) {
    const double apart = scale > 0 ? std::fabs(difference) / scale : std::fabs(difference);
    if (apart <= relative || std::isnan(relative)) return;  // NaN is the widest
    relative = apart;
    where = place;
  }
};

inline Gap gap_of(const analysis::Explanation& e) {
  const double scale = std::max(std::fabs(e.a.value), std::fabs(e.b.value));
  Gap gap;
  double causes = 0, layers = 0;
  std::vector<double> columns(e.causes.size(), 0);
  for (const analysis::Cause& cause : e.causes) {
    causes += cause.difference;
    if (cause.a && cause.b) gap.widen(*cause.b - *cause.a - cause.difference, scale, cause.id + " of the two sides");
  }
  for (const analysis::LayerDifference& layer : e.layers) {
    layers += layer.difference;
    double parts = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      parts += layer.parts[i];
      columns[i] += layer.parts[i];
    }
    gap.widen(parts - layer.difference, scale, "the parts of " + layer.name);
  }
  for (std::size_t i = 0; i < columns.size(); ++i)
    gap.widen(columns[i] - e.causes[i].difference, scale, e.causes[i].id + " of the layers");
  gap.widen(causes - e.difference, scale, "the causes");
  gap.widen(layers - e.difference, scale, "the layers");
  gap.widen(e.b.value - e.a.value - e.difference, scale, "b − a");
  return gap;
}

// A model on many devices: their rows and energies once, for all pairs.
class PairsOfDevices {
 public:
  explicit PairsOfDevices(workload::Workload workload) : workload_(std::move(workload)) {}

  // Every metric that both have; how many explanations there were.
  int explain(const hardware::Device& a, const hardware::Device& b) {
    const std::optional<Side>& x = side(a);
    const std::optional<Side>& y = side(b);
    if (!x || !y) return 0;
    int count = 0;
    for (const analysis::ExplainMetric metric : analysis::kExplainMetrics) {
      if (metric == analysis::ExplainMetric::cost && !(x->row.cost_usd_per_million && y->row.cost_usd_per_million))
        continue;
      const Gap gap = gap_of(analysis::attribution(workload_, x->row, y->row, metric, {}, &x->energy, &y->energy));
      const std::string pair = workload_.model.name + ", " + a.id + ", " + b.id + ", " + analysis::name(metric) + ": ";
      if (!(gap.relative <= worst_.relative)) worst_ = {gap.relative, pair + gap.where};
      ++count;
    }
    return count;
  }

  const Gap& worst() const { return worst_; }
  const workload::Workload& workload() const { return workload_; }

 private:
  struct Side {
    analysis::Row row;
    analysis::EnergyEvents energy;
  };

  const std::optional<Side>& side(const hardware::Device& device) {
    const auto [found, fresh] = sides_.try_emplace(device.id);
    if (!fresh) return found->second;
    try {
      analysis::Row row = analysis::row_for(workload_, device, {});
      analysis::EnergyEvents energy = analysis::energy_events(workload_, row, {});
      found->second = Side{std::move(row), std::move(energy)};
    } catch (const core::Error&) {  // it cannot run this model
    }
    return found->second;
  }

  workload::Workload workload_;
  std::map<std::string, std::optional<Side>> sides_;
  Gap worst_;
};

}  // namespace whichchip::tests
