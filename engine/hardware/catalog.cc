#include "hardware/catalog.h"

#include <algorithm>

#include "core/error.h"
#include "core/order.h"
#include "core/suggest.h"
#include "hardware/builtin_catalog.h"
#include "hardware/json_reader.h"
#include "hardware/parse_device.h"

namespace whichchip::hardware {
namespace {

std::string file_of(const std::string& id) { return "devices/" + id + ".json"; }

[[noreturn]] void fail(const std::string& message, const std::string& where, const std::string& advice = {}) {
  throw core::Error(core::ErrorCode::bad_hardware, message, where, advice);
}

bool is_called(const Device& device, std::string_view id) {
  return core::equal_ignoring_case(device.id, id) ||
         std::any_of(device.aliases.begin(), device.aliases.end(),
                     [&](const std::string& alias) { return core::equal_ignoring_case(alias, id); });
}

const Device* look_up(const Catalog& catalog, std::string_view id) {
  const auto found = std::find_if(catalog.devices.begin(), catalog.devices.end(),
                                  [&](const Device& device) { return is_called(device, id); });
  return found == catalog.devices.end() ? nullptr : &*found;
}

void check_host(const Catalog& catalog, const Device& device) {
  if (!device.host) return;
  const std::string where = file_of(device.id) + "#/host/id";
  const Device* host = look_up(catalog, device.host->id);
  if (!host) {
    std::vector<std::string> ids;
    for (const Device& candidate : catalog.devices)
      if (candidate.device_class == DeviceClass::cpu) ids.push_back(candidate.id);
    fail("the host " + device.host->id + " is not in the catalogue", where,
         "the nearest are " + core::join_choices(core::nearest(device.host->id, ids, 3)));
  }
  if (host->device_class != DeviceClass::cpu) fail("the host " + host->id + " is no CPU", where);
  if (device.host->cores > host->rating.units)
    fail("the host " + host->id + " has " + std::to_string(host->rating.units) + " cores",
         file_of(device.id) + "#/host/cores");
}

// One name for one device, whatever its case.
void check_names(const std::vector<Device>& devices) {
  std::map<std::string, const Device*> taken;
  for (const Device& device : devices) {
    std::vector<std::string> names = device.aliases;
    names.push_back(device.id);
    for (const std::string& name : names) {
      const auto [place, added] = taken.emplace(core::lower_case(name), &device);
      if (!added) fail(name + " is called the same as " + place->second->id, file_of(device.id) + "#/id");
    }
  }
}

void sort_by_id(std::vector<Device>& devices) {
  core::stable_sort(devices, [](const Device& a, const Device& b) { return a.id < b.id; });
}

std::vector<Device> parse_devices(const Reader& list) {
  constexpr std::size_t kMostDevices = 10000;
  std::vector<Device> devices;
  for (const Reader& entry : list.elements(kMostDevices)) {
    const auto id = entry.value().is_object() ? entry.value().find("id") : entry.value().end();
    const bool named = entry.value().is_object() && id != entry.value().end() && id->is_string();
    const std::string file =
        named ? file_of(id->get<std::string>()) : "devices[" + std::to_string(devices.size()) + "]";
    devices.push_back(parse_device_json(entry.value(), file, true));
  }
  sort_by_id(devices);
  return devices;
}

void parse_sets(const nlohmann::json& json, Catalog& catalog) {
  ReadState state;
  state.file = "sets.json";
  const Reader root(json, state);
  if (!json.is_object()) root.fail("an object of named lists is expected here");
  for (auto member = json.begin(); member != json.end(); ++member) {
    const std::string& name = member.key();
    if (core::equal_ignoring_case(name, "all")) root.fail("\"all\" is every device and cannot be a set of its own");
    std::vector<std::string> keys = root.texts(name.c_str());
    for (const std::string& key : keys) {
      if (look_up(catalog, key)) continue;
      try {
        find_device(catalog, key);
      } catch (const core::Error& error) {
        fail(error.message, "sets.json#/" + name, error.advice);
      }
    }
    catalog.sets.emplace(name, std::move(keys));
  }
}

}  // namespace

Catalog parse_catalog(std::string_view json) {
  const std::string file = "catalog";
  const nlohmann::json parsed = parse_json(json, file);
  ReadState state;
  state.file = file;
  const Reader root(parsed, state);
  root.object({"version", "devices", "sets", "technology"});
  Catalog catalog;
  catalog.version = root.text_or("version", {});
  const Reader devices = root.at("devices");
  catalog.devices = parse_devices(devices);
  check_names(catalog.devices);
  for (const Device& device : catalog.devices) check_host(catalog, device);
  if (root.has("sets")) parse_sets(parsed["sets"], catalog);
  return catalog;
}

void add_device(Catalog& catalog, Device device) {
  std::vector<Device> devices = catalog.devices;
  devices.erase(std::remove_if(devices.begin(), devices.end(),
                               [&](const Device& other) { return core::equal_ignoring_case(other.id, device.id); }),
                devices.end());
  const std::string id = device.id;
  devices.push_back(std::move(device));
  check_names(devices);
  sort_by_id(devices);
  Catalog changed = catalog;
  changed.devices = std::move(devices);
  check_host(changed, *look_up(changed, id));
  catalog = std::move(changed);
}

void attach_provenance(Catalog& catalog, std::string_view files) {
  std::map<std::string_view, Device*> devices;
  for (Device& device : catalog.devices) devices.emplace(device.id, &device);
  while (!files.empty()) {
    const std::string_view line = files.substr(0, files.find('\n'));
    files.remove_prefix(std::min(files.size(), line.size() + 1));
    constexpr std::string_view kIdKey = R"("id":")";
    const std::size_t start = line.find(kIdKey);
    if (start == std::string_view::npos) continue;
    const std::string_view rest = line.substr(start + kIdKey.size());
    const auto device = devices.find(rest.substr(0, rest.find('"')));
    if (device == devices.end()) continue;
    const std::string file = file_of(device->second->id);
    device->second->provenance = ProvenanceTable([line, file] {
      const ProvenanceTable read = parse_device(line, file).provenance;
      return ProvenanceTable::Map(read.begin(), read.end());
    });
  }
}

const Catalog& builtin_catalog() {
  static const Catalog catalog = [] {
    Catalog parsed = parse_catalog(builtin_catalog_json());
    attach_provenance(parsed, builtin_device_files());
    return parsed;
  }();
  return catalog;
}

Device find_device(const Catalog& catalog, std::string_view key) {
  const std::size_t at = key.find('@');
  const std::string_view id = key.substr(0, at);
  const Device* device = look_up(catalog, id);
  if (!device) {
    std::vector<std::string> names;
    for (const Device& candidate : catalog.devices) {
      names.push_back(candidate.id);
      names.insert(names.end(), candidate.aliases.begin(), candidate.aliases.end());
    }
    throw core::Error(core::ErrorCode::bad_usage, "no hardware is called \"" + std::string(id) + "\"", std::string(key),
                      "the nearest are " + core::join_choices(core::nearest(id, names, 3)));
  }
  if (at == std::string_view::npos) return *device;
  return in_mode(*device, std::string(key.substr(at + 1)));
}

std::vector<Device> device_set(const Catalog& catalog, std::string_view name) {
  if (core::equal_ignoring_case(name, "all")) return catalog.devices;
  std::vector<std::string> names;
  for (const auto& [set_name, keys] : catalog.sets) {
    if (core::equal_ignoring_case(set_name, name)) {
      std::vector<Device> devices;
      for (const std::string& key : keys) devices.push_back(find_device(catalog, key));
      return devices;
    }
    names.push_back(set_name);
  }
  names.emplace_back("all");
  throw core::Error(core::ErrorCode::bad_usage, "there is no set \"" + std::string(name) + "\"", std::string(name),
                    "the sets are " + core::join_choices(names));
}

}  // namespace whichchip::hardware
