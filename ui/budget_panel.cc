#include <array>
#include <string>
#include <utility>
#include <vector>

#include "analysis/budget.h"
#include "analysis/recommend.h"
#include "core/units.h"
#include "report/check.h"
#include "report/plain_text.h"
#include "ui/graph_panels.h"

namespace whichchip::ui {
namespace {

constexpr std::size_t kChangesTried = 8;  // misses for which a change is looked for, as on the command line
constexpr const char* kNone = "none";

// A limit that is chosen from a list; any other is written on the command line.
struct Limit {
  const char* metric;
  const char* label;
  const char* unit;
  std::array<double, 8> values;
};
constexpr Limit kLimits[] = {
    {"latency", "Latency at most", "ms", {1, 5, 10, 16.7, 33.3, 50, 100, 500}},
    {"energy", "Energy at most", "mJ", {1, 5, 10, 50, 100, 200, 500, 1000}},
    {"power", "Power at most", "W", {2.5, 5, 7, 10, 15, 30, 75, 300}},
    {"memory", "Memory at most", "MB", {64, 128, 256, 512, 1000, 4000, 16000, 80000}},
    {"throughput", "Throughput at least", "/s", {10, 30, 60, 100, 500, 1000, 5000, 10000}},
    {"cost", "Cost of 1 M at most", "$", {0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50}},
};
// Names for several limits that analysis::parse_budgets knows.
constexpr std::pair<const char*, const char*> kPresets[] = {
    {kNone, "None"}, {"edge", "Edge: 15 W, 100 mJ, 50 ms, 512 MB"}, {"cloud", "Cloud: 10 000 a second"}};

std::vector<analysis::Budget> budgets_of(const PanelOptions& options) {
  std::vector<analysis::Budget> budgets;
  const auto add = [&](const std::string& text) {
    for (const analysis::Budget& budget : analysis::parse_budgets(text)) budgets.push_back(budget);
  };
  if (const std::string preset = option(options, "preset", kNone); preset != kNone) add(preset);
  for (const Limit& limit : kLimits) {
    const std::string chosen = option(options, limit.metric, kNone);
    if (chosen != kNone) add(std::string(limit.metric) + "=" + chosen);
  }
  return budgets;
}

analysis::Goal goal_of(const PanelOptions& options) {
  const std::string wanted = option(options, "goal", "");
  for (const analysis::Goal goal : analysis::kGoals) {
    if (wanted == analysis::name(goal)) return goal;
  }
  return analysis::Goal::latency;
}

// `use(comparison, recommendation)`: a comparison points into its workload, so neither leaves here.
template <typename Use>
auto with_recommendation(const GraphContext& context, Use use) {
  const auto devices = analysis::select_devices(context.request, context.catalog);
  const workload::Workload workload = context.model(context.request);
  const analysis::Comparison comparison = analysis::compare(workload, devices, context.request);
  const std::vector<analysis::Budget> budgets = budgets_of(context.options);
  analysis::Recommendation recommendation =
      analysis::recommend(comparison, budgets, goal_of(context.options), std::nullopt);
  for (std::size_t i = 0; i < recommendation.misses.size() && i < kChangesTried; ++i) {
    analysis::Miss& miss = recommendation.misses[i];
    miss.change = analysis::suggest(context.model, context.request, comparison.rows[miss.row].device, budgets);
  }
  return use(comparison, recommendation);
}

}  // namespace

report::Document budget_panel(const GraphContext& context) {
  return with_recommendation(context, [](const auto& comparison, const auto& recommendation) {
    return report::recommend_document(comparison, recommendation);
  });
}

std::string budget_json(const GraphContext& context, const report::Versions& versions) {
  return with_recommendation(context, [&](const auto& comparison, const auto& recommendation) {
    return report::recommend_json(comparison, recommendation, versions);
  });
}

std::vector<Setting> budget_settings(const PanelContext& context) {
  Setting goal{"goal", "Best for", {}, analysis::name(goal_of(context.options))};
  for (const analysis::Goal each : analysis::kGoals)
    goal.choices.push_back({analysis::name(each), report::sentence_case(analysis::name(each))});
  Setting preset{"preset", "Usual limits", {}, option(context.options, "preset", kNone)};
  for (const auto& [value, label] : kPresets) preset.choices.push_back({value, label});
  std::vector<Setting> all{goal, preset};
  for (const Limit& limit : kLimits) {
    Setting setting{limit.metric, limit.label, {{kNone, "Any"}}, option(context.options, limit.metric, kNone)};
    for (const double value : limit.values) {
      const std::string number = core::format_given(value);
      const std::string gap = limit.unit[0] == '/' ? "" : " ";
      setting.choices.push_back({number + limit.unit, number + gap + limit.unit});
    }
    all.push_back(std::move(setting));
  }
  return all;
}

}  // namespace whichchip::ui
