// Every operator that the ONNX library knows has a row in the table of cost rules.
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <onnx/defs/schema.h>

#include "model/reader.h"
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

}  // namespace
}  // namespace whichchip
