#include "report/cost.h"

#include <algorithm>
#include <utility>

#include "core/order.h"
#include "core/units.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using core::Quantity;

constexpr std::size_t kCarbonDevices = 6;

const analysis::Row& row_of(const analysis::Comparison& comparison, const analysis::CostRow& cost) {
  return comparison.rows[cost.row];
}

// "estimated": how sure the data sheet is of the price that a device would be bought for.
std::string price_status(const analysis::Row& row) {
  if (row.price_usd != row.device.price_usd) return "as given";
  const auto found = row.device.provenance.find("/price");
  if (found == row.device.provenance.end()) return {};
  std::string status = hardware::name(found->second.status);
  std::replace(status.begin(), status.end(), '_', ' ');
  return status;
}

std::string percent(double share) { return core::format_given(share * 100) + " %"; }

}  // namespace

Table costs_table(const analysis::Comparison& comparison, const analysis::Costing& costing) {
  const std::string life = core::format_given(comparison.economics.life_years) + " years";
  TableBuilder table("costs", "");
  table.text("hardware", "Hardware")
      .text("basis", "Basis", false, "rent: by the hour; own: purchase over its life, and electricity")
      .number("cost_usd_per_million", "Per million", Quantity::money, true,
              "Of inferences, at this scenario's throughput")
      .number("electricity_usd_per_million", "Of it power", Quantity::money, false, "Electricity; a rent includes it")
      .number("usd_per_hour", "Rent per hour", Quantity::money, true, "The cheapest cloud price known, or yours")
      .number("purchase_usd", "Purchase", Quantity::money, true, "List or street price, or yours")
      .number("ownership_usd", "Own " + life, Quantity::money, true, "Purchase and electricity over its life")
      .number("own_pays_above", "Own pays from", Quantity::fraction, false,
              "Share of its life at work from which on buying is cheaper than renting; above 100 %: never")
      .number("carbon_g", "CO₂", Quantity::mass, true, "Per inference")
      .number("pue", "PUE", Quantity::ratio, false, "What the site draws per watt of the device")
      .scale({1, ""})
      .text("source", "Price", false, "Whose price the bill rests on");
  for (const analysis::CostRow& cost : costing.rows) {
    const analysis::Row& row = row_of(comparison, cost);
    table.row(row.key).cell(row.key).cell(analysis::name(row.cost_basis));
    table.cell(row.cost_usd_per_million, row.cost_usd_per_million ? row.cost_source : "no price known");
    table.cell(row.cost_basis == analysis::CostBasis::own && row.cost_usd_per_million
                   ? std::optional<double>(row.electricity_usd_per_million)
                   : std::nullopt,
               "a rent includes it");
    table.cell(cost.usd_per_hour, cost.usd_per_hour ? "" : "no cloud price known");
    table.cell(cost.purchase_usd, cost.purchase_usd ? price_status(row) : "no price known");
    table.cell(cost.ownership_usd, cost.ownership_usd ? "" : "no price known");
    table.cell(cost.own_pays_above, cost.own_pays_above ? "" : "needs both prices");
    table.cell(row.carbon_g).cell(cost.pue).cell(row.cost_source.empty() ? kNotAvailable : row.cost_source);
  }
  return table.build();
}

Table fleet_table(const analysis::Comparison& comparison, const analysis::Costing& costing) {
  TableBuilder table("fleet", "");
  table.text("hardware", "Hardware")
      .label("devices", "Devices", "", true, "Rate ÷ (throughput × utilisation cap), rounded up")
      .number("busy", "At work", Quantity::fraction, true, "Share of the time, each")
      .number("device_w", "Mean power", Quantity::power, true, "Of one device, idle between requests")
      .number("usd_per_month", "Per month", Quantity::money, true, "Of the whole fleet")
      .number("carbon_g_per_month", "CO₂ per month", Quantity::mass, true, "Of the whole fleet")
      .scale({1000, "kg"});
  for (const analysis::CostRow& cost : costing.rows) {
    if (!cost.fleet) continue;
    const std::string& key = row_of(comparison, cost).key;
    table.row(key).cell(key).count(cost.fleet->devices).cell(cost.fleet->busy).cell(cost.fleet->device_w);
    table.cell(cost.fleet->usd_per_month, cost.fleet->usd_per_month ? "" : "no price known");
    table.cell(cost.fleet->carbon_g_per_month);
  }
  return table.build();
}

Table battery_table(const analysis::Comparison& comparison, const analysis::Costing& costing) {
  TableBuilder table("battery", "");
  table.text("hardware", "Hardware")
      .number("hours", "Lasts", Quantity::ratio, true, "At the rate of requests; without one, at full speed")
      .scale({1, "h"})
      .number("inferences_per_charge", "Inferences", Quantity::count);
  for (const analysis::CostRow& cost : costing.rows) {
    if (!comparison.economics.battery_wh) continue;
    const std::string& key = row_of(comparison, cost).key;
    const auto of = [&](double analysis::Battery::* member) {
      return cost.battery ? std::optional<double>((*cost.battery).*member) : std::nullopt;
    };
    const char* reason = cost.battery ? "" : "one device cannot keep up with the rate";
    table.row(key, !cost.battery).cell(key).cell(of(&analysis::Battery::hours), reason);
    table.cell(of(&analysis::Battery::inferences_per_charge), reason);
  }
  return table.build();
}

Table carbon_table(const analysis::Comparison& comparison, const analysis::Costing& costing) {
  std::vector<analysis::Grid> grids = analysis::grids();
  core::stable_sort(grids, [](const analysis::Grid& a, const analysis::Grid& b) { return a.g_per_kwh < b.g_per_kwh; });
  const std::size_t devices = std::min(costing.rows.size(), kCarbonDevices);
  TableBuilder table("carbon", "g CO₂ per million inferences");
  table.text("grid", "Grid")
      .text("name", "Where", false)
      .number("g_per_kwh", "g/kWh", Quantity::ratio)
      .scale({1, ""})
      .label("year", "Year", "", false);
  for (std::size_t i = 0; i < devices; ++i) {
    const std::string& key = row_of(comparison, costing.rows[i]).key;
    table.number(key, key, Quantity::mass).scale({1, ""});
  }
  for (const analysis::Grid& grid : grids) {
    table.row(grid.id).cell(grid.id).cell(grid.name).cell(grid.g_per_kwh, grid.source);
    table.cell(grid.year ? std::to_string(*grid.year) : kNotAvailable,
               grid.year ? std::optional<double>(*grid.year) : std::nullopt, grid.source);
    analysis::Economics economics = comparison.economics;
    economics.grid_g_per_kwh = grid.g_per_kwh;
    for (std::size_t i = 0; i < devices; ++i) {
      const analysis::Row& row = row_of(comparison, costing.rows[i]);
      table.cell(1e6 * analysis::carbon_g(row.device, row.energy_j, economics));
    }
  }
  return table.build();
}

std::vector<std::string> economics_lines(const analysis::Comparison& comparison, bool both) {
  using core::format_given;
  const analysis::Economics& economics = comparison.economics;
  const auto used = [&](analysis::CostBasis basis) {
    return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                       [&](const analysis::Row& row) { return row.cost_usd_per_million && row.cost_basis == basis; });
  };
  std::vector<std::string> lines;
  if (both || used(analysis::CostBasis::rent))
    lines.push_back("Rent: the cheapest cloud price known, " + percent(economics.load) +
                    " of the paid time used (--price ID=2.50/h, --load).");
  if (both || used(analysis::CostBasis::own))
    lines.push_back("Own: " + format_given(economics.life_years) + " years, at work for " + percent(economics.duty) +
                    " of them, $" + format_given(economics.tariff_usd_per_kwh) +
                    " per kWh (--basis own, --price ID=1000, --life, --duty, --tariff).");
  const std::vector<analysis::Grid>& grids = analysis::grids();
  const auto grid =
      std::find_if(grids.begin(), grids.end(), [&](const analysis::Grid& g) { return g.id == economics.grid; });
  std::string carbon = "Carbon: " + format_given(economics.grid_g_per_kwh) + " g CO₂ per kWh, ";
  carbon += grid == grids.end() ? "as given" : grid->name + " (" + grid->source + ")";
  carbon += economics.pue ? "; PUE " + format_given(*economics.pue) : std::string("; PUE by place");
  lines.push_back(carbon + " (--grid, --pue).");
  return lines;
}

std::vector<Section> cost_sections(const analysis::Comparison& comparison, bool grids) {
  const analysis::Costing costing = analysis::costing(comparison);
  std::vector<Section> sections;
  if (costing.rows.empty()) return sections;
  Section costs{"Cost and carbon", costing.text, {costs_table(comparison, costing)}};
  sections.push_back(std::move(costs));
  if (comparison.economics.rate_per_s) {
    const std::string title = "Fleet for " + core::format_given(*comparison.economics.rate_per_s) +
                              " requests a second, none at work for more than " +
                              percent(comparison.economics.utilisation_cap);
    add_table(sections, title, fleet_table(comparison, costing));
  }
  if (comparison.economics.battery_wh) {
    const std::string title = "A battery of " + core::format_given(*comparison.economics.battery_wh) + " Wh";
    add_table(sections, title, battery_table(comparison, costing));
  }
  if (grids) add_table(sections, "Carbon by grid", carbon_table(comparison, costing));
  sections.push_back({"What these figures assume", economics_lines(comparison, true), {}});
  return sections;
}

Document cost_document(const analysis::Comparison& comparison) {
  Document document;
  document.title = comparison.workload->model.name + ": cost and carbon";
  document.subtitle = scenario_line(*comparison.workload, comparison.scenario);
  document.sections = cost_sections(comparison, true);
  if (document.sections.empty()) document.sections.push_back({"", {"No device holds the model."}, {}});
  return document;
}

}  // namespace whichchip::report
