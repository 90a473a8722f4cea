// Every code that a run can give is in docs/advice.md, and every place is one.
#include "analysis/finding.h"

#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "analysis/advice.h"
#include "analysis/energy.h"
#include "analysis/guidance.h"
#include "analysis/memory.h"
#include "core/error.h"
#include "hardware/catalog.h"
#include "support/samples.h"

namespace whichchip::analysis {
namespace {

std::string documented() {
  std::ifstream stream(std::string(WHICHCHIP_SOURCE_DIR) + "/docs/advice.md");
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(Findings, EveryCodeIsDocumentedAndEveryPlaceExists) {
  const std::string text = documented();
  std::set<std::string> codes;
  for (const char* name : {"resnet18", "gpt2_with_past", "mobilenet_v2", "clip_vit_b_32"}) {
    const workload::Workload workload = tests::sample_workload(tests::sample_path(name));
    const Guidance guide = guidance(workload, workload::Runtime::engine);
    for (const Finding& fact : guide.facts) codes.insert(fact.code);
    for (const Remedy& remedy : guide.remedies) codes.insert(remedy.code);
    for (const model::Warning& warning : workload.warnings) codes.insert(warning.code);
    for (const hardware::Device& device : hardware::builtin_catalog().devices) {
      try {
        const Row row = row_for(workload, device, {});
        for (const Finding& warning : row.warnings) {
          codes.insert(warning.code);
          EXPECT_FALSE(warning.place.figure.empty()) << warning.code;
          if (!warning.place.subgraph) continue;
          const auto& subgraphs = workload.partition(row.estimate.runtime_used).subgraphs;
          EXPECT_EQ(subgraphs.at(static_cast<std::size_t>(*warning.place.subgraph)).name, warning.place.layer);
        }
      } catch (const core::Error&) {  // it cannot run this model
      }
    }
  }
  EXPECT_GE(codes.size(), 12U);
  for (const std::string& code : codes) EXPECT_NE(text.find("`" + code + "`"), std::string::npos) << code;
}

TEST(Findings, ARemedyOfTheEnergyIsARun) {
  const workload::Workload workload = tests::sample_workload(tests::sample_path("resnet18"));
  const OpenModel model = [](const Request& request) {
    return tests::sample_workload(tests::sample_path("resnet18"), request.batch);
  };
  const hardware::Device device = hardware::find_device(hardware::builtin_catalog(), "H100-SXM");
  EnergyReport report = energy(workload, {device}, {});
  add_batch_remedies(report, model, {});
  ASSERT_EQ(report.rows.size(), 1U);
  bool batch = false;
  for (const Remedy& remedy : report.rows[0].remedies) {
    EXPECT_EQ(remedy.gain.figure, "energy_j");
    EXPECT_EQ(remedy.gain.before, report.rows[0].energy_j);
    EXPECT_LT(remedy.gain.after, remedy.gain.before);
    if (remedy.code != "batch") continue;
    batch = true;
    Request applied;
    applied.batch = std::stoll(remedy.option.substr(8));  // behind "--batch "
    EXPECT_EQ(remedy.gain.after, row_for(model(applied), device, applied).energy_j);
  }
  EXPECT_TRUE(batch);
}

}  // namespace
}  // namespace whichchip::analysis
