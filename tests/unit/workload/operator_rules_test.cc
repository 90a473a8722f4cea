#include "workload/operator_rules.h"

#include <string>

#include <gtest/gtest.h>

namespace whichchip::workload {
namespace {

TEST(OperatorRules, AreOrderedWithoutDuplicates) {
  const auto rules = operator_rules();
  for (std::size_t i = 1; i < rules.size(); ++i) {
    const bool ordered = rules[i - 1].domain < rules[i].domain ||
                         (rules[i - 1].domain == rules[i].domain && rules[i - 1].op_type < rules[i].op_type);
    EXPECT_TRUE(ordered) << rules[i].domain << " " << rules[i].op_type;
  }
}

TEST(OperatorRules, EveryRowSaysHowItCounts) {
  for (const OperatorRule& rule : operator_rules()) {
    EXPECT_NE(rule.cost, nullptr) << rule.op_type;
    EXPECT_FALSE(rule.formula.empty()) << rule.op_type;
    EXPECT_EQ(find_rule(rule.domain, rule.op_type), &rule) << rule.op_type;
  }
}

TEST(OperatorRules, AliasesCrossDomains) {
  ASSERT_NE(find_rule("", "SimplifiedLayerNormalization"), nullptr);
  EXPECT_EQ(find_rule("", "SimplifiedLayerNormalization")->domain, "com.microsoft");
  EXPECT_EQ(find_rule("ai.onnx", "Conv"), find_rule("", "Conv"));
  EXPECT_EQ(find_rule("com.microsoft", "QuantizeLinear")->domain, "com.microsoft");
  EXPECT_EQ(find_rule("com.microsoft", "LayerNormalization")->domain, "com.microsoft");
  EXPECT_EQ(find_rule("com.ms.internal.nhwc", "Conv"), find_rule("", "Conv"));
  EXPECT_NE(find_rule("com.microsoft", "Attention"), find_rule("", "Attention"));
}

TEST(OperatorRules, UnknownDomainsHaveNone) {
  EXPECT_EQ(find_rule("vendor", "Conv"), nullptr);
  EXPECT_EQ(find_rule("", "NoSuchOperator"), nullptr);
}

TEST(OperatorRules, HoldTheOperatorsPublishedAfterOpset22) {
  for (const char* op :
       {"Attention", "RMSNormalization", "RotaryEmbedding", "Swish", "TensorScatter", "BitCast", "CumProd"}) {
    EXPECT_NE(find_rule("", op), nullptr) << op;
  }
}

}  // namespace
}  // namespace whichchip::workload
