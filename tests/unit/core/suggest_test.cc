#include "core/suggest.h"

#include <gtest/gtest.h>

namespace whichchip::core {
namespace {

const std::vector<std::string> kNames{"resnet18", "resnet50", "vit_b_16", "bert_base", "mobilenet_v2"};

TEST(Suggest, CaseAndPunctuationDoNotCount) { EXPECT_EQ(nearest("ResNet-50", kNames, 1).front(), "resnet50"); }

TEST(Suggest, OneSlipOfTheFinger) {
  EXPECT_EQ(nearest("resent50", kNames, 1).front(), "resnet50");
  EXPECT_EQ(nearest("vitb16", kNames, 1).front(), "vit_b_16");
}

TEST(Suggest, ANameThatContainsTheTextComesFirst) {
  EXPECT_EQ(nearest("mobilenet", kNames, 1).front(), "mobilenet_v2");
}

TEST(Suggest, NoMoreThanThereAre) {
  EXPECT_EQ(nearest("x", kNames, 3).size(), 3U);
  EXPECT_EQ(nearest("x", {"a"}, 3).size(), 1U);
  EXPECT_TRUE(nearest("x", {}, 3).empty());
}

TEST(Suggest, AVeryLongTextCostsLittle) { EXPECT_EQ(nearest(std::string(1'000'000, 'a'), kNames, 2).size(), 2U); }

TEST(Suggest, Choices) {
  EXPECT_EQ(join_choices({"a"}), "a");
  EXPECT_EQ(join_choices({"a", "b", "c"}), "a, b or c");
}

}  // namespace
}  // namespace whichchip::core
