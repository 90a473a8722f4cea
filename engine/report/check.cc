#include "report/check.h"

#include "report/json_parts.h"
#include "report/markup.h"
#include "report/plain_text.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using analysis::CheckRow;
using analysis::Verdict;

std::string shown(const CheckRow& row) {
  return row.value ? core::format(analysis::quantity(row.budget.metric), *row.value) : kNotAvailable;
}

std::string interval_text(const CheckRow& row) {
  if (!row.interval || row.interval->low == row.interval->high) return kNotAvailable;
  const core::Quantity q = analysis::quantity(row.budget.metric);
  return core::format(q, row.interval->low) + " to " + core::format(q, row.interval->high);
}

std::string sentence(const CheckRow& row) {
  return row.hardware + ": " + analysis::name(row.budget.metric) + " " + shown(row) + ", " +
         analysis::describe(row.budget) + (row.reason.empty() ? "" : " (" + row.reason + ")");
}

std::size_t count_of(const analysis::Check& check, Verdict verdict) {
  std::size_t count = 0;
  for (const CheckRow& row : check.rows) count += row.verdict == verdict ? 1 : 0;
  return count;
}

}  // namespace

Table check_table(const analysis::Check& check) {
  TableBuilder table("check", "");
  table.text("hardware", "Hardware").text("metric", "Metric").label("value", "Value");
  table.label("interval", "90 % interval", "", false);
  table.label("limit", "Limit").number("margin", "Margin", core::Quantity::fraction).text("verdict", "Verdict");
  table.text("reason", "Remark");
  for (const CheckRow& row : check.rows) {
    table.row(row.hardware, row.verdict == Verdict::fail).cell(row.hardware).cell(analysis::name(row.budget.metric));
    table.cell(shown(row), row.value).cell(interval_text(row)).cell(analysis::describe(row.budget), row.budget.limit);
    table.cell(row.margin).cell(analysis::name(row.verdict)).cell(row.reason);
  }
  return table.build();
}

Document check_document(const analysis::Comparison& comparison, const analysis::Check& check) {
  Document document;
  document.title =
      comparison.workload->model.name + ": " + (check.passed ? "every budget holds" : "a budget is broken");
  document.subtitle = scenario_line(*comparison.workload, comparison.scenario);
  Section summary{"", {}, {}};
  summary.lines.push_back(core::counted(static_cast<std::int64_t>(check.rows.size()), "budget", "budgets") +
                          " checked: " + std::to_string(count_of(check, Verdict::pass)) + " pass, " +
                          std::to_string(count_of(check, Verdict::uncertain)) + " uncertain, " +
                          std::to_string(count_of(check, Verdict::fail)) + " fail.");
  summary.tables.push_back(check_table(check));
  document.sections.push_back(std::move(summary));
  Section suggestions{"What would keep them", {}, {}};
  for (const analysis::Suggestion& suggestion : check.suggestions) {
    suggestions.lines.push_back(suggestion.hardware + ", " + suggestion.text +
                                (suggestion.option.empty() ? "" : ": " + suggestion.option));
  }
  if (!suggestions.lines.empty()) document.sections.push_back(std::move(suggestions));
  return document;
}

std::string check_json(const analysis::Comparison& comparison, const analysis::Check& check, const Versions& versions,
                       int indent) {
  Json document = document_head("check", versions);
  document["model"] = model_part(*comparison.workload);
  document["scenario"] = scenario_part(*comparison.workload, comparison.scenario);
  document["passed"] = check.passed;
  document["rows"] = Json::array();
  for (const CheckRow& row : check.rows) {
    document["rows"].push_back({{"hardware", row.hardware},
                                {"metric", analysis::name(row.budget.metric)},
                                {"budget", number(row.budget.limit)},
                                {"value", number(row.value)},
                                {"interval", row.interval ? interval(*row.interval) : Json(nullptr)},
                                {"margin", number(row.margin)},
                                {"passed", row.verdict != Verdict::fail},
                                {"verdict", analysis::name(row.verdict)},
                                {"reason", text_or_null(row.reason)}});
  }
  document["suggestions"] = Json::array();
  for (const analysis::Suggestion& suggestion : check.suggestions)
    document["suggestions"].push_back(
        {{"hardware", suggestion.hardware}, {"option", text_or_null(suggestion.option)}, {"text", suggestion.text}});
  return dumped(document, indent);
}

std::string check_junit(const analysis::Comparison& comparison, const analysis::Check& check) {
  const std::string suite = markup_escaped("whichchip." + comparison.workload->model.name);
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"" + suite +
                    "\" tests=\"" + std::to_string(check.rows.size()) + "\" failures=\"" +
                    std::to_string(count_of(check, Verdict::fail)) + "\" skipped=\"" +
                    std::to_string(count_of(check, Verdict::uncertain)) + "\" errors=\"0\">\n";
  for (const CheckRow& row : check.rows) {
    xml +=
        "<testcase classname=\"" + suite + "\" name=\"" +
        markup_escaped(row.hardware + " " + analysis::name(row.budget.metric) + " " + analysis::describe(row.budget)) +
        "\"";
    if (row.verdict == Verdict::pass) {
      xml += "/>\n";
      continue;
    }
    const char* tag = row.verdict == Verdict::fail ? "failure" : "skipped";
    xml += std::string("><") + tag + " message=\"" + markup_escaped(sentence(row)) + "\"/></testcase>\n";
  }
  return xml + "</testsuite>\n</testsuites>\n";
}

std::string check_sarif(const analysis::Comparison& comparison, const analysis::Check& check, const std::string& file,
                        const Versions& versions) {
  Json results = Json::array();
  for (const CheckRow& row : check.rows) {
    if (row.verdict == Verdict::pass) continue;
    results.push_back({{"ruleId", std::string("budget/") + analysis::name(row.budget.metric)},
                       {"level", row.verdict == Verdict::fail ? "error" : "warning"},
                       {"message", {{"text", comparison.workload->model.name + " on " + sentence(row)}}},
                       {"locations", {{{"physicalLocation", {{"artifactLocation", {{"uri", file}}}}}}}}});
  }
  Json rules = Json::array();
  for (const analysis::BudgetMetric metric : analysis::kBudgetMetrics) {
    const std::string name = analysis::name(metric);
    rules.push_back({{"id", "budget/" + name}, {"shortDescription", {{"text", "The budget of " + name}}}});
  }
  const Json document{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool", {{"driver", {{"name", "whichchip"}, {"version", versions.whichchip}, {"rules", std::move(rules)}}}}},
         {"results", std::move(results)}}}}};
  return dumped(document, 2) + "\n";
}

namespace {

std::string titled(std::string name) {
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

}  // namespace

Table feasible_table(const analysis::Comparison& comparison, const analysis::Recommendation& r) {
  TableBuilder table("feasible", "");
  table.label("rank", "#").text("hardware", "Hardware").text("precision", "Precision");
  table.number("latency_s", "Latency", core::Quantity::time).number("energy_j", "Energy", core::Quantity::energy);
  table.number("power_w", "Power", core::Quantity::power);
  table.number("cost_usd_per_million", "Per 1 M", core::Quantity::money);
  // The goal, where no column shows it yet.
  const bool shown =
      r.goal == analysis::Goal::latency || r.goal == analysis::Goal::energy || r.goal == analysis::Goal::cost;
  if (!shown) table.number("goal", titled(analysis::name(r.goal)), analysis::quantity(r.goal));
  table.text("pareto", "Unbeaten");
  for (std::size_t i = 0; i < r.feasible.size(); ++i) {
    const analysis::Row& row = comparison.rows[r.feasible[i]];
    bool unbeaten = false;
    for (const std::size_t other : r.pareto) unbeaten = unbeaten || other == r.feasible[i];
    table.row(row.key).count(static_cast<std::int64_t>(i) + 1).cell(row.key);
    table.cell(hardware::name(row.estimate.precision.precision)).cell(row.batch_latency_s).cell(row.energy_j);
    table.cell(row.estimate.power_w).cell(row.cost_usd_per_million);
    if (!shown) table.cell(analysis::value(row, r.goal));
    table.cell(unbeaten ? "yes" : "no");
  }
  return table.build();
}

Table misses_table(const analysis::Comparison& comparison, const analysis::Recommendation& r) {
  TableBuilder table("misses", "");
  table.text("hardware", "Hardware").text("lacks", "Lacks").text("change", "Would do with");
  for (const analysis::Miss& miss : r.misses) {
    const std::string& key = comparison.rows[miss.row].key;
    table.row(key, true).cell(key).cell(miss.lacks).cell(miss.change ? miss.change->text : kNotAvailable);
  }
  return table.build();
}

Document recommend_document(const analysis::Comparison& comparison, const analysis::Recommendation& r) {
  constexpr std::size_t kMostMisses = 8;
  Document document;
  document.title = comparison.workload->model.name + ": which device, for " + analysis::name(r.goal);
  document.subtitle = scenario_line(*comparison.workload, comparison.scenario);
  document.sections.push_back({"", r.text, {}});
  if (!r.feasible.empty()) add_table(document.sections, "Keeps every limit", feasible_table(comparison, r));
  Table misses = misses_table(comparison, r);
  if (misses.rows.size() > kMostMisses) misses.rows.resize(kMostMisses);
  if (!misses.rows.empty()) add_table(document.sections, "Nearest misses", std::move(misses));
  Section failed{"Cannot run it", {}, {}};
  for (const analysis::Failure& failure : comparison.failed)
    failed.lines.push_back(failure.hardware + ": " + failure.reason);
  if (!failed.lines.empty()) document.sections.push_back(std::move(failed));
  return document;
}

std::string recommend_json(const analysis::Comparison& comparison, const analysis::Recommendation& r,
                           const Versions& versions, int indent) {
  const auto keys = [&](const std::vector<std::size_t>& rows) {
    Json list = Json::array();
    for (const std::size_t i : rows) list.push_back(comparison.rows[i].key);
    return list;
  };
  Json document = document_head("recommend", versions);
  document["model"] = model_part(*comparison.workload);
  document["scenario"] = scenario_part(*comparison.workload, comparison.scenario);
  document["goal"] = analysis::name(r.goal);
  document["budgets"] = Json::array();
  for (const analysis::Budget& budget : r.budgets)
    document["budgets"].push_back({{"metric", analysis::name(budget.metric)}, {"limit", number(budget.limit)}});
  document["pick"] = r.feasible.empty() ? Json(nullptr) : Json(comparison.rows[r.feasible.front()].key);
  document["feasible"] = Json::array();
  for (const std::size_t i : r.feasible) {
    const analysis::Row& row = comparison.rows[i];
    document["feasible"].push_back({{"hardware", row.key},
                                    {"value", number(analysis::value(row, r.goal))},
                                    {"latency_s", number(row.batch_latency_s)},
                                    {"energy_j", number(row.energy_j)},
                                    {"cost_usd_per_million", number(row.cost_usd_per_million)}});
  }
  document["pareto"] = keys(r.pareto);
  document["about_equal"] = keys(r.equals);
  document["misses"] = Json::array();
  for (const analysis::Miss& miss : r.misses)
    document["misses"].push_back({{"hardware", comparison.rows[miss.row].key},
                                  {"lacks", miss.lacks},
                                  {"change", miss.change ? text_or_null(miss.change->text) : Json(nullptr)}});
  document["failed"] = Json::array();
  for (const analysis::Failure& failure : comparison.failed)
    document["failed"].push_back({{"hardware", failure.hardware}, {"reason", failure.reason}});
  document["text"] = r.text;
  return dumped(document, indent);
}

}  // namespace whichchip::report
