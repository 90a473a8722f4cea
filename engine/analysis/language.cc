#include "analysis/language.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/order.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;

std::optional<estimate::Estimate> try_estimate(const workload::Workload& workload, const hardware::Device& device,
                                               const estimate::Scenario& scenario) {
  try {
    return estimate::estimate(workload, device, scenario);
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;
  }
}

double batch_of(const workload::Workload& workload) {
  return static_cast<double>(std::max<std::int64_t>(1, workload.batch));
}

// Activations are kept in the type that the device runs, the cache among them.
double resized(double bytes, const workload::Workload& workload, const estimate::Estimate& estimate) {
  return bytes * hardware::storage_bits(estimate.precision.precision) /
         hardware::storage_bits(estimate::own_precision(workload));
}

ContextPoint point_of(const ContextWorkloads& length, const estimate::Estimate& prefill,
                      const estimate::Estimate& decode) {
  const double batch = batch_of(length.decode);
  ContextPoint point;
  point.context = length.context;
  point.first_token_s = prefill.latency_s;
  point.token_s = decode.latency_s;
  point.tokens_per_s = batch / decode.latency_s;
  point.token_j = decode.energy_j / batch;
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i) point.dynamic_j[i] = decode.energy_split_j[i] / batch;
  point.static_j =
      (decode.idle_energy_j + decode.uncore_energy_j + decode.host_energy_j + decode.supply_energy_j) / batch;
  point.cache_bytes = resized(static_cast<double>(length.decode.decoder->cache_bytes), length.decode, decode);
  point.memory_bytes = decode.memory.total_bytes();
  point.fits = decode.fits;
  return point;
}

std::int64_t whole(double count) {
  constexpr double kMost = 1e15;
  return static_cast<std::int64_t>(std::floor(std::clamp(count, 0.0, kMost)));
}

// How many sequences fit beside what does not grow with them.
std::int64_t largest_batch(const estimate::PeakMemory& peak, double batch, double capacity) {
  const double each = peak.activation_bytes / batch;
  return each > 0 ? whole((capacity - (peak.total_bytes() - peak.activation_bytes)) / each) : 0;
}

// Two lengths give the line; the longer one is the more exact start.
std::int64_t largest_context(const ContextPoint& near, const ContextPoint& far, double capacity) {
  const double per_token = (far.memory_bytes - near.memory_bytes) / static_cast<double>(far.context - near.context);
  if (per_token <= 0) return far.memory_bytes <= capacity ? far.context : 0;
  return whole(static_cast<double>(far.context) + (capacity - far.memory_bytes) / per_token);
}

std::optional<LanguageDevice> device_of(const std::vector<ContextWorkloads>& lengths, const hardware::Device& device,
                                        const estimate::Scenario& scenario, std::size_t reference) {
  LanguageDevice result;
  result.hardware = hardware::key(device);
  const std::optional<double>& capacity = device.memory.capacity_bytes;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const auto prefill = try_estimate(lengths[i].prefill, device, scenario);
    const auto decode = try_estimate(lengths[i].decode, device, scenario);
    if (!prefill || !decode) return std::nullopt;
    result.points.push_back(point_of(lengths[i], *prefill, *decode));
    if (i != reference) continue;
    result.precision = decode->precision.precision;
    if (capacity.value_or(0) > 0)
      result.largest_batch = largest_batch(decode->memory, batch_of(lengths[i].decode), *capacity);
  }
  if (result.points.size() > 1 && capacity.value_or(0) > 0)
    result.largest_context = largest_context(result.points[result.points.size() - 2], result.points.back(), *capacity);
  return result;
}

template <typename Better>
const LanguageDevice* best_of(const LanguageReport& report, Better better) {
  const LanguageDevice* best = nullptr;
  for (const LanguageDevice& device : report.devices) {
    if (device.points[report.reference].fits == estimate::Fit::no) continue;
    if (best == nullptr || better(device, *best)) best = &device;
  }
  return best;
}

std::vector<std::string> sentences(const LanguageReport& report) {
  const auto at = [&](const LanguageDevice& device) -> const ContextPoint& { return device.points[report.reference]; };
  const LanguageDevice* fastest =
      best_of(report, [&](const auto& a, const auto& b) { return at(a).token_s < at(b).token_s; });
  if (fastest == nullptr) return {"No device holds the model and its cache at this context."};
  const std::string tokens = core::counted(report.contexts[report.reference], "token", "tokens");
  std::vector<std::string> lines;
  const LanguageDevice* first =
      best_of(report, [&](const auto& a, const auto& b) { return at(a).first_token_s < at(b).first_token_s; });
  const LanguageDevice* frugal =
      best_of(report, [&](const auto& a, const auto& b) { return at(a).token_j < at(b).token_j; });
  lines.push_back("With " + tokens + " of context " + fastest->hardware +
                  " writes fastest: " + format(Quantity::time, at(*fastest).token_s) + " a token, " +
                  core::format_number(at(*fastest).tokens_per_s) + " tokens a second; its first token comes after " +
                  format(Quantity::time, at(*fastest).first_token_s) + ".");
  if (first != fastest)
    lines.push_back("The first token comes soonest from " + first->hardware + ": after " +
                    format(Quantity::time, at(*first).first_token_s) + ".");
  lines.push_back("A token takes least energy on " + frugal->hardware + ": " +
                  format(Quantity::energy, at(*frugal).token_j) + ".");
  if (report.cache_bytes_per_token > 0)
    lines.push_back("Each token of context keeps " +
                    format(Quantity::bytes, static_cast<double>(report.cache_bytes_per_token)) +
                    " of keys and values for each sequence at the model's own type: " +
                    format(Quantity::bytes, static_cast<double>(report.cache_bytes_per_token) *
                                                static_cast<double>(report.contexts[report.reference])) +
                    " at " + tokens + ".");
  const LanguageDevice* longest = best_of(report, [](const auto& a, const auto& b) {
    return a.largest_context.value_or(0) > b.largest_context.value_or(0);
  });
  if (longest->largest_context.value_or(0) > 0)
    lines.push_back("The longest context fits " + longest->hardware + ": " + std::to_string(*longest->largest_context) +
                    " tokens at batch " + std::to_string(report.batch) + " (the model itself may allow fewer).");
  return lines;
}

}  // namespace

LanguageReport language_report(const std::vector<ContextWorkloads>& lengths,
                               const std::vector<hardware::Device>& devices, const estimate::Scenario& scenario,
                               std::int64_t reference) {
  LanguageReport report;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    report.contexts.push_back(lengths[i].context);
    if (lengths[i].context == reference) report.reference = i;
  }
  const workload::Workload& decode = lengths[report.reference].decode;
  report.batch = decode.batch;
  report.cache_bytes_per_token = decode.decoder->cache_bytes_per_token;
  report.state_bytes = decode.decoder->state_bytes;
  for (const hardware::Device& device : devices) {
    if (auto found = device_of(lengths, device, scenario, report.reference))
      report.devices.push_back(std::move(*found));
  }
  core::stable_sort(report.devices, [&](const auto& a, const auto& b) {
    const ContextPoint& x = a.points[report.reference];
    const ContextPoint& y = b.points[report.reference];
    const bool fits_x = x.fits != estimate::Fit::no, fits_y = y.fits != estimate::Fit::no;
    return fits_x != fits_y ? fits_x : x.token_s < y.token_s;
  });
  report.text = sentences(report);
  return report;
}

}  // namespace whichchip::analysis
