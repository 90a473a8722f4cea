#include "report/support.h"

#include <algorithm>
#include <map>

#include "core/units.h"
#include "report/table_builder.h"
#include "report/toolchains.h"

namespace whichchip::report {
namespace {

using core::Quantity;

struct Support {
  std::int64_t own = 0, host = 0, unknown = 0;  // subgraphs
};

const std::vector<workload::Subgraph>& subgraphs_of(const analysis::Comparison& comparison, const analysis::Row& row) {
  return comparison.workload->partition(row.estimate.runtime_used).subgraphs;
}

// By the type of the operator that anchors a subgraph: what is fused to it goes where it goes.
std::map<std::string, Support> support_of(const analysis::Comparison& comparison, const analysis::Row& row) {
  std::map<std::string, Support> result;
  const std::vector<workload::Subgraph>& subgraphs = subgraphs_of(comparison, row);
  for (std::size_t i = 0; i < subgraphs.size(); ++i) {
    const estimate::SubgraphEstimate& part = row.estimate.subgraphs[i];
    for (const int index : subgraphs[i].operators) {
      const workload::Operator& op = comparison.workload->operators[static_cast<std::size_t>(index)];
      if (op.kind == workload::OperatorKind::view) continue;
      Support& support = result[std::string(op.op_type)];
      if (op.kind == workload::OperatorKind::unknown)
        ++support.unknown;
      else
        ++(part.on_host ? support.host : support.own);
    }
  }
  return result;
}

std::string text_of(const Support& support, const analysis::Row& row) {
  const bool emulated = row.estimate.precision.status == estimate::PrecisionStatus::emulated;
  std::string text;
  const auto add = [&](std::int64_t count, const std::string& word) {
    if (count == 0) return;
    const bool all = count == support.own + support.host + support.unknown;
    text += (text.empty() ? "" : ", ") + (all ? word : word + " " + std::to_string(count));
  };
  add(support.own, emulated ? "emulated" : "native");
  add(support.host, "host");
  add(support.unknown, "not counted");
  return text.empty() ? kNotAvailable : text;
}

Table support_table(const analysis::Comparison& comparison, const std::vector<std::map<std::string, Support>>& all) {
  std::map<std::string, bool> types;  // to whether some device does not run it itself
  for (const auto& of_device : all) {
    for (const auto& [type, support] : of_device) types[type] = types[type] || support.host + support.unknown > 0;
  }
  TableBuilder table("support", "Operators that a device hands over or whose work is not known");
  table.text("op", "Operator");
  for (const analysis::Row& row : comparison.rows) table.text(row.key, row.key);
  for (const auto& [type, interesting] : types) {
    if (!interesting) continue;
    table.row(type).cell(type);
    for (std::size_t device = 0; device < all.size(); ++device) {
      const auto found = all[device].find(type);
      table.cell(found == all[device].end() ? kNotAvailable : text_of(found->second, comparison.rows[device]));
    }
  }
  return table.build();
}

Table host_table(const analysis::Comparison& comparison) {
  TableBuilder table("host", "Stretches on the host");
  table.text("hardware", "Hardware").text("host", "Host").text("from", "Subgraphs").label("crossings", "Crossings");
  table.number("fallback_s", "Time there", Quantity::time).number("link_s", "Crossing", Quantity::time);
  table.number("host_j", "Energy there", Quantity::energy, true, "Of one run; counts at the boundaries board and wall");
  constexpr auto kLink = static_cast<std::size_t>(estimate::Rung::link);
  constexpr auto kFallback = static_cast<std::size_t>(estimate::Rung::fallback);
  for (const analysis::Row& row : comparison.rows) {
    const std::vector<workload::Subgraph>& subgraphs = subgraphs_of(comparison, row);
    const std::vector<estimate::SubgraphEstimate>& parts = row.estimate.subgraphs;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].on_host) continue;
      const std::size_t first = i;
      double fallback_s = 0, link_s = 0, host_j = 0;
      for (; i < parts.size() && parts[i].on_host; ++i) {
        fallback_s += parts[i].rungs_s[kFallback];
        link_s += parts[i].rungs_s[kLink];
        host_j += parts[i].host_energy_j;
      }
      if (i < parts.size()) link_s += std::max(0.0, parts[i].rungs_s[kLink] - parts[i].link_s);  // and back
      std::string from = "#" + std::to_string(subgraphs[first].id);
      if (i - first > 1) from += " to #" + std::to_string(subgraphs[i - 1].id);
      table.row(row.key).cell(row.key).cell(row.device.host ? row.device.host->id : kNotAvailable);
      table.cell(from + ", " + subgraphs[first].name);
      table.count((first > 0 ? 1 : 0) + (i < parts.size() ? 1 : 0)).cell(fallback_s).cell(link_s).cell(host_j);
    }
  }
  return table.build();
}

}  // namespace

Section support_section(const analysis::Comparison& comparison) {
  std::vector<std::map<std::string, Support>> all;
  for (const analysis::Row& row : comparison.rows) all.push_back(support_of(comparison, row));
  Section section{kWhoRunsWhat, {}, {}};
  Table support = support_table(comparison, all);
  if (support.rows.empty()) {
    section.lines.push_back(comparison.rows.size() == 1 ? "It runs every operator itself."
                                                        : "Every device runs every operator itself.");
    return section;
  }
  section.tables.push_back(std::move(support));
  Table host = host_table(comparison);
  if (!host.rows.empty()) section.tables.push_back(std::move(host));
  return section;
}

}  // namespace whichchip::report
