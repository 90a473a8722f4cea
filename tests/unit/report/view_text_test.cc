#include "report/view_text.h"

#include <gtest/gtest.h>

namespace whichchip::report {
namespace {

TEST(ViewText, CommandLineNamesWhatDiffersFromTheDefaults) {
  analysis::Request request;
  EXPECT_EQ(command_line(request, "resnet50"), "whichchip compare resnet50");
  analysis::set_option(request, "hardware", "T4,Jetson-Orin-Nano-8GB@7w");
  analysis::set_option(request, "batch", "8");
  analysis::set_option(request, "dim", "height=288");
  analysis::set_option(request, "precision", "int8");
  EXPECT_EQ(command_line(request, "my model's.onnx"),
            "whichchip compare 'my model'\\''s.onnx' --hardware T4,Jetson-Orin-Nano-8GB@7w --precision int8 --batch 8 "
            "--dim height=288");
}

TEST(ViewText, SaysWhichVersionsChanged) {
  const Versions now{"0.1.0", "c2", "p2"};
  EXPECT_EQ(version_change("c2", "p2", now), "");
  EXPECT_EQ(version_change("", "", now), "");
  EXPECT_EQ(version_change("c1", "p2", now),
            "This was made with catalogue c1; here is catalogue c2: figures may differ.");
  EXPECT_EQ(version_change("c1", "p1", now),
            "This was made with catalogue c1, parameters p1; here is catalogue c2, parameters p2: figures may differ.");
}

}  // namespace
}  // namespace whichchip::report
