#include "analysis/costing.h"

#include <algorithm>
#include <cmath>

#include "core/units.h"
#include "estimate/energy/breakdown.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;

constexpr double kSecondsPerHour = 3600;
constexpr double kHoursPerMonth = 8760.0 / 12;
constexpr double kMonthsPerYear = 12;
constexpr double kSecondsPerDay = 86400;

double batch_of(const Comparison& comparison) { return static_cast<double>(comparison.workload->batch); }

std::string money(double usd) { return format(Quantity::money, usd); }

std::string kilograms(double grams) { return core::format_number(grams / 1000) + " kg"; }

Fleet fleet_of(const Comparison& comparison, const Row& row, const CostRow& cost) {
  const Economics& economics = comparison.economics;
  const double rate = *economics.rate_per_s;
  Fleet fleet;
  fleet.devices = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(rate / (row.throughput_per_s * economics.utilisation_cap))));
  const double count = static_cast<double>(fleet.devices);
  const double own_rate = rate / count;
  fleet.busy = own_rate / row.throughput_per_s;
  const auto energy_j = estimate::dedicated_energy_j(row.estimate, batch_of(comparison), own_rate);
  fleet.device_w = energy_j.value_or(row.energy_j) * own_rate;
  const double month_j = fleet.device_w * kHoursPerMonth * kSecondsPerHour;
  fleet.carbon_g_per_month = count * carbon_g(row.device, month_j, economics);
  if (row.cost_basis == CostBasis::rent) {
    if (cost.usd_per_hour) fleet.usd_per_month = count * *cost.usd_per_hour * kHoursPerMonth;
  } else if (cost.purchase_usd) {
    fleet.usd_per_month = count * (*cost.purchase_usd / (economics.life_years * kMonthsPerYear) +
                                   electricity_usd(row.device, month_j, economics));
  }
  return fleet;
}

std::optional<Battery> battery_of(const Comparison& comparison, const Row& row) {
  const std::optional<double> rate = comparison.economics.rate_per_s;
  const double charge_j = *comparison.economics.battery_wh * kSecondsPerHour;
  std::optional<double> energy_j = row.energy_j;
  if (rate) energy_j = estimate::dedicated_energy_j(row.estimate, batch_of(comparison), *rate);
  if (!energy_j) return std::nullopt;
  const double inferences = charge_j / *energy_j;
  return Battery{inferences / rate.value_or(row.throughput_per_s) / kSecondsPerHour, inferences};
}

CostRow cost_row(const Comparison& comparison, std::size_t index) {
  const Row& row = comparison.rows[index];
  const Economics& economics = comparison.economics;
  CostRow cost;
  cost.row = index;
  cost.pue = pue_of(row.device, economics);
  if (const auto hourly = hourly_price(row.device, economics)) cost.usd_per_hour = hourly->usd;
  cost.purchase_usd = row.price_usd;
  const double busy_w = row.estimate.power_w;
  if (cost.purchase_usd)
    cost.ownership_usd = total_cost_of_ownership(row.device, *cost.purchase_usd, busy_w, economics);
  if (cost.purchase_usd && cost.usd_per_hour)
    cost.own_pays_above = own_pays_above(row.device, *cost.purchase_usd, *cost.usd_per_hour, busy_w, economics);
  if (economics.rate_per_s) cost.fleet = fleet_of(comparison, row, cost);
  if (economics.battery_wh) cost.battery = battery_of(comparison, row);
  return cost;
}

std::string per_million(const Row& row) { return money(*row.cost_usd_per_million) + " per million inferences"; }

void add_cheapest(const Comparison& comparison, const Costing& costing, std::vector<std::string>& text) {
  const CostRow* best = nullptr;
  const CostRow* next = nullptr;
  const auto cost = [&](const CostRow& row) { return comparison.rows[row.row].cost_usd_per_million; };
  for (const CostRow& row : costing.rows) {
    if (!cost(row)) continue;
    if (best == nullptr || *cost(row) < *cost(*best)) {
      next = best;
      best = &row;
    } else if (next == nullptr || *cost(row) < *cost(*next)) {
      next = &row;
    }
  }
  if (best == nullptr) {
    text.emplace_back(
        "No price is known for any of these: give one with --price ID=2.50/h, or reckon with purchases by --basis "
        "own.");
    return;
  }
  const Row& cheapest = comparison.rows[best->row];
  std::string line = "Cheapest is " + cheapest.key + ": " + per_million(cheapest) + " (" + cheapest.cost_source + ")";
  if (next != nullptr) line += "; next is " + comparison.rows[next->row].key + " with " + money(*cost(*next));
  text.push_back(line + ".");
  if (!best->own_pays_above) return;
  const std::string years = core::format_given(comparison.economics.life_years) + " years";
  const std::string prices = money(*best->purchase_usd) + " against " + money(*best->usd_per_hour) + " an hour";
  text.push_back(*best->own_pays_above <= 1
                     ? "Buying " + cheapest.key + " is cheaper than renting it from " +
                           format(Quantity::fraction, *best->own_pays_above) + " of " + years +
                           " at work on: " + prices + "."
                     : "Buying " + cheapest.key + " does not pay within " + years + ": " + prices + ".");
}

void add_fleet(const Comparison& comparison, const Costing& costing, std::vector<std::string>& text) {
  if (!comparison.economics.rate_per_s) return;
  const CostRow* cheapest = nullptr;
  const CostRow* cleanest = nullptr;
  for (const CostRow& row : costing.rows) {
    const bool cheaper = row.fleet->usd_per_month &&
                         (cheapest == nullptr || *row.fleet->usd_per_month < *cheapest->fleet->usd_per_month);
    if (cheaper) cheapest = &row;
    if (cleanest == nullptr || row.fleet->carbon_g_per_month < cleanest->fleet->carbon_g_per_month) cleanest = &row;
  }
  const std::string rate = core::format_given(*comparison.economics.rate_per_s) + " requests a second";
  const auto count = [&](const CostRow& row) {
    return std::to_string(row.fleet->devices) + " × " + comparison.rows[row.row].key;
  };
  if (cheapest != nullptr)
    text.push_back("For " + rate + " the cheapest fleet is " + count(*cheapest) + ": " +
                   money(*cheapest->fleet->usd_per_month) + " a month, each at work for " +
                   format(Quantity::fraction, cheapest->fleet->busy) + " of the time.");
  if (cleanest != nullptr)
    text.push_back("The least carbon for " + rate + " comes from " + count(*cleanest) + ": " +
                   kilograms(cleanest->fleet->carbon_g_per_month) + " CO₂ a month.");
}

void add_battery(const Comparison& comparison, const Costing& costing, std::vector<std::string>& text) {
  const CostRow* best = nullptr;
  for (const CostRow& row : costing.rows) {
    if (row.battery && (best == nullptr || row.battery->hours > best->battery->hours)) best = &row;
  }
  if (best == nullptr) return;
  const std::string speed = comparison.economics.rate_per_s
                                ? " at " + core::format_given(*comparison.economics.rate_per_s) + " requests a second"
                                : " at full speed";
  text.push_back(core::format_given(*comparison.economics.battery_wh) + " Wh last longest with " +
                 comparison.rows[best->row].key + ": " + core::format_number(best->battery->hours) + " hours" + speed +
                 ".");
}

}  // namespace

Costing costing(const Comparison& comparison) {
  Costing result;
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    if (comparison.rows[i].estimate.fits != estimate::Fit::no) result.rows.push_back(cost_row(comparison, i));
  }
  if (result.rows.empty()) return result;
  add_cheapest(comparison, result, result.text);
  add_fleet(comparison, result, result.text);
  add_battery(comparison, result, result.text);
  return result;
}

std::optional<BreakEven> break_even(const Row& a, const Row& b, const Economics& economics) {
  if (!a.price_usd || !b.price_usd) return std::nullopt;
  BreakEven result{*a.price_usd, *b.price_usd, electricity_usd(a.device, a.energy_j, economics),
                   electricity_usd(b.device, b.energy_j, economics), std::nullopt};
  const double saving = result.electricity_b - result.electricity_a;
  const double extra = result.purchase_a - result.purchase_b;
  if (saving != 0 && extra / saving > 0) result.inferences = extra / saving;
  return result;
}

std::string break_even_line(const Row& a, const Row& b, const Economics& economics) {
  const auto found = break_even(a, b, economics);
  if (!found) return {};
  const bool a_dearer = found->purchase_a >= found->purchase_b;
  const Row& dear = a_dearer ? a : b;
  const Row& cheap = a_dearer ? b : a;
  const double dear_usd = std::max(found->purchase_a, found->purchase_b);
  const double cheap_usd = std::min(found->purchase_a, found->purchase_b);
  const double dear_power = 1e6 * (a_dearer ? found->electricity_a : found->electricity_b);
  const double cheap_power = 1e6 * (a_dearer ? found->electricity_b : found->electricity_a);
  const std::string line = "Bought, " + dear.key + " costs " + money(dear_usd) + " and " + money(dear_power) +
                           " of electricity per million, " + cheap.key + " " + money(cheap_usd) + " and " +
                           money(cheap_power);
  if (!found->inferences) return line + ": " + dear.key + " never makes up for its price.";
  std::string after = ": " + dear.key + " makes up for its price after " +
                      core::format_number(*found->inferences / 1e6) + " million inferences";
  if (economics.rate_per_s)
    after += ", " + core::format_number(*found->inferences / *economics.rate_per_s / kSecondsPerDay) + " days at " +
             core::format_given(*economics.rate_per_s) + " a second";
  return line + after + ".";
}

}  // namespace whichchip::analysis
