#include "analysis/compare.h"

#include <algorithm>
#include <string_view>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/window.h"

#include "analysis/advice.h"
#include "analysis/lengths.h"
#include "analysis/other_settings.h"
#include "analysis/situations.h"
#include "core/error.h"
#include "core/units.h"
#include "report/absent.h"
#include "report/compare_charts.h"
#include "report/device_card.h"
#include "report/json.h"
#include "report/metric_table.h"
#include "report/render.h"
#include "report/subgraph_details.h"
#include "report/toolchains.h"

namespace whichchip::cli {
namespace {

constexpr int kStages = 4;

void tell_loaded(const Arguments& arguments, const Loaded& loaded) {
  using core::format;
  using core::Quantity;
  const workload::Workload& workload = loaded.workload;
  stage(arguments, 1, kStages,
        "read " + workload.model.name + ": " + format(Quantity::bytes, static_cast<double>(loaded.bytes_read)) +
            " of " + format(Quantity::bytes, static_cast<double>(loaded.file_bytes)) + " in " +
            core::counted(loaded.reads, "read", "reads"));
  stage(arguments, 2, kStages,
        "counted " + core::counted(workload.coverage.nodes, "operator", "operators") + ": " +
            format(Quantity::operations, static_cast<double>(workload.totals.macs), 4) + " MACs in " +
            core::counted(
                static_cast<std::int64_t>(workload.partition(arguments.request.scenario.runtime).subgraphs.size()),
                "subgraph", "subgraphs"));
}

// Lengths that were asked for and that the graph has no positions for.
void tell_left_out(const std::vector<std::int64_t>& asked, analysis::LanguageReport& language) {
  std::string missing;
  for (const std::int64_t context : asked) {
    const auto& kept = language.contexts;
    if (std::find(kept.begin(), kept.end(), context) == kept.end())
      missing += (missing.empty() ? "" : ", ") + std::to_string(context);
  }
  if (!missing.empty())
    language.text.push_back("Left out, because the model has no positions for so many tokens: " + missing + ".");
}

// Under the times and energies of every runtime's subgraphs.
void add_details(report::Document& document, const analysis::Comparison& comparison) {
  for (report::Section& section : document.sections) {
    if (section.tables.empty() || section.tables.front().id != "subgraphs") continue;
    for (const workload::Runtime runtime : workload::kRuntimes) {
      if (section.title.find(std::string(", ") + workload::name(runtime) + " runtime") != std::string::npos)
        section.tables.push_back(report::subgraph_details_table(comparison, runtime));
    }
  }
}

// Under the notes, why cells of the comparison are empty.
void add_absent(report::Document& document) {
  std::vector<std::string> reasons = report::absent_reasons(document);
  for (report::Section& section : document.sections) {
    if (section.title == "Notes") section.lines.insert(section.lines.end(), reasons.begin(), reasons.end());
  }
}

// After the section whose title begins so, or at the end.
void insert_after(report::Document& document, std::string_view title, report::Section section) {
  std::vector<report::Section>& sections = document.sections;
  auto place = std::find_if(sections.begin(), sections.end(),
                            [title](const report::Section& each) { return each.title.rfind(title, 0) == 0; });
  sections.insert(place == sections.end() ? place : place + 1, std::move(section));
}

}  // namespace

void run_compare(const Arguments& arguments) {
  const analysis::Request& request = arguments.request;
  // Devices first: a misspelt id is said before a large model is read.
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  analysis::select_devices(request, catalog);
  const Loaded loaded = load_workload(arguments.positionals.front(), request);
  tell_loaded(arguments, loaded);
  compare_workload(arguments, catalog, loaded.workload, loaded.model);
}

void compare_workload(const Arguments& arguments, const hardware::Catalog& catalog, const workload::Workload& workload,
                      const analysis::OpenModel& model) {
  const analysis::Request& request = arguments.request;
  const std::vector<hardware::Device> devices = analysis::select_devices(request, catalog);
  analysis::Comparison comparison = analysis::compare(workload, devices, request);
  if (!request.contexts.empty() && !workload.decoder)
    throw core::Error(core::ErrorCode::bad_usage, "the model keeps no past tokens: it has no context to grow",
                      "--context", "export it with its key-value cache (past_key_values), or leave --context out");
  if (model && workload.decoder && !request.contexts.empty())
    comparison.language = analysis::language_report(model, request, workload, devices);
  if (comparison.language) tell_left_out(request.contexts, *comparison.language);
  stage(arguments, 3, kStages,
        "estimated " + core::counted(static_cast<std::int64_t>(comparison.rows.size()), "device", "devices") + ", " +
            std::to_string(comparison.failed.size()) + " cannot run it");
  stage(arguments, 4, kStages, "report");

  const bool data = arguments.format == Format::json || arguments.format == Format::csv;
  const bool cards = arguments.verbose && request.level == analysis::Level::summary && !data;
  const bool detailed = request.level == analysis::Level::detailed && arguments.format != Format::csv;
  if ((cards || detailed) && model) analysis::add_remedies(comparison, model, request);
  if (model && arguments.format != Format::csv)
    analysis::add_other_settings(comparison, analysis::other_settings(comparison, model, request));
  if (arguments.format == Format::json)
    return write(report::compare_json(comparison, request.level, report::versions(catalog)) + "\n", arguments);
  const std::vector<std::string> columns = arguments.items("columns");
  if (arguments.format == Format::csv && !columns.empty())
    return write(report::csv(report::metric_table(comparison, columns)), arguments);
  if (arguments.format == Format::csv) {
    const bool layers = request.level == analysis::Level::subgraph;
    return write(layers ? report::subgraphs_csv(comparison) : report::compare_csv(comparison), arguments);
  }
  report::Document document = report::compare_document(comparison, cards ? analysis::Level::detailed : request.level);
  report::complete_cards(document, comparison, arguments.verbose);
  if (request.level == analysis::Level::subgraph && comparison.rows.size() > 1) add_details(document, comparison);
  if (!columns.empty()) report::choose_columns(document, comparison, columns);
  if (comparison.rows.size() > 1) {
    report::Section places{"Where it would run", {}, {}};
    for (const analysis::SituationAnswer& answer : analysis::situations(comparison))
      places.lines.push_back(told(answer));
    if (!places.lines.empty()) insert_after(document, "Best for", std::move(places));
  }
  if (request.level == analysis::Level::subgraph && !comparison.rows.empty())
    insert_after(document, report::kWhoRunsWhat, report::toolchains_section(comparison));
  if (arguments.format == Format::html && !comparison.rows.empty())
    insert_after(document, comparison.rows.size() > 1 ? "Best for" : "Comparison", report::charts_section(comparison));
  add_absent(document);
  keep_window(document, arguments);
  write(rendered(document, arguments), arguments);
}

}  // namespace whichchip::cli
