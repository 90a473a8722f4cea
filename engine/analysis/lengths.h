// At which lengths of context a language model is looked at, and the graphs that this takes.
//
//   for (const LengthRequest& length : length_requests(request, workload)) …   resolve both requests of each
//   auto report = language_report(resolved, devices, request.scenario, reference_context(request, workload));
//
// A face that holds the model does it in one: language_report(model, request, workload, devices).
#pragma once

#include <optional>
#include <vector>

#include "analysis/language.h"
#include "analysis/open_model.h"

namespace whichchip::analysis {

struct LengthRequest {
  std::int64_t context = 0;
  Request prefill, decode;
};

// The request's own contexts, or a few usual ones and the length that the workload has. Empty for models that keep
// nothing from token to token.
std::vector<LengthRequest> length_requests(const Request& request, const workload::Workload& workload);
// The length that the workload has: the prompt, or what is in the cache; one of length_requests.
std::int64_t reference_context(const Request& request, const workload::Workload& workload);

// Lengths at which the graph does not resolve, or loses what the model has no positions for, are left out. Absent for a
// model without a cache, or when no length is left.
std::optional<LanguageReport> language_report(const OpenModel& model, const Request& request,
                                              const workload::Workload& workload,
                                              const std::vector<hardware::Device>& devices);

}  // namespace whichchip::analysis
