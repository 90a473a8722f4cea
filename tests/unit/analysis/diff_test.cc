#include "analysis/diff.h"

#include <gtest/gtest.h>

namespace whichchip::analysis {
namespace {

Revision revision_of(const std::string& name, std::vector<double> latencies) {
  Revision revision;
  revision.name = name;
  const char* ids[] = {"T4", "L4", "A100", "H100"};
  for (std::size_t i = 0; i < latencies.size(); ++i)
    revision.runs.push_back({ids[i], latencies[i], 0.1, 1e6, {{"Conv", latencies[i]}}});
  return revision;
}

TEST(Diff, ManyDevicesAreSummedUpFirst) {
  const Difference result =
      difference(revision_of("old", {4e-3, 3e-3, 2e-3, 1e-3}), revision_of("new", {2e-3, 0.9e-3, 1.2e-3, 1.1e-3}));
  ASSERT_EQ(result.summary.size(), 1u) << "energy and memory are as they were";
  EXPECT_EQ(result.summary[0], "Latency is less on 3 of 4 devices: median 0.600×, from 0.300× (L4) to 1.10× (H100).");
  EXPECT_FALSE(result.text.empty()) << "device by device";
}

TEST(Diff, AFewDevicesNeedNoSummary) {
  EXPECT_TRUE(difference(revision_of("old", {4e-3, 3e-3}), revision_of("new", {2e-3, 1e-3})).summary.empty());
}

TEST(Diff, WhatIsAlikeHasNoSummary) {
  const Revision one = revision_of("old", {4e-3, 3e-3, 2e-3});
  EXPECT_TRUE(difference(one, one).summary.empty());
}

}  // namespace
}  // namespace whichchip::analysis
