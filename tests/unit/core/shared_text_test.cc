#include "core/shared_text.h"

#include <utility>

#include <gtest/gtest.h>

namespace whichchip::core {
namespace {

TEST(SharedText, HoldsItsTextAndItsCopiesToo) {
  SharedText copy;
  {
    const SharedText text("Conv");
    copy = text;
    EXPECT_EQ(text.view().data(), copy.view().data());  // one buffer
  }
  EXPECT_EQ(copy, "Conv");
  copy = *&copy;
  EXPECT_EQ(copy, "Conv");
  const SharedText moved = std::move(copy);
  EXPECT_EQ(moved, "Conv");
  EXPECT_TRUE(copy.empty());  // NOLINT(bugprone-use-after-move): a moved text is empty
}

TEST(SharedText, IsAsGoodAsAString) {
  const SharedText text = std::string("Re") + "lu";
  const std::string string = text;
  EXPECT_EQ(string, "Relu");
  EXPECT_EQ(text + " 6", "Relu 6");
  EXPECT_EQ("Leaky" + text, "LeakyRelu");
  EXPECT_EQ(text + text, "ReluRelu");
  EXPECT_NE(text, std::string("relu"));
  EXPECT_LT(SharedText("Add"), text);
  EXPECT_LT(text, "Sum");
  EXPECT_EQ(SharedText(std::string_view("a\0b", 3)).size(), 3U);
}

TEST(SharedText, EmptyNeedsNoMemory) {
  EXPECT_EQ(sizeof(SharedText), sizeof(void*));
  EXPECT_TRUE(SharedText("").empty());
  EXPECT_EQ(SharedText(""), SharedText());
  EXPECT_EQ(SharedText() + "x", "x");
}

TEST(TextPool, GivesEqualTextsOneCopy) {
  TextPool pool;
  const SharedText first = pool.share(std::string("MatMul"));
  for (int i = 0; i < 1000; ++i) pool.share(std::to_string(i));
  EXPECT_EQ(pool.share("MatMul").view().data(), first.view().data());
  EXPECT_TRUE(pool.share("").empty());
}

}  // namespace
}  // namespace whichchip::core
