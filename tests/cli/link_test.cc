// Links and documents: what one machine prints, another one shows.
#include <gtest/gtest.h>

#include "cli/program.h"
#include "nlohmann/json.hpp"

namespace whichchip::tests {
namespace {

std::string link_of(const std::string& arguments) {
  const Result result = whichchip("link " + arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  return result.out.substr(0, result.out.find('\n'));
}

std::string output_of(const std::string& arguments) {
  const Result result = whichchip(arguments);
  EXPECT_EQ(result.code, 0) << arguments << result.err;
  return result.out;
}

TEST(Links, ASampleOpensAsTheSameComparison) {
  const std::string options = "bert_base --batch 4 --dim seq=64 --hardware T4,L4 --runtime graph --sort energy";
  const std::string link = link_of(options + " --base https://example.org/whichchip/");
  EXPECT_EQ(link.rfind("https://example.org/whichchip/#v1.", 0), 0U) << link;
  EXPECT_EQ(output_of("open '" + link + "' --format json"), output_of("compare " + options + " --format json"));
  write_file(scratch() + "/link.txt", link + "\n");
  EXPECT_EQ(output_of("open " + scratch() + "/link.txt"), output_of("compare " + options));
}

TEST(Links, AModelOfTheUsersTravelsWithoutItsWeights) {
  const std::string model = std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models/resnet18.onnx";
  const std::string options = model + " --dim height=288 --dim width=288 --deployment edge";
  const std::string document = scratch() + "/view.whichchip";
  output_of("link " + options + " --names --output " + document);
  // The view holds the model's work at this batch and not its graph: what other batches say stays behind, too.
  using nlohmann::ordered_json;
  ordered_json whole = ordered_json::parse(output_of("compare " + options + " --format json"));
  ASSERT_EQ(whole["insights"].back().get<std::string>().rfind("Best batch for efficiency on ", 0), 0U);
  whole["insights"].erase(whole["insights"].size() - 1);
  for (ordered_json& row : whole["results"]) {
    for (ordered_json& measured : row["measured"]) measured["own_residual"] = nullptr;
  }
  EXPECT_EQ(ordered_json::parse(output_of("open " + document + " --format json")).dump(), whole.dump());
  const std::string link = link_of(options);
  EXPECT_EQ(output_of("open '" + link + "'").rfind("model on ", 0), 0U) << "its name stays behind";
  EXPECT_EQ(output_of("open '" + link_of(options + " --names") + "'").rfind("resnet18 on ", 0), 0U);
}

}  // namespace
}  // namespace whichchip::tests
