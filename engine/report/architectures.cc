#include "report/architectures.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/units.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using core::format;
using core::Quantity;

struct Words {
  const char *works_as, *steered_by, *reuse, *coherence;
};

const Words& words(hardware::Mapping mapping) {
  static constexpr Words kCpu{"sequential, out of order", "instructions of every core", "caches", "in hardware"};
  static constexpr Words kGpu{"SIMT: warps of threads", "one instruction a warp", "registers, shared memory",
                              "by barriers and L2"};
  static constexpr Words kSystolic{"fixed spatial array", "one instruction a tile", "weights held in the array",
                                   "none needed"};
  static constexpr Words kKpu{"programmable spatial tiles", "tokens that meet their operands", "streams between tiles",
                              "none needed"};
  static constexpr Words kNpu{"fixed spatial cores", "a command stream", "on-chip SRAM", "by the compiler"};
  static constexpr Words kDsp{"VLIW vectors", "one bundle a clock", "vector registers, local memory", "by software"};
  static constexpr Words kDpu{"fixed spatial, in an FPGA", "instructions of a layer's tiles", "block RAM",
                              "by the compiler"};
  static constexpr Words kDataflow{"fixed spatial pipeline", "a sequencer a stage", "maps between stages",
                                   "none needed"};
  static constexpr Words kCgra{"programmable spatial pipeline", "a configuration a pattern", "pattern memories",
                               "none needed"};
  switch (mapping) {
    case hardware::Mapping::cpu:
      return kCpu;
    case hardware::Mapping::gpu:
      return kGpu;
    case hardware::Mapping::systolic:
      return kSystolic;
    case hardware::Mapping::kpu:
      return kKpu;
    case hardware::Mapping::npu:
      return kNpu;
    case hardware::Mapping::dsp:
      return kDsp;
    case hardware::Mapping::dpu:
      return kDpu;
    case hardware::Mapping::dataflow:
      return kDataflow;
    case hardware::Mapping::cgra:
      break;
  }
  return kCgra;
}

// The event that tells units what to do and that the run has most of: one that is fetched, decoded and dispatched is in
// the tree three times.
const estimate::EnergyNode* steering(const estimate::EnergyNode& node) {
  static constexpr std::array kUnits{"instruction", "warp instruction", "bundle", "command", "token", "step"};
  const bool steers = node.count && std::find(kUnits.begin(), kUnits.end(), node.unit) != kUnits.end();
  const estimate::EnergyNode* most = steers ? &node : nullptr;
  for (const estimate::EnergyNode& child : node.children) {
    const estimate::EnergyNode* found = steering(child);
    if (found != nullptr && (most == nullptr || *found->count > *most->count)) most = found;
  }
  return most;
}

double operations(const analysis::EnergyReport& report) {
  const workload::Workload& workload = *report.workload;
  return (2 * static_cast<double>(workload.totals.macs) + static_cast<double>(workload.totals.vector_ops)) /
         static_cast<double>(workload.batch);
}

double control_share(const estimate::Estimate& e) {
  const double control = e.energy_split_j[static_cast<std::size_t>(estimate::EnergyKind::control)];
  return e.dynamic_energy_j > 0 ? control / e.dynamic_energy_j : 0;
}

std::string least_and_most(const analysis::EnergyReport& report) {
  const auto [least, most] = std::minmax_element(
      report.rows.begin(), report.rows.end(),
      [](const analysis::EnergyRow& a, const analysis::EnergyRow& b) { return a.energy_j < b.energy_j; });
  const double ops = operations(report);
  const auto side = [&](const analysis::EnergyRow& row) {
    return format(Quantity::energy, row.energy_j / ops) + " on " + row.key + " (" +
           format(Quantity::fraction, control_share(row.breakdown.estimate)) + " of its dynamic energy is control)";
  };
  return "An operation of this model costs " + side(*most) + " and " + side(*least) + ": " +
         format(Quantity::ratio, most->energy_j / least->energy_j) + ".";
}

}  // namespace

Section architectures_section(const analysis::EnergyReport& report) {
  Section section{"How the architectures work on it", {}, {}};
  const bool several = std::any_of(report.rows.begin(), report.rows.end(), [&](const analysis::EnergyRow& row) {
    return row.device.mapping != report.rows.front().device.mapping;
  });
  const double ops = operations(report);
  if (!several || ops <= 0) return section;
  section.lines.push_back(least_and_most(report));
  TableBuilder table("architectures", "");
  table.text("hardware", "Hardware")
      .text("works_as", "Works as")
      .text("steered_by", "Steered by")
      .text("reuse", "Operands reused in", false)
      .text("coherence", "Coherence", false)
      .number("macs_at_once", "MACs at once", Quantity::count, true, "Peak at the precision used ÷ (2 × clock)")
      .label("steering_per_mac", "Steering per 1000 MACs", "", true,
             "Instructions, bundles, commands, tokens or steps, whichever the run has most of")
      .number("j_per_op", "Per operation", Quantity::energy, true,
              "Energy of an inference ÷ (2 × MACs + vector operations)")
      .number("control", "Control", Quantity::fraction, true, "Of the dynamic energy")
      .text("confidence", "Confidence", false);
  for (const analysis::EnergyRow& row : report.rows) {
    const estimate::Estimate& e = row.breakdown.estimate;
    const Words& said = words(row.device.mapping);
    table.row(row.key).cell(row.key).cell(said.works_as).cell(said.steered_by).cell(said.reuse).cell(said.coherence);
    const bool clocked = row.device.clock_hz > 0 && e.peak_ops_per_s > 0;
    table.cell(clocked ? std::optional<double>(e.peak_ops_per_s / (2 * row.device.clock_hz)) : std::nullopt,
               clocked ? "" : "no clock is published");
    const estimate::EnergyNode* event = steering(row.breakdown.tree);
    if (event != nullptr && e.macs > 0) {
      constexpr double kMacs = 1000;
      const double per_mac = *event->count * static_cast<double>(report.workload->batch) / e.macs;
      table.cell(core::format_number(kMacs * per_mac) + " " + event->unit + "s", per_mac);
    } else {
      table.cell(kNotAvailable, std::nullopt, "configured before the run");
    }
    table.cell(row.energy_j / ops).cell(control_share(e)).cell(estimate::name(e.confidence));
  }
  section.tables.push_back(table.build());
  return section;
}

}  // namespace whichchip::report
