#include "ui/graph_panels.h"

#include <string>

#include "analysis/lengths.h"
#include "analysis/memory.h"
#include "analysis/other_settings.h"
#include "analysis/sweep.h"
#include "report/language.h"
#include "report/memory.h"
#include "report/sweep.h"

namespace whichchip::ui {
namespace {

constexpr const char* kBatchAxis = "batch";
constexpr const char* kPrecisionAxis = "precision";
constexpr double kAdvisedLatency_s = 0.01;

// Values around the one that is shown: a quarter, half, itself, twice and four times.
std::vector<std::int64_t> around(std::int64_t value) {
  std::vector<std::int64_t> values;
  for (const std::int64_t each : {value / 4, value / 2, value, value * 2, value * 4}) {
    if (each >= 1 && (values.empty() || values.back() != each)) values.push_back(each);
  }
  return values;
}

analysis::Sweep sweep_of(const GraphContext& context) {
  const std::string axis = option(context.options, "axis", kBatchAxis);
  analysis::Request request = context.request;
  analysis::SweepAxes axes;
  axes.batches = {request.batch};
  axes.precisions = {request.scenario.precision};
  if (axis == kBatchAxis) {
    axes.batches = {1, 2, 4, 8, 16, 32, 64};
  } else if (axis == kPrecisionAxis) {
    axes.precisions.clear();
    for (const char* each : {"fp32", "bf16", "fp16", "int8"})
      axes.precisions.push_back(hardware::parse_precision(each));
  } else {
    const workload::Workload shown = context.model(request);
    for (const model::Symbol& symbol : shown.model.symbols) {
      if (symbol.name == axis) axes.dims = {{axis, around(symbol.value)}};
    }
  }
  const auto devices = analysis::select_devices(request, context.catalog);
  return analysis::sweep({context.model}, devices, request, axes, kAdvisedLatency_s);
}

// `use(comparison, report)`: a comparison points into its workload, so neither leaves here.
template <typename Use>
auto with_memory(const GraphContext& context, Use use) {
  const auto devices = analysis::select_devices(context.request, context.catalog);
  const workload::Workload workload = context.model(context.request);
  const analysis::Comparison comparison =
      analysis::compare(workload, devices, context.request.scenario, analysis::Metric::memory);
  analysis::MemoryReport report = analysis::memory_report(comparison);
  analysis::add_alternatives(context.model, context.request, comparison, report);
  return use(comparison, report);
}

// `use(comparison)`, its `language` filled in where the model has phases.
template <typename Use>
auto with_phases(const GraphContext& context, Use use) {
  const auto devices = analysis::select_devices(context.request, context.catalog);
  const workload::Workload workload = context.model(context.request);
  analysis::Comparison comparison = analysis::compare(workload, devices, context.request);
  comparison.language = analysis::language_report(context.model, context.request, workload, devices);
  analysis::add_other_settings(comparison, analysis::other_settings(comparison, context.model, context.request));
  return use(comparison);
}

}  // namespace

report::Document sweep_panel(const GraphContext& context) { return report::sweep_document(sweep_of(context)); }
std::string sweep_json(const GraphContext& context, const report::Versions& versions) {
  return report::sweep_json(sweep_of(context), versions);
}

std::vector<Setting> sweep_settings(const PanelContext& context) {
  Setting axis{"axis",
               "Over",
               {{kBatchAxis, "Batch"}, {kPrecisionAxis, "Precision"}},
               option(context.options, "axis", kBatchAxis)};
  for (const model::Symbol& symbol : context.comparison.workload->model.symbols) {
    if (symbol.name != kBatchAxis && symbol.origin != model::SymbolOrigin::derived)
      axis.choices.push_back({symbol.name, symbol.name});
  }
  return {axis};
}

report::Document memory_panel(const GraphContext& context) {
  return with_memory(context, [](const auto& comparison, const auto& report) {
    return report::memory_document(comparison, report, true);
  });
}
std::string memory_json(const GraphContext& context, const report::Versions& versions) {
  return with_memory(context, [&](const auto& comparison, const auto& report) {
    return report::memory_json(comparison, report, versions);
  });
}

report::Document phases_panel(const GraphContext& context) {
  return with_phases(context, [](const analysis::Comparison& comparison) -> report::Document {
    if (comparison.language) return report::language_document(comparison);
    return {"Phases",
            "",
            {{"",
              {"This model keeps nothing from one token to the next, so it has one phase only.",
               "A language model with a cache has two: reading the prompt, and writing token by token. The sample "
               "llama3_8b is one."},
              {}}}};
  });
}
std::string phases_json(const GraphContext& context, const report::Versions& versions) {
  return with_phases(context, [&](const analysis::Comparison& comparison) {
    return report::compare_json(comparison, context.request.level, versions);
  });
}

}  // namespace whichchip::ui
