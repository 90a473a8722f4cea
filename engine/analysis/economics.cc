#include "analysis/economics.h"

#include <algorithm>

#include "nlohmann/json.hpp"

#include "analysis/budget.h"
#include "analysis/economics_data.h"
#include "core/error.h"
#include "core/suggest.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

using nlohmann::json;

constexpr double kJoulesPerKilowattHour = 3.6e6;
constexpr double kSecondsPerHour = 3600;
constexpr double kHoursPerYear = 8760;
constexpr double kMillion = 1e6;
constexpr double kLeast = 0.001, kMost = 1e9;  // of what a user may set

struct Data {
  std::vector<Grid> grids;
  double datacenter_pue = 0, other_pue = 0;
  double tariff = 0, life_years = 0, duty = 0, load = 0, utilisation_cap = 0;
};

const Data& data() {
  static const Data loaded = [] {
    const json file = json::parse(economics_json());
    Data result;
    for (const json& grid : file.at("grids")) {
      const json& year = grid.at("year");
      result.grids.push_back({grid.at("id"), grid.at("name"), grid.at("g_per_kwh"),
                              year.is_null() ? std::nullopt : std::optional<int>(year.get<int>()),
                              file.at("sources").at(grid.at("source").get<std::string>())});
    }
    const auto figure = [&](const char* group, const char* key) {
      return file.at(group).at(key).at("value").get<double>();
    };
    result.datacenter_pue = figure("pue", "datacenter");
    result.other_pue = figure("pue", "elsewhere");
    result.tariff = figure("defaults", "tariff_usd_per_kwh");
    result.life_years = figure("defaults", "life_years");
    result.duty = figure("defaults", "duty");
    result.load = figure("defaults", "load");
    result.utilisation_cap = figure("defaults", "utilisation_cap");
    return result;
  }();
  return loaded;
}

[[noreturn]] void fail(std::string_view option, std::string message, std::string advice) {
  throw core::Error(core::ErrorCode::bad_usage, std::move(message), "--" + std::string(option), std::move(advice));
}

// A plain number of which nothing is left over.
double amount(std::string_view option, std::string_view text, double least, double most, const char* example) {
  const auto [number, length] = parse_number(text);
  if (length == 0 || length != text.size() || number < least || number > most) {
    std::string range = core::format_given(least);
    range += most < kMost ? " to " + core::format_given(most) : " up";
    fail(option, "'" + std::string(text) + "' is not a number from " + range,
         "write --" + std::string(option) + " " + example);
  }
  return number;
}

void set_price(Economics& economics, std::string_view value) {
  constexpr const char* kExample = "T4=0.53/h";
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of(", "), value.size());
    const std::string_view item = value.substr(0, end);
    value.remove_prefix(std::min(end + 1, value.size()));
    if (item.empty()) continue;
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0)
      fail("price", "'" + std::string(item) + "' is not ID=PRICE",
           "write --price T4=0.53/h for an hour of it, --price T4=2300 to buy it");
    const std::string id = core::lower_case(item.substr(0, equals));
    std::string_view price = item.substr(equals + 1);
    if (price.starts_with("$")) price.remove_prefix(1);
    const bool hourly = price.ends_with("/h");
    if (hourly) price.remove_suffix(2);
    (hourly ? economics.usd_per_hour : economics.usd_purchase)[id] = amount("price", price, 0, kMost, kExample);
  }
}

void set_grid(Economics& economics, std::string_view value) {
  for (const Grid& grid : grids()) {
    if (!core::equal_ignoring_case(grid.id, value) && !core::equal_ignoring_case(grid.name, value)) continue;
    economics.grid = grid.id;
    economics.grid_g_per_kwh = grid.g_per_kwh;
    return;
  }
  const auto [number, length] = parse_number(value);
  if (length == value.size() && length > 0) {
    economics.grid = value;
    economics.grid_g_per_kwh = number;
    return;
  }
  std::vector<std::string> names;
  for (const Grid& grid : grids()) names.push_back(grid.id);
  for (const Grid& grid : grids()) names.push_back(grid.name);
  fail("grid", "unknown grid '" + std::string(value) + "'",
       "did you mean " + core::join_choices(core::nearest(value, names, 3)) + "? Or give its g CO₂ per kWh");
}

const hardware::CloudPrice* cheapest(const std::vector<hardware::CloudPrice>& prices) {
  const hardware::CloudPrice* best = nullptr;
  for (const hardware::CloudPrice& price : prices) {
    if (best == nullptr || price.usd_per_hour < best->usd_per_hour) best = &price;
  }
  return best;
}

std::optional<double> given(const std::map<std::string, double>& prices, const hardware::Device& device) {
  if (prices.empty()) return std::nullopt;
  const auto entry = prices.find(core::lower_case(device.id));
  return entry == prices.end() ? std::nullopt : std::optional<double>(entry->second);
}

double life_s(const Economics& economics) { return economics.life_years * kHoursPerYear * kSecondsPerHour; }

std::string years(double count) { return core::format_given(count) + (count == 1 ? " year" : " years"); }

}  // namespace

const std::vector<Grid>& grids() { return data().grids; }

const char* name(CostBasis basis) { return basis == CostBasis::rent ? "rent" : "own"; }

Economics::Economics()
    : grid(grids().front().id),
      grid_g_per_kwh(grids().front().g_per_kwh),
      load(data().load),
      life_years(data().life_years),
      duty(data().duty),
      tariff_usd_per_kwh(data().tariff),
      utilisation_cap(data().utilisation_cap) {}

const std::vector<std::string>& economics_options() {
  static const std::vector<std::string> names{"price",  "basis",           "grid",    "pue", "load", "life", "duty",
                                              "tariff", "utilisation-cap", "battery", "rate"};
  return names;
}

bool set_economics(Economics& economics, std::string_view option, std::string_view value) {
  if (option == "price") {
    set_price(economics, value);
  } else if (option == "basis") {
    for (const CostBasis basis : kCostBases) {
      if (!core::equal_ignoring_case(value, name(basis))) continue;
      economics.basis = basis;
      return true;
    }
    fail(option, "unknown basis '" + std::string(value) + "'", "choose rent or own");
  } else if (option == "grid") {
    set_grid(economics, value);
  } else if (option == "pue") {
    economics.pue = amount(option, value, 1, 10, "1.15");
  } else if (option == "load") {
    economics.load = amount(option, value, kLeast, 1, "0.5");
  } else if (option == "life") {
    economics.life_years = amount(option, value, 0.01, 100, "3");
  } else if (option == "duty") {
    economics.duty = amount(option, value, kLeast, 1, "0.5");
  } else if (option == "tariff") {
    economics.tariff_usd_per_kwh = amount(option, value, 0, 100, "0.20");
  } else if (option == "utilisation-cap") {
    economics.utilisation_cap = amount(option, value, kLeast, 1, "0.7");
  } else if (option == "rate") {
    std::string_view rate = value;
    if (rate.ends_with("/s")) rate.remove_suffix(2);
    const auto [number, length] = parse_number(rate);
    if (length == 0 || length != rate.size() || number <= 0 || number > kMost)
      fail(option, "'" + std::string(value) + "' is no rate of requests above 0", "write --rate 30 for 30 a second");
    economics.rate_per_s = number;
  } else if (option == "battery") {
    economics.battery_wh = amount(option, value, kLeast, kMost, "50");
  } else {
    return false;
  }
  return true;
}

double pue_of(const hardware::Device& device, const Economics& economics) {
  if (economics.pue) return *economics.pue;
  const std::vector<std::string>& places = device.deployment;
  const bool datacenter = std::find(places.begin(), places.end(), "datacenter") != places.end();
  return datacenter ? data().datacenter_pue : data().other_pue;
}

std::optional<double> purchase_usd(const hardware::Device& device, const Economics& economics) {
  const std::optional<double> own = given(economics.usd_purchase, device);
  return own ? own : device.price_usd;
}

std::optional<HourlyPrice> hourly_price(const hardware::Device& device, const Economics& economics) {
  if (const auto own = given(economics.usd_per_hour, device))
    return HourlyPrice{*own, "as given, $" + core::format_given(*own) + "/h"};
  const hardware::CloudPrice* price = cheapest(device.cloud_prices);
  if (price == nullptr) return std::nullopt;
  std::string source = price->cloud + " " + price->instance + ", $" + core::format_number(price->usd_per_hour) + "/h";
  if (price->year != 0) source += ", " + std::to_string(price->year);
  return HourlyPrice{price->usd_per_hour, std::move(source)};
}

CostBasis basis_of(const hardware::Device& device, const Economics& economics) {
  const bool hour = given(economics.usd_per_hour, device).has_value();
  const bool purchase = given(economics.usd_purchase, device).has_value();
  if (hour == purchase) return economics.basis;
  return hour ? CostBasis::rent : CostBasis::own;
}

double electricity_usd(const hardware::Device& device, double energy_j, const Economics& economics) {
  return energy_j / kJoulesPerKilowattHour * pue_of(device, economics) * economics.tariff_usd_per_kwh;
}

double carbon_g(const hardware::Device& device, double energy_j, const Economics& economics) {
  return energy_j / kJoulesPerKilowattHour * pue_of(device, economics) * economics.grid_g_per_kwh;
}

Cost cost_of(const hardware::Device& device, double seconds, double energy_j, const Economics& economics) {
  Cost cost;
  cost.basis = basis_of(device, economics);
  if (cost.basis == CostBasis::rent) {
    if (auto hourly = hourly_price(device, economics)) {
      cost.usd_per_million = kMillion * hourly->usd / kSecondsPerHour * seconds / economics.load;
      cost.source = std::move(hourly->source);
    }
    return cost;
  }
  const std::optional<double> purchase = purchase_usd(device, economics);
  if (!purchase) return cost;
  cost.electricity_usd_per_million = kMillion * electricity_usd(device, energy_j, economics);
  cost.usd_per_million =
      kMillion * *purchase / (life_s(economics) * economics.duty) * seconds + cost.electricity_usd_per_million;
  cost.source = "bought for $" + core::format_given(*purchase) + ", used for " + years(economics.life_years);
  return cost;
}

double total_cost_of_ownership(const hardware::Device& device, double purchase_usd, double busy_w,
                               const Economics& economics) {
  return purchase_usd + electricity_usd(device, busy_w * life_s(economics) * economics.duty, economics);
}

std::optional<double> own_pays_above(const hardware::Device& device, double purchase_usd, double usd_per_hour,
                                     double busy_w, const Economics& economics) {
  const double saving = usd_per_hour / kSecondsPerHour / economics.load - electricity_usd(device, busy_w, economics);
  if (saving <= 0) return std::nullopt;
  return purchase_usd / (life_s(economics) * saving);
}

}  // namespace whichchip::analysis
