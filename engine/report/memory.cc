#include "report/memory.h"

#include <algorithm>
#include <numeric>

#include "core/order.h"
#include "core/units.h"
#include "report/json_parts.h"
#include "report/table_builder.h"

namespace whichchip::report {

Table memory_table(const analysis::MemoryReport& report) {
  using core::Quantity;
  TableBuilder table("memory", "");
  const auto share = [](double part, const estimate::PeakMemory& peak) {
    return peak.total_bytes() > 0 ? std::optional<double>(part / peak.total_bytes()) : std::nullopt;
  };
  table.text("hardware", "Hardware").text("precision", "Precision");
  table.number("weight_bytes", "Weights", Quantity::bytes).number("activation_bytes", "Activations", Quantity::bytes);
  table.number("workspace_bytes", "Workspace", Quantity::bytes, false);
  table.number("context_bytes", "Context", Quantity::bytes, false).number("total_bytes", "Total", Quantity::bytes);
  table.number("weight_share", "Weights", Quantity::fraction, false, "Of the total.");
  table.number("activation_share", "Activations", Quantity::fraction, false, "Of the total.");
  table.number("link_s", "Link", Quantity::time, false, "Of a run: inputs, outputs, and weights that do not fit.");
  table.number("capacity_bytes", "Has", Quantity::bytes).text("fits", "Fits").label("largest_batch", "Largest batch");
  table.number("on_chip_bytes", "On chip", Quantity::bytes, false).text("on_chip", "Stays on chip", false);
  for (const analysis::DeviceMemory& device : report.devices) {
    table.row(device.hardware, device.fits == estimate::Fit::no).cell(device.hardware);
    table.cell(hardware::name(device.precision)).cell(device.peak.weight_bytes).cell(device.peak.activation_bytes);
    table.cell(device.peak.workspace_bytes).cell(device.peak.context_bytes).cell(device.peak.total_bytes());
    table.cell(share(device.peak.weight_bytes, device.peak)).cell(share(device.peak.activation_bytes, device.peak));
    table.cell(device.link_s).cell(device.capacity_bytes).cell(estimate::name(device.fits));
    table.cell(device.largest_batch ? std::to_string(*device.largest_batch) : kNotAvailable,
               device.largest_batch ? std::optional<double>(static_cast<double>(*device.largest_batch)) : std::nullopt);
    table.cell(device.on_chip_bytes > 0 ? std::optional<double>(device.on_chip_bytes) : std::nullopt);
    table.cell(device.weights_on_chip && device.activations_on_chip ? "weights, activations"
               : device.weights_on_chip                             ? "weights"
               : device.activations_on_chip                         ? "activations"
                                                                    : "neither");
  }
  return table.build();
}

Table timeline_table(const analysis::MemoryReport& report, std::size_t count) {
  std::vector<std::size_t> order(report.timeline.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (count > 0) {
    core::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return report.timeline[a].live.bytes > report.timeline[b].live.bytes;
    });
    order.resize(std::min(order.size(), count));
  }
  TableBuilder table("timeline", "");
  table.label("step", "Step").text("name", "Subgraph").number("live_bytes", "Live", core::Quantity::bytes);
  table.number("share", "Of the peak", core::Quantity::fraction).label("tensors", "Tensors");
  for (const std::size_t i : order) {
    const analysis::MemoryReport::Step& step = report.timeline[i];
    const auto bytes = static_cast<double>(step.live.bytes);
    table.row(std::to_string(step.subgraph)).count(step.subgraph).cell(step.name).cell(bytes);
    table.cell(report.peak_bytes > 0 ? std::optional<double>(bytes / static_cast<double>(report.peak_bytes))
                                     : std::nullopt);
    table.count(step.live.buffers);
  }
  return table.build();
}

Chart timeline_chart(const analysis::MemoryReport& report) {
  Chart chart;
  chart.id = "timeline";
  chart.title = "Live activations over the schedule";
  ChartSeries live{"live activations", Mark::steps, {}, "the model's own types", 0};
  std::vector<double> values;
  for (const analysis::MemoryReport::Step& step : report.timeline) {
    const auto bytes = static_cast<double>(step.live.bytes);
    values.push_back(bytes);
    live.points.push_back({static_cast<double>(step.subgraph), bytes,
                           "#" + std::to_string(step.subgraph) + " " + step.name + ": " +
                               core::format(core::Quantity::bytes, bytes) + " in " +
                               core::counted(step.live.buffers, "tensor", "tensors"),
                           0});
  }
  chart.x = {"step", {1, ""}, false};
  chart.y = {"live", core::scale_for(core::Quantity::bytes, static_cast<double>(report.peak_bytes)), false};
  chart.description = "From " + core::format(core::Quantity::bytes, values.empty() ? 0 : values.front()) +
                      " at the first step up to " +
                      core::format(core::Quantity::bytes, static_cast<double>(report.peak_bytes)) + " at step " +
                      std::to_string(report.peak_subgraph) + "; on average " +
                      core::format(core::Quantity::bytes, report.mean_bytes) + ".";
  chart.series.push_back(std::move(live));
  return chart;
}

Document memory_document(const analysis::Comparison& comparison, const analysis::MemoryReport& report, bool all_steps) {
  constexpr std::size_t kStepsShown = 8;
  constexpr std::size_t kTensorsShown = 8;
  Document document;
  document.title = comparison.workload->model.name + ": memory";
  document.subtitle = scenario_line(*comparison.workload, comparison.scenario);
  document.sections.push_back({"", analysis::memory_text(report), {memory_table(report)}});
  TableBuilder tensors("at_peak", "");
  tensors.text("tensor", "Tensor").text("role", "Is").number("bytes", "Size", core::Quantity::bytes);
  for (std::size_t i = 0; i < report.at_peak.size() && i < kTensorsShown; ++i) {
    const auto& tensor = report.at_peak[i];
    tensors.row(tensor.name).cell(tensor.name).cell(tensor.role).cell(static_cast<double>(tensor.bytes));
  }
  if (!report.at_peak.empty())
    document.sections.push_back(
        {"At the peak: #" + std::to_string(report.peak_subgraph) + " " + report.peak_name, {}, {tensors.build()}});
  if (!report.timeline.empty()) {
    Section timeline{"Timeline", {}, {timeline_table(report, all_steps ? 0 : kStepsShown)}, {timeline_chart(report)}};
    if (!all_steps && report.timeline.size() > kStepsShown)
      timeline.lines.push_back("The " + std::to_string(kStepsShown) + " largest of " +
                               std::to_string(report.timeline.size()) + " steps; --verbose lists all.");
    document.sections.push_back(std::move(timeline));
  }
  Section failed{"Cannot run it", {}, {}};
  for (const analysis::Failure& failure : comparison.failed)
    failed.lines.push_back(failure.hardware + ": " + failure.reason);
  if (!failed.lines.empty()) document.sections.push_back(std::move(failed));
  return document;
}

std::string memory_json(const analysis::Comparison& comparison, const analysis::MemoryReport& report,
                        const Versions& versions, int indent) {
  Json document = document_head("memory", versions);
  document["model"] = model_part(*comparison.workload);
  document["scenario"] = scenario_part(*comparison.workload, comparison.scenario);
  document["activations"] = {{"peak_bytes", report.peak_bytes},   {"lower_bound_bytes", report.lower_bound_bytes},
                             {"arena_bytes", report.arena_bytes}, {"peak_subgraph", report.peak_subgraph},
                             {"peak_name", report.peak_name},     {"mean_bytes", number(report.mean_bytes)}};
  document["timeline"] = Json::array();
  for (const analysis::MemoryReport::Step& step : report.timeline)
    document["timeline"].push_back({{"subgraph", step.subgraph},
                                    {"name", step.name},
                                    {"live_bytes", step.live.bytes},
                                    {"tensors", step.live.buffers}});
  document["suggestions"] = remedies_part(report.remedies);
  document["results"] = Json::array();
  for (const analysis::DeviceMemory& device : report.devices)
    document["results"].push_back(
        {{"hardware", device.hardware},
         {"precision_used", hardware::name(device.precision)},
         {"weight_bytes", number(device.peak.weight_bytes)},
         {"activation_bytes", number(device.peak.activation_bytes)},
         {"workspace_bytes", number(device.peak.workspace_bytes)},
         {"context_bytes", number(device.peak.context_bytes)},
         {"total_bytes", number(device.peak.total_bytes())},
         {"capacity_bytes", number(device.capacity_bytes)},
         {"fits", estimate::name(device.fits)},
         {"latency_s", number(device.latency_s)},
         {"link_s", number(device.link_s)},
         {"on_chip_bytes", device.on_chip_bytes > 0 ? number(device.on_chip_bytes) : Json(nullptr)},
         {"weights_on_chip", device.weights_on_chip},
         {"activations_on_chip", device.activations_on_chip},
         {"largest_batch", device.largest_batch ? Json(*device.largest_batch) : Json(nullptr)},
         {"change", text_or_null(device.change)},
         {"devices_together", device.devices_together ? Json(*device.devices_together) : Json(nullptr)}});
  document["failed"] = Json::array();
  for (const analysis::Failure& failure : comparison.failed)
    document["failed"].push_back({{"hardware", failure.hardware}, {"reason", failure.reason}});
  return dumped(document, indent);
}

}  // namespace whichchip::report
