#include "report/classes.h"

#include <algorithm>
#include <map>

#include "core/order.h"
#include "core/units.h"
#include "estimate/interval.h"
#include "estimate/parameters.h"
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
  core::stable_sort(list, [](const ClassSummary& a, const ClassSummary& b) { return a.devices > b.devices; });
  return list;
}

// By the peaks that it has.
std::string number_formats(const hardware::Device& device) {
  using hardware::Precision;
  const auto has = [&device](Precision precision) {
    return hardware::at(device.peak_ops_per_s, precision).has_value();
  };
  const bool floats = has(Precision::fp32) || has(Precision::fp16) || has(Precision::bf16);
  const bool integers = has(Precision::int8) || has(Precision::int16);
  return floats && integers ? "floats, integers" : floats ? "floats" : "integers";
}

const char* steered_by(hardware::Mapping mapping) {
  using hardware::Mapping;
  switch (mapping) {
    case Mapping::cpu:
    case Mapping::gpu:
    case Mapping::dsp:
      return "programs";
    case Mapping::systolic:
    case Mapping::npu:
      return "fixed arrays";
    case Mapping::dpu:
      return "an FPGA's configuration";
    case Mapping::dataflow:
    case Mapping::kpu:
    case Mapping::cgra:
      return "a configured fabric";
  }
  return "";
}

// The cheapest that is known, for one device.
std::optional<double> rent_usd_per_hour(const hardware::Device& device) {
  std::optional<double> least;
  for (const hardware::CloudPrice& price : device.cloud_prices) {
    if (!least || price.usd_per_hour < *least) least = price.usd_per_hour;
  }
  return least;
}

// Who most of its figures are from, without the address; empty where no figure has a source.
std::string main_source(const hardware::Device& device) {
  std::map<std::string, int> figures;
  for (const auto& [path, provenance] : device.provenance) {
    for (const std::string& source : provenance.sources) ++figures[source];
  }
  const auto most = std::max_element(figures.begin(), figures.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == figures.end()) return {};
  const auto others = static_cast<std::int64_t>(figures.size()) - 1;
  return most->first.substr(0, most->first.find(" (")) +
         (others > 0 ? " and " + core::counted(others, "other", "others") : "");
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

void add_kinds(Table& table, const std::vector<hardware::Device>& devices) {
  TableBuilder kinds("", "");
  kinds.text("tier", "Tier", false, "What its predictions rest on: docs/fidelity.md.");
  kinds.text("runs", "Computes in", false).text("steered", "Steered by", false);
  kinds.number("price_usd", "Price", Quantity::money, false, "To buy one");
  kinds.number("rent_usd_per_hour", "Rent per hour", Quantity::money, false, "The cheapest that is known, of one");
  kinds.text("source", "Source", false, "Where most of its figures are from; its own sheet has the source of each.");
  for (const hardware::Device& device : devices) {
    const estimate::Parameters& parameters = estimate::parameters_for(
        estimate::builtin_technology(), device, estimate::runtime_used(device, workload::Runtime::engine));
    kinds.row(device.id).cell(estimate::name(estimate::confidence_of(device, parameters)));
    kinds.cell(number_formats(device)).cell(steered_by(device.mapping));
    kinds.cell(device.price_usd, "not known").cell(rent_usd_per_hour(device), "nobody rents it, as far as is known");
    const std::string source = main_source(device);
    kinds.cell(source.empty() ? kNotAvailable : source);
  }
  Table built = kinds.build();
  for (Column& column : built.columns) table.columns.push_back(std::move(column));
  for (std::size_t i = 0; i < built.rows.size(); ++i) {
    for (Cell& cell : built.rows[i].cells) table.rows[i].cells.push_back(std::move(cell));
  }
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
