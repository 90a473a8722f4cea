// Money and carbon of an inference: a rented device by the hour, or one that is bought, over its life; the electricity,
// and the grid that it comes from. Every assumption is a field that an option sets; grids and defaults are data with
// their sources (assets/economics/economics.json), prices are the devices' own (assets/hardware) or the user's.
//
//   rent:  $ per 1 M = 1e6 · price per hour ÷ 3600 · t ÷ load
//   own:   $ per 1 M = 1e6 · (purchase ÷ (life · duty) · t + E ÷ 3.6e6 · PUE · tariff)
//   gCO2 per inference = E ÷ 3.6e6 · PUE · grid                    with t = batch latency ÷ batch (modelling §7)
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/device.h"

namespace whichchip::analysis {

struct Grid {
  std::string id, name;
  double g_per_kwh = 0;
  std::optional<int> year;  // absent: the source does not state it
  std::string source;
};
// The world's mean first, then countries (ISO 3166) and cloud regions.
const std::vector<Grid>& grids();

enum class CostBasis : std::uint8_t { rent, own };
constexpr std::array<CostBasis, 2> kCostBases{CostBasis::rent, CostBasis::own};
const char* name(CostBasis basis);

struct Economics {
  Economics();  // the defaults of the data file

  CostBasis basis = CostBasis::rent;
  // The user's prices by device id in lower case; such a price says by itself whether the device is rented or bought.
  std::map<std::string, double> usd_per_hour, usd_purchase;
  std::string grid;  // an id of grids(), or the user's own figure as text
  double grid_g_per_kwh = 0;
  std::optional<double> pue;  // absent: by where the device stands
  double load = 1;            // share of the paid time that is used
  double life_years = 0;
  double duty = 1;  // share of its life that a bought device is at work, off in the rest
  double tariff_usd_per_kwh = 0;
  double utilisation_cap = 0;  // of a device that serves requests: above it queues grow
  std::optional<double> battery_wh;
  std::optional<double> rate_per_s;  // of requests that a device, or a fleet of it, is there for

  friend bool operator==(const Economics&, const Economics&) = default;
};

// price ("ID=2.50/h" or "ID=1000", comma lists), basis, grid (an id, a name, or g/kWh), pue, load, life (years), duty,
// tariff ($/kWh), utilisation-cap, battery (Wh), rate (1/s). False when the option is none of these. Throws core::Error
// (bad_usage).
bool set_economics(Economics& economics, std::string_view option, std::string_view value);
// The options above, in that order.
const std::vector<std::string>& economics_options();

double pue_of(const hardware::Device& device, const Economics& economics);
// The user's price, else the data sheet's.
std::optional<double> purchase_usd(const hardware::Device& device, const Economics& economics);
// The user's price, else the cheapest cloud's, and whose that is: "AWS g4dn.xlarge, $0.526/h, 2023".
struct HourlyPrice {
  double usd = 0;
  std::string source;
};
std::optional<HourlyPrice> hourly_price(const hardware::Device& device, const Economics& economics);
CostBasis basis_of(const hardware::Device& device, const Economics& economics);

// Of energy at the plug: E ÷ 3.6e6 · PUE · tariff.
double electricity_usd(const hardware::Device& device, double energy_j, const Economics& economics);
// gCO2.
double carbon_g(const hardware::Device& device, double energy_j, const Economics& economics);

struct Cost {
  CostBasis basis = CostBasis::rent;
  std::optional<double> usd_per_million;   // absent without a price
  double electricity_usd_per_million = 0;  // part of it; a rent includes it
  std::string source;                      // which price, and whose
};
// `seconds` and `energy_j` of one inference.
Cost cost_of(const hardware::Device& device, double seconds, double energy_j, const Economics& economics);

// What a purchase costs over its life at `busy_w`: purchase + busy_w · life · duty · PUE · tariff.
double total_cost_of_ownership(const hardware::Device& device, double purchase_usd, double busy_w,
                               const Economics& economics);
// The share of its life from which on a bought device is cheaper than a rented one: purchase ÷ (life · (rent −
// electricity of a second)). Above 1, or absent where electricity alone costs more: never.
std::optional<double> own_pays_above(const hardware::Device& device, double purchase_usd, double usd_per_hour,
                                     double busy_w, const Economics& economics);

}  // namespace whichchip::analysis
