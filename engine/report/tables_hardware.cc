#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::Quantity;
using hardware::Precision;

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text.empty() ? kNotAvailable : text;
}

std::string modes_of(const hardware::Device& device) {
  std::vector<std::string> ids;
  for (const hardware::PowerMode& mode : device.power_modes) ids.push_back(mode.id);
  return joined(ids);
}

// Of the mode that it is in.
double cap_of(const hardware::Device& device) {
  for (const hardware::PowerMode& mode : device.power_modes) {
    if (mode.id == device.power_mode) return mode.cap_w;
  }
  return device.tdp_w;
}

std::string shape_of(const SampleInput& input, const std::map<std::string, std::int64_t>& dims) {
  std::string text;
  for (const std::string& dim : input.shape) {
    const auto bound = dims.find(dim);
    text += (text.empty() ? "" : "×") + (bound == dims.end() ? dim : std::to_string(bound->second));
  }
  return text;
}

}  // namespace

Table hardware_table(const std::vector<hardware::Device>& devices) {
  const core::Scale tera{1e12, "TOPS"};
  TableBuilder table("hardware", "");
  table.text("id", "Id")
      .text("name", "Name", false)
      .text("class", "Class")
      .text("vendor", "Vendor", false)
      .text("deployment", "Deployment", false);
  table.label("units", "Units");
  table.number("peak_fp32_ops_per_s", "fp32", Quantity::throughput, true, "Dense peak").scale(tera);
  table.number("peak_fp16_ops_per_s", "16 bits", Quantity::throughput, false, "Dense peak of fp16, else of bf16")
      .scale(tera);
  table.number("peak_int8_ops_per_s", "int8", Quantity::throughput, true, "Dense peak").scale(tera);
  table.number("int8_ops_per_j", "int8 per watt", Quantity::ratio, false, "int8 peak ÷ the cap of the power mode")
      .scale({1e12, "TOPS/W"});
  table.number("bandwidth_bytes_per_s", "Bandwidth", Quantity::bandwidth).scale({1e9, "GB/s"});
  table.number("memory_bytes", "Memory", Quantity::bytes, false).scale({1e9, "GB"});
  table.number("tdp_w", "TDP", Quantity::power).scale({1, "W"});
  table.text("power_modes", "Modes").label("process_nm", "Node", "nm", false);
  for (const hardware::Device& device : devices) {
    const auto peak = [&device](Precision precision) { return hardware::at(device.peak_ops_per_s, precision); };
    table.row(hardware::key(device))
        .cell(hardware::key(device))
        .cell(device.name)
        .cell(hardware::name(device.device_class));
    table.cell(device.vendor).cell(joined(device.deployment));
    table.cell(std::to_string(device.units) + " " + device.unit_name + (device.units == 1 ? "" : "s"), device.units);
    table.cell(peak(Precision::fp32), "no native path");
    table.cell(peak(Precision::fp16) ? peak(Precision::fp16) : peak(Precision::bf16), "no native path");
    table.cell(peak(Precision::int8), "no native path");
    const double cap_w = cap_of(device);
    table.cell(peak(Precision::int8) && cap_w > 0 ? std::optional<double>(*peak(Precision::int8) / cap_w)
                                                  : std::nullopt);
    const double bandwidth = device.memory.bandwidth_bytes_per_s;
    table.cell(bandwidth > 0 ? std::optional<double>(bandwidth) : std::nullopt, "no memory of its own");
    table.cell(device.memory.capacity_bytes, "depends on the board");
    table.cell(device.tdp_w)
        .cell(modes_of(device))
        .cell(device.process_nm ? core::format_given(*device.process_nm) : kNotAvailable, device.process_nm,
              device.process_nm ? "" : "not known");
  }
  return table.build();
}

Table samples_table(const std::vector<Sample>& samples) {
  TableBuilder table("models", "");
  table.text("name", "Name").text("title", "Model", false).text("family", "Family").text("input", "Input");
  table.label("macs", "MACs", "G")
      .label("parameters", "Parameters", "M")
      .number("file_bytes", "File", Quantity::bytes, false)
      .scale({1e3, "KB"});
  for (const Sample& sample : samples) {
    const double macs = static_cast<double>(sample.macs);
    const double parameters = static_cast<double>(sample.parameters);
    table.row(sample.name).cell(sample.name).cell(sample.title).cell(sample.family);
    table.cell(sample.inputs.empty() ? kNotAvailable : shape_of(sample.inputs.front(), sample.default_dims));
    table.cell(core::format_number(macs * 1e-9, 4), macs).cell(core::format_number(parameters * 1e-6, 4), parameters);
    table.cell(static_cast<double>(sample.file_bytes));
  }
  return table.build();
}

}  // namespace whichchip::report
