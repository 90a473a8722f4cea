#include "model/sniff.h"

#include <string>

#include <gtest/gtest.h>

#include "core/error.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

using namespace std::string_literals;

struct Case {
  const char* name;
  std::string bytes;
  const char* message;  // a part of it
};

// A stored zip with one empty file of that name.
std::string zip(const std::vector<std::string>& names) {
  std::string local, central;
  for (const std::string& name : names) {
    const std::string length{static_cast<char>(name.size()), '\0'};
    local += "PK\x03\x04"s + std::string(22, '\0') + length + std::string(2, '\0') + name;
    central += "PK\x01\x02"s + std::string(24, '\0') + length + std::string(16, '\0') + name;
  }
  return local + central + "PK\x05\x06"s + std::string(18, '\0');
}

class Lookalikes : public ::testing::TestWithParam<Case> {};

TEST_P(Lookalikes, IsNamedWithAdvice) {
  try {
    read_bytes(GetParam().bytes);
    FAIL() << "was read";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_model);
    EXPECT_NE(error.message.find(GetParam().message), std::string::npos) << error.message;
    EXPECT_FALSE(error.advice.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, Lookalikes,
    ::testing::Values(
        Case{"Empty", "", "empty"}, Case{"Zeros", std::string(5000, '\0'), "zeros"},
        Case{"GitLfs", "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 102400\n", "102400 bytes"},
        Case{"WebPage", "\n<!DOCTYPE html><html><head></head></html>", "web page"},
        Case{"JsonError", "{\"error\": \"Entry not found\"}", "error message"},
        Case{"JsonOnnx", "{\"irVersion\": \"8\", \"graph\": {}}", "written as JSON"},
        Case{"Configuration", "{\"architectures\": [\"BertModel\"]}", "configuration"},
        Case{"TextOnnx", "ir_version: 7\ngraph {\n}\n", "protobuf text"},
        Case{"Png", "\x89PNG\r\n\x1a\n"s + std::string(20, 'x'), "PNG"}, Case{"Jpeg", "\xff\xd8\xff\xe0 JFIF", "JPEG"},
        Case{"Pdf", "%PDF-1.7", "PDF"}, Case{"Gguf", "GGUF\x03\0\0\0"s, "GGUF"}, Case{"Ggml", "tjgg....", "GGML"},
        Case{"TfLite", "\x1c\0\0\0TFL3"s + std::string(20, '\0'), "TensorFlow Lite"},
        Case{"Ort", "\x1c\0\0\0ORTM"s + std::string(20, '\0'), "ONNX Runtime"},
        Case{"Hdf5", "\x89HDF\r\n\x1a\n"s + std::string(20, 'x'), "HDF5"},
        Case{"SafeTensors", "\x40\0\0\0\0\0\0\0{\"a\":{\"dtype\":\"F32\"}}"s + std::string(90, ' '), "safetensors"},
        Case{"Pickle", "\x80\x02}q\x01(X\x05"s, "pickle"},
        Case{"PyTorch", zip({"archive/data.pkl", "archive/data/0"}), "PyTorch"},
        Case{"TorchScript", zip({"net/data.pkl", "net/code/a.py", "net/constants.pkl"}), "TorchScript"},
        Case{"Keras", zip({"metadata.json", "config.json", "model.weights.h5"}), "Keras"},
        Case{"ZippedOnnx", zip({"model/net.onnx"}), "holds an ONNX"}, Case{"Zip", zip({"a.txt"}), "zip"},
        Case{"Gzip", "\x1f\x8b\x08\0\0\0\0\0"s, "gzip"}, Case{"Zstd", "\x28\xb5\x2f\xfd...."s, "Zstandard"},
        Case{"SevenZip", "7z\xbc\xaf\x27\x1c...."s, "7-Zip"},
        Case{"Tar", std::string(257, 'a') + "ustar" + std::string(300, '\0'), "tar"},
        Case{"OpenVino", "<?xml version=\"1.0\"?>\n<net name=\"resnet\" version=\"11\">", "OpenVINO"},
        Case{"TensorRt", "ptrt\xf0\0\0\0"s, "TensorRT"}, Case{"Ncnn", "7767517\n3 3\nInput data", "NCNN"},
        Case{"Elf",
             "\x7f"
             "ELF\x02\x01\x01"s,
             "ELF"},
        Case{"Text", "hello, this is no model\n", "text file"},
        Case{"FrozenGraph", "\x0a\x20\x0a\x05input\x12\x0bPlaceholder"s, "TensorFlow graph"},
        Case{"Rknn", "RKNN\0\0\0\0"s, "RKNN"}, Case{"Hef", "\x01HEF\0\0\0\0"s, "Hailo"}),
    [](const ::testing::TestParamInfo<Case>& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace whichchip::tests
