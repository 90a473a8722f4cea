#include "analysis/language.h"
#include "report/json_parts.h"

namespace whichchip::report {
namespace {

Json count(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); }

Json point_part(const analysis::ContextPoint& point) {
  Json split = Json::object();
  for (std::size_t i = 0; i < estimate::kEnergyKindCount; ++i)
    split[estimate::name(static_cast<estimate::EnergyKind>(i))] = number(point.dynamic_j[i]);
  split["static"] = number(point.static_j);
  return {{"context", point.context},
          {"first_token_s", number(point.first_token_s)},
          {"token_s", number(point.token_s)},
          {"tokens_per_s", number(point.tokens_per_s)},
          {"token_j", number(point.token_j)},
          {"token_split_j", std::move(split)},
          {"cache_bytes", number(point.cache_bytes)},
          {"memory_bytes", number(point.memory_bytes)},
          {"fits", estimate::name(point.fits)}};
}

}  // namespace

Json language_part(const analysis::LanguageReport& report) {
  Json devices = Json::array();
  for (const analysis::LanguageDevice& device : report.devices) {
    Json points = Json::array();
    for (const analysis::ContextPoint& point : device.points) points.push_back(point_part(point));
    devices.push_back({{"hardware", device.hardware},
                       {"precision_used", hardware::name(device.precision)},
                       {"largest_batch", count(device.largest_batch)},
                       {"largest_context", count(device.largest_context)},
                       {"points", std::move(points)}});
  }
  return {{"batch", report.batch},
          {"contexts", report.contexts},
          {"context", report.contexts[report.reference]},
          {"cache_bytes_per_token", report.cache_bytes_per_token},
          {"state_bytes", report.state_bytes},
          {"devices", std::move(devices)},
          {"text", report.text}};
}

}  // namespace whichchip::report
