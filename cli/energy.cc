#include "analysis/energy.h"

#include <charconv>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/error.h"
#include "core/units.h"
#include "report/gating.h"
#include "report/json.h"
#include "report/render.h"

namespace whichchip::cli {

namespace {

std::size_t top_of(const Arguments& arguments) {
  constexpr std::size_t kMost = 1000;
  const std::string text = arguments.value("top", "5");
  std::size_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || number > kMost)
    throw core::Error(core::ErrorCode::bad_usage,
                      "'" + text + "' is not a whole number from 0 to " + std::to_string(kMost), "--top",
                      "write --top 10");
  return number;
}

}  // namespace

void run_energy(const Arguments& arguments) {
  constexpr int kStages = 3;
  const analysis::Request& request = arguments.request;
  // Devices first: a misspelt id is said before a large model is read.
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  const std::vector<hardware::Device> devices = analysis::named_devices(request, catalog);
  const Loaded loaded = load_workload(arguments.positionals.front(), request);
  stage(arguments, 1, kStages, "read " + loaded.workload.model.name);
  analysis::EnergyReport report =
      analysis::energy(loaded.workload, devices, request.scenario, request.economics.rate_per_s);
  if (loaded.model) analysis::add_batch_remedies(report, loaded.model, request);
  stage(arguments, 2, kStages,
        "explained " + core::counted(static_cast<std::int64_t>(report.rows.size()), "device", "devices") + ", " +
            std::to_string(report.failed.size()) + " cannot run it");
  stage(arguments, 3, kStages, "report");

  if (arguments.format == Format::json)
    return write(report::energy_json(report, report::versions(catalog)) + "\n", arguments);
  const bool gating = arguments.has("power-gating");
  if (arguments.format == Format::csv && gating) return write(report::csv(report::gating_table(report)), arguments);
  if (arguments.format == Format::csv) {
    const bool runs = request.level == analysis::Level::summary;
    return write(runs ? report::energy_csv(report)
                      : report::energy_events_csv(report, request.level == analysis::Level::subgraph),
                 arguments);
  }
  report::Document document = report::energy_document(report, top_of(arguments));
  if (gating && !report.rows.empty())
    document.sections.insert(document.sections.begin() + 1, report::gating_section(report));  // after the energies
  write(rendered(document, arguments), arguments);
}

}  // namespace whichchip::cli
