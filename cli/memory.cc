#include "analysis/memory.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "report/memory.h"

namespace whichchip::cli {

void run_memory(const Arguments& arguments) {
  const analysis::Request& request = arguments.request;
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  const std::vector<hardware::Device> devices = analysis::select_devices(request, catalog);
  const analysis::OpenModel model = open_model(arguments.positionals.front());
  const workload::Workload workload = model(request);
  const analysis::Comparison comparison =
      analysis::compare(workload, devices, request.scenario, analysis::Metric::memory);
  analysis::MemoryReport report = analysis::memory_report(comparison);
  analysis::add_alternatives(model, request, comparison, report);
  if (arguments.format == Format::json)
    return write(report::memory_json(comparison, report, report::versions(catalog)) + "\n", arguments);
  if (arguments.format == Format::csv) return write(report::csv(report::memory_table(report)), arguments);
  write(rendered(report::memory_document(comparison, report, arguments.verbose), arguments), arguments);
}

}  // namespace whichchip::cli
