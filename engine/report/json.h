// The stable JSON of every face: whichchip.compare/1, energy/1, inspect/1, hardware/1, models/1, schemas in
// docs/schema/.
//
// SI units; what is not available is null, never 0; not-finite numbers are null; keys in a fixed order; the same bytes
// on every target. `indent` < 0 gives one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare.h"
#include "analysis/energy.h"
#include "analysis/inspect.h"
#include "analysis/request.h"
#include "hardware/catalog.h"
#include "report/samples.h"

namespace whichchip::report {

struct Versions {
  std::string whichchip, catalogue, parameters;
};
// Of this build with that catalogue.
Versions versions(const hardware::Catalog& catalog);

std::string compare_json(const analysis::Comparison& comparison, analysis::Level level, const Versions& versions,
                         int indent = 2);
std::string energy_json(const analysis::EnergyReport& report, const Versions& versions, int indent = 2);
// Level subgraph: every subgraph tells the arithmetic of its operators.
std::string inspect_json(const workload::Workload& workload, const estimate::Scenario& scenario,
                         const Versions& versions, analysis::Level level = analysis::Level::summary, int indent = 2);
std::string hardware_json(const std::vector<hardware::Device>& devices, const Versions& versions, int indent = 2);
std::string models_json(const std::vector<Sample>& samples, const Versions& versions, int indent = 2);

// The module's options object, keys as set_option's: {"hardware": ["A100-SXM-80GB"], "batch": 8, "dims": {"seq": 384},
// "precision": "int8", …}. Throws core::Error (bad_usage).
analysis::Request request_from_json(std::string_view json);
std::string request_to_json(const analysis::Request& request);

}  // namespace whichchip::report
