#include <algorithm>
#include <string>

#include "core/error.h"
#include "report/json.h"
#include "report/json_parts.h"
#include "report/raw_number.h"

namespace whichchip::report {
namespace {

std::string option_text(const std::string& key, const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  const std::vector<std::string>& amounts = analysis::economics_options();
  const bool amount = std::find(amounts.begin(), amounts.end(), key) != amounts.end();
  if (value.is_number_integer() || (amount && value.is_number())) return value.dump();
  throw core::Error(core::ErrorCode::bad_usage, "'" + key + "' is neither a text nor a whole number", "--" + key,
                    "give a string or an integer, or for hardware and class a list of them");
}

void require_object(const std::string& key, const nlohmann::json& dims) {
  if (!dims.is_object())
    throw core::Error(core::ErrorCode::bad_usage, "'" + key + "' is not an object", "--dim", "give {\"seq\": 384}");
}

// What a sample's manifest says, so its values are whole numbers.
void set_default_dims(analysis::Request& request, const nlohmann::json& dims) {
  require_object("default_dims", dims);
  for (const auto& [name, size] : dims.items()) {
    if (!size.is_number_integer())
      throw core::Error(core::ErrorCode::bad_usage, "'default_dims' holds no whole number", name,
                        "give {\"seq\": 384}");
    request.default_dims[name] = size.get<std::int64_t>();
  }
}

void set_dims(analysis::Request& request, const nlohmann::json& dims) {
  require_object("dims", dims);
  for (const auto& [name, size] : dims.items())
    analysis::set_option(request, "dim", name + "=" + option_text("dims", size));
}

}  // namespace

analysis::Request request_from_json(std::string_view json) {
  // Not as Json, whose parser nothing else in the page needs; options know no order.
  const nlohmann::json options = nlohmann::json::parse(json, nullptr, false);
  if (options.is_discarded() || !(options.is_object() || options.is_null())) {
    throw core::Error(core::ErrorCode::bad_usage, "the options are not a JSON object", {},
                      "give an object such as {\"batch\": 8}");
  }
  analysis::Request request;
  if (options.is_null()) return request;
  for (const auto& [key, value] : options.items()) {
    if (value.is_null()) continue;
    if (key == "dims") {
      set_dims(request, value);
    } else if (key == "default_dims") {
      set_default_dims(request, value);
    } else if (value.is_array()) {
      for (const nlohmann::json& item : value) analysis::set_option(request, key, option_text(key, item));
    } else {
      analysis::set_option(request, key, option_text(key, value));
    }
  }
  return request;
}

namespace {

Json amount(std::optional<double> value) { return value ? Json(raw_number(*value)) : Json(nullptr); }

Json prices(const analysis::Economics& economics) {
  Json list = Json::array();
  for (const auto& [id, usd] : economics.usd_per_hour) list.push_back(id + "=" + raw_number(usd) + "/h");
  for (const auto& [id, usd] : economics.usd_purchase) list.push_back(id + "=" + raw_number(usd));
  return list;
}

}  // namespace

Json request_part(const analysis::Request& request) {
  Json classes = Json::array();
  for (const hardware::DeviceClass device_class : request.classes) classes.push_back(hardware::name(device_class));
  const estimate::Scenario& scenario = request.scenario;
  const analysis::Economics& economics = request.economics;
  Json cost_like = Json::array();
  for (const auto& [written, read_as] : request.cost_like) cost_like.push_back(written + "=" + read_as);
  return {{"hardware", request.hardware},
          {"deployment", request.deployment},
          {"class", std::move(classes)},
          {"precision", scenario.precision ? hardware::name(*scenario.precision) : "auto"},
          {"batch", request.batch},
          {"dims", request.dims},
          {"default_dims", request.default_dims},
          {"cost-like", std::move(cost_like)},
          {"phase", model::name(request.phase)},
          {"context", request.contexts},
          {"runtime", workload::name(scenario.runtime)},
          {"timing", estimate::name(scenario.timing)},
          {"boundary", estimate::name(scenario.boundary)},
          {"sort", analysis::name(request.sort)},
          {"level", analysis::name(request.level)},
          {"baseline", text_or_null(request.baseline)},
          {"set", request.edits},
          {"price", prices(economics)},
          {"basis", analysis::name(economics.basis)},
          {"grid", economics.grid},
          {"pue", amount(economics.pue)},
          {"load", amount(economics.load)},
          {"life", amount(economics.life_years)},
          {"duty", amount(economics.duty)},
          {"tariff", amount(economics.tariff_usd_per_kwh)},
          {"utilisation-cap", amount(economics.utilisation_cap)},
          {"battery", amount(economics.battery_wh)},
          {"rate", amount(economics.rate_per_s)}};
}

std::string request_to_json(const analysis::Request& request) { return dumped(request_part(request), -1); }

}  // namespace whichchip::report
