#include "hardware/parse_power.h"

#include <algorithm>
#include <set>

#include "core/suggest.h"

namespace whichchip::hardware {
namespace {

constexpr const char* kScopes[] = {"chip", "board", "module", "server"};

IdlePower parse_idle(const Reader& power) {
  IdlePower idle;
  idle.watts = power.figure("idle", Quantity::power, {"scope", "measured"});
  const Reader figure = power.at("idle");
  const std::string scope = figure.text("scope");
  const auto* known = std::find(std::begin(kScopes), std::end(kScopes), scope);
  if (known == std::end(kScopes))
    figure.at("scope").fail("unknown scope \"" + scope + "\"", "one of chip, board, module or server");
  idle.scope = static_cast<PowerScope>(known - std::begin(kScopes));
  idle.measured = figure.flag("measured", false);
  return idle;
}

bool is_slug(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.'; });
}

// What a mode can hold of the device's static power: it cannot be most of a cap that work is to run under.
std::optional<double> static_power(const Reader& entry, const PowerMode& mode, std::optional<double> of_device,
                                   std::vector<std::string>& warnings) {
  const std::optional<double> stated = entry.figure_if("static", Quantity::power);
  if (stated && *stated >= mode.cap_w) entry.at("static").fail("the static power leaves nothing of the cap for work");
  const std::optional<double> value = stated ? stated : of_device;
  if (!value) return std::nullopt;
  const double limit = mode.cap_w / 2;
  if (*value <= limit) return value;
  warnings.push_back("mode " + mode.id + ": static power limited to half of the cap");
  return limit;
}

PowerMode parse_mode(const Reader& entry, Device& device, std::optional<double> static_w) {
  entry.object({"id", "name", "aliases", "cap", "clock", "bandwidth", "units_on", "static"});
  PowerMode mode;
  mode.id = entry.text("id");
  if (!is_slug(mode.id)) entry.at("id").fail("a power mode's id is made of small letters, digits, - and .");
  mode.name = entry.text("name");
  mode.aliases = entry.texts("aliases");
  mode.cap_w = entry.positive("cap", Quantity::power);
  if (entry.has("clock")) mode.clock_hz = entry.positive("clock", Quantity::frequency);
  if (entry.has("bandwidth")) mode.bandwidth_bytes_per_s = entry.positive("bandwidth", Quantity::bandwidth);
  mode.units_on = entry.count_if("units_on");
  if (mode.units_on && *mode.units_on > device.units) entry.at("units_on").fail("more units than the device has");
  if (mode.units_on && *mode.units_on < device.units && device.mapping == Mapping::kpu)
    entry.at("units_on").fail("the tiles of a KPU cannot be counted off: its pools differ");
  if (mode.clock_hz && device.clock_hz <= 0)
    entry.at("clock").fail("the device states no sustained clock that this could be set against");
  mode.static_w = static_power(entry, mode, static_w, device.warnings);
  if (device.idle && device.idle->scope != PowerScope::server && device.idle->watts > mode.cap_w / 2)
    device.warnings.push_back("mode " + mode.id + ": idle power limited to half of the cap");
  return mode;
}

void check_names(const Reader& modes, const std::vector<PowerMode>& parsed) {
  std::set<std::string> taken;
  for (const PowerMode& mode : parsed) {
    std::set<std::string> own{core::lower_case(mode.id), core::lower_case(mode.name)};
    for (const std::string& alias : mode.aliases) own.insert(core::lower_case(alias));
    for (const std::string& name : own)
      if (!taken.insert(name).second) modes.fail("two power modes are called \"" + name + "\"");
  }
}

}  // namespace

void parse_power(const Reader& power, Device& device) {
  power.object({"tdp", "idle", "static", "modes", "observed"});
  device.tdp_w = power.positive("tdp", Quantity::power);
  if (power.has("idle")) device.idle = parse_idle(power);
  const std::optional<double> static_w = power.figure_if("static", Quantity::power);

  const Reader modes = power.at("modes");
  for (const Reader& entry : modes.elements()) device.power_modes.push_back(parse_mode(entry, device, static_w));
  if (device.power_modes.empty()) modes.fail("at least one power mode is needed");
  check_names(modes, device.power_modes);

  if (const std::optional<Reader> observed = power.find("observed")) {
    for (const Reader& entry : observed->elements()) {
      entry.object({"what", "power"});
      device.observed_power.push_back({entry.text("what"), entry.figure("power", Quantity::power)});
    }
  }
}

}  // namespace whichchip::hardware
