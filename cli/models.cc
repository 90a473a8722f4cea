#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/units.h"
#include "report/json.h"
#include "report/tables.h"

namespace whichchip::cli {

void run_models(const Arguments& arguments) {
  const std::vector<report::Sample> samples = load_samples();
  if (arguments.format == Format::json) {
    return write(report::models_json(samples, report::versions(hardware::builtin_catalog())) + "\n", arguments);
  }
  const report::Table table = report::samples_table(samples);
  if (arguments.format == Format::csv) return write(report::csv(table), arguments);
  report::Document document;
  document.title = core::counted(static_cast<std::int64_t>(samples.size()), "sample model", "sample models");
  document.subtitle = "Real exports without their weights. Give a name to compare or inspect.";
  document.sections.push_back({"", {}, {table}});
  write(rendered(document, arguments), arguments);
}

}  // namespace whichchip::cli
