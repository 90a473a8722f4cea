#include "analysis/lengths.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::analysis {
namespace {

constexpr std::array<std::int64_t, 4> kUsualContexts{512, 2048, 8192, 32768};
// A length past the model's positions leaves operators without shapes.
constexpr double kCoverageKept = 0.99;

bool names_length(const std::string& symbol) {
  const std::string key = core::lower_case(symbol);
  return key.find("seq") != std::string::npos || key.find("past") != std::string::npos;
}

Request at_length(const Request& request, model::Phase phase, std::int64_t context) {
  Request result = request;
  result.phase = phase;
  for (auto dim = result.dims.begin(); dim != result.dims.end();)
    dim = names_length(dim->first) ? result.dims.erase(dim) : std::next(dim);
  result.dims[phase == model::Phase::prefill ? "seq" : "past"] = context;
  return result;
}

std::optional<ContextWorkloads> resolved(const OpenModel& model, const LengthRequest& length, double coverage) {
  try {
    ContextWorkloads result{length.context, model(length.prefill), model(length.decode)};
    const double least = coverage * kCoverageKept;
    if (!result.decode.decoder || result.prefill.coverage.macs_fraction < least ||
        result.decode.coverage.macs_fraction < least)
      return std::nullopt;
    return result;
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
    return std::nullopt;
  }
}

}  // namespace

std::int64_t reference_context(const Request& request, const workload::Workload& workload) {
  if (!workload.decoder) return 0;
  if (!request.contexts.empty()) return request.contexts.front();
  return std::max<std::int64_t>(
      1, workload.decoder->past_tokens > 0 ? workload.decoder->past_tokens : workload.decoder->new_tokens);
}

std::vector<LengthRequest> length_requests(const Request& request, const workload::Workload& workload) {
  std::vector<LengthRequest> result;
  if (!workload.decoder) return result;
  std::vector<std::int64_t> contexts = request.contexts;
  if (contexts.empty()) {
    contexts.assign(kUsualContexts.begin(), kUsualContexts.end());
    contexts.push_back(reference_context(request, workload));
  }
  std::sort(contexts.begin(), contexts.end());
  contexts.erase(std::unique(contexts.begin(), contexts.end()), contexts.end());
  for (const std::int64_t context : contexts)
    result.push_back({context, at_length(request, model::Phase::prefill, context),
                      at_length(request, model::Phase::decode, context)});
  return result;
}

std::optional<LanguageReport> language_report(const OpenModel& model, const Request& request,
                                              const workload::Workload& workload,
                                              const std::vector<hardware::Device>& devices) {
  std::vector<ContextWorkloads> lengths;
  for (const LengthRequest& length : length_requests(request, workload)) {
    if (auto found = resolved(model, length, workload.coverage.macs_fraction)) lengths.push_back(std::move(*found));
  }
  if (lengths.empty()) return std::nullopt;
  LanguageReport report = language_report(lengths, devices, request.scenario, reference_context(request, workload));
  if (report.devices.empty()) return std::nullopt;
  return report;
}

}  // namespace whichchip::analysis
