#include "share/link.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/error.h"
#include "report/json.h"
#include "report/plain_text.h"
#include "report/view_text.h"

namespace whichchip::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".whichchip";

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw core::Error(core::ErrorCode::bad_model, "cannot read '" + path + "'", {}, "check the path");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

share::View view_of(const std::string& text) {
  if (share::is_link(text)) return share::decode_link(text);
  std::error_code failure;
  if (!fs::is_regular_file(text, failure)) {
    throw core::Error(core::ErrorCode::bad_model, "'" + text + "' is neither a link nor a file", {},
                      "quote the link for the shell; it holds #v1. and what follows");
  }
  const std::string content = read_file(text);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(content.data());
  if (share::is_document({bytes, content.size()})) return share::decode_document({bytes, content.size()});
  // A link kept in a text file.
  return share::decode_link(content.substr(0, content.find_last_not_of(" \r\n\t") + 1));
}

bool is_sample(const std::string& model) {
  std::error_code failure;
  return model != "-" && !fs::exists(model, failure) && model.find_first_of("/\\") == std::string::npos;
}

}  // namespace

void run_link(const Arguments& arguments) {
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  analysis::select_devices(arguments.request, catalog);
  Loaded loaded = load_workload(arguments.positionals.front(), arguments.request);
  const report::Versions versions = report::versions(catalog);
  share::View view;
  view.request = arguments.request;
  view.title = arguments.value("title");
  view.catalogue = versions.catalogue;
  view.parameters = versions.parameters;
  if (is_sample(arguments.positionals.front()))
    view.sample = loaded.workload.model.name;
  else
    view.workload = std::move(loaded.workload);
  const share::Names names = arguments.has("names") ? share::Names::keep : share::Names::drop;
  if (arguments.output.ends_with(kExtension)) {
    const std::vector<std::uint8_t> bytes = share::encode_document(view, names);
    return write(std::string(bytes.begin(), bytes.end()), arguments);
  }
  write(arguments.value("base") + share::encode_link(view, names) + "\n", arguments);
}

void run_open(const Arguments& arguments) {
  share::View view = view_of(arguments.positionals.front());
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, view.request.edits);
  const std::string changed = report::version_change(view.catalogue, view.parameters, report::versions(catalog));
  if (!changed.empty() && !arguments.quiet) std::fprintf(stderr, "whichchip: %s\n", report::plain(changed).c_str());
  Arguments compared = arguments;
  compared.request = view.request;
  if (!view.sample.empty()) {
    compared.positionals = {view.sample};
    return run_compare(compared);
  }
  if (!view.workload) {
    throw core::Error(core::ErrorCode::bad_model, "this view holds settings but no model", {},
                      "run them on yours: " + report::command_line(view.request, "MODEL"));
  }
  compare_workload(compared, catalog, *view.workload);
}

}  // namespace whichchip::cli
