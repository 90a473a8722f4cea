#include "analysis/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.h"
#include "core/order.h"
#include "estimate/estimate.h"
#include "hardware/catalog.h"
#include "hardware/edit.h"

namespace whichchip::analysis {
namespace {

constexpr double kFactor = 1.2;
constexpr double kWorthSaying = 0.01;  // of the latency

// One device, and those that the request's own edits are of.
hardware::Catalog few(const hardware::Device& device, const Request& request) {
  const hardware::Catalog& all = hardware::builtin_catalog();
  std::vector<std::string> ids{device.id};
  for (const std::string& edit : request.edits)
    ids.push_back(hardware::find_device(all, hardware::parse_edit(edit, all).device).id);
  hardware::Catalog catalog;
  for (const hardware::Device& stock : all.devices) {
    if (std::find(ids.begin(), ids.end(), stock.id) == ids.end()) continue;
    const bool own = stock.id == device.id;
    catalog.devices.insert(own ? catalog.devices.begin() : catalog.devices.end(), stock);
  }
  return catalog;
}

bool is_whole(double value) { return value == std::floor(value); }

// Absent where the changed device contradicts itself or no longer runs the model, or where a count stays as it is.
std::optional<double> latency_with(const hardware::Catalog& catalog, const hardware::Device& device,
                                   const hardware::EditableFigure& figure, double factor,
                                   const workload::Workload& workload, const Request& request) {
  const bool count = figure.unit.empty() && is_whole(figure.value);
  const double value = count ? std::round(figure.value * factor) : figure.value * factor;
  if (value == figure.value || value <= 0) return std::nullopt;
  std::vector<std::string> edits = request.edits;
  edits.push_back(device.id + "." + figure.path + "=" + std::to_string(value) +
                  (figure.unit.empty() ? "" : " " + figure.unit));
  try {
    const hardware::Catalog edited = hardware::with_edits(catalog, edits);
    const hardware::Device changed = hardware::in_mode(edited.devices.front(), device.power_mode);
    return estimate::estimate(workload, changed, request.scenario).latency_s;
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;
  }
}

}  // namespace

std::vector<Sensitivity> sensitivities(const workload::Workload& workload, const hardware::Device& device,
                                       const Request& request) {
  const hardware::Catalog catalog = few(device, request);
  if (catalog.devices.empty() || catalog.devices.front().id != device.id) return {};
  const double now = estimate::estimate(workload, device, request.scenario).latency_s;
  std::vector<Sensitivity> list;
  for (const hardware::EditableFigure& figure : hardware::editable_figures(device.id)) {
    if (figure.value <= 0) continue;
    const auto less = latency_with(catalog, device, figure, 1 / kFactor, workload, request);
    const auto more = latency_with(catalog, device, figure, kFactor, workload, request);
    if (!less || !more) continue;
    const Sensitivity found{figure.path, figure.value, figure.unit, *less, *more};
    if (found.swing_s() >= kWorthSaying * now) list.push_back(found);
  }
  core::stable_sort(list, [](const Sensitivity& a, const Sensitivity& b) { return a.swing_s() > b.swing_s(); });
  return list;
}

}  // namespace whichchip::analysis
