#include "report/layer.h"

#include <algorithm>

#include "analysis/insights.h"
#include "core/order.h"
#include "report/table_builder.h"
#include "workload/provenance.h"

namespace whichchip::report {
namespace {

using core::Quantity;

struct Part {
  const analysis::Row* row;
  const estimate::SubgraphEstimate* estimate;
};

// What takes most of its time beyond the ideal: "launch and dispatch, 40 %".
std::string largest_loss(const estimate::SubgraphEstimate& part) {
  std::size_t most = 1;
  for (std::size_t i = 1; i < part.rungs_s.size(); ++i) {
    if (part.rungs_s[i] > part.rungs_s[most]) most = i;
  }
  if (part.latency_s <= 0 || part.rungs_s[most] <= 0) return kNotAvailable;
  return std::string(analysis::describe(static_cast<estimate::Rung>(most))) + ", " +
         core::format(Quantity::fraction, part.rungs_s[most] / part.latency_s);
}

Table layer_table(const analysis::Comparison& comparison, const std::vector<Part>& parts) {
  const auto batch = static_cast<double>(comparison.workload->batch);
  TableBuilder table("layer", "");
  table.text("hardware", "Hardware").number("latency_s", "Time", Quantity::time);
  table.number("share", "Of the batch", Quantity::fraction).number("energy_j", "Energy", Quantity::energy);
  table.number("dram_bytes", "DRAM", Quantity::bytes).label("units_used", "Units").text("bound", "Bound");
  table.text("loss", "Most beyond the ideal");
  for (const Part& part : parts) {
    const analysis::Row& row = *part.row;
    table.row(row.key).cell(row.key).cell(part.estimate->latency_s);
    table.cell(row.batch_latency_s > 0 ? std::optional<double>(part.estimate->latency_s / row.batch_latency_s)
                                       : std::nullopt);
    table.cell((part.estimate->dynamic_energy_j + part.estimate->static_energy_j) / batch);
    table.cell(part.estimate->dram_bytes).count(part.estimate->units_used).cell(estimate::name(part.estimate->bound));
    table.cell(part.estimate->on_host ? "runs on the host" : largest_loss(*part.estimate));
  }
  return table.build();
}

}  // namespace

std::string shape_of(const std::vector<std::int64_t>& dims) {
  std::string text;
  for (const std::int64_t dim : dims) {
    if (!text.empty()) text += "×";
    text += dim < 0 ? "?" : std::to_string(dim);
  }
  return dims.empty() ? "scalar" : text;
}

std::string first_shape(const workload::Workload& workload, const workload::Accesses& accesses) {
  if (accesses.empty()) return kNotAvailable;
  return shape_of(workload.tensors[static_cast<std::size_t>(accesses.front().tensor)].dims);
}

std::vector<std::string> arithmetic_lines(const workload::Workload& workload, const workload::Subgraph& subgraph) {
  std::vector<std::string> lines;
  for (const int i : subgraph.operators) {
    const workload::Operator& op = workload.operators[static_cast<std::size_t>(i)];
    const workload::Provenance shown = workload::provenance(workload, op);
    std::string line = "#" + std::to_string(subgraph.id) + " " + (op.name.empty() ? op.op_type : op.name) + ": " +
                       (shown.rule.empty() ? std::string(op.op_type) : shown.rule);
    for (const std::string& part : shown.arithmetic) line += "; " + part;
    for (const std::string& part : shown.assumptions) line += "; assumed: " + part;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Section> layer_sections(const analysis::Comparison& comparison, const std::string& id) {
  const workload::Workload& workload = *comparison.workload;
  const std::vector<workload::Subgraph>& subgraphs = workload.partition(comparison.scenario.runtime).subgraphs;
  const auto found = std::find_if(subgraphs.begin(), subgraphs.end(), [&](const workload::Subgraph& subgraph) {
    return std::to_string(subgraph.id) == id;
  });
  if (found == subgraphs.end()) return {};
  const auto index = static_cast<std::size_t>(found - subgraphs.begin());
  std::vector<Part> parts;
  for (const analysis::Row& row : comparison.rows) {
    const std::vector<estimate::SubgraphEstimate>& estimates = row.estimate.subgraphs;
    if (row.estimate.runtime_used == comparison.scenario.runtime && index < estimates.size())
      parts.push_back({&row, &estimates[index]});
  }
  core::stable_sort(parts, [](const Part& a, const Part& b) { return a.estimate->latency_s < b.estimate->latency_s; });
  return {{"Layer #" + id + " " + found->name, {}, {layer_table(comparison, parts)}},
          {"How it is counted: T is a transcendental operation", arithmetic_lines(workload, *found), {}}};
}

}  // namespace whichchip::report
