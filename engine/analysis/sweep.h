// Many runs at once: models × devices × batch × precision × dimensions, and what the grid says: the best point of each
// device, where a batch stops paying, where another device takes over.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/compare.h"
#include "analysis/open_model.h"
#include "analysis/request.h"

namespace whichchip::analysis {

struct SweepAxes {
  std::vector<std::int64_t> batches{1};
  std::vector<std::optional<hardware::Precision>> precisions{std::nullopt};  // absent: auto, per device
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> dims;       // symbol → values
};
// "batch" ("1,4,8"), "precision" ("auto,int8"), "dim" ("seq=128,256,384"). Throws core::Error (bad_usage).
void set_axis(SweepAxes& axes, std::string_view option, std::string_view value);

// What binds the power: static energy above half of the whole, the cap in most of the time, or neither.
enum class PowerZone : std::uint8_t { idle_dominated, efficient, capped };
const char* name(PowerZone zone);

struct SweepPoint {
  std::string model, hardware;
  std::int64_t batch = 1;
  std::optional<hardware::Precision> asked;  // absent: auto
  hardware::Precision precision = hardware::Precision::fp32;
  model::DimensionBindings dims;  // those of the axes
  double latency_s = 0, throughput_per_s = 0, energy_j = 0, power_w = 0, peak_memory_bytes = 0;
  std::optional<double> compute_utilisation;
  std::optional<double> zone_index;  // utilisation × attained operations per joule
  bool sweet_spot = false;           // utilisation between 40 and 80 %
  // throughput ÷ (batch ratio × throughput at the least batch of the axis): 1 is ideal, more is amortised overhead.
  std::optional<double> batch_efficiency;
  PowerZone zone = PowerZone::efficient;
  bool fits = true;
};

struct SweepBest {
  std::string model, hardware, metric;  // "latency", "throughput", "energy"
  std::size_t point = 0;
};

// Between two neighbouring values of an axis the lead passes on.
struct Crossover {
  std::string model, metric, axis;  // metric: "throughput" or "energy"
  std::string setting;              // the other axes' values, "int8"; empty when there is one
  std::int64_t from = 0, to = 0;
  std::string before, after;  // devices
};

// The best device of one cell of the grid: a model, a setting of the other axes, a batch.
struct Decision {
  std::string model, setting;  // "int8, seq 128"; empty when there is one setting
  std::int64_t batch = 1;
  std::size_t fastest = 0, least_energy = 0;  // points
};

// Several models one after the other on one device, as the parts of a pipeline.
struct Together {
  std::string hardware, setting;
  std::int64_t batch = 1;
  std::vector<std::size_t> points;     // one of each model, in their order
  double latency_s = 0, energy_j = 0;  // the sums
  std::size_t slowest = 0;             // of `points`
};

struct Sweep {
  SweepAxes axes;
  estimate::Scenario scenario;
  std::vector<SweepPoint> points;  // by model, dims, batch, precision, device
  std::vector<SweepBest> best;
  std::vector<Decision> decisions;  // by model, setting, batch; cells where nothing fits are left out
  std::vector<Crossover> crossovers;
  std::vector<Together> together;  // where all of several models run at one batch and setting, by batch and latency
  std::vector<Failure> failed;     // each device and reason once
  std::vector<std::string> text;
};

// Called before each workload is built: how many are done, of how many.
using SweepProgress = std::function<void(std::size_t done, std::size_t count)>;

// `latency_limit_s`: the latency that the advice on the batch keeps. What a model or a device refuses is in `failed`
// and the rest goes on; throws core::Error when no model takes any batch.
Sweep sweep(const std::vector<OpenModel>& models, const std::vector<hardware::Device>& devices, const Request& request,
            const SweepAxes& axes, double latency_limit_s, const SweepProgress& progress = {});

}  // namespace whichchip::analysis
