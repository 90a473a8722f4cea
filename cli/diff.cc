#include "analysis/diff.h"

#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/error.h"
#include "report/diff.h"

namespace whichchip::cli {
namespace {

bool is_result(const std::string& file) { return file.ends_with(".json"); }

analysis::Revision read_result(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw core::Error(core::ErrorCode::bad_model, "cannot read '" + file + "'", {}, "check its path and permissions");
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  return report::revision_from_json(text, file);
}

}  // namespace

void run_diff(const Arguments& arguments) {
  const std::string& before = arguments.positionals[0];
  const std::string& after = arguments.positionals[1];
  if (is_result(before) != is_result(after))
    throw core::Error(core::ErrorCode::bad_usage, "one side is a result, the other a model", {},
                      "give two ONNX files, or two results of `whichchip compare --format json`");
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  analysis::Difference difference;
  if (is_result(before)) {
    difference = analysis::difference(read_result(before), read_result(after));
  } else {
    const std::vector<hardware::Device> devices = analysis::select_devices(arguments.request, catalog);
    const auto side = [&](const std::string& model) {
      const Loaded loaded = load_workload(model, arguments.request);
      return analysis::revision(analysis::compare(loaded.workload, devices, arguments.request));
    };
    difference = analysis::difference(side(before), side(after));
  }
  if (arguments.format == Format::json)
    return write(report::diff_json(difference, report::versions(catalog)) + "\n", arguments);
  if (arguments.format == Format::csv) return write(report::csv(report::run_changes_table(difference)), arguments);
  write(rendered(report::diff_document(difference, arguments.verbose), arguments), arguments);
}

}  // namespace whichchip::cli
