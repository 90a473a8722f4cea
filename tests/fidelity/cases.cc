#include "fidelity/cases.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "core/error.h"
#include "core/suggest.h"
#include "hardware/catalog.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"
#include "support/reference_networks.h"

namespace whichchip::fidelity {
namespace {

struct LeftOut {
  std::string reason;
};

using WorkloadCache = std::map<std::string, std::shared_ptr<const workload::Workload>>;

using Dims = std::vector<std::pair<std::string, std::int64_t>>;

// Networks of the measurement tables that are no samples, written down by hand. They are fused as an engine fuses them.
std::optional<workload::Workload> by_hand(const Measurement& m, const std::map<std::string, std::int64_t>& dims) {
  using tests::ResNetStride;
  const auto dim = [&](const char* name, std::int64_t otherwise) {
    return dims.count(name) != 0 ? dims.at(name) : otherwise;
  };
  const std::int64_t side = dim("height", 224);
  if (m.runtime == "eager") return std::nullopt;
  if (m.model == "bert_large") return tests::bert(m.batch, dim("seq", 384), true);
  if (m.model == "resnet50_v1") return tests::resnet50(m.batch, side, ResNetStride::in_first_1x1);
  for (std::int64_t depth : {50, 101, 152}) {
    const std::string name = "resnet" + std::to_string(depth);
    if (m.model == name + "_v1_slim") return tests::resnet_slim(m.batch, depth, side, false);
    if (m.model == name + "_v2_slim") return tests::resnet_slim(m.batch, depth, side, true);
  }
  if (m.model == "mobilenet_v1" && side == 224) return tests::mobilenet_v1(m.batch);
  return std::nullopt;
}

// A sample whose input sides are fixed has no such free dimension: they must then be the row's.
workload::Workload read_sample(const std::string& path, const Measurement& m) {
  model::DimensionBindings bindings;
  bindings["batch"] = m.batch;
  for (const auto& [name, value] : m.dims) bindings[name] = value;
  const auto source = model::file_source(path);
  const model::Skeleton skeleton = model::read_skeleton(*source);
  Dims fixed;
  for (const auto& [name, value] : m.dims) {
    try {
      model::resolve(skeleton, {{name, value}});
    } catch (const core::Error& error) {
      if (error.code != core::ErrorCode::bad_usage) throw;
      bindings.erase(name);
      fixed.emplace_back(name, value);
    }
  }
  workload::Workload workload = workload::build_workload(model::resolve(skeleton, bindings), m.model);
  for (const auto& [name, value] : fixed) {
    bool found = false;
    for (const workload::Tensor& tensor : workload.tensors)
      found = found ||
              (tensor.graph_input && std::find(tensor.dims.begin(), tensor.dims.end(), value) != tensor.dims.end());
    if (!found) throw LeftOut{m.model + " has a fixed " + name + " other than " + std::to_string(value)};
  }
  return workload;
}

std::shared_ptr<const workload::Workload> load(const Measurement& m, const std::string& samples, WorkloadCache& cache) {
  std::string key = m.model + "@" + std::to_string(m.batch) + (m.runtime == "eager" ? " eager" : "");
  for (const auto& [name, value] : m.dims) key += ";" + name + "=" + std::to_string(value);
  auto& entry = cache[key];
  if (entry) return entry;
  const std::string path = samples + "/" + m.model + ".onnx";
  try {
    if (std::filesystem::exists(path)) {
      entry = std::make_shared<const workload::Workload>(read_sample(path, m));
    } else if (auto workload = by_hand(m, {m.dims.begin(), m.dims.end()})) {
      entry = std::make_shared<const workload::Workload>(std::move(*workload));
    } else {
      throw LeftOut{"no sample: " + m.model};
    }
  } catch (const core::Error& error) {
    throw LeftOut{"model not readable: " + m.model + ": " + error.message};
  }
  return entry;
}

// "1 of 3 DPU cores", "4 threads, big cores only", "8 cores": the units that worked; none when all did.
std::optional<int> units_of(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) == 0) return std::nullopt;
  if (text.find("instances") != std::string::npos || text.find("hardware threads") != std::string::npos)
    return std::nullopt;
  return std::atoi(text.c_str());
}

// TFLite's interpreter runs one thread unless it is told otherwise. The submissions that build it from its main branch
// do not say that they tell it, and what they publish is the rate of one core: 60 to 85 % of its peak on an Apple M1
// and a Ryzen 9, where all cores would attain 5 to 15 %. Cores that such a row names are those of its host.
bool runs_one_thread(const Measurement& m) {
  return m.source.find("TFLite (XNNPACK/ruy) vmaster") != std::string::npos;
}

// "v2.0" of "MLPerf Inference v2.0 closed, …"; empty where the row is of no round.
std::string round_of(const Measurement& m) {
  static const std::string kName = "MLPerf Inference ";
  const std::size_t at = m.source.find(kName);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + kName.size();
  return m.source.substr(begin, m.source.find(' ', begin) - begin);
}

bool has_mode(const hardware::Device& device, const std::string& id) {
  return std::any_of(device.power_modes.begin(), device.power_modes.end(),
                     [&](const hardware::PowerMode& mode) { return core::equal_ignoring_case(mode.id, id); });
}

// A submitter's power setting has other clocks in every round: the one of the row's, where the catalogue holds it.
std::string device_key(const Measurement& m) {
  if (m.power_mode.empty()) return m.device;
  const std::string of_round = m.power_mode + "-" + round_of(m);
  const hardware::Device device = hardware::find_device(hardware::builtin_catalog(), m.device);
  return m.device + "@" + (has_mode(device, of_round) ? of_round : m.power_mode);
}

// A rate whose batch was worked out, not stated, is that of every batch handler of the published configuration. The
// table has 3 for VCK190, from 96 AI Engines; AMD's own page of the release (UG1354 2.5) has six handlers (C32B6).
Measurement with_stated_batch(Measurement m) {
  if (m.derived_batch) m.batch = hardware::find_device(hardware::builtin_catalog(), m.device).units;
  return m;
}

// All units but those that did not work. One busy core runs at its maximum clock, where the catalogue has that mode.
hardware::Device device_of(const Measurement& m) {
  static const std::string kOneCore = "1-core";
  hardware::Device device;
  try {
    device = hardware::find_device(hardware::builtin_catalog(), device_key(m));
  } catch (const core::Error& error) {
    throw LeftOut{"device: " + error.message};
  }
  if (m.units_used.find("DLA") != std::string::npos) throw LeftOut{"GPU and DLAs together"};
  const std::optional<int> units = runs_one_thread(m) ? 1 : units_of(m.units_used);
  if (!units || *units >= device.units || *units <= 0) return device;
  if (*units == 1 && has_mode(device, kOneCore)) return hardware::in_mode(device, kOneCore);
  hardware::PowerMode mode = hardware::current_mode(device);
  mode.id = mode.name = "measured";
  mode.aliases.clear();
  mode.units_on = units;
  device.power_modes.push_back(mode);
  return hardware::in_mode(device, mode.id);
}

// NVIDIA's script for Paddle Inference (PaddlePaddle/Classification/RN50v1.5/inference.py) times from asking the data
// loader to the result in the host's memory, although its tables name the times those of the device.
bool times_requests(const Measurement& m) {
  return m.boundary != "device" || m.source.find("Paddle Inference") != std::string::npos;
}

estimate::Scenario scenario_of(const Measurement& m) {
  estimate::Scenario scenario;
  const auto precision = hardware::parse_precision(m.precision);
  if (!precision) throw LeftOut{"precision " + m.precision};
  scenario.precision = precision;
  for (workload::Runtime runtime : workload::kRuntimes)
    if (m.runtime == workload::name(runtime)) scenario.runtime = runtime;
  // Over a run of whole requests: a machine's supply, or the input of a board or stick.
  if (m.boundary == "wall") scenario.boundary = m.whole_system ? estimate::Boundary::wall : estimate::Boundary::board;
  if (times_requests(m)) scenario.timing = estimate::Timing::end_to_end;
  return scenario;
}

// What takes 5 % or more of the time.
std::string parts_of(const estimate::Estimate& e) {
  std::array<double, estimate::kRungCount + 1> seconds{};
  for (const estimate::SubgraphEstimate& s : e.subgraphs)
    for (std::size_t i = 0; i < estimate::kRungCount; ++i) seconds[i] += s.rungs_s[i];
  seconds.back() = e.request_s;
  std::string text;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const int percent = static_cast<int>(100 * seconds[i] / e.latency_s + 0.5);
    const char* name = i < estimate::kRungCount ? estimate::name(static_cast<estimate::Rung>(i)) : "request";
    if (percent >= 5) text += std::string(text.empty() ? "" : " ") + name + " " + std::to_string(percent);
  }
  return text;
}

}  // namespace

Cases make_cases(const std::vector<Measurement>& measurements, const std::string& samples) {
  Cases cases;
  WorkloadCache cache;
  for (const Measurement& given : measurements) {
    try {
      const Measurement m = with_stated_batch(given);
      Case row{m, load(m, samples, cache), device_of(m), scenario_of(m)};
      estimate::choose_precision(*row.workload, row.device, row.scenario);
      cases.usable.push_back(std::move(row));
    } catch (const LeftOut& left_out) {
      ++cases.left_out[left_out.reason];
    } catch (const core::Error& error) {
      ++cases.left_out[error.message];
    }
  }
  return cases;
}

Prediction predict(const Case& row, const estimate::Technology& technology) {
  const estimate::Estimate e = estimate::estimate(*row.workload, row.device, row.scenario, technology);
  const auto batch = static_cast<double>(row.workload->batch);
  const std::string& metric = row.measurement.metric;
  Prediction p;
  p.group = e.parameters_id;
  p.measured = row.measurement.value;
  p.parts = parts_of(e);
  if (metric == "power_w") {
    p.quantity = Quantity::power;
    p.predicted = e.power_w;
    p.low = e.power_interval_w.low;
    p.high = e.power_interval_w.high;
  } else if (metric == "energy_j") {
    p.quantity = Quantity::energy;
    p.predicted = e.energy_j / batch;
    p.low = e.energy_interval_j.low / batch;
    p.high = e.energy_interval_j.high / batch;
  } else {
    p.predicted = e.latency_s;
    p.low = e.latency_interval_s.low;
    p.high = e.latency_interval_s.high;
    if (metric == "throughput_per_s") p.measured = batch / row.measurement.value;
  }
  return p;
}

}  // namespace whichchip::fidelity
