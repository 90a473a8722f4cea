#include "core/units.h"
#include "report/architectures.h"
#include "report/document.h"
#include "report/plain_text.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::format;
using core::Quantity;

std::string hotspot_line(const analysis::EnergyRow& row) {
  std::string line;
  for (const double share : {0.5, 0.8, 0.9, 0.95, 0.99})
    line += (line.empty() ? "" : ", ") + format(Quantity::fraction, share) + " in " +
            std::to_string(analysis::hotspots_for(row, share));
  return "Of the energy, " + line + " of " +
         core::counted(static_cast<std::int64_t>(row.hotspots.size()), "part", "parts") + ".";
}

std::string rate_line(const analysis::EnergyRow& row, double rate_per_s) {
  const std::string rate = core::format_number(rate_per_s) + " requests a second";
  if (!row.dedicated_energy_j) return "It cannot keep up with " + rate + ".";
  return "Dedicated to " + rate + " and idle between them it spends " +
         format(Quantity::energy, *row.dedicated_energy_j) + " an inference; while busy, " +
         format(Quantity::energy, row.energy_j) + ".";
}

Section device_section(const analysis::EnergyReport& report, const analysis::EnergyRow& row, std::size_t top) {
  const estimate::Estimate& e = row.breakdown.estimate;
  Section section{row.key, {}, {}};
  const double batch = static_cast<double>(std::max<std::int64_t>(1, report.workload->batch));
  std::string head = sentence_case(row.breakdown.class_name) + ", " + hardware::name(e.precision.precision) +
                     ", power mode " + row.device.power_mode + ": " + format(Quantity::energy, row.energy_j) +
                     " an inference";
  if (batch > 1) head += ", " + format(Quantity::energy, row.energy_j * batch) + " a batch";
  head += ", " + format(Quantity::time, e.latency_s) + " a batch at " + format(Quantity::power, e.power_w) + ", " +
          format(Quantity::rate, batch / e.latency_s) + "; " + core::format_number(1 / row.energy_j) +
          " inferences per joule";
  if (e.macs > 0 && e.peak_ops_per_s > 0)
    head += "; " + format(Quantity::fraction, 2 * e.macs / (e.latency_s * e.peak_ops_per_s)) + " of the peak";
  if (e.units_mean && e.units_total > 0)
    head += "; " + std::to_string(e.units_used) + " of " + std::to_string(e.units_total) + " " + row.device.unit_name +
            "s at work at most, " + core::format_number(*e.units_mean) + " on average";
  section.lines.push_back(head + ".");
  for (const std::string& line : row.breakdown.characteristics) section.lines.push_back(line);
  if (report.rate_per_s) section.lines.push_back(rate_line(row, *report.rate_per_s));
  if (row.gating_saving_j > 0)
    section.lines.push_back("Units without work waste " + format(Quantity::energy, row.wasted_static_j) +
                            " of static energy an inference; gating them would save " +
                            format(Quantity::energy, row.gating_saving_j) + ".");
  for (const analysis::Remedy& remedy : row.remedies) section.lines.push_back(analysis::told(remedy));
  section.lines.push_back(hotspot_line(row));
  section.tables.push_back(energy_tree_table(row));
  if (top > 0) {
    section.tables.push_back(consumers_table(row, top));
    section.tables.push_back(hotspots_table(row, top));
  }
  if (row.modes.size() > 1) section.tables.push_back(modes_table(row));
  return section;
}

}  // namespace

Document energy_document(const analysis::EnergyReport& report, std::size_t top) {
  Document document;
  document.title = "Energy of " + report.workload->model.name;
  document.subtitle = scenario_line(*report.workload, report.scenario);
  if (!report.rows.empty()) add_table(document.sections, "One inference", energy_table(report));
  Section architectures = architectures_section(report);
  if (!architectures.tables.empty()) document.sections.push_back(std::move(architectures));
  for (const analysis::EnergyRow& row : report.rows) document.sections.push_back(device_section(report, row, top));
  if (!report.failed.empty()) {
    TableBuilder failed("failed", "");
    failed.text("hardware", "Hardware").text("reason", "Reason");
    for (const analysis::Failure& failure : report.failed)
      failed.row(failure.hardware).cell(failure.hardware).cell(failure.reason);
    add_table(document.sections, "Cannot run it", failed.build());
  }
  return document;
}

}  // namespace whichchip::report
