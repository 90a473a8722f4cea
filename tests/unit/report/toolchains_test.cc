#include "report/toolchains.h"

#include <gtest/gtest.h>

#include "hardware/catalog.h"
#include "support/comparison_builder.h"

namespace whichchip::report {
namespace {

// No device is without a toolchain or a word that there is none; what is called documented names its document and what
// of it was read.
TEST(Toolchains, EveryDeviceOfTheCatalogueHasOne) {
  analysis::Comparison comparison;
  for (const hardware::Device& device : hardware::builtin_catalog().devices) {
    comparison.rows.emplace_back();
    comparison.rows.back().device = device;
    comparison.rows.back().key = device.id;
  }
  std::string all;
  for (const std::string& line : toolchains_section(comparison).lines) {
    const std::size_t documented = line.find(" Documented: ");
    EXPECT_TRUE(line.find(" Assumed: ") != std::string::npos || line.find('.', documented + 1) + 1 < line.size())
        << line;
    all += line.substr(0, line.find(':')) + ", ";
  }
  for (const analysis::Row& row : comparison.rows) EXPECT_NE(all.find(row.key + ", "), std::string::npos) << row.key;
}

}  // namespace
}  // namespace whichchip::report
