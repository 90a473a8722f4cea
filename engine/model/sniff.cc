#include "model/sniff.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "model/sniff_text.h"

namespace whichchip::model {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kFromOriginal =
    "Export the original model to ONNX instead; this format is compiled and cannot be turned back.";
constexpr std::string_view kFromTorch =
    "Load it in PyTorch and call torch.onnx.export(model, example_input, 'model.onnx').";
constexpr std::string_view kFromTensorFlow =
    "Convert it: python -m tf2onnx.convert (--saved-model, --keras, --tflite or --graphdef) … --output model.onnx.";
constexpr std::string_view kUnpack = "Unpack it and drop the .onnx file inside.";

struct Magic {
  std::size_t offset;
  std::string_view bytes;
  std::string_view what;
  std::string_view advice;
};

constexpr std::array kMagics{
    Magic{0, "\x89PNG\r\n\x1a\n"sv, "a PNG image", "Drop the .onnx file itself."},
    Magic{0, "\xff\xd8\xff"sv, "a JPEG image", "Drop the .onnx file itself."},
    Magic{0, "GIF8"sv, "a GIF image", "Drop the .onnx file itself."},
    Magic{0, "%PDF-"sv, "a PDF document", "Drop the .onnx file itself."},
    Magic{0,
          "\x7f"
          "ELF"sv,
          "a program or shared library (ELF)", "Drop the .onnx file itself."},
    Magic{0, "GGUF"sv, "a GGUF model of llama.cpp",
          "GGUF is a runtime format: export the original checkpoint with Optimum (optimum-cli export onnx)."},
    Magic{0, "ggjt"sv, "a GGML model", "Export the original checkpoint with Optimum (optimum-cli export onnx)."},
    Magic{0, "tjgg"sv, "a GGML model", "Export the original checkpoint with Optimum (optimum-cli export onnx)."},
    Magic{0, "lmgg"sv, "a GGML model", "Export the original checkpoint with Optimum (optimum-cli export onnx)."},
    Magic{4, "TFL3"sv, "a TensorFlow Lite model",
          "Convert it: python -m tf2onnx.convert --tflite model.tflite --output model.onnx."},
    Magic{4, "ORTM"sv, "a model in ONNX Runtime's own format (.ort)", "Drop the .onnx file that it was made from."},
    Magic{0, "\x89HDF\r\n\x1a\n"sv, "an HDF5 file (a Keras .h5 model?)",
          "Convert it: python -m tf2onnx.convert --keras model.h5 --output model.onnx."},
    Magic{0, "\x93NUMPY"sv, "a NumPy array", "Drop the .onnx file itself."},
    Magic{0, "ptrt"sv, "a TensorRT engine", kFromOriginal},
    Magic{0, "trtp"sv, "a TensorRT engine", kFromOriginal},
    Magic{0, "ftrt"sv, "a TensorRT engine", kFromOriginal},
    Magic{0, "RKNN"sv, "a Rockchip RKNN model", kFromOriginal},
    Magic{0, "\x01HEF"sv, "a Hailo executable (.hef)", kFromOriginal},
    Magic{0, "\x1f\x8b"sv, "a gzip archive", kUnpack},
    Magic{0, "\x28\xb5\x2f\xfd"sv, "a Zstandard archive", kUnpack},
    Magic{0, "\x37\x7a\xbc\xaf\x27\x1c"sv, "a 7-Zip archive", kUnpack},
    Magic{0,
          "\xfd"
          "7zXZ"sv,
          "an xz archive", kUnpack},
    Magic{0, "BZh"sv, "a bzip2 archive", kUnpack},
    Magic{0, "Rar!\x1a\x07"sv, "a RAR archive", kUnpack},
    Magic{257, "ustar"sv, "a tar archive", kUnpack},
};

Lookalike make(std::string_view what, std::string_view advice) { return {std::string(what), std::string(advice)}; }

std::uint32_t little_endian(std::string_view bytes, std::size_t offset, std::size_t width) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width && offset + i < bytes.size(); ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  }
  return value;
}

std::string read_string(ByteSource& source, std::int64_t offset, std::size_t count) {
  std::string text(count, '\0');
  text.resize(source.read_at(offset, std::as_writable_bytes(std::span(text.data(), count))));
  return text;
}

// File names of a zip's central directory, as far as its last 64 KiB hold them.
std::string zip_directory(ByteSource& source) {
  constexpr std::int64_t kTail = 65536;
  const std::int64_t start = std::max<std::int64_t>(0, source.size() - kTail);
  const std::string tail = read_string(source, start, static_cast<std::size_t>(source.size() - start));
  std::string names = "\n";
  for (std::size_t at = tail.find("PK\x01\x02"sv); at != std::string::npos; at = tail.find("PK\x01\x02"sv, at + 4)) {
    const std::size_t length = little_endian(tail, at + 28, 2);
    if (at + 46 + length > tail.size()) break;
    names.append(tail, at + 46, length);
    names += '\n';
  }
  return names;
}

Lookalike zip(ByteSource& source) {
  const std::string names = zip_directory(source);
  const auto holds = [&](std::string_view part) { return names.find(part) != std::string::npos; };
  if (holds(".onnx\n")) return make("a zip archive that holds an ONNX model", kUnpack);
  if (holds("constants.pkl\n") && holds("/code/")) return make("a TorchScript archive", kFromTorch);
  if (holds("data.pkl\n")) return make("a PyTorch checkpoint", kFromTorch);
  if (holds("Manifest.json\n") && holds(".mlmodel\n"))
    return make("a Core ML package", "Export the original model to ONNX.");
  if (holds("\nconfig.json\n") || holds("\nmetadata.json\n")) {
    return make("a Keras archive", "Convert it: python -m tf2onnx.convert --keras model.keras --output model.onnx.");
  }
  if (holds("saved_model.pb\n")) return make("a zipped TensorFlow SavedModel", kFromTensorFlow);
  return make("a zip archive", kUnpack);
}

bool is_safetensors(std::string_view head, std::int64_t size) {
  if (head.size() < 10 || head[8] != '{') return false;
  const std::uint32_t low = little_endian(head, 0, 4);
  return little_endian(head, 4, 4) == 0 && low >= 2 && static_cast<std::int64_t>(low) <= size - 8;
}

// Pickle protocols 2 to 5 start with 0x80, the protocol, and an opcode that puts something on the stack.
bool is_pickle(std::string_view head) {
  return head.size() > 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 &&
         "}]c(X\x8a\x95KM"sv.find(head[2]) != std::string_view::npos;
}

// A message whose first field is a nested message or text, where an ONNX model has a number.
std::optional<Lookalike> foreign_protobuf(std::string_view head) {
  if (head.size() < 4 || head[0] != '\x0a') return std::nullopt;
  const std::string_view rest = head.substr(1, 200);
  if (rest.find("Placeholder"sv) != std::string_view::npos || rest.find("\x12\x05"
                                                                        "Const"sv) != std::string_view::npos) {
    return make("a frozen TensorFlow graph", kFromTensorFlow);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Lookalike> sniff(ByteSource& source, std::span<const std::uint8_t> bytes) {
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (head.substr(0, 4) == "PK\x03\x04"sv || head.substr(0, 4) == "PK\x05\x06"sv) return zip(source);
  for (const Magic& magic : kMagics) {
    if (head.size() >= magic.offset && head.substr(magic.offset, magic.bytes.size()) == magic.bytes) {
      return make(magic.what, magic.advice);
    }
  }
  if (std::all_of(head.begin(), head.end(), [](char c) { return c == '\0'; })) {
    return make("a file of zeros, the sign of an incomplete download", "Download it again.");
  }
  if (is_safetensors(head, source.size())) {
    return make("a safetensors file: weights without a graph",
                "Export the model that it belongs to with Optimum (optimum-cli export onnx --model …).");
  }
  if (is_pickle(head)) return make("a Python pickle, probably a PyTorch checkpoint", kFromTorch);
  if (auto text = sniff_text(head)) return text;
  return foreign_protobuf(head);
}

}  // namespace whichchip::model
