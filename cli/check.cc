#include "report/check.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "analysis/budget.h"
#include "analysis/recommend.h"
#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::cli {
namespace {

constexpr std::size_t kChangesTried = 8;  // misses for which a change is looked for

std::vector<analysis::Budget> budgets_of(const Arguments& arguments) {
  std::vector<analysis::Budget> budgets;
  for (const std::string& item : arguments.items("budget")) {
    for (const analysis::Budget& budget : analysis::parse_budgets(item)) budgets.push_back(budget);
  }
  return budgets;
}

analysis::Goal goal_of(const Arguments& arguments) {
  const std::string wanted = core::lower_case(arguments.value("goal", "latency"));
  std::vector<std::string> names;
  for (const analysis::Goal goal : analysis::kGoals) {
    names.emplace_back(analysis::name(goal));
    if (wanted == names.back()) return goal;
  }
  throw core::Error(core::ErrorCode::bad_usage, "unknown goal '" + wanted + "'", "--goal",
                    "choose " + core::join_choices(names));
}

std::optional<hardware::Precision> floor_of(const Arguments& arguments) {
  if (!arguments.has("precision-floor")) return std::nullopt;
  analysis::Request one;  // knows the names and the error texts
  analysis::set_option(one, "precision", arguments.value("precision-floor"));
  return one.scenario.precision;
}

}  // namespace

int run_check(const Arguments& arguments) {
  const analysis::Request& request = arguments.request;
  const std::vector<analysis::Budget> budgets = budgets_of(arguments);
  if (budgets.empty())
    throw core::Error(core::ErrorCode::bad_usage, "check needs a budget", "--budget", "write --budget latency=50ms");
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  const std::vector<hardware::Device> devices = analysis::select_devices(request, catalog);
  const analysis::OpenModel model = open_model(arguments.positionals.front());
  const workload::Workload workload = model(request);
  const analysis::Comparison comparison = analysis::compare(workload, devices, request);
  analysis::Check check = analysis::check(comparison, budgets, arguments.has("strict"));
  if (arguments.has("suggest")) {
    for (const analysis::Row& row : comparison.rows) {
      if (analysis::keeps(row, budgets)) continue;
      if (auto suggestion = analysis::suggest(model, request, row.device, budgets))
        check.suggestions.push_back(std::move(*suggestion));
      else
        check.suggestions.push_back(
            {row.key, "", "no single change of batch, precision, power mode or bandwidth keeps them"});
    }
  }
  const report::Versions versions = report::versions(catalog);
  Arguments to_file = arguments;
  to_file.append = false;  // that is for the rows of a CSV
  if (arguments.has("junit")) {
    to_file.output = arguments.value("junit");
    write(report::check_junit(comparison, check), to_file);
  }
  if (arguments.has("sarif")) {
    to_file.output = arguments.value("sarif");
    write(report::check_sarif(comparison, check, arguments.positionals.front(), versions), to_file);
  }
  if (arguments.format == Format::json) {
    write(report::check_json(comparison, check, versions) + "\n", arguments);
  } else if (arguments.format == Format::csv) {
    write(report::csv(report::check_table(check)), arguments);
  } else {
    write(rendered(report::check_document(comparison, check), arguments), arguments);
  }
  return check.passed ? 0 : 1;
}

void run_recommend(const Arguments& arguments) {
  const analysis::Request& request = arguments.request;
  const std::vector<analysis::Budget> budgets = budgets_of(arguments);
  const analysis::Goal goal = goal_of(arguments);
  const std::optional<hardware::Precision> floor = floor_of(arguments);
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  const std::vector<hardware::Device> devices = analysis::select_devices(request, catalog);
  const analysis::OpenModel model = open_model(arguments.positionals.front());
  const workload::Workload workload = model(request);
  const analysis::Comparison comparison = analysis::compare(workload, devices, request);
  analysis::Recommendation recommendation = analysis::recommend(comparison, budgets, goal, floor);
  for (std::size_t i = 0; i < recommendation.misses.size() && i < kChangesTried && !floor; ++i) {
    analysis::Miss& miss = recommendation.misses[i];
    miss.change = analysis::suggest(model, request, comparison.rows[miss.row].device, budgets);
  }
  if (arguments.format == Format::json)
    return write(report::recommend_json(comparison, recommendation, report::versions(catalog)) + "\n", arguments);
  if (arguments.format == Format::csv)
    return write(report::csv(report::feasible_table(comparison, recommendation)), arguments);
  write(rendered(report::recommend_document(comparison, recommendation), arguments), arguments);
}

}  // namespace whichchip::cli
