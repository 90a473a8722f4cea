#include "analysis/partitions.h"

#include <gtest/gtest.h>

#include "support/samples.h"

namespace whichchip::analysis {
namespace {

using workload::Runtime;

TEST(Partitions, FuseMoreFromLevelToLevelAndKeepTheMacs) {
  for (const char* name : {"resnet18", "bert_base", "mobilenet_v2"}) {
    const workload::Workload workload = tests::sample_workload(tests::sample_path(name));
    const FusionReport report = fusion_report(workload, Runtime::engine);
    ASSERT_EQ(report.levels.size(), 4U);
    EXPECT_FALSE(report.levels[0].runtime);
    EXPECT_EQ(report.levels[0].mean_operators, 1);
    EXPECT_EQ(report.levels[0].alone, report.levels[0].compute_subgraphs);
    for (std::size_t i = 0; i < report.levels.size(); ++i) {
      const FusionLevel& level = report.levels[i];
      EXPECT_EQ(level.macs, workload.totals.macs) << name << i;
      EXPECT_GT(level.balance, 0);
      EXPECT_LE(level.balance, 1);
      EXPECT_EQ(level.saved_bytes, report.levels[0].bytes - level.bytes) << name << i;
      if (i == 0) continue;
      EXPECT_LE(level.subgraphs, report.levels[i - 1].subgraphs) << name << i;
      EXPECT_GE(level.mean_operators, report.levels[i - 1].mean_operators) << name << i;
    }
    EXPECT_GT(report.levels[3].saved_bytes, 0);
  }
}

// A framework runs the Relu behind the first convolution by itself: it writes and reads 64·112·112 floats for that.
TEST(Partitions, AMissedFusionIsNamedWithItsBytes) {
  const workload::Workload workload = tests::sample_workload(tests::sample_path("resnet18"));
  const FusionReport eager = fusion_report(workload, Runtime::eager);
  ASSERT_FALSE(eager.missed.empty());
  EXPECT_EQ(eager.missed[0].bytes, 2.0 * 64 * 112 * 112 * 4);
  EXPECT_NE(eager.missed[0].behind.find("Conv 7×7/2 3→64"), std::string::npos) << eager.missed[0].behind;
  EXPECT_FALSE(eager.alone.empty());
  ASSERT_EQ(eager.text.size(), 2U);
  EXPECT_NE(eager.text[0].find("are a single operator"), std::string::npos);
  EXPECT_TRUE(fusion_report(workload, Runtime::engine).missed.empty());
}

}  // namespace
}  // namespace whichchip::analysis
