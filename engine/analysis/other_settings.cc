#include "analysis/other_settings.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "analysis/advice.h"
#include "analysis/insights.h"
#include "core/error.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

constexpr std::array<std::int64_t, 5> kBatches{1, 4, 16, 64, 256};
constexpr double kWorthTelling = 0.01;
// Each batch takes the model from its graph to its subgraphs once more: beyond that a comparison would wait for it.
constexpr std::int64_t kMostNodes = 20'000;

// The row of the device as `change` makes the request; nothing where the batch is fixed in the file, or the device has
// no such type.
template <typename Change>
std::optional<Row> row_at(const OpenModel& model, const Request& request, const Row& row, Change change) {
  Request changed = request;
  try {
    change(changed);
    const workload::Workload workload = model(changed);
    if (workload.batch != changed.batch) return std::nullopt;
    return row_for(workload, row.device, changed);
  } catch (const core::Error&) {
    return std::nullopt;
  }
}

std::optional<double> residual_of(const OpenModel& model, const Request& request, const Row& row, const Measured& m) {
  if (m.residual) return m.residual;
  if (!m.whole_device) return std::nullopt;
  const auto as_measured = row_at(model, request, row, [&](Request& changed) {
    changed.batch = m.batch;
    set_option(changed, "precision", m.precision);
    set_option(changed, "timing", m.boundary);
  });
  if (!as_measured) return std::nullopt;
  return as_measured->batch_latency_s / m.seconds() - 1;
}

std::string best_batch_of(const OpenModel& model, const Request& request, const Row& row) {
  std::vector<std::pair<std::int64_t, double>> found{{request.batch, row.inferences_per_j}};
  for (const std::int64_t batch : kBatches) {
    if (batch == request.batch) continue;
    const auto there = row_at(model, request, row, [batch](Request& changed) { changed.batch = batch; });
    if (there && there->estimate.fits != estimate::Fit::no) found.emplace_back(batch, there->inferences_per_j);
  }
  if (found.size() < 2) return {};
  const auto most = [](const auto& x, const auto& y) { return x.second < y.second; };
  const auto best = std::max_element(found.begin(), found.end(), most);
  const auto told = [&](std::int64_t batch, double inferences_per_j, const char* what, const auto& other) {
    return "Best batch for efficiency on " + row.key + ": " + std::to_string(batch) + ", " +
           core::format_number(inferences_per_j) + " inferences per joule" + what + core::format_number(other.second) +
           " at batch " + std::to_string(other.first) + ".";
  };
  if (best->second > (1 + kWorthTelling) * row.inferences_per_j)
    return told(best->first, best->second, " against ", found.front());
  // Where another gains next to nothing, the batch that is asked for is as good.
  const auto next = std::max_element(found.begin() + 1, found.end(), most);
  return told(request.batch, row.inferences_per_j, "; beside it ", *next);
}

}  // namespace

bool asks_other_settings(const Comparison& comparison) {
  return comparison.workload->model.nodes <= kMostNodes ||
         std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [](const Row& row) { return !row.measured.empty(); });
}

OtherSettings other_settings(const Comparison& comparison, const OpenModel& model, const Request& request) {
  const OpenModel once = remembering(model);
  OtherSettings result;
  const auto winner = comparison.winners.find("energy");
  for (const Row& row : comparison.rows) {
    if (!row.measured.empty()) {
      const auto residual = residual_of(once, request, row, row.measured.front());
      if (residual) result.residuals[row.key] = *residual;
    }
    const bool best = winner != comparison.winners.end() && row.key == winner->second;
    if (best && comparison.workload->model.nodes <= kMostNodes) result.best_batch = best_batch_of(once, request, row);
  }
  return result;
}

void add_other_settings(Comparison& comparison, const OtherSettings& others) {
  for (Row& row : comparison.rows) {
    const auto found = others.residuals.find(row.key);
    if (!row.measured.empty() && found != others.residuals.end()) row.measured.front().own_residual = found->second;
  }
  comparison.best_batch = others.best_batch;
  comparison.insights = insights(comparison);
}

}  // namespace whichchip::analysis
