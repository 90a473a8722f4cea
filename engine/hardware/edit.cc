#include "hardware/edit.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "nlohmann/json.hpp"

#include "core/error.h"
#include "core/suggest.h"
#include "core/units.h"
#include "hardware/builtin_catalog.h"
#include "hardware/parse_device.h"

namespace whichchip::hardware {
namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& message, const std::string& advice) {
  throw core::Error(core::ErrorCode::bad_usage, message, "--set", advice);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// With all its digits and no more, as a device's file has it.
std::string as_written(double value) {
  constexpr double kExact = 9e15;
  const bool whole = value == std::floor(value) && std::abs(value) < kExact;
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : json(value).dump();
}

// The devices of the built-in catalogue as they were parsed from; read when the first edit is made.
const json& stock_devices() {
  static const json devices = json::parse(builtin_catalog_json()).at("devices");
  return devices;
}

const json* stock_device(std::string_view id) {
  for (const json& device : stock_devices()) {
    if (device.at("id").get<std::string>() == id) return &device;
  }
  return nullptr;
}

// A figure is a number, [number, unit], or [number, unit, status]: the form of builtin_catalog.h.
bool is_figure(const json& node) {
  if (node.is_number()) return true;
  return node.is_array() && (node.size() == 2 || node.size() == 3) && node[0].is_number() && node[1].is_string();
}

json& number_of(json& figure) { return figure.is_array() ? figure[0] : figure.is_object() ? figure["value"] : figure; }
std::string unit_of(const json& figure) {
  if (figure.is_array()) return figure[1].get<std::string>();
  return figure.is_object() ? figure.value("unit", std::string()) : std::string();
}

// Figures that say more than their value stay objects: {"value", "unit", "scope", …}.
bool is_extended_figure(const json& node) {
  return node.is_object() && node.contains("value") && node["value"].is_number();
}

void collect(const json& node, const std::string& path, std::vector<EditableFigure>& out) {
  if (is_figure(node) || is_extended_figure(node)) {
    json copy = node;
    out.push_back({path, number_of(copy).get<double>(), unit_of(node)});
    return;
  }
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) {
      if (key != "notes" && key != "cloud_prices" && key != "launch_year")
        collect(value, path.empty() ? key : path + "." + key, out);
    }
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) collect(node[i], path + "." + std::to_string(i), out);
  }
}

json* figure_at(json& device, const std::string& path) {
  const json::json_pointer pointer(path);
  if (!device.contains(pointer)) return nullptr;
  json& node = device[pointer];
  return is_figure(node) || is_extended_figure(node) ? &node : nullptr;
}

std::string dotted(std::string path) {
  path.erase(0, 1);
  std::replace(path.begin(), path.end(), '/', '.');
  return path;
}

void scale(json& figure, double factor) {
  json& number = number_of(figure);
  const double scaled = number.get<double>() * factor;
  if (number.is_number_integer())
    number = static_cast<std::int64_t>(std::llround(scaled));
  else
    number = scaled;
}

bool is_called_so(const Catalog& catalog, std::string_view id) {
  const auto equal = [&](const std::string& name) { return core::equal_ignoring_case(name, id); };
  return std::any_of(catalog.devices.begin(), catalog.devices.end(), [&](const Device& device) {
    return equal(device.id) || std::any_of(device.aliases.begin(), device.aliases.end(), equal);
  });
}

// All of a device's edits at once: what was edited itself does not follow another edit.
class Workbench {
 public:
  explicit Workbench(json device) : device_(std::move(device)) {}

  void set(const Edit& edit) {
    json* figure = figure_at(device_, edit.path);
    if (figure == nullptr) {
      std::vector<std::string> names;
      for (const EditableFigure& each : editable_figures(device_.at("id").get<std::string>()))
        names.push_back(each.path);
      fail(edit.device + " has no figure " + dotted(edit.path),
           "the nearest are " + core::join_choices(core::nearest(dotted(edit.path), names, 3)));
    }
    json& number = number_of(*figure);
    const double before = number.get<double>();
    const std::string old_unit = unit_of(*figure);
    const std::string unit = edit.unit.empty() ? old_unit : edit.unit;
    if (old_unit.empty() && !edit.unit.empty())
      fail(dotted(edit.path) + " has no unit", "leave out '" + edit.unit + "'");
    // A count stays one, so that the device's file is still in form.
    if (number.is_number_integer() && old_unit.empty()) {
      if (edit.value != std::floor(edit.value))
        fail(dotted(edit.path) + " is a whole number", "write " + std::to_string(std::llround(edit.value)));
      number = static_cast<std::int64_t>(edit.value);
    } else {
      number = edit.value;
    }
    if (figure->is_array())
      (*figure)[1] = unit;
    else if (figure->is_object())
      (*figure)["unit"] = unit;
    edited_[edit.path] = as_written(before) + (old_unit.empty() ? "" : " " + old_unit);
    notes_.push_back("What if: " + dotted(edit.path) + " is " + as_written(edit.value) +
                     (unit.empty() ? "" : " " + unit) + " instead of " + edited_[edit.path] + ".");
    // A unit that is written otherwise is not a factor; the ratio is taken only between figures of one unit.
    if (before > 0 && unit == old_unit) follow(edit.path, edit.value / before);
  }

  Device parsed(const Device& stock) const {
    Device device = parse_device_json(device_, "devices/" + stock.id + ".json", true);
    ProvenanceTable::Map provenance(stock.provenance.begin(), stock.provenance.end());
    for (const auto& [path, before] : edited_)
      provenance[path] = {FigureStatus::estimated, {"changed here"}, "stock: " + before};
    device.provenance = ProvenanceTable(std::move(provenance));
    device.notes.insert(device.notes.begin(), notes_.begin(), notes_.end());
    return device;
  }

 private:
  void follow(const std::string& path, double factor) {
    const auto scale_all = [&](const std::string& table) {
      const json::json_pointer pointer(table);
      if (!device_.contains(pointer)) return;
      for (auto& [key, figure] : device_[pointer].items()) {
        if (edited_.count(table + "/" + key) == 0 && (is_figure(figure) || is_extended_figure(figure)))
          scale(figure, factor);
      }
    };
    const auto scale_modes = [&](const char* key) {
      json& modes = device_["power"]["modes"];
      for (std::size_t i = 0; i < modes.size(); ++i) {
        const std::string own = "/power/modes/" + std::to_string(i) + "/" + key;
        if (modes[i].contains(key) && edited_.count(own) == 0) scale(modes[i][key], factor);
      }
    };
    if (path == "/clock/sustained") {
      scale_all("/peak");
      scale_all("/peak_vector");
      if (device_["clock"].contains("vector") && edited_.count("/clock/vector") == 0)
        scale(device_["clock"]["vector"], factor);
      scale_modes("clock");
    } else if (path == "/units/count") {
      scale_all("/peak");
      scale_all("/peak_vector");
      scale_modes("units_on");
    } else if (path == "/memory/bandwidth") {
      scale_modes("bandwidth");
    } else if (path.starts_with("/peak/")) {
      scale_rates(path.substr(std::string_view("/peak/").size()), factor);
    } else if (is_rate(path)) {
      const std::string peak = "/peak" + path.substr(path.rfind('/'));
      if (const json::json_pointer pointer(peak); device_.contains(pointer) && edited_.count(peak) == 0)
        scale(device_[pointer], factor);
    }
  }

  static bool is_rate(const std::string& path) {
    return path.starts_with("/geometry/") && path.find("macs_per_clock/") != std::string::npos;
  }

  // The MACs per clock that a precision's peak is made of: those of its matrix path, or of the only one.
  void scale_rates(const std::string& precision, double factor) {
    const auto scale_one = [&](const std::string& path) {
      const json::json_pointer pointer(path + "/" + precision);
      if (!device_.contains(pointer)) return false;
      if (edited_.count(path + "/" + precision) == 0) scale(device_[pointer], factor);
      return true;
    };
    json& geometry = device_["geometry"];
    if (geometry.contains("pools")) {
      for (std::size_t i = 0; i < geometry["pools"].size(); ++i)
        scale_one("/geometry/pools/" + std::to_string(i) + "/macs_per_clock");
      return;
    }
    for (const char* table :
         {"/geometry/matrix_macs_per_clock", "/geometry/vector_macs_per_clock", "/geometry/macs_per_clock"}) {
      if (scale_one(table)) return;
    }
  }

  json device_;
  std::map<std::string, std::string> edited_;  // path → the stock value as text
  std::vector<std::string> notes_;
};

}  // namespace

Edit parse_edit(std::string_view text, const Catalog& catalog) {
  const std::size_t equals = text.find('=');
  const std::string_view left = trimmed(text.substr(0, equals));
  std::size_t dot = left.find('.');
  // An id may hold a dot, too: the device ends at the first one that makes it a device.
  for (std::size_t next = dot; next != std::string_view::npos; next = left.find('.', next + 1)) {
    if (!is_called_so(catalog, left.substr(0, next))) continue;
    dot = next;
    break;
  }
  if (equals == std::string_view::npos || dot == std::string_view::npos || dot == 0 || dot + 1 == left.size())
    fail("'" + std::string(text) + "' is not ID.FIGURE=VALUE", "write --set T4.memory.bandwidth=640");
  Edit edit;
  edit.device = std::string(left.substr(0, dot));
  edit.path = "/" + std::string(left.substr(dot + 1));
  std::replace(edit.path.begin(), edit.path.end(), '.', '/');
  const std::string value(trimmed(text.substr(equals + 1)));
  char* end = nullptr;
  edit.value = std::strtod(value.c_str(), &end);
  if (end == value.c_str() || !std::isfinite(edit.value) || edit.value < 0)
    fail("'" + value + "' is no number from 0 up", "write --set " + std::string(left) + "=640");
  edit.unit = std::string(trimmed(end));
  return edit;
}

Catalog with_edits(const Catalog& catalog, const std::vector<std::string>& edits) {
  Catalog changed = catalog;
  std::map<std::string, Workbench> benches;
  for (const std::string& text : edits) {
    const Edit edit = parse_edit(text, catalog);
    const Device device = find_device(catalog, edit.device);
    const json* stock = stock_device(device.id);
    if (stock == nullptr) fail(device.id + " comes from a file of its own", "change the file");
    benches.try_emplace(device.id, *stock).first->second.set(edit);
  }
  for (const auto& [id, bench] : benches) {
    for (Device& device : changed.devices) {
      if (device.id == id) device = bench.parsed(device);
    }
  }
  return changed;
}

std::vector<EditableFigure> editable_figures(std::string_view device) {
  std::vector<EditableFigure> figures;
  if (const json* stock = stock_device(device)) collect(*stock, "", figures);
  return figures;
}

}  // namespace whichchip::hardware
