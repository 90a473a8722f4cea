#include "analysis/explain.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "analysis/advice.h"
#include "analysis/costing.h"
#include "core/error.h"
#include "core/suggest.h"
#include "report/explain.h"

namespace whichchip::cli {
namespace {

analysis::ExplainMetric metric_of(const Arguments& arguments) {
  const std::string wanted = core::lower_case(arguments.value("metric", "latency"));
  std::vector<std::string> names;
  for (const analysis::ExplainMetric metric : analysis::kExplainMetrics) {
    names.emplace_back(analysis::name(metric));
    if (wanted == names.back()) return metric;
  }
  throw core::Error(core::ErrorCode::bad_usage, "unknown metric '" + wanted + "'", "--metric",
                    "choose " + core::join_choices(names));
}

const analysis::Row& row_of(const analysis::Comparison& comparison, const std::string& key) {
  for (const analysis::Row& row : comparison.rows) {
    if (row.key == key) return row;
  }
  for (const analysis::Failure& failure : comparison.failed) {
    if (failure.hardware == key) throw core::Error(core::ErrorCode::bad_usage, failure.reason, key);
  }
  throw core::Error(core::ErrorCode::internal, "no estimate of " + key);
}

}  // namespace

void run_explain(const Arguments& arguments) {
  const analysis::ExplainMetric metric = metric_of(arguments);
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  std::vector<hardware::Device> devices;
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i)
    devices.push_back(hardware::find_device(catalog, arguments.positionals[i]));
  const bool pair = devices.size() == 2;
  if (pair && hardware::key(devices[0]) == hardware::key(devices[1]))
    throw core::Error(core::ErrorCode::bad_usage, "A and B are the same device", hardware::key(devices[0]),
                      "name one device to see where its time goes, or two different ones");
  if (!pair && metric != analysis::ExplainMetric::latency)
    throw core::Error(core::ErrorCode::bad_usage, "one device is explained by its latency", "--metric",
                      "name a second device, or use `whichchip energy` for the energy of one");

  const analysis::Request& request = arguments.request;
  const analysis::OpenModel model = open_model(arguments.positionals.front());
  const workload::Workload workload = model(request);
  const analysis::Comparison comparison = analysis::compare(workload, devices, request);
  const analysis::Row& first = row_of(comparison, hardware::key(devices[0]));
  analysis::Explanation explanation;
  if (pair) {
    const analysis::Row& second = row_of(comparison, hardware::key(devices[1]));
    explanation = analysis::explain(workload, first, second, metric, request.scenario);
    for (std::string& line : analysis::flip_points(model, request, first, second, metric))
      explanation.text.push_back(std::move(line));
    if (metric == analysis::ExplainMetric::cost) {
      std::string line = analysis::break_even_line(first, second, request.economics);
      if (!line.empty()) explanation.text.push_back(std::move(line));
    }
  } else {
    explanation = analysis::explain(workload, first);
    explanation.remedies = analysis::remedies(model, request, first);
    explanation.sensitivities = analysis::sensitivities(workload, first.device, request);
  }

  if (arguments.format == Format::json)
    return write(report::explain_json(workload, request.scenario, explanation, report::versions(catalog)) + "\n",
                 arguments);
  if (arguments.format == Format::csv)
    return write(report::csv(report::layer_differences_table(explanation)), arguments);
  write(rendered(report::explain_document(workload, request.scenario, explanation, arguments.verbose), arguments),
        arguments);
}

}  // namespace whichchip::cli
