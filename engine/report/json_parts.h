// Pieces that every JSON document is made of. Private to report/: no other folder sees the JSON library through it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"

#include "analysis/costing.h"
#include "analysis/finding.h"
#include "estimate/estimate.h"
#include "report/json.h"

namespace whichchip::report {

using Json = nlohmann::ordered_json;

// null when absent or not finite.
Json number(double value);
Json number(std::optional<double> value);
Json interval(const estimate::Interval& value);
// null when empty.
Json text_or_null(const std::string& text);

// {"schema": "whichchip.<kind>/1", "versions": {…}}
Json document_head(const char* kind, const Versions& versions);
Json model_part(const workload::Workload& workload);
Json scenario_part(const workload::Workload& workload, const estimate::Scenario& scenario);
Json economics_part(const analysis::Economics& economics);
Json cost_part(const analysis::Row& row, const analysis::CostRow& cost);
Json language_part(const analysis::LanguageReport& report);
// Every option of the request by its name on the command line.
Json request_part(const analysis::Request& request);
Json warnings_part(const std::vector<model::Warning>& warnings);
Json classes_part(const std::vector<hardware::Device>& devices);
Json findings_part(const std::vector<analysis::Finding>& findings);
Json remedies_part(const std::vector<analysis::Remedy>& remedies);

// Names come from files: bytes that are no UTF-8 become U+FFFD.
std::string dumped(const Json& document, int indent);

}  // namespace whichchip::report
