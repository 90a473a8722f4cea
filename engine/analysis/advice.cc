#include "analysis/advice.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/insights.h"
#include "core/error.h"
#include "core/order.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

constexpr std::array<std::int64_t, 8> kBatches{1, 2, 4, 8, 16, 32, 64, 128};
constexpr double kMostBandwidth = 16;
constexpr double kBandwidthStep = 1.01;
constexpr double kWorthwhile = 0.10;  // the least gain that a remedy is named for

std::optional<Row> try_row(const workload::Workload& workload, const hardware::Device& device, const Request& request) {
  try {
    return row_for(workload, device, request);
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;
  }
}

std::optional<workload::Workload> try_model(const OpenModel& model, const Request& request) {
  try {
    return model(request);
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;  // a model that fixes its batch
  }
}

double per_inference(const Row& row) { return 1 / row.throughput_per_s; }

double figure(const Row& row, ExplainMetric metric) {
  switch (metric) {
    case ExplainMetric::latency:
      return per_inference(row);
    case ExplainMetric::energy:
      return row.energy_j;
    case ExplainMetric::memory:
      return row.estimate.memory.total_bytes();
    case ExplainMetric::cost:
      break;
  }
  return row.cost_usd_per_million.value_or(0);
}

core::Quantity figure_quantity(ExplainMetric metric) { return quantity(metric); }

std::string versus(const Row& winner, const Row& other, ExplainMetric metric) {
  const core::Quantity q = figure_quantity(metric);
  const bool batched = metric == ExplainMetric::latency;
  return core::format(q, figure(winner, metric)) + " against " + core::format(q, figure(other, metric)) +
         (batched ? " per inference" : "");
}

hardware::Device with_bandwidth(hardware::Device device, double factor) {
  device.memory.bandwidth_bytes_per_s *= factor;
  return device;
}

bool emulated(const Row& row) { return row.estimate.precision.status == estimate::PrecisionStatus::emulated; }

bool beats(const Row& challenger, const Row& holder, ExplainMetric metric) {
  return figure(challenger, metric) < figure(holder, metric);
}

// The first batch, from the present one outwards, at which the loser wins.
std::string batch_flip(const OpenModel& model, const Request& request, const Row& loser, const Row& winner,
                       ExplainMetric metric) {
  for (const std::int64_t batch : kBatches) {
    if (batch == request.batch) continue;
    Request changed = request;
    changed.batch = batch;
    const auto workload = try_model(model, changed);
    if (!workload || workload->batch != batch) continue;
    const auto challenger = try_row(*workload, loser.device, changed);
    const auto holder = try_row(*workload, winner.device, changed);
    if (challenger && holder && challenger->estimate.fits != estimate::Fit::no && beats(*challenger, *holder, metric))
      return "Batch " + std::to_string(batch) + " makes " + loser.key +
             " win: " + versus(*challenger, *holder, metric) + ".";
  }
  return {};
}

std::string precision_flip(const workload::Workload& workload, const Request& request, const Row& loser,
                           const Row& winner, ExplainMetric metric) {
  for (const hardware::Precision precision : hardware::kPrecisions) {
    const hardware::Precision of_winner = winner.estimate.precision.precision;
    const hardware::Precision of_loser = loser.estimate.precision.precision;
    if (precision == of_winner && precision == of_loser) continue;
    // Nobody runs a model wider than it is.
    if (hardware::storage_bits(precision) >
        std::max(hardware::storage_bits(of_winner), hardware::storage_bits(of_loser)))
      continue;
    Request changed = request;
    changed.scenario.precision = precision;
    const auto challenger = try_row(workload, loser.device, changed);
    const auto holder = try_row(workload, winner.device, changed);
    if (challenger && holder && !emulated(*challenger) && !emulated(*holder) && beats(*challenger, *holder, metric))
      return std::string("With ") + hardware::name(precision) + " on both, " + loser.key +
             " wins: " + versus(*challenger, *holder, metric) + ".";
  }
  return {};
}

std::string mode_flip(const workload::Workload& workload, const Request& request, const Row& loser, const Row& winner,
                      ExplainMetric metric) {
  for (const hardware::PowerMode& mode : loser.device.power_modes) {
    if (mode.id == loser.device.power_mode) continue;
    const auto challenger = try_row(workload, hardware::in_mode(loser.device, mode.id), request);
    if (challenger && beats(*challenger, winner, metric))
      return "In power mode " + mode.id + " " + loser.key + " wins: " + versus(*challenger, winner, metric) + ".";
  }
  return {};
}

// The rung of the ladder that a change shortens most, per inference, and the layer where it does.
Place largest_saving(const workload::Workload& workload, const Row& before, const Row& after) {
  const double inferences_before = before.throughput_per_s * before.batch_latency_s;
  const double inferences_after = after.throughput_per_s * after.batch_latency_s;
  const auto rungs_before = ladder(before.estimate), rungs_after = ladder(after.estimate);
  std::size_t rung = 0;
  double most = 0;
  for (std::size_t r = 0; r < rungs_before.size(); ++r) {
    const double saved = rungs_before[r] / inferences_before - rungs_after[r] / inferences_after;
    if (saved <= most) continue;
    most = saved;
    rung = r;
  }
  const std::string figure = std::string("rungs_s.") + estimate::name(static_cast<estimate::Rung>(rung));
  const auto& parts_before = before.estimate.subgraphs;
  const auto& parts_after = after.estimate.subgraphs;
  const bool same_layers =
      before.estimate.runtime_used == after.estimate.runtime_used && parts_before.size() == parts_after.size();
  if (most <= 0) return {};
  if (!same_layers) return {figure, std::nullopt, {}};
  return most_of(workload, before.estimate, figure, [&](std::size_t i) {
    return parts_before[i].rungs_s[rung] / inferences_before - parts_after[i].rungs_s[rung] / inferences_after;
  });
}

// Most of the energy is drawn whether it works or not: the batch or power mode with the least.
std::optional<Remedy> spread_static(const workload::Workload& workload, const Row& row,
                                    const std::vector<Change>& changes) {
  constexpr double kMostlyStatic = 0.50;
  if (row.static_share <= kMostlyStatic) return std::nullopt;
  const Change* best = nullptr;
  for (const Change& change : changes) {
    if (change.code != "batch" && change.code != "power-mode") continue;
    if (best == nullptr || change.row.energy_j < best->row.energy_j) best = &change;
  }
  if (best == nullptr || best->row.energy_j > (1 - kWorthwhile) * row.energy_j) return std::nullopt;
  const auto share = [](double value) { return core::format(core::Quantity::fraction, value); };
  return Remedy{"spread-static",
                "With " + best->option + ": " + core::format(core::Quantity::energy, best->row.energy_j) +
                    " per inference instead of " + core::format(core::Quantity::energy, row.energy_j) + ", of which " +
                    share(best->row.static_share) + " instead of " + share(row.static_share) + " is static.",
                most_of(workload, row.estimate, "energy_split_j",
                        [&](std::size_t i) { return row.estimate.subgraphs[i].static_energy_j; }),
                best->option,
                {"energy_j", row.energy_j, best->row.energy_j}};
}

std::string price_flip(const Row& loser, const Row& winner) {
  const double time_cost = *loser.cost_usd_per_million - loser.electricity_usd_per_million;
  const double allowed = *winner.cost_usd_per_million - loser.electricity_usd_per_million;
  if (allowed <= 0 || time_cost <= 0) return {};
  return "At " + core::format(core::Quantity::fraction, allowed / time_cost) + " of its price " + loser.key +
         " would cost as little as " + winner.key + ".";
}

// The model as it is asked for, and at the other batches that it takes: built once for all devices.
struct Batches {
  workload::Workload now;
  std::vector<workload::Workload> others;
};

Batches batches_of(const OpenModel& model, const Request& request) {
  Batches batches{model(request), {}};
  for (const std::int64_t batch : kBatches) {
    if (batch == request.batch) continue;
    Request changed = request;
    changed.batch = batch;
    auto workload = try_model(model, changed);
    if (workload && workload->batch == batch) batches.others.push_back(std::move(*workload));
  }
  return batches;
}

std::vector<Change> changes_of(const Batches& batches, const Request& request, const hardware::Device& device) {
  std::vector<Change> changes;
  const auto add = [&](const workload::Workload& workload, const hardware::Device& changed_device,
                       const Request& changed, const char* code, std::string option, std::string text) {
    auto row = try_row(workload, changed_device, changed);
    // A format that the chip only computes in by way of another is no advice.
    if (row && !(std::string(code) == "precision" && emulated(*row)))
      changes.push_back({code, std::move(option), std::move(text), std::move(*row)});
  };
  for (const workload::Workload& workload : batches.others) {
    Request changed = request;
    changed.batch = workload.batch;
    const std::string number = std::to_string(workload.batch);
    add(workload, device, changed, "batch", "--batch " + number, "batch " + number);
  }
  for (const hardware::Precision precision : hardware::kPrecisions) {
    Request changed = request;
    changed.scenario.precision = precision;
    const std::string id = hardware::name(precision);
    add(batches.now, device, changed, "precision", "--precision " + id, id);
  }
  for (const hardware::PowerMode& mode : device.power_modes) {
    if (mode.id == device.power_mode) continue;
    const hardware::Device changed = hardware::in_mode(device, mode.id);
    add(batches.now, changed, request, "power-mode", "--hardware " + hardware::key(changed), "power mode " + mode.id);
  }
  if (request.scenario.runtime != workload::Runtime::engine) {
    Request changed = request;
    changed.scenario.runtime = workload::Runtime::engine;
    add(batches.now, device, changed, "runtime", "--runtime engine", "compiled execution");
  }
  return changes;
}

std::vector<Remedy> remedies_of(const Batches& batches, const Request& request, const Row& row) {
  constexpr std::size_t kMost = 4;
  constexpr double kUnquantisedBits = 16, kLeastBits = 8;
  const workload::Workload& workload = batches.now;
  std::vector<Change> changes = changes_of(batches, request, row.device);
  std::erase_if(changes, [](const Change& change) { return change.row.estimate.fits == estimate::Fit::no; });
  const double now = per_inference(row);
  // Of equally fast ones int8 first: more toolchains have it than fp8.
  std::stable_partition(changes.begin(), changes.end(),
                        [](const Change& change) { return change.option == "--precision int8"; });
  core::stable_sort(changes,
                    [](const Change& x, const Change& y) { return per_inference(x.row) < per_inference(y.row); });
  std::vector<Remedy> list;
  std::set<std::string> kinds;  // whose best is there
  for (const Change& change : changes) {
    const double gain = 1 - per_inference(change.row) / now;
    if (gain < kWorthwhile || list.size() == kMost) continue;
    const estimate::PrecisionChoice& used = change.row.estimate.precision;
    // Activations in less than 8 bits take a network that was trained for it.
    if (change.code == "precision" && hardware::storage_bits(used.precision) < kLeastBits) continue;
    const bool quantised = used.status == estimate::PrecisionStatus::quantised ||
                           (change.code == "precision" && hardware::weight_bits(used.precision) < kUnquantisedBits);
    const std::string code = quantised ? "quantisation" : change.code;
    if (!kinds.insert(code).second) continue;
    std::string line = "With " + change.option + ": " + core::format(core::Quantity::time, per_inference(change.row)) +
                       " per inference instead of " + core::format(core::Quantity::time, now) + " (" +
                       core::format(core::Quantity::fraction, gain, 2) + " less)";
    if (change.row.compute_utilisation && row.compute_utilisation)
      line += ", utilisation " + core::format(core::Quantity::fraction, *change.row.compute_utilisation) +
              " instead of " + core::format(core::Quantity::fraction, *row.compute_utilisation);
    if (quantised) line += "; accuracy is not checked";
    list.push_back({code,
                    line + ".",
                    largest_saving(workload, row, change.row),
                    change.option,
                    {"throughput_per_s", row.throughput_per_s, change.row.throughput_per_s}});
  }
  if (auto remedy = spread_static(workload, row, changes)) list.push_back(std::move(*remedy));
  return list;
}

}  // namespace

Row row_for(const workload::Workload& workload, const hardware::Device& device, const Request& request) {
  return derive(workload, {device, estimate::estimate(workload, device, request.scenario)}, request.economics);
}

std::vector<Change> single_changes(const OpenModel& model, const Request& request, const hardware::Device& device) {
  return changes_of(batches_of(model, request), request, device);
}

std::optional<Change> bandwidth_change(const workload::Workload& workload, const Request& request,
                                       const hardware::Device& device, const std::function<bool(const Row&)>& wanted) {
  const auto at = [&](double factor) { return try_row(workload, with_bandwidth(device, factor), request); };
  auto best = at(kMostBandwidth);
  if (!best || !wanted(*best)) return std::nullopt;
  double low = 1, high = kMostBandwidth;  // more bandwidth is never slower, so halving the range finds the edge
  while (high / low > kBandwidthStep) {
    const double middle = (low + high) / 2;
    auto row = at(middle);
    if (row && wanted(*row)) {
      high = middle;
      best = std::move(row);
    } else {
      low = middle;
    }
  }
  return Change{"bandwidth", "", core::format(core::Quantity::ratio, high) + " the memory bandwidth", std::move(*best)};
}

std::vector<std::string> flip_points(const OpenModel& model, const Request& request, const Row& a, const Row& b,
                                     ExplainMetric metric) {
  const bool b_loses = figure(b, metric) > figure(a, metric);
  const Row& loser = b_loses ? b : a;
  const Row& winner = b_loses ? a : b;
  const workload::Workload workload = model(request);
  std::vector<std::string> lines;
  const auto add = [&](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  add(batch_flip(model, request, loser, winner, metric));
  add(precision_flip(workload, request, loser, winner, metric));
  add(mode_flip(workload, request, loser, winner, metric));
  if (metric == ExplainMetric::cost) add(price_flip(loser, winner));
  if (metric == ExplainMetric::latency || metric == ExplainMetric::energy) {
    const auto wins = [&](const Row& row) { return beats(row, winner, metric); };
    if (const auto change = bandwidth_change(workload, request, loser.device, wins))
      add(loser.key + " would win with " + change->text + ": " + versus(change->row, winner, metric) + ".");
  }
  if (lines.empty())
    lines.push_back("Neither a batch from 1 to 128, another precision, a power mode nor 16 times the bandwidth makes " +
                    loser.key + " win.");
  return lines;
}

std::vector<Remedy> remedies(const OpenModel& model, const Request& request, const Row& row) {
  return remedies_of(batches_of(model, request), request, row);
}

void add_remedies(Comparison& comparison, const OpenModel& model, const Request& request) {
  const Batches batches = batches_of(model, request);
  for (Row& row : comparison.rows) row.remedies = remedies_of(batches, request, row);
}

}  // namespace whichchip::analysis
