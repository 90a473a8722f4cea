#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::Quantity;

std::string precision_of(const estimate::Estimate& estimate) {
  std::string text = hardware::name(estimate.precision.precision);
  if (estimate.precision.status != estimate::PrecisionStatus::native)
    text += std::string(", ") + estimate::name(estimate.precision.status);
  return text;
}

std::string units_of(const analysis::Row& row) {
  const estimate::Estimate& estimate = row.estimate;
  if (estimate.units_total <= 0) return kNotAvailable;
  return std::to_string(estimate.units_used) + "/" + std::to_string(estimate.units_total) + " " + row.device.unit_name +
         (estimate.units_total == 1 ? "" : "s");
}

std::string units_note(const analysis::Row& row) {
  if (!row.estimate.units_mean) return {};
  return "most in one subgraph; mean by MACs " + core::format_number(*row.estimate.units_mean);
}

std::string bound_note(const analysis::Row& row) {
  std::string note;
  for (std::size_t i = 0; i < row.bound_share.size(); ++i) {
    if (row.bound_share[i] <= 0) continue;
    if (!note.empty()) note += ", ";
    note += std::string(estimate::name(static_cast<estimate::Bound>(i))) + " " +
            core::format(Quantity::fraction, row.bound_share[i]);
  }
  return note.empty() ? note : note + " of the time";
}

std::string source_of(const analysis::Measured& m) {
  if (!m.benchmark) return m.source;
  const analysis::Benchmark& b = *m.benchmark;
  return b.name + " " + b.round + " " + b.division + ", " + b.submitter + ", " + b.system;
}

std::string residual_text(double residual) {
  return core::format(Quantity::fraction, std::abs(residual)) + (residual < 0 ? " too fast" : " too slow");
}

// Whose figure it is, or why there is none.
std::string measured_note(const analysis::Row& row) {
  if (row.measured.empty()) return "nothing published for this network on this device";
  for (const analysis::Measured& m : row.measured) {
    if (m.residual) return source_of(m) + ", " + m.precision + ", " + m.boundary + " time";
  }
  const analysis::Measured& nearest = row.measured.front();
  std::string note = "published in " + nearest.precision + " for batch " + std::to_string(nearest.batch) + ", " +
                     nearest.boundary + " time only";
  if (nearest.own_residual) note += "; predicted there " + residual_text(*nearest.own_residual);
  return note;
}

const char* column_of(analysis::Metric metric) {
  switch (metric) {
    case analysis::Metric::latency:
      return "latency_s";
    case analysis::Metric::throughput:
      return "throughput_per_s";
    case analysis::Metric::power:
      return "power_w";
    case analysis::Metric::efficiency:
      return "inferences_per_j";
    case analysis::Metric::energy:
      return "energy_j";
    case analysis::Metric::cost:
      return "cost_usd_per_million";
    case analysis::Metric::carbon:
      return "carbon_g";
    case analysis::Metric::memory:
      return "peak_memory_bytes";
    case analysis::Metric::balance:
      return "edp_js";
  }
  return "";
}

std::string won_by(const analysis::Comparison& comparison, const std::string& key) {
  std::string won;
  for (const auto& [metric, winner] : comparison.winners) {
    if (winner == key) won += (won.empty() ? "best " : ", ") + metric;
  }
  return won;
}

std::string stars(const analysis::Comparison& comparison, const std::string& key) {
  std::string won;
  for (const auto& [metric, winner] : comparison.winners) {
    if (winner == key) won += (won.empty() ? "★ " : ", ") + metric;
  }
  return won;
}

// `least`: operators without a rule are missing, so that times and energies are lower bounds.
void add_comparison_columns(TableBuilder& table, const core::Scale& time, bool least) {
  table
      .label("rank", "#", "", true,
             "Place by the metric that the table is sorted by; none where the model does not fit")
      .text("hardware", "Hardware")
      .text("class", "Class", false)
      .text("power_mode", "Mode", false, "Power mode: it sets clocks, units, bandwidth and the power cap")
      .text("precision_used", "Precision", true,
            "What the matrix work runs in, and how the model gets there where it is not the chip's native path for it")
      .label("batch", "Batch", "", false)
      .number("latency_s", "Latency", Quantity::time, true, "Time of one whole batch")
      .scale(time)
      .at_least(least)
      .label("latency_interval_s", "90 % of cases", time.unit, false,
             "Interval that holds the true latency in 90 % of cases")
      .number("measured_latency_s", "Measured", Quantity::time, false,
              "Published by others for this network, device, batch and timing; never part of the prediction")
      .scale(time)
      .number("latency_ratio", "vs base", Quantity::ratio, false, "Latency as a multiple of the baseline's")
      .number("throughput_per_s", "Throughput", Quantity::rate, false, "Inferences per second: batch ÷ latency")
      .at_most(least)
      .number("power_w", "Power", Quantity::power, true, "Mean while busy")
      .number("inferences_per_j", "FPS/W", Quantity::ratio, false, "Inferences per joule: 1 ÷ energy")
      .scale({1, ""})
      .at_most(least)
      .number("energy_j", "Energy", Quantity::energy, true, "Per inference")
      .at_least(least)
      .number("peak_memory_bytes", "Memory", Quantity::bytes, false,
              "Peak: weights, live activations, workspace, context")
      .at_least(least)
      .number("compute_utilisation", "Compute", Quantity::fraction, true, "Attained ÷ dense peak at the precision used")
      .number("bandwidth_utilisation", "Bandwidth", Quantity::fraction, false, "DRAM bytes ÷ (time × bandwidth)")
      .label("units_used", "Units", "", false, "Most units busy in one subgraph, from the mapping")
      .text("bound", "Bound", true, "What takes most of the time")
      .number("cost_usd_per_million", "Cost per 1 M", Quantity::money, false,
              "Of inferences: rent or purchase as the cost section says")
      .at_least(least)
      .number("carbon_g", "CO₂", Quantity::mass, false, "Per inference, from the grid that is asked for")
      .at_least(least)
      .text("confidence", "Confidence", false, "Where the parameters come from")
      .text("tier", "Tier", false, "Devices of one tier are about equal: their latency intervals overlap")
      .number("first_ahead", "First ahead", Quantity::fraction, false,
              "Probability that the fastest device is faster than this one, from both intervals")
      .text("fits", "Fits", false)
      .number("energy_ratio", "Energy vs base", Quantity::ratio, false, "Energy as a multiple of the baseline's")
      .number("edp_js", "Energy × delay", Quantity::energy_delay, false, "Energy per inference × batch latency")
      .at_least(least)
      .number("attained_ops_per_s", "Attained", Quantity::throughput, false, "2 × MACs ÷ latency")
      .text("best", "★ Best in", false, "What it wins among these devices");
}

void add_comparison_row(TableBuilder& table, const analysis::Comparison& comparison, const analysis::Row& row,
                        const core::Scale& time) {
  const estimate::Estimate& estimate = row.estimate;
  const auto rank = row.ranks.find(comparison.sort);
  const bool has_rank = rank != row.ranks.end();
  table.row(row.key, estimate.fits == estimate::Fit::no)
      .cell(has_rank ? std::to_string(rank->second) : kNotAvailable,
            has_rank ? std::optional<double>(rank->second) : std::nullopt, row.unfit_reason)
      .cell(row.key, std::nullopt, won_by(comparison, row.key))
      .cell(hardware::name(row.device.device_class))
      .cell(row.device.power_mode)
      .cell(precision_of(estimate))
      .count(comparison.workload->batch)
      .cell(row.batch_latency_s)
      .cell(core::format_number(estimate.latency_interval_s.low, time) + "–" +
            core::format_number(estimate.latency_interval_s.high, time))
      .cell(row.measured_latency_s(), measured_note(row))
      .cell(row.latency_ratio, "baseline " + comparison.baseline)
      .cell(row.throughput_per_s)
      .cell(estimate.power_w)
      .cell(row.inferences_per_j)
      .cell(row.energy_j)
      .cell(estimate.memory.total_bytes())
      .cell(row.compute_utilisation)
      .cell(row.bandwidth_utilisation)
      .cell(units_of(row), estimate.units_used, units_note(row))
      .cell(estimate::name(row.bound), std::nullopt, bound_note(row))
      .cell(row.cost_usd_per_million, row.cost_usd_per_million ? row.cost_source : "no price known: --price sets one")
      .cell(row.carbon_g)
      .cell(estimate::name(estimate.confidence))
      .cell(row.tier == 0 ? std::string(kNotAvailable) : std::string(1, row.tier))
      .cell(row.first_ahead)
      .cell(estimate::name(estimate.fits), std::nullopt, row.unfit_reason)
      .cell(row.energy_ratio, "baseline " + comparison.baseline)
      .cell(row.edp_js)
      .cell(row.attained_ops_per_s)
      .cell(stars(comparison, row.key));
}

std::string winning_value(const analysis::Row& row, const std::string& winner) {
  using core::format;
  if (winner == "energy") return format(Quantity::energy, row.energy_j) + " per inference";
  if (winner == "latency") return format(Quantity::time, row.batch_latency_s);
  if (winner == "throughput") return format(Quantity::rate, row.throughput_per_s);
  if (winner == "memory") return format(Quantity::bytes, row.estimate.memory.total_bytes());
  if (winner == "balance") return format(Quantity::energy_delay, row.edp_js);
  return row.cost_usd_per_million ? format(Quantity::money, *row.cost_usd_per_million) + " per 1 M" : kNotAvailable;
}

}  // namespace

std::string measured_nearby(const analysis::Row& row) {
  if (row.measured.empty()) return {};
  const analysis::Measured& m = row.measured.front();
  std::string text = core::format(Quantity::time, m.seconds()) + " for batch " + std::to_string(m.batch) + " in " +
                     m.precision + ", " + m.boundary + " time";
  if (!m.units_used.empty()) text += ", on " + m.units_used;
  text += " (" + source_of(m) + ")";
  if (m.own_residual) text += ": predicted " + residual_text(*m.own_residual);
  return text;
}

Table comparison_table(const analysis::Comparison& comparison) {
  std::vector<double> latencies;
  for (const analysis::Row& row : comparison.rows) latencies.push_back(row.batch_latency_s);
  const core::Scale time = core::scale_for(Quantity::time, latencies);
  TableBuilder table("comparison", "");
  add_comparison_columns(table, time, analysis::sums_are_least(comparison.workload->coverage));
  for (const analysis::Row& row : comparison.rows) add_comparison_row(table, comparison, row, time);
  table.sorted(column_of(comparison.sort), analysis::less_is_better(comparison.sort));
  return table.build();
}

Table measured_table(const analysis::Comparison& comparison) {
  TableBuilder table("measured", "");
  table.text("hardware", "Hardware")
      .label("value", "Measured", "", true, "Time of a whole batch, or inferences per second, as it was published")
      .number("residual", "Predicted less measured", Quantity::fraction, true,
              "Predicted time over measured time, less 1; none in another type, at another batch or timing, or for a "
              "part of the "
              "device");
  const bool own = std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const analysis::Row& row) {
    return !row.measured.empty() && row.measured.front().own_residual;
  });
  if (own)
    table.number("own_residual", "At its own settings", Quantity::fraction, true,
                 "The same at the measured batch, type and timing; of the nearest measurement on the whole device");
  table.label("batch", "Batch")
      .text("precision", "Precision")
      .text("runtime", "Runtime", false)
      .text("boundary", "Timing", true, "device: the network alone; end-to-end: with copies and dispatch")
      .text("units_used", "Part used", false)
      .text("software", "Software")
      .text("source", "Source", true, "MLPerf figures are their submitters' results")
      .label("year", "Year", "", false);
  for (const analysis::Row& row : comparison.rows) {
    for (const analysis::Measured& m : row.measured) {
      const Quantity quantity = m.metric == "latency_s" ? Quantity::time : Quantity::rate;
      table.row(row.key).cell(row.key).cell(core::format(quantity, m.value), m.value).cell(m.residual);
      if (own) table.cell(m.own_residual);
      table.count(m.batch)
          .cell(m.precision)
          .cell(m.runtime)
          .cell(m.boundary)
          .cell(m.units_used.empty() ? std::string("all") : m.units_used)
          .cell(m.software)
          .cell(source_of(m), std::nullopt, m.benchmark ? m.benchmark->link : m.note)
          .count(m.year);
    }
  }
  return table.build();
}

Table failed_table(const analysis::Comparison& comparison) {
  TableBuilder table("failed", "");
  table.text("hardware", "Hardware").text("reason", "Reason");
  for (const analysis::Row& row : comparison.rows) {
    if (!row.unfit_reason.empty()) table.row(row.key).cell(row.key).cell(row.unfit_reason);
  }
  for (const analysis::Failure& failure : comparison.failed)
    table.row(failure.hardware).cell(failure.hardware).cell(failure.reason);
  return table.build();
}

Table winners_table(const analysis::Comparison& comparison) {
  static constexpr struct {
    const char* key;
    const char* title;
    const char* use;
  } kWinners[] = {{"latency", "Latency", "real time"},      {"throughput", "Throughput", "offline load"},
                  {"energy", "Energy", "battery, heat"},    {"memory", "Memory", "small devices"},
                  {"balance", "Energy × delay", "balance"}, {"cost", "Cost", "cloud bill"}};
  const bool least = analysis::sums_are_least(comparison.workload->coverage);
  TableBuilder table("winners", "");
  table.text("metric", "Best").text("hardware", "Hardware").text("value", "Value").text("use", "Matters for", false);
  for (const auto& winner : kWinners) {
    const auto found = comparison.winners.find(winner.key);
    const std::string bound = !least ? "" : std::string(winner.key) == "throughput" ? "≤ " : "≥ ";
    if (found == comparison.winners.end()) continue;
    for (const analysis::Row& row : comparison.rows) {
      if (row.key == found->second)
        table.row(winner.key)
            .cell(winner.title)
            .cell(row.key)
            .cell(bound + winning_value(row, winner.key))
            .cell(winner.use);
    }
  }
  return table.build();
}

}  // namespace whichchip::report
