#include "analysis/inspect.h"

#include <gtest/gtest.h>

#include "support/comparison_builder.h"

namespace whichchip::analysis {
namespace {

using workload::OperatorKind;

std::string type_with(const std::vector<std::pair<OperatorKind, std::int64_t>>& parts) {
  workload::Workload workload;
  for (const auto& [kind, macs] : parts) {
    workload::Operator op;
    op.kind = kind;
    op.macs = macs;
    workload.operators.push_back(op);
  }
  return inspect(workload).type;
}

TEST(Inspect, TheTypeFollowsFromTheSharesOfTheMacs) {
  EXPECT_EQ(type_with({{OperatorKind::convolution, 85}, {OperatorKind::matmul, 15}}), "CNN");
  EXPECT_EQ(
      type_with(
          {{OperatorKind::convolution, 40}, {OperatorKind::depthwise_convolution, 45}, {OperatorKind::matmul, 15}}),
      "CNN");
  EXPECT_EQ(type_with({{OperatorKind::convolution, 20}, {OperatorKind::matmul, 50}, {OperatorKind::attention, 30}}),
            "transformer");
  EXPECT_EQ(type_with({{OperatorKind::matmul, 90}, {OperatorKind::softmax, 0}, {OperatorKind::softmax, 0}}),
            "transformer");
  EXPECT_EQ(type_with({{OperatorKind::matmul, 100}, {OperatorKind::softmax, 0}}), "MLP");
  EXPECT_EQ(type_with({{OperatorKind::convolution, 60}, {OperatorKind::attention, 40}}), "hybrid, conv-led");
  EXPECT_EQ(type_with({{OperatorKind::recurrent, 60}, {OperatorKind::matmul, 40}}), "recurrent");
  EXPECT_EQ(type_with({{OperatorKind::recurrent, 40}, {OperatorKind::matmul, 30}, {OperatorKind::convolution, 30}}),
            "hybrid");
  EXPECT_EQ(type_with({{OperatorKind::elementwise, 0}}), "no matrix work");
  EXPECT_EQ(type_with({}), "no matrix work");
}

TEST(Inspect, BytesIntensityAndLevels) {
  const workload::Workload workload = tests::small_workload();
  const Inspection inspection = inspect(workload);
  ASSERT_EQ(inspection.subgraph_bytes.size(), 2U);
  EXPECT_DOUBLE_EQ(inspection.subgraph_bytes[0].input, 400);
  EXPECT_DOUBLE_EQ(inspection.subgraph_bytes[0].weight, 4000);
  EXPECT_DOUBLE_EQ(inspection.subgraph_bytes[0].output, 800);
  EXPECT_DOUBLE_EQ(*inspection.intensity_fused, 2e8 / 6200);
  EXPECT_DOUBLE_EQ(*inspection.intensity_unfused, 2e8 / 6200);
  EXPECT_EQ(inspection.levels, 2);
  EXPECT_DOUBLE_EQ(inspection.parallelism, 1);
  EXPECT_DOUBLE_EQ(inspection.shares.convolution, 0.5);
  ASSERT_EQ(inspection.operators.size(), 2U);
  EXPECT_EQ(inspection.operators[0].op_type, "Conv");
  EXPECT_DOUBLE_EQ(inspection.operators[0].bytes, 5200);
}

TEST(Inspect, ALoopMovesItsBytesEveryTime) {
  workload::Workload workload = tests::small_workload();
  workload.operators[1].repeat = 10;
  for (workload::Partition& partition : workload.partitions) partition.subgraphs[1].repeat = 10;
  const Inspection inspection = inspect(workload);
  EXPECT_DOUBLE_EQ(inspection.subgraph_bytes[1].input, 8000);
  EXPECT_DOUBLE_EQ(inspection.operators[0].bytes, 10000);  // moves most, stands first
}

TEST(Inspect, CoverageBands) {
  workload::Workload workload = tests::small_workload();
  for (const auto& [fraction, band] :
       {std::pair{0.99, CoverageBand::complete}, {0.95, CoverageBand::partial}, {0.89, CoverageBand::incomplete}}) {
    workload.coverage.macs_fraction = fraction;
    EXPECT_EQ(inspect(workload).coverage, band) << fraction;
  }
}

}  // namespace
}  // namespace whichchip::analysis
