#include "analysis/inspect.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/units.h"
#include "report/json.h"
#include "report/tables.h"

namespace whichchip::cli {

void run_inspect(const Arguments& arguments) {
  const Loaded loaded = load_workload(arguments.positionals.front(), arguments.request);
  const workload::Workload& workload = loaded.workload;
  const workload::Runtime runtime = arguments.request.scenario.runtime;
  stage(arguments, 1, 2,
        "read " + core::format(core::Quantity::bytes, static_cast<double>(loaded.bytes_read)) + " of " +
            core::format(core::Quantity::bytes, static_cast<double>(loaded.file_bytes)) + " in " +
            core::counted(loaded.reads, "read", "reads"));
  stage(arguments, 2, 2, "report");

  if (arguments.format == Format::json) {
    const report::Versions versions = report::versions(hardware::builtin_catalog());
    return write(report::inspect_json(workload, arguments.request.scenario, versions,
                                      arguments.has("layers") ? analysis::Level::subgraph : analysis::Level::summary) +
                     "\n",
                 arguments);
  }
  if (arguments.format == Format::csv) {
    const analysis::Inspection inspection = analysis::inspect(workload, runtime);
    const report::Table table = arguments.has("layers") ? report::layers_table(workload, inspection, runtime)
                                                        : report::operators_table(inspection);
    return write(report::csv(table), arguments);
  }
  const bool layers = arguments.has("layers");
  write(rendered(report::inspect_document(workload, runtime, layers, layers && arguments.verbose), arguments),
        arguments);
}

}  // namespace whichchip::cli
