// The engine as functions of JavaScript: the same documents as the command line's, byte for byte.
// web/static/whichchip-api.js wraps them.
#include <emscripten/bind.h>

#include "analysis/advice.h"
#include "analysis/compare.h"
#include "analysis/energy.h"
#include "analysis/lengths.h"
#include "analysis/other_settings.h"
#include "core/version.h"
#include "hardware/edit.h"
#include "report/json.h"
#include "web/catalog.h"
#include "web/load.h"
#include "web/result.h"

namespace whichchip::web {
namespace {

using emscripten::val;

val inspect(val reader, const std::string& name, const std::string& member, const std::string& options) {
  return answer([&] {
    const analysis::Request request = report::request_from_json(options);
    const workload::Workload workload = build(read_model(reader, member, val::undefined()), name, request);
    return report::inspect_json(workload, request.scenario, report::versions(web::catalog()), request.level) + "\n";
  });
}

val compare(val reader, const std::string& name, const std::string& member, const std::string& options) {
  return answer([&] {
    const analysis::Request request = report::request_from_json(options);
    const hardware::Catalog catalog = hardware::with_edits(web::catalog(), request.edits);
    const auto devices = analysis::select_devices(request, catalog);
    const model::OpenedModel opened = read_model(reader, member, val::undefined());
    const analysis::OpenModel model = [&](const analysis::Request& wanted) { return build(opened, name, wanted); };
    const workload::Workload workload = model(request);
    auto comparison = analysis::compare(workload, devices, request);
    if (workload.decoder && !request.contexts.empty())
      comparison.language = analysis::language_report(model, request, workload, devices);
    if (request.level == analysis::Level::detailed) analysis::add_remedies(comparison, model, request);
    analysis::add_other_settings(comparison, analysis::other_settings(comparison, model, request));
    return report::compare_json(comparison, request.level, report::versions(catalog)) + "\n";
  });
}

val energy(val reader, const std::string& name, const std::string& member, const std::string& options) {
  return answer([&] {
    const analysis::Request request = report::request_from_json(options);
    const hardware::Catalog catalog = hardware::with_edits(web::catalog(), request.edits);
    const auto devices = analysis::named_devices(request, catalog);
    const model::OpenedModel opened = read_model(reader, member, val::undefined());
    const analysis::OpenModel model = [&](const analysis::Request& wanted) { return build(opened, name, wanted); };
    const workload::Workload workload = model(request);
    auto report = analysis::energy(workload, devices, request.scenario, request.economics.rate_per_s);
    analysis::add_batch_remedies(report, model, request);
    return report::energy_json(report, report::versions(catalog)) + "\n";
  });
}

val hardware_list() {
  return answer([] {
    const hardware::Catalog& catalog = web::catalog();
    return report::hardware_json(catalog.devices, report::versions(catalog)) + "\n";
  });
}

std::string version() { return core::kVersion; }

}  // namespace

EMSCRIPTEN_BINDINGS(whichchip_module) {
  emscripten::function("inspect", &inspect);
  emscripten::function("compare", &compare);
  emscripten::function("energy", &energy);
  emscripten::function("attachSources", &attach_sources);
  emscripten::function("hardware", &hardware_list);
  emscripten::function("version", &version);
}

}  // namespace whichchip::web
