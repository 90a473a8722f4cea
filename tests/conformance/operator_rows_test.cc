// Every operator that the ONNX library knows has a row in the table of cost rules, and docs/operators.md shows them
// all.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <onnx/defs/schema.h>

#include "support/operator_table.h"
#include "workload/operator_rules.h"

namespace whichchip {
namespace {

TEST(OperatorRows, CoverTheOnnxLibrary) {
  std::size_t count = 0;
  for (const auto& schema : onnx::OpSchemaRegistry::get_all_schemas()) {
    ++count;
    EXPECT_NE(workload::find_rule(schema.domain(), schema.Name()), nullptr) << schema.domain() << " " << schema.Name();
  }
  EXPECT_GT(count, 180u);
}

TEST(OperatorRows, TheDocumentationIsTheTable) {
  const std::string table = tests::operator_table();
  std::ifstream file(std::string(WHICHCHIP_SOURCE_DIR) + "/docs/operators.md");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == table) << "docs/operators.md is out of date: build the target `operators` and run "
                                      "build/native/bin/operators > docs/operators.md";
  EXPECT_EQ(table.find("| none |"), std::string::npos) << "an operator whose rule no test holds";
}

}  // namespace
}  // namespace whichchip
