#include "analysis/sweep.h"

#include <cstdio>

#include <unistd.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "analysis/budget.h"
#include "analysis/precision_gain.h"
#include "analysis/sweep_order.h"
#include "core/error.h"
#include "report/sweep.h"

namespace whichchip::cli {
namespace {

analysis::SweepAxes axes_of(const Arguments& arguments) {
  analysis::SweepAxes axes;
  axes.batches = {1, 4, 8, 16, 32, 64};
  if (arguments.has("batch")) analysis::set_axis(axes, "batch", arguments.value("batch"));
  if (arguments.has("precision")) analysis::set_axis(axes, "precision", arguments.value("precision"));
  if (const auto dims = arguments.own.find("dim"); dims != arguments.own.end()) {
    for (const std::string& dim : dims->second) analysis::set_axis(axes, "dim", dim);
  }
  return axes;
}

double latency_limit(const Arguments& arguments) {
  const std::string text = arguments.value("limit", "10ms");
  try {
    return analysis::parse_budget("latency=" + text, "--limit").limit;
  } catch (const core::Error& error) {
    throw core::Error(error.code, "'" + text + "' is no time above 0 with its unit", "--limit", "write --limit 50ms");
  }
}

// One line that rewrites itself; only where somebody watches.
analysis::SweepProgress progress_of(const Arguments& arguments) {
  if (arguments.quiet || !is_terminal(STDERR_FILENO)) return {};
  return [](std::size_t done, std::size_t count) {
    constexpr std::size_t kWorthTelling = 8;
    if (count < kWorthTelling) return;
    std::fprintf(stderr, done == count ? "\r\x1b[K" : "\rwhichchip: %zu of %zu models resolved", done, count);
    std::fflush(stderr);
  };
}

}  // namespace

void run_sweep(const Arguments& arguments) {
  const analysis::SweepAxes axes = axes_of(arguments);
  const double limit_s = latency_limit(arguments);
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  const std::vector<hardware::Device> devices = analysis::select_devices(arguments.request, catalog);
  std::vector<analysis::OpenModel> models;
  for (const std::string& model : arguments.positionals) models.push_back(open_model(model));
  analysis::Sweep sweep = analysis::sweep(models, devices, arguments.request, axes, limit_s, progress_of(arguments));
  // Lines and gains follow the axes; the points are listed as they are asked for.
  report::Document document = report::sweep_document(sweep);
  report::Section gains{"What narrower types bring", {}, {}};
  for (const analysis::PrecisionGain& gain : analysis::precision_gains(sweep)) gains.lines.push_back(told(gain));
  if (!gains.lines.empty()) document.sections.insert(document.sections.begin() + 1, std::move(gains));
  if (arguments.has("sort")) analysis::sort_points(sweep, arguments.value("sort"));
  if (arguments.format == Format::json)
    return write(report::sweep_json(sweep, report::versions(catalog)) + "\n", arguments);
  const report::Table points = report::sweep_table(sweep);
  if (arguments.format == Format::csv) return write(report::csv(points), arguments);
  for (report::Section& section : document.sections) {
    for (report::Table& table : section.tables) {
      if (table.id == points.id) table.rows = points.rows;
    }
  }
  write(rendered(document, arguments), arguments);
}

}  // namespace whichchip::cli
