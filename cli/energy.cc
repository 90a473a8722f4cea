#include "analysis/energy.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/units.h"
#include "report/json.h"
#include "report/render.h"

namespace whichchip::cli {

void run_energy(const Arguments& arguments) {
  constexpr int kStages = 3;
  const analysis::Request& request = arguments.request;
  // Devices first: a misspelt id is said before a large model is read.
  const hardware::Catalog catalog = load_catalog(arguments.catalogs);
  const std::vector<hardware::Device> devices = analysis::named_devices(request, catalog);
  const Loaded loaded = load_workload(arguments.model, request);
  stage(arguments, 1, kStages, "read " + loaded.workload.model.name);
  const analysis::EnergyReport report =
      analysis::energy(loaded.workload, devices, request.scenario, request.rate_per_s);
  stage(arguments, 2, kStages,
        "explained " + core::counted(static_cast<std::int64_t>(report.rows.size()), "device", "devices") + ", " +
            std::to_string(report.failed.size()) + " cannot run it");
  stage(arguments, 3, kStages, "report");

  if (arguments.format == Format::json)
    return write(report::energy_json(report, report::versions(catalog)) + "\n", arguments);
  if (arguments.format == Format::csv)
    return write(report::energy_csv(report, request.level == analysis::Level::subgraph), arguments);
  write(rendered(report::energy_document(report, arguments.top), arguments), arguments);
}

}  // namespace whichchip::cli
