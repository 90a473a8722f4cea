#include "model/open_model.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "model/resolve.h"
#include "support/archives.h"
#include "support/logging_source.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

// A linear layer with `outputs` outputs and its weights in the file.
std::string linear(std::int64_t outputs) {
  OnnxModel model;
  model.input("x", {1, 256}).weight("w", {256, outputs}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  return model.bytes();
}

std::string external_linear() {
  OnnxModel model;
  model.input("x", {1, 256}).external_weight("w", {256, 100}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  return model.bytes();
}

std::int64_t outputs_of(const std::string& archive, const std::string& member = {}) {
  LoggingSource source(archive);
  const model::Graph graph = model::resolve(model::open_model(source, member).skeleton);
  return tensor(graph, "y").dims.at(1);
}

std::string error_of(const std::string& archive, const std::string& member = {}) {
  try {
    outputs_of(archive, member);
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_model);
    EXPECT_FALSE(error.advice.empty());
    return error.message + " | " + error.advice;
  }
  return "no error";
}

TEST(OpenModel, OpensEveryKindOfArchive) {
  const std::vector<ArchiveFile> files{
      {"readme.txt", "hello"}, {"net/model.onnx", linear(10)}, {"__MACOSX/net/._model.onnx", "x"}};
  EXPECT_EQ(outputs_of(linear(10)), 10);
  EXPECT_EQ(outputs_of(zip_of(files, false)), 10);
  EXPECT_EQ(outputs_of(zip_of(files, true)), 10);
  EXPECT_EQ(outputs_of(tar_of(files)), 10);
  EXPECT_EQ(outputs_of(gzip_of(tar_of(files))), 10);
  EXPECT_EQ(outputs_of(gzip_of(linear(10))), 10);
}

TEST(OpenModel, ReadsNoWeightsOfAStoredEntry) {
  LoggingSource source(zip_of({{"model.onnx", linear(10'000)}}, false));
  ASSERT_GT(source.size(), 10'000'000);
  const model::OpenedModel opened = model::open_model(source);
  EXPECT_EQ(opened.member, "model.onnx");
  EXPECT_LT(source.bytes_read, 100'000);
}

TEST(OpenModel, SeveralModelsAreListedAndChosenByName) {
  const std::vector<ArchiveFile> files{{"onnx/encoder.onnx", linear(3)}, {"onnx/decoder.onnx", linear(4)}};
  for (const std::string& archive : {zip_of(files, true), tar_of(files), gzip_of(tar_of(files))}) {
    const std::string error = error_of(archive);
    EXPECT_NE(error.find("2 models: onnx/encoder.onnx, onnx/decoder.onnx"), std::string::npos) << error;
    EXPECT_NE(error.find("!onnx/encoder.onnx"), std::string::npos) << error;
    EXPECT_EQ(outputs_of(archive, "onnx/encoder.onnx"), 3);
    EXPECT_EQ(outputs_of(archive, "decoder.onnx"), 4);
    EXPECT_NE(error_of(archive, "vocoder.onnx").find("no model 'vocoder.onnx'"), std::string::npos);
    LoggingSource source(archive);
    const auto models = model::list_packed_models(source);
    ASSERT_EQ(models.size(), 2U);
    EXPECT_EQ(models[1].name, "onnx/decoder.onnx");
    EXPECT_EQ(models[1].bytes, static_cast<std::int64_t>(files[1].bytes.size()));
  }
  EXPECT_NE(error_of(linear(3), "decoder.onnx").find("no archive"), std::string::npos);
}

TEST(OpenModel, LongNamesInATar) {
  const std::string name = std::string(150, 'd') + "/model.onnx";
  LoggingSource source(tar_of({{name, linear(5)}}));
  EXPECT_EQ(model::open_model(source).member, name);
}

TEST(OpenModel, ComparesExternalWeightsInTheArchive) {
  const auto warnings = [](std::size_t bytes) {
    LoggingSource source(
        zip_of({{"net/model.onnx", external_linear()}, {"net/weights.bin", std::string(bytes, 'w')}}, true));
    return model::resolve(model::open_model(source).skeleton).warnings.size();
  };
  EXPECT_EQ(warnings(256 * 100 * 4), 0U);
  EXPECT_EQ(warnings(1000), 1U);
}

TEST(OpenModel, GoesBackInALongStream) {
  // Beyond a checkpoint of the inflated stream, and the model behind it.
  std::string padding(36'000'000, '\0');
  for (std::size_t i = 0; i < padding.size(); i += 4099) padding[i] = static_cast<char>(i);
  const std::string archive =
      gzip_of(tar_of({{"padding", padding}, {"a.onnx", linear(7)}, {"more", padding.substr(0, 100)}}));
  EXPECT_EQ(outputs_of(archive), 7);
}

TEST(OpenModel, DamagedArchivesGiveOneError) {
  const std::string zip = zip_of({{"model.onnx", linear(10)}}, true);
  EXPECT_NE(error_of(zip.substr(0, zip.size() / 2)).find("directory"), std::string::npos);
  std::string scrambled = zip;
  for (std::size_t i = 60; i < 200; ++i) scrambled[i] = static_cast<char>(scrambled[i] ^ 0x55);
  EXPECT_NE(error_of(scrambled).find("damaged archive"), std::string::npos);
  std::string encrypted = zip;
  encrypted[encrypted.rfind("PK\x01\x02") + 8] = 1;
  EXPECT_NE(error_of(encrypted).find("encrypted"), std::string::npos);
  std::string method = zip;
  method[method.rfind("PK\x01\x02") + 10] = 14;
  EXPECT_NE(error_of(method).find("zip method 14"), std::string::npos);
  const std::string tar = tar_of({{"a.txt", "x"}, {"model.onnx", linear(10)}});
  EXPECT_NE(error_of(tar.substr(0, 512 * 2) + std::string(512, 'j') + tar.substr(512 * 3)).find("damaged tar"),
            std::string::npos);
  EXPECT_NE(error_of(gzip_of(linear(10)) + gzip_of("more")).find("holds more than"), std::string::npos);
}

TEST(OpenModel, ACutOffStreamIsATruncatedModelOrAnError) {
  const std::string packed = gzip_of(linear(10));
  // The size at the end goes too, so what remains announces nonsense.
  for (std::size_t length = 20; length + 8 < packed.size(); ++length) {
    try {
      LoggingSource source(packed.substr(0, length));
      EXPECT_TRUE(warned(model::resolve(model::open_model(source).skeleton), "truncated-file")) << length;
    } catch (const core::Error& error) {
      EXPECT_EQ(error.code, core::ErrorCode::bad_model) << length;
    }
  }
}

TEST(OpenModel, AnArchiveWithoutAModelIsNamed) {
  EXPECT_NE(error_of(zip_of({{"a.txt", "x"}}, false)).find("zip archive"), std::string::npos);
  EXPECT_NE(error_of(tar_of({{"a.txt", "x"}})).find("tar archive"), std::string::npos);
  EXPECT_NE(error_of(gzip_of("<!doctype html><html></html>")).find("web page"), std::string::npos);
  EXPECT_NE(error_of(gzip_of(tar_of({{"a.txt", "x"}}))).find("gzip archive"), std::string::npos);
}

}  // namespace
}  // namespace whichchip::tests
