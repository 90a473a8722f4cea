// One workload on many devices: rows with derived metrics, ranks, winners, and what failed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/economics.h"
#include "analysis/finding.h"
#include "analysis/language.h"
#include "analysis/measurements.h"
#include "estimate/estimate.h"
#include "hardware/device.h"
#include "workload/workload.h"

namespace whichchip::analysis {

// Metrics by which rows are ranked and sorted; the values are those of --sort.
enum class Metric : std::uint8_t { latency, throughput, power, efficiency, energy, cost, carbon, memory, balance };
// Balance is energy per inference × batch latency.
constexpr std::array<Metric, 9> kMetrics{Metric::latency,    Metric::throughput, Metric::power,
                                         Metric::efficiency, Metric::energy,     Metric::cost,
                                         Metric::carbon,     Metric::memory,     Metric::balance};
const char* name(Metric metric);
std::optional<Metric> parse_metric(std::string_view text);

struct Row {
  std::string key;  // of the device, with its mode
  hardware::Device device;
  estimate::Estimate estimate;
  // Per inference, unless the name says batch.
  double batch_latency_s = 0;
  double throughput_per_s = 0;
  double energy_j = 0;
  estimate::Interval energy_interval_j;
  double inferences_per_j = 0;
  double edp_js = 0;  // energy per inference × batch latency
  double attained_ops_per_s = 0;
  std::optional<double> compute_utilisation;    // attained ÷ peak
  std::optional<double> bandwidth_utilisation;  // DRAM bytes ÷ (time · bandwidth)
  std::optional<double> arithmetic_intensity;   // FLOP per DRAM byte, after fusion
  std::optional<double> ridge_point;
  std::optional<double> cost_usd_per_million;
  double electricity_usd_per_million = 0;  // part of it; the rest is proportional to time
  CostBasis cost_basis = CostBasis::rent;
  std::string cost_source;          // "AWS p4de.24xlarge, 5.12 $/h, 2023"; empty without a price
  std::optional<double> price_usd;  // to buy one: the user's, else the data sheet's
  std::optional<double> carbon_g;
  std::array<double, 5> bound_share{};  // of time, by estimate::Bound; the request's fixed time counts as overhead
  estimate::Bound bound = estimate::Bound::compute;   // the largest share
  double static_share = 0;                            // of energy
  std::optional<double> latency_ratio, energy_ratio;  // to the baseline, which has 1
  std::string unfit_reason;                           // "needs 8.2 GB, has 8.0 MB"; empty when it fits
  std::map<Metric, int> ranks;  // 1 is best; absent when it does not fit or the value is not available
  char tier = 0;  // 'A' holds the best and all whose interval overlaps its own, by latency; 0 when unranked
  std::optional<double> first_ahead;  // probability that the fastest is faster than this one; absent for itself
  std::vector<Measured> measured;     // published for this network on this device, nearest batch first
  std::vector<Finding> warnings;      // the estimate's, then red flags with their numbers
  std::vector<Remedy> remedies;       // what would help, from a face that holds the model
  // Of the first published figure that this prediction can be held against: time of one batch.
  std::optional<double> measured_latency_s() const;
};

struct Failure {
  std::string hardware;
  std::string reason;
};

struct Comparison {
  const workload::Workload* workload = nullptr;  // outlives the comparison
  estimate::Scenario scenario;
  Economics economics;
  Metric sort = Metric::latency;
  std::vector<Row> rows;  // in the order of `sort`; those that do not fit come last
  std::vector<Failure> failed;
  std::map<std::string, std::string>
      winners;                        // "energy", "latency", "throughput", "memory", "balance", "cost" → device key
  std::vector<std::string> insights;  // the verdict first
  std::string best_batch;             // one of them, from a face that holds the model (other_settings.h)
  std::string baseline;               // device key; empty when nothing fits
  std::optional<LanguageReport> language;  // both phases of a model with a cache, from a face that holds the model
  bool withheld = false;                   // less than 90 % of the MACs are modelled: neither winners nor insights
};

struct Estimated {
  hardware::Device device;
  estimate::Estimate estimate;
};

// The figures of one estimate; without ranks, tier and ratios, which need the others.
Row derive(const workload::Workload& workload, Estimated estimated, const Economics& economics = {});

// Derives, sorts, ranks and judges estimates that are there already.
// `baseline` is a device key; empty, or not among the rows: the best GPU by latency, else the first row that fits.
Comparison rank(const workload::Workload& workload, std::vector<Estimated> estimates, std::vector<Failure> failed,
                const estimate::Scenario& scenario, Metric sort = Metric::latency, const std::string& baseline = {},
                const Economics& economics = {});

// Estimates every device, then ranks. What a device cannot run at all is in `failed` with the reason.
Comparison compare(const workload::Workload& workload, std::vector<hardware::Device> devices,
                   const estimate::Scenario& scenario, Metric sort = Metric::latency, const std::string& baseline = {},
                   const Economics& economics = {});

// Indices of the rows that fit and have a figure, the best first: of equal ones the faster, then by key. The first of
// them is the winner wherever one is named.
std::vector<std::size_t> best_first(const std::vector<Row>& rows, Metric metric);

// The same rows in another order, and the insights that go with it; no figure changes.
void sort_rows(Comparison& comparison, Metric metric);

// What `metric` ranks by, whether less of it is better, and a word on what it is for ("real time").
std::optional<double> value(const Row& row, Metric metric);
bool less_is_better(Metric metric);
const char* purpose(Metric metric);

}  // namespace whichchip::analysis
