#include "analysis/costing.h"
#include "report/json_parts.h"

namespace whichchip::report {

Json economics_part(const analysis::Economics& economics) {
  return {{"basis", analysis::name(economics.basis)},
          {"grid", economics.grid},
          {"grid_g_per_kwh", number(economics.grid_g_per_kwh)},
          {"pue", number(economics.pue)},
          {"load", number(economics.load)},
          {"life_years", number(economics.life_years)},
          {"duty", number(economics.duty)},
          {"tariff_usd_per_kwh", number(economics.tariff_usd_per_kwh)},
          {"utilisation_cap", number(economics.utilisation_cap)},
          {"rate_per_s", number(economics.rate_per_s)},
          {"battery_wh", number(economics.battery_wh)}};
}

Json cost_part(const analysis::Row& row, const analysis::CostRow& cost) {
  Json fleet = nullptr;
  if (cost.fleet)
    fleet = {{"devices", cost.fleet->devices},
             {"busy", number(cost.fleet->busy)},
             {"device_w", number(cost.fleet->device_w)},
             {"usd_per_month", number(cost.fleet->usd_per_month)},
             {"carbon_g_per_month", number(cost.fleet->carbon_g_per_month)}};
  Json battery = nullptr;
  if (cost.battery)
    battery = {{"hours", number(cost.battery->hours)},
               {"inferences_per_charge", number(cost.battery->inferences_per_charge)}};
  return {{"basis", analysis::name(row.cost_basis)},
          {"source", text_or_null(row.cost_source)},
          {"electricity_usd_per_million", number(row.electricity_usd_per_million)},
          {"usd_per_hour", number(cost.usd_per_hour)},
          {"purchase_usd", number(cost.purchase_usd)},
          {"ownership_usd", number(cost.ownership_usd)},
          {"own_pays_above", number(cost.own_pays_above)},
          {"pue", number(cost.pue)},
          {"fleet", std::move(fleet)},
          {"battery", std::move(battery)}};
}

}  // namespace whichchip::report
