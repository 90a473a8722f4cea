#include "analysis/measurements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "analysis/builtin_measurements.h"
#include "core/order.h"

namespace whichchip::analysis {
namespace {

using Dims = std::vector<std::pair<std::string, std::int64_t>>;
using nlohmann::json;

struct Model {
  std::string name;
  std::int64_t parameters = 0, macs = 0;  // MACs of one inference at the default dimensions
  Dims defaults;
};

struct Point {
  std::size_t model = 0;
  Dims dims;
  std::string power_mode;
  Measured measured;
};

struct Measurements {
  std::vector<Model> models;
  std::map<std::string, std::vector<Point>> by_device;
};

Dims dims_of(const json& object) {
  Dims dims;
  for (const auto& [name, value] : object.items()) dims.emplace_back(name, value.get<std::int64_t>());
  return dims;
}

Point point_of(const json& columns, std::size_t row, const json& sources) {
  const auto at = [&](std::size_t column) -> const json& { return columns.at(column).at(row); };
  const json& source = sources.at(at(1).get<std::size_t>());
  Point point;
  point.model = at(0).get<std::size_t>();
  point.dims = dims_of(at(3));
  point.power_mode = at(4).get<std::string>();
  Measured& m = point.measured;
  m.units_used = at(5).get<std::string>();
  m.precision = at(6).get<std::string>();
  m.batch = at(7).get<std::int64_t>();
  m.runtime = at(8).get<std::string>();
  m.boundary = at(9).get<std::string>();
  m.metric = at(10).get<std::string>();
  m.value = at(11).get<double>();
  m.year = at(12).get<int>();
  m.note = at(13).get<std::string>();
  m.source = source["title"].get<std::string>();
  m.software = source["software"].get<std::string>();
  if (const json& b = source["benchmark"]; !b.is_null()) {
    const auto text = [&b](const char* key) { return b[key].get<std::string>(); };
    m.benchmark =
        Benchmark{text("name"), text("round"), text("division"), text("submitter"), text("system"), text("link")};
  }
  return point;
}

Measurements parse(std::string_view text) {
  Measurements m;
  if (text.empty()) return m;
  const json root = json::parse(text);
  for (const json& model : root["models"])
    m.models.push_back(
        {model[0].get<std::string>(), model[1].get<std::int64_t>(), model[2].get<std::int64_t>(), dims_of(model[3])});
  const json& columns = root["columns"];
  const json& devices = columns[2];
  for (std::size_t row = 0; row < devices.size(); ++row) {
    Point point = point_of(columns, row, root["sources"]);
    point.measured.model = m.models.at(point.model).name;
    m.by_device[devices[row].get<std::string>()].push_back(std::move(point));
  }
  return m;
}

// Parsed when the first comparison asks.
Measurements& measurements() {
  static Measurements all = parse(builtin_measurements_json());
  return all;
}

// Every value is an extent of an input: of an image its last two, of text its length.
bool has_dims(const workload::Workload& workload, const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [&workload](const auto& dim) {
    return std::any_of(workload.tensors.begin(), workload.tensors.end(), [&dim](const workload::Tensor& tensor) {
      return tensor.graph_input && tensor.dims.size() > 1 &&
             std::find(tensor.dims.begin() + 1, tensor.dims.end(), dim.second) != tensor.dims.end();
    });
  });
}

// Exporters count a bias or a padded channel differently, so that MACs need not agree to the last.
bool same_macs(double macs, double expected) {
  constexpr double kTolerance = 0.005;
  return std::abs(macs - expected) <= kTolerance * expected;
}

bool is_in_mode(const hardware::Device& device, const std::string& mode) {
  if (device.power_modes.empty()) return mode.empty();
  const hardware::PowerMode& current = hardware::current_mode(device);
  if (mode.empty()) return current.id == device.power_modes.front().id;
  return mode == current.id || mode == current.name ||
         std::find(current.aliases.begin(), current.aliases.end(), mode) != current.aliases.end();
}

double distance(std::int64_t measured_batch, std::int64_t batch) {
  const double a = static_cast<double>(std::max<std::int64_t>(1, measured_batch));
  const double b = static_cast<double>(std::max<std::int64_t>(1, batch));
  return std::max(a, b) / std::min(a, b);
}

// "14", "4", "3 DPU cores": all of a device that has so many units.
bool is_whole(const std::string& units_used, const hardware::Device& device) {
  if (units_used.empty()) return true;
  const std::string all = std::to_string(device.units);
  return units_used.compare(0, all.size(), all) == 0 && units_used.find(" of ") == std::string::npos;
}

}  // namespace

void attach_measurements(std::string_view text) { measurements() = parse(text); }

std::optional<std::string> recognise(const workload::Workload& workload) {
  const double batch = static_cast<double>(std::max<std::int64_t>(1, workload.batch));
  for (const Model& model : measurements().models) {
    if (model.parameters != workload.model.parameters.parameters) continue;
    const double macs = static_cast<double>(workload.totals.macs) / batch;
    if (has_dims(workload, model.defaults) && !same_macs(macs, static_cast<double>(model.macs))) continue;
    return model.name;
  }
  return std::nullopt;
}

std::vector<Measured> measured_near(const workload::Workload& workload, const std::string& model,
                                    const hardware::Device& device, const estimate::Estimate& estimate) {
  constexpr std::size_t kMost = 3;
  std::vector<Measured> near;
  const auto found = measurements().by_device.find(device.id);
  if (found == measurements().by_device.end()) return near;
  for (const Point& point : found->second) {
    const Measured& m = point.measured;
    if (m.model != model || m.runtime != workload::name(estimate.runtime_used) ||
        !is_in_mode(device, point.power_mode) || !has_dims(workload, point.dims))
      continue;
    near.push_back(m);
  }
  const std::string precision = hardware::name(estimate.precision.precision);
  core::stable_sort(near, [&](const Measured& a, const Measured& b) {
    const bool same_a = a.precision == precision, same_b = b.precision == precision;
    return same_a != same_b ? same_a : distance(a.batch, workload.batch) < distance(b.batch, workload.batch);
  });
  if (near.size() > kMost) near.resize(kMost);
  for (Measured& m : near) {
    m.whole_device = is_whole(m.units_used, device);
    if (m.precision == precision && m.batch == workload.batch && m.whole_device)
      m.residual = estimate.latency_s / m.seconds() - 1;
  }
  return near;
}

}  // namespace whichchip::analysis
