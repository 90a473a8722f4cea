#include "hardware/parse_device.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/suggest.h"
#include "hardware/catalog.h"
#include "hardware/json_reader.h"
#include "hardware/parse_geometry.h"
#include "hardware/parse_power.h"
#include "hardware/peaks.h"

namespace whichchip::hardware {
namespace {

constexpr const char* kSchema = "whichchip.device/1";
constexpr std::array kClasses{DeviceClass::cpu, DeviceClass::gpu, DeviceClass::tpu, DeviceClass::kpu,
                              DeviceClass::npu, DeviceClass::dsp, DeviceClass::dpu, DeviceClass::cgra};
constexpr std::array kMappings{Mapping::gpu, Mapping::cpu, Mapping::systolic, Mapping::kpu, Mapping::npu,
                               Mapping::dsp, Mapping::dpu, Mapping::dataflow, Mapping::cgra};
const std::vector<std::string> kDeployments{"datacenter", "edge", "embedded", "automotive", "client", "phone"};

// "@" parts an id from its power mode on the command line.
bool is_id(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  return text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                  c == '.' || c == '+';
         });
}

template <typename Value, std::size_t n>
Value choice(const Reader& r, const char* key, const std::array<Value, n>& values) {
  const std::string text = r.text(key);
  for (const Value value : values)
    if (text == name(value)) return value;
  std::vector<std::string> names;
  for (const Value value : values) names.emplace_back(name(value));
  r.at(key).fail("\"" + text + "\" is not a " + key, "one of " + core::join_choices(names));
}

void parse_sources(const Reader& root, ReadState& state) {
  if (state.bare && !root.has("sources")) return;
  const Reader list = root.at("sources");
  for (const Reader& source : list.elements()) {
    source.object({"id", "title", "address", "year", "looked_up"});
    const std::string id = source.text("id");
    const std::string address = source.text_or("address", {});
    std::string title = source.text("title");
    if (!address.empty()) title += " (" + address + ")";
    if (!state.sources.emplace(id, std::move(title)).second) source.fail("source \"" + id + "\" is given twice");
  }
}

void parse_identity(const Reader& root, Device& device) {
  if (root.text("schema") != kSchema)
    root.at("schema").fail("this is not a device file", std::string("write ") + kSchema);
  device.id = root.text("id");
  if (!is_id(device.id)) root.at("id").fail("an id is made of letters, digits and - _ . +, at most 60");
  device.aliases = root.texts("aliases");
  for (const std::string& alias : device.aliases)
    if (!is_id(alias)) root.at("aliases").fail("an alias is made of letters, digits and - _ . +, at most 60");
  device.name = root.text("name");
  device.vendor = root.text("vendor");
  device.device_class = choice(root, "class", kClasses);
  device.mapping = choice(root, "mapping", kMappings);
  if ((device.device_class == DeviceClass::cpu) != (device.mapping == Mapping::cpu))
    root.at("mapping").fail("class CPU and mapping cpu go together");
  root.at("deployment");
  device.deployment = root.texts("deployment");
  if (device.deployment.empty()) root.at("deployment").fail("at least one deployment is needed");
  for (const std::string& deployment : device.deployment) {
    if (std::find(kDeployments.begin(), kDeployments.end(), deployment) != kDeployments.end()) continue;
    root.at("deployment")
        .fail("unknown deployment \"" + deployment + "\"", "one of " + core::join_choices(kDeployments));
  }
  device.launch_year = root.count_if("launch_year");
  device.notes = root.texts("notes");
}

void parse_process(const Reader& root, Device& device) {
  const std::optional<Reader> process = root.find("process");
  if (!process) return;
  process->object({"name", "node", "die", "transistors"});
  device.process_name = process->text_or("name", {});
  device.process_nm = process->figure_if("node", Quantity::nanometres);
  device.die_mm2 = process->figure_if("die", Quantity::square_millimetres);
  device.transistors = process->figure_if("transistors", Quantity::transistors);
}

StatedPeaks parse_peaks(const Reader& root) {
  StatedPeaks stated;
  stated.status.fill(FigureStatus::derived);  // from the geometry, where none is stated
  stated.matrix_ops_per_s = root.per_precision("peak", Quantity::operation_rate, {"departs"});
  stated.vector_ops_per_s = root.per_precision("peak_vector", Quantity::operation_rate);
  if (const std::optional<Reader> table = root.find("peak")) {
    for (const Precision p : kPrecisions) {
      const std::optional<Reader> figure = table->find(name(p));
      if (!figure) continue;
      if (figure->value().is_object()) stated.departs[static_cast<std::size_t>(p)] = figure->text_or("departs", {});
      stated.status[static_cast<std::size_t>(p)] = table->status(name(p)).value_or(FigureStatus::unverified);
    }
  }
  return stated;
}

// The clock that peaks rest on. Only a dataflow fabric is described without one.
void parse_clock(const Reader& root, Device& device, StatedPeaks& stated) {
  const std::optional<Reader> clock = root.find("clock");
  if (!clock && device.mapping == Mapping::dataflow) return;
  if (!clock) root.fail("clock is missing");
  clock->object({"base", "boost", "sustained", "vector"});
  clock->figure_if("base", Quantity::frequency);
  clock->figure_if("boost", Quantity::frequency);
  stated.vector_clock_hz = clock->figure_if("vector", Quantity::frequency);
  if (clock->has("sustained") || device.mapping != Mapping::dataflow)
    device.clock_hz = clock->positive("sustained", Quantity::frequency);
}

void parse_memory(const Reader& root, Device& device) {
  const Reader memory = root.at("memory");
  memory.object({"type", "capacity", "bandwidth"});
  device.memory.type = memory.text_or("type", {});
  device.memory.capacity_bytes = memory.figure_if("capacity", Quantity::bytes);
  device.memory.bandwidth_bytes_per_s = memory.positive("bandwidth", Quantity::bandwidth);
}

void parse_host(const Reader& root, Device& device) {
  const std::optional<Reader> host = root.find("host");
  if (device.device_class == DeviceClass::cpu) {
    if (host) host->fail("a CPU is its own host");
    return;
  }
  if (!host) root.fail("host is missing", "name a CPU of the catalogue that runs what the device cannot");
  host->object({"id", "cores", "link", "bandwidth", "synchronisation"});
  Host result;
  result.id = host->text("id");
  result.cores = host->count("cores");
  result.link = host->text("link");
  result.link_bytes_per_s = host->positive("bandwidth", Quantity::bandwidth);
  result.synchronisation_s = host->figure("synchronisation", Quantity::seconds);
  device.host = std::move(result);
}

int plain_year(const Reader& r, const char* key) {
  const Reader year = r.at(key);
  if (!year.value().is_number_integer()) year.fail("a year is expected here");
  const auto value = year.value().get<std::int64_t>();
  if (value < 1970 || value > 2100) year.fail("a year is expected here");
  return static_cast<int>(value);
}

void parse_prices(const Reader& root, Device& device) {
  device.price_usd = root.figure_if("price", Quantity::money, {"kind", "year"});
  if (const std::optional<Reader> price = root.find("price"); price && price->value().is_object()) {
    price->text_or("kind", {});
    if (price->has("year")) plain_year(*price, "year");
  }
  const std::optional<Reader> list = root.find("cloud_prices");
  if (!list) return;
  for (const Reader& entry : list->elements()) {
    entry.object({"cloud", "instance", "year", "usd_per_hour"});
    CloudPrice price;
    price.cloud = entry.text("cloud");
    price.instance = entry.text("instance");
    price.year = plain_year(entry, "year");
    price.usd_per_hour = entry.positive("usd_per_hour", Quantity::money_per_hour);
    device.cloud_prices.push_back(std::move(price));
  }
}

void parse_side_engines(const Reader& root, Device& device) {
  const std::optional<Reader> list = root.find("side_engines");
  if (!list) return;
  for (const Reader& entry : list->elements()) {
    entry.object({"name", "count", "clock", "macs_per_clock"});
    SideEngine engine;
    engine.name = entry.text("name");
    engine.count = entry.count("count");
    engine.clock_hz = entry.positive("clock", Quantity::frequency);
    engine.macs_per_clock = entry.per_precision("macs_per_clock", Quantity::macs_per_clock);
    device.side_engines.push_back(std::move(engine));
  }
}

Device read_device(const Reader& root, ReadState& state) {
  root.object({"$schema",    "schema",       "id",      "aliases", "name",  "vendor",       "class",       "mapping",
               "deployment", "launch_year",  "process", "units",   "clock", "peak",         "peak_vector", "memory",
               "geometry",   "side_engines", "power",   "host",    "price", "cloud_prices", "notes",       "sources"});
  Device device;
  parse_sources(root, state);
  parse_identity(root, device);
  parse_process(root, device);

  const Reader units = root.at("units");
  units.object({"name", "count"});
  device.unit_name = units.text("name");
  device.units = units.count("count");

  StatedPeaks stated = parse_peaks(root);
  parse_clock(root, device, stated);
  parse_memory(root, device);
  device.geometry = parse_geometry(root.at("geometry"), device.mapping, device.units);
  settle_peaks(device, stated);
  if (std::none_of(device.peak_ops_per_s.begin(), device.peak_ops_per_s.end(),
                   [](const auto& p) { return p.has_value(); }))
    root.fail("the device computes in no number format", "state a peak, or MACs per clock in geometry");

  parse_side_engines(root, device);
  parse_host(root, device);
  parse_prices(root, device);
  parse_power(root.at("power"), device);

  device.rating = {device.units,
                   device.clock_hz,
                   device.memory.bandwidth_bytes_per_s,
                   device.peak_ops_per_s,
                   device.peak_vector_ops_per_s,
                   device.idle};
  for (PowerMode& mode : device.power_modes) {
    if (!mode.units_on) mode.units_on = device.units;
    if (!mode.bandwidth_bytes_per_s) mode.bandwidth_bytes_per_s = device.memory.bandwidth_bytes_per_s;
    if (!mode.clock_hz && device.clock_hz > 0) mode.clock_hz = device.clock_hz;
  }
  if (!state.provenance.empty()) device.provenance = ProvenanceTable(std::move(state.provenance));
  return in_mode(device, device.power_modes.front().id);
}

}  // namespace

Device parse_device_json(const nlohmann::json& json, const std::string& file, bool bare) {
  ReadState state;
  state.file = file;
  state.bare = bare;
  const Reader root(json, state);
  return read_device(root, state);
}

Device parse_device(std::string_view json, const std::string& file) {
  return parse_device_json(parse_json(json, file), file, false);
}

}  // namespace whichchip::hardware
