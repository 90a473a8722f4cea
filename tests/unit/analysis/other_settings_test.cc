#include "analysis/other_settings.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/units.h"
#include "hardware/catalog.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"
#include "support/samples.h"

namespace whichchip::analysis {
namespace {

OpenModel opened(const std::string& sample) {
  const auto source = model::file_source(tests::sample_path(sample));
  const model::Skeleton skeleton = model::read_skeleton(*source);
  return [skeleton, sample](const Request& request) {
    return workload::build_workload(resolve(skeleton, request, {}), sample);
  };
}

Request on(const std::string& hardware, std::int64_t batch) {
  Request request;
  set_option(request, "hardware", hardware);
  request.batch = batch;
  return request;
}

struct Compared {
  workload::Workload workload;
  Comparison comparison;
};

void compare_into(Compared& result, const OpenModel& model, const Request& request) {
  result.workload = model(request);
  result.comparison = compare(result.workload, select_devices(request, hardware::builtin_catalog()), request);
  add_other_settings(result.comparison, other_settings(result.comparison, model, request));
}

bool tells(const Comparison& comparison, const std::string& line) {
  return std::find(comparison.insights.begin(), comparison.insights.end(), line) != comparison.insights.end();
}

TEST(OtherSettings, TheBestBatchIsThatOfTheMostInferencesPerJoule) {
  const OpenModel model = opened("resnet50");
  Compared at_one, best;
  compare_into(at_one, model, on("A100-SXM-80GB", 1));
  double most = 0;
  std::int64_t batch = 0;
  for (const std::int64_t each : {1, 4, 16, 64, 256}) {
    Compared there;
    compare_into(there, model, on("A100-SXM-80GB", each));
    if (there.comparison.rows.at(0).inferences_per_j <= most) continue;
    most = there.comparison.rows.at(0).inferences_per_j;
    batch = each;
  }
  ASSERT_GT(batch, 1);
  const double now = at_one.comparison.rows.at(0).inferences_per_j;
  const std::string wanted = "Best batch for efficiency on A100-SXM-80GB: " + std::to_string(batch) + ", " +
                             core::format_number(most) + " inferences per joule against " + core::format_number(now) +
                             " at batch 1.";
  EXPECT_EQ(at_one.comparison.best_batch, wanted);
  EXPECT_TRUE(tells(at_one.comparison, wanted));
  // It stays among the insights when the rows are sorted anew.
  sort_rows(at_one.comparison, Metric::energy);
  EXPECT_TRUE(tells(at_one.comparison, wanted));

  compare_into(best, model, on("A100-SXM-80GB", batch));
  EXPECT_EQ(best.comparison.best_batch.find("Best batch for efficiency on A100-SXM-80GB: " + std::to_string(batch) +
                                            ", " + core::format_number(most) + " inferences per joule; beside it "),
            0U)
      << best.comparison.best_batch;
}

TEST(OtherSettings, AModelOfOneBatchHasNone) {
  const OpenModel free = opened("resnet50");
  const OpenModel fixed = [&](const Request& request) {
    if (request.batch != 1) throw core::Error(core::ErrorCode::bad_model, "the batch is fixed");
    return free(request);
  };
  Compared compared;
  compare_into(compared, fixed, on("A100-SXM-80GB", 1));
  EXPECT_EQ(compared.comparison.best_batch, "");
  for (const std::string& line : compared.comparison.insights) EXPECT_EQ(line.find("Best batch"), std::string::npos);
}

// To resolve it four times more would take longer than all the rest.
TEST(OtherSettings, ALargeModelIsNotAsked) {
  const OpenModel small = opened("resnet18");
  int resolved = 0;
  const OpenModel large = [&](const Request& request) {
    ++resolved;
    workload::Workload workload = small(request);
    workload.model.nodes = 1'000'000;
    workload.model.parameters.parameters += 1;  // of no published run
    return workload;
  };
  Compared compared;
  compare_into(compared, large, on("T4", 1));
  EXPECT_EQ(resolved, 1);
  EXPECT_EQ(compared.comparison.best_batch, "");
  EXPECT_FALSE(asks_other_settings(compared.comparison));
  Compared asked;
  compare_into(asked, small, on("T4", 1));
  EXPECT_TRUE(asks_other_settings(asked.comparison));
}

TEST(OtherSettings, AnUnknownNetworkIsHeldAgainstNothing) {
  const OpenModel resnet = opened("resnet50");
  const OpenModel other = [&](const Request& request) {
    workload::Workload workload = resnet(request);
    workload.model.parameters.parameters += 1;
    return workload;
  };
  const auto residuals = [](const OpenModel& model) {
    Compared compared;
    compare_into(compared, model, on("T4", 3));
    return other_settings(compared.comparison, model, on("T4", 3)).residuals;
  };
  EXPECT_EQ(residuals(resnet).size(), 1U);
  EXPECT_TRUE(residuals(other).empty());
}

}  // namespace
}  // namespace whichchip::analysis
