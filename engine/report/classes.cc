#include "report/classes.h"

#include <algorithm>
#include <map>

#include "core/units.h"
#include "report/json.h"
#include "report/json_parts.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using core::Quantity;

struct ClassSummary {
  std::string name;
  std::int64_t devices = 0, with_int8 = 0;
  double int8_ops_per_s = 0, tdp_w = 0;  // sums
  std::vector<std::string> ids;
};

std::vector<ClassSummary> summaries(const std::vector<hardware::Device>& devices) {
  std::map<std::string, ClassSummary> by_class;
  for (const hardware::Device& device : devices) {
    ClassSummary& summary = by_class[hardware::name(device.device_class)];
    summary.name = hardware::name(device.device_class);
    ++summary.devices;
    if (const auto peak = hardware::at(device.peak_ops_per_s, hardware::Precision::int8)) {
      ++summary.with_int8;
      summary.int8_ops_per_s += *peak;
    }
    summary.tdp_w += device.tdp_w;
    summary.ids.push_back(device.id);
  }
  std::vector<ClassSummary> list;
  for (auto& [name, summary] : by_class) list.push_back(std::move(summary));
  std::stable_sort(list.begin(), list.end(),
                   [](const ClassSummary& a, const ClassSummary& b) { return a.devices > b.devices; });
  return list;
}

}  // namespace

Table classes_table(const std::vector<hardware::Device>& devices) {
  TableBuilder table("classes", "");
  table.text("class", "Class").label("devices", "Devices").label("with_int8", "With int8", "", false);
  table.number("int8_ops_per_s", "int8 of all", Quantity::throughput).scale({1e12, "TOPS"});
  table.number("mean_tdp_w", "Mean TDP", Quantity::power).scale({1, "W"});
  for (const ClassSummary& summary : summaries(devices)) {
    table.row(summary.name).cell(summary.name).count(summary.devices).count(summary.with_int8);
    table.cell(summary.int8_ops_per_s).cell(summary.tdp_w / static_cast<double>(summary.devices));
  }
  return table.build();
}

Json classes_part(const std::vector<hardware::Device>& devices) {
  Json result = Json::array();
  for (const ClassSummary& summary : summaries(devices))
    result.push_back({{"class", summary.name},
                      {"devices", summary.devices},
                      {"peak_int8_ops_per_s", number(summary.int8_ops_per_s)},
                      {"mean_tdp_w", number(summary.tdp_w / static_cast<double>(summary.devices))},
                      {"ids", summary.ids}});
  return result;
}

}  // namespace whichchip::report
