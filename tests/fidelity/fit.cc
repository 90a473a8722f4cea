#include "fidelity/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace whichchip::fidelity {
namespace {

using Rows = std::vector<const Case*>;

double& field(estimate::Parameters& p, const std::string& name) {
  if (name == "compute_efficiency") return p.compute_efficiency;
  if (name == "vnni_efficiency") return p.vnni_efficiency;
  if (name == "matrix_unit_efficiency") return p.matrix_unit_efficiency;
  if (name == "vector_efficiency") return p.vector_efficiency;
  if (name == "depthwise_efficiency") return p.depthwise_efficiency;
  if (name == "simd_efficiency") return p.simd_efficiency;
  if (name == "winograd_gain") return p.winograd_gain;
  if (name == "pageable_bytes_per_s") return p.pageable_bytes_per_s;
  if (name == "memory_efficiency") return p.memory_efficiency;
  if (name == "memory_efficiency_lpddr") return p.memory_efficiency_lpddr;
  if (name == "overlap_loss") return p.overlap_loss;
  if (name == "link_efficiency") return p.link_efficiency;
  if (name == "kernel_s") return p.kernel_s;
  if (name == "thread_doubling_s") return p.thread_doubling_s;
  if (name == "thread_loss") return p.thread_loss;
  if (name == "enqueue_s") return p.enqueue_s;
  if (name == "request_s") return p.request_s;
  if (name == "end_to_end_s") return p.end_to_end_s;
  throw std::runtime_error("unknown parameter " + name);
}

estimate::Parameters& group_of(estimate::Technology& technology, const std::string& id) {
  for (estimate::Parameters& p : technology.parameters)
    if (p.id == id) return p;
  throw std::runtime_error("unknown group " + id);
}

// Rows further off than ×2 have a cause that no constant explains (other threads, other software): they count as ×2.
const double kMost = std::log(2.0);

double objective(const Rows& rows, const estimate::Technology& technology) {
  std::map<std::string, std::pair<double, int>> by_device;
  for (const Case* row : rows) {
    auto& [sum, n] = by_device[row->device.id];
    sum += std::min(kMost, std::abs(std::log(predict(*row, technology).ratio())));
    ++n;
  }
  double total = 0;
  for (const auto& [device, sums] : by_device) total += sums.first / sums.second;
  return total / static_cast<double>(by_device.size());
}

// Cyclic search on a shrinking logarithmic grid; shares stay at or below 1.
void minimise(const Rows& rows, const std::string& group, const std::vector<std::string>& names,
              estimate::Technology& technology) {
  estimate::Parameters& p = group_of(technology, group);
  double best = objective(rows, technology);
  for (double step : {1.6, 1.25, 1.1, 1.04}) {
    for (bool improved = true; improved;) {
      improved = false;
      for (const std::string& name : names) {
        double& value = field(p, name);
        const double from = value;
        for (double factor : {step, 1 / step}) {
          value = from * factor;
          const bool share = name.find("efficiency") != std::string::npos || name == "overlap_loss";
          if (share && value > 1) value = 1;
          const double now = objective(rows, technology);
          if (now < best * (1 - 1e-6)) {
            best = now;
            improved = true;
            break;
          }
          value = from;
        }
      }
    }
  }
}

std::vector<Prediction> predictions(const Rows& rows, const estimate::Technology& technology) {
  std::vector<Prediction> all;
  for (const Case* row : rows) all.push_back(predict(*row, technology));
  return all;
}

}  // namespace

Fit fit(const std::vector<Case>& cases, const std::string& group, const std::vector<std::string>& names,
        const estimate::Technology& technology) {
  Rows rows;
  for (const Case& row : cases) {
    const Prediction p = predict(row, technology);
    if (p.group != group || p.quantity != Quantity::time) continue;
    rows.push_back(&row);
  }
  Fit result;
  if (rows.empty()) return result;
  result.before = errors_of(predictions(rows, technology));
  estimate::Technology fitted = technology;
  minimise(rows, group, names, fitted);
  for (const std::string& name : names) result.values.push_back(field(group_of(fitted, group), name));
  result.after = errors_of(predictions(rows, fitted));

  const auto left_out = [&](auto key) {
    std::map<std::string, Rows> parts;
    for (const Case* row : rows) parts[key(*row)].push_back(row);
    std::vector<Prediction> all;
    for (const auto& [name, own] : parts) {
      Rows others;
      for (const Case* row : rows)
        if (key(*row) != name) others.push_back(row);
      estimate::Technology without = fitted;
      if (!others.empty()) minimise(others, group, names, without);
      for (const Prediction& p : predictions(own, without)) all.push_back(p);
    }
    return errors_of(all);
  };
  result.without_device = left_out([](const Case& row) { return row.device.id; });
  result.without_model = left_out([](const Case& row) { return row.measurement.model; });
  return result;
}

}  // namespace whichchip::fidelity
