#include "analysis/roofline.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "report/roofline.h"

namespace whichchip::cli {

void run_roofline(const Arguments& arguments) {
  const analysis::Request& request = arguments.request;
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  const std::vector<hardware::Device> devices = analysis::select_devices(request, catalog);
  const Loaded loaded = load_workload(arguments.positionals.front(), request);
  const analysis::Comparison comparison = analysis::compare(loaded.workload, devices, request);
  std::vector<analysis::Roofline> rooflines;
  for (const analysis::Row& row : comparison.rows) rooflines.push_back(analysis::roofline(loaded.workload, row));

  if (arguments.format == Format::json)
    return write(report::roofline_json(comparison, rooflines, report::versions(catalog)) + "\n", arguments);
  if (arguments.format == Format::csv) {
    report::Table all;
    for (const analysis::Roofline& roofline : rooflines) {
      report::Table one = report::roofline_points_table(roofline, false);
      if (all.columns.empty()) all.columns = one.columns;
      for (report::Row& row : one.rows) all.rows.push_back(std::move(row));
    }
    return write(report::csv(all), arguments);
  }
  write(rendered(report::roofline_document(comparison, rooflines), arguments), arguments);
}

}  // namespace whichchip::cli
