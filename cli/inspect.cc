#include "analysis/inspect.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/window.h"

#include "analysis/counting.h"
#include "core/error.h"
#include "core/suggest.h"
#include "core/units.h"
#include "report/counting.h"
#include "report/json.h"
#include "report/tables.h"

namespace whichchip::cli {
namespace {

std::optional<analysis::Convention> convention_of(const Arguments& arguments) {
  if (!arguments.has("count-like")) return std::nullopt;
  const std::string wanted = core::lower_case(arguments.value("count-like"));
  std::vector<std::string> names;
  for (const analysis::Convention convention : analysis::kConventions) {
    names.emplace_back(analysis::name(convention));
    if (wanted == names.back()) return convention;
  }
  throw core::Error(core::ErrorCode::bad_usage, "unknown way of counting '" + wanted + "'", "--count-like",
                    "choose " + core::join_choices(names));
}

}  // namespace

void run_inspect(const Arguments& arguments) {
  const std::optional<analysis::Convention> convention = convention_of(arguments);
  const Loaded loaded = load_workload(arguments.positionals.front(), arguments.request);
  const workload::Workload& workload = loaded.workload;
  const std::optional<analysis::Counting> counting =
      convention ? std::optional(analysis::count_like(workload, *convention)) : std::nullopt;
  const workload::Runtime runtime = arguments.request.scenario.runtime;
  stage(arguments, 1, 2,
        "read " + core::format(core::Quantity::bytes, static_cast<double>(loaded.bytes_read)) + " of " +
            core::format(core::Quantity::bytes, static_cast<double>(loaded.file_bytes)) + " in " +
            core::counted(loaded.reads, "read", "reads"));
  stage(arguments, 2, 2, "report");

  if (arguments.format == Format::json) {
    const report::Versions versions = report::versions(hardware::builtin_catalog());
    const analysis::Level level = arguments.has("layers") ? analysis::Level::subgraph : analysis::Level::summary;
    const estimate::Scenario& scenario = arguments.request.scenario;
    return write((counting ? report::inspect_json(workload, scenario, versions, level, *counting)
                           : report::inspect_json(workload, scenario, versions, level)) +
                     "\n",
                 arguments);
  }
  if (arguments.format == Format::csv) {
    const analysis::Inspection inspection = analysis::inspect(workload, runtime);
    if (counting && !arguments.has("layers")) return write(report::csv(report::counting_table(*counting)), arguments);
    report::Table table = arguments.has("layers") ? report::layers_table(workload, inspection, runtime)
                                                  : report::operators_table(inspection);
    keep_window(table, arguments);
    return write(report::csv(table), arguments);
  }
  const bool layers = arguments.has("layers");
  report::Document document = report::inspect_document(workload, runtime, layers, layers && arguments.verbose);
  if (counting) document.sections.insert(document.sections.begin() + 1, report::counting_section(*counting));
  keep_window(document, arguments);
  write(rendered(document, arguments), arguments);
}

}  // namespace whichchip::cli
