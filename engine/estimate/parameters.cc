#include "estimate/parameters.h"

#include <algorithm>
#include <cstring>
#include <map>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/order.h"
#include "estimate/mapping/classes.h"
#include "hardware/builtin_catalog.h"

namespace whichchip::estimate {
namespace {

using nlohmann::json;
constexpr double kPicojoule = 1e-12;

[[noreturn]] void fail(const std::string& what, const std::string& where) {
  throw core::Error(core::ErrorCode::bad_hardware, what, where);
}

const json& member(const json& object, const char* key, const std::string& where) {
  if (!object.is_object() || !object.contains(key)) fail(std::string("'") + key + "' is missing", where);
  return object.at(key);
}

double number(const json& object, const char* key, const std::string& where) {
  const json& value = member(object, key, where);
  if (!value.is_number()) fail(std::string("'") + key + "' is no number", where);
  return value.get<double>();
}

void optional_number(const json& object, const char* key, double& target, const std::string& where) {
  if (object.contains(key)) target = number(object, key, where);
}

Confidence parse_confidence(const std::string& text, const std::string& where) {
  for (Confidence c : {Confidence::measured, Confidence::calibrated, Confidence::interpolated,
                       Confidence::specification, Confidence::simulated})
    if (text == name(c)) return c;
  fail("unknown confidence '" + text + "'", where);
}

Parameters parse_parameters(const std::string& id, const json& object) {
  const std::string where = "/parameters/" + id;
  Parameters p;
  p.id = id;
  optional_number(object, "compute_efficiency", p.compute_efficiency, where);
  optional_number(object, "vnni_efficiency", p.vnni_efficiency, where);
  p.matrix_unit_efficiency = p.compute_efficiency;
  optional_number(object, "matrix_unit_efficiency", p.matrix_unit_efficiency, where);
  p.simd_efficiency = p.compute_efficiency;
  optional_number(object, "simd_efficiency", p.simd_efficiency, where);
  optional_number(object, "winograd_gain", p.winograd_gain, where);
  optional_number(object, "vector_efficiency", p.vector_efficiency, where);
  optional_number(object, "depthwise_efficiency", p.depthwise_efficiency, where);
  optional_number(object, "memory_efficiency", p.memory_efficiency, where);
  p.memory_efficiency_lpddr = p.memory_efficiency;
  optional_number(object, "memory_efficiency_lpddr", p.memory_efficiency_lpddr, where);
  optional_number(object, "overlap_loss", p.overlap_loss, where);
  optional_number(object, "link_efficiency", p.link_efficiency, where);
  optional_number(object, "kernel_s", p.kernel_s, where);
  optional_number(object, "kernel_clock_hz", p.kernel_clock_hz, where);
  optional_number(object, "pageable_bytes_per_s", p.pageable_bytes_per_s, where);
  optional_number(object, "thread_doubling_s", p.thread_doubling_s, where);
  optional_number(object, "thread_loss", p.thread_loss, where);
  optional_number(object, "enqueue_s", p.enqueue_s, where);
  optional_number(object, "request_s", p.request_s, where);
  optional_number(object, "request_clock_hz", p.request_clock_hz, where);
  optional_number(object, "end_to_end_s", p.end_to_end_s, where);
  if (object.contains("separate_epilogues")) p.separate_epilogues = object["separate_epilogues"].get<bool>();
  if (object.contains("casts_weights")) p.casts_weights = object["casts_weights"].get<bool>();
  if (object.contains("request_overlaps")) p.request_overlaps = object["request_overlaps"].get<bool>();
  p.interval = number(object, "interval", where);
  p.interval_overhead = p.interval;
  optional_number(object, "interval_overhead", p.interval_overhead, where);
  optional_number(object, "power_interval", p.power_interval, where);
  if (object.contains("confidence")) p.confidence = parse_confidence(object["confidence"].get<std::string>(), where);
  return p;
}

std::vector<std::pair<double, double>> parse_scale(const json& energy, const char* key) {
  std::vector<std::pair<double, double>> scale;
  for (const json& point : member(member(energy, key, "/energy"), "by_node_nm", "/energy"))
    scale.emplace_back(point.at(0).get<double>(), point.at(1).get<double>());
  return scale;
}

std::array<double, hardware::kPrecisionCount> parse_by_precision(const json& table, const std::string& where,
                                                                 double unit) {
  std::array<double, hardware::kPrecisionCount> values{};
  for (hardware::Precision p : hardware::kPrecisions)
    if (!hardware::is_weight_only(p))
      values[static_cast<std::size_t>(p)] = number(table, hardware::name(p), where) * unit;
  return values;
}

EventEnergy parse_event(const json& object, const std::string& where) {
  EventEnergy event;
  event.energy_j = number(object, "pj", where) * kPicojoule;
  const std::string scale = member(object, "scale", where).get<std::string>();
  bool known = false;
  for (Scaling scaling : {Scaling::none, Scaling::logic, Scaling::sram}) {
    if (scale != name(scaling)) continue;
    event.scaling = scaling;
    known = true;
  }
  if (!known) fail("unknown scale '" + scale + "'", where);
  event.source = member(object, "source", where).get<std::string>();
  return event;
}

EnergyTable parse_energy(const json& energy) {
  const std::string where = "/energy";
  EnergyTable t;
  t.logic_scale = parse_scale(energy, "logic_scale");
  t.sram_scale = parse_scale(energy, "sram_scale");
  t.mac_j = parse_by_precision(member(member(energy, "mac", where), "pj", where), "/energy/mac", kPicojoule);
  const json& gpu = member(energy, "gpu_operation", where);
  t.gpu_operation_j = number(gpu, "fp16_pj", where) * kPicojoule;
  t.gpu_factor = parse_by_precision(member(gpu, "relative_to_fp16", where), "/energy/gpu_operation", 1.0);
  t.gpu_zero_operands = number(gpu, "zero_operands", where);
  const json& events = member(energy, "events", where);
  for (std::size_t i = 0; i < kFigureCount; ++i)
    t.figures[i] = parse_event(member(events, name(static_cast<Figure>(i)), "/energy/events"),
                               std::string("/energy/events/") + name(static_cast<Figure>(i)));
  t.cpu_core_factor = number(member(energy, "core_factor", where), "cpu", "/energy/core_factor");
  t.idle_element_share = number(energy, "idle_element_share", where);
  t.voltage_at_zero_clock = number(member(energy, "voltage", where), "at_zero_clock", "/energy/voltage");
  t.mac_source = member(energy, "mac", where).at("source").get<std::string>();
  t.gpu_operation_source = gpu.at("source").get<std::string>();
  for (const auto& [mapping, factor] : member(energy, "circuit_factor", where).items())
    t.circuit_factor.emplace_back(mapping, factor.get<double>());
  const json& dram = member(energy, "dram_byte", where);
  for (const auto& [prefix, value] : member(dram, "pj", where).items())
    t.dram_byte_j.emplace_back(prefix, value.get<double>() * kPicojoule);
  core::stable_sort(t.dram_byte_j, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  t.dram_default_byte_j = number(dram, "default_pj", where) * kPicojoule;
  t.dram_source = dram.at("source").get<std::string>();
  for (const auto& [scope, share] : member(energy, "static_share_of_tdp", where).items())
    if (share.is_array()) t.static_share.push_back({scope, share.at(0).get<double>(), share.at(1).get<double>()});
  t.host_w_per_card = number(energy, "host_w_per_card", where);
  t.carrier_w = number(energy, "carrier_w", where);
  t.supply_efficiency = number(energy, "supply_efficiency", where);
  return t;
}

bool portable_gpu(const hardware::Device& device) {
  const auto* gpu = std::get_if<hardware::GpuGeometry>(&device.geometry);
  if (gpu == nullptr || device.vendor == "NVIDIA") return false;
  return std::none_of(gpu->matrix_macs_per_clock_per_sm.begin(), gpu->matrix_macs_per_clock_per_sm.end(),
                      [](const std::optional<double>& rate) { return rate.has_value(); });
}

// GPUs of phones and boards (Adreno, Mali): tiled rendering, and drivers that know compute only as a guest.
bool mobile_gpu(const hardware::Device& device) {
  const std::string& vendor = device.vendor;
  return vendor != "AMD" && vendor != "Apple" && vendor != "Intel";
}

// Qualcomm's NPU beside the processor: a signal processor with its own system, called through QNN and FastRPC. What it
// sells on cards has another toolchain.
bool hexagon(const hardware::Device& device) {
  return device.vendor == "Qualcomm" && device.host && device.host->link == "shared memory";
}

bool in_phones(const hardware::Device& device) {
  return std::find(device.deployment.begin(), device.deployment.end(), "phone") != device.deployment.end();
}

}  // namespace

const char* name(Scaling scaling) {
  static constexpr const char* kNames[] = {"none", "logic", "sram"};
  return kNames[static_cast<std::size_t>(scaling)];
}

const char* name(Figure figure) {
  static constexpr std::array<const char*, kFigureCount> kNames{"vector_operation",
                                                                "scalar_operation",
                                                                "register_byte",
                                                                "scratchpad_byte",
                                                                "shared_byte",
                                                                "buffer_byte",
                                                                "cache_byte",
                                                                "gpu_l2_byte",
                                                                "forward_byte",
                                                                "noc_byte_hop",
                                                                "token",
                                                                "signature_match",
                                                                "warp_instruction",
                                                                "warp_schedule",
                                                                "warp_split",
                                                                "memory_request",
                                                                "write_sector",
                                                                "barrier",
                                                                "instruction_fetch",
                                                                "instruction_decode",
                                                                "instruction_dispatch",
                                                                "branch",
                                                                "mispredict",
                                                                "bundle_fetch",
                                                                "bundle_decode",
                                                                "bundle_dispatch",
                                                                "array_instruction",
                                                                "dma_descriptor",
                                                                "configuration_byte",
                                                                "link_byte",
                                                                "usb_byte"};
  return kNames[static_cast<std::size_t>(figure)];
}

Technology parse_technology(std::string_view text) {
  const json root = json::parse(text, nullptr, false);
  if (root.is_discarded()) fail("the technology tables are no JSON", "/");
  Technology technology;
  try {
    const json& file = member(root, "parameters", "/");
    technology.version = member(file, "version", "/parameters").get<std::string>();
    for (const auto& [id, object] : member(file, "parameters", "/parameters").items())
      technology.parameters.push_back(parse_parameters(id, object));
    technology.energy = parse_energy(member(root, "energy", "/"));
  } catch (const json::exception& error) {
    fail(std::string("wrong form: ") + error.what(), "/");
  }
  return technology;
}

const Technology& builtin_technology() {
  static const Technology technology = [] {
    const json root = json::parse(hardware::builtin_catalog_json(), nullptr, false);
    if (root.is_discarded()) fail("the built-in catalogue is no JSON", "/");
    return parse_technology(member(root, "technology", "/").dump());
  }();
  return technology;
}

const char* parameter_class(const hardware::Device& device) {
  using hardware::Mapping;
  switch (device.mapping) {
    case Mapping::gpu:
      return !portable_gpu(device) ? "gpu" : mobile_gpu(device) ? "gpu_mobile" : "gpu_portable";
    case Mapping::cpu:
      return "cpu";
    case Mapping::systolic: {
      const auto* array = std::get_if<hardware::SystolicGeometry>(&device.geometry);
      if (array != nullptr && array->weights_over_link) return "edge_tpu";
      return device.device_class == hardware::DeviceClass::tpu   ? "tpu"
             : device.device_class == hardware::DeviceClass::dsp ? "dsp"
                                                                 : "systolic";
    }
    case Mapping::kpu:
      return "kpu";
    case Mapping::npu:
      return !hexagon(device) ? "npu" : in_phones(device) ? "hexagon_phone" : "hexagon";
    case Mapping::dsp:
      return "dsp";
    case Mapping::dpu:
      return mapping::shares_weights(device) ? "dpu_ai_engine" : "dpu";
    case Mapping::dataflow:
      return "dataflow";
    case Mapping::cgra:
      return "cgra";
  }
  return "npu";
}

workload::Runtime runtime_used(const hardware::Device& device, workload::Runtime asked) {
  const bool has_choice = device.mapping == hardware::Mapping::gpu || device.mapping == hardware::Mapping::cpu;
  return has_choice ? asked : workload::Runtime::engine;
}

const Parameters& parameters_for(const Technology& technology, const hardware::Device& device,
                                 workload::Runtime runtime) {
  const char* parameter_class_name = parameter_class(device);
  const std::size_t length = std::strlen(parameter_class_name);
  const Parameters* engine = nullptr;
  for (const Parameters& p : technology.parameters) {
    if (p.id.compare(0, length, parameter_class_name) != 0 || p.id.size() <= length || p.id[length] != '/') continue;
    const std::string_view id_runtime = std::string_view(p.id).substr(length + 1);
    if (id_runtime == workload::name(runtime)) return p;
    if (id_runtime == "engine") engine = &p;
  }
  if (engine == nullptr) fail(std::string("no parameters for class ") + parameter_class_name, "/parameters");
  return *engine;
}

}  // namespace whichchip::estimate
