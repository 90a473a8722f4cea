#include "model/sniff_text.h"

#include <algorithm>
#include <string>

namespace whichchip::model {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool is_text(std::string_view head) {
  return std::all_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || byte == '\n' || byte == '\r' || byte == '\t';
  });
}

std::string_view after_space(std::string_view head) {
  if (head.substr(0, 3) == "\xef\xbb\xbf") head.remove_prefix(3);
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view{} : head.substr(begin);
}

Lookalike git_lfs(std::string_view head) {
  const std::size_t at = head.find("\nsize ");
  std::string size;
  for (std::size_t i = at + 6; at != std::string_view::npos && i < head.size() && head[i] >= '0' && head[i] <= '9';
       ++i) {
    size += head[i];
  }
  const std::string what = size.empty() ? "a Git LFS pointer" : "a Git LFS pointer to a file of " + size + " bytes";
  return {what, "Fetch the file itself: git lfs pull, or the download link of the page it came from."};
}

Lookalike json(const std::string& text) {
  const auto holds = [&](const char* key) { return text.find(key) != std::string::npos; };
  if (holds("\"irversion\"") || holds("\"ir_version\"") || holds("\"opsetimport\"") || holds("\"opset_import\"")) {
    return {"an ONNX model written as JSON",
            "Convert it to the binary form: onnx.save(google.protobuf.json_format.Parse(text, onnx.ModelProto()), "
            "'model.onnx')."};
  }
  if (holds("\"error\"") || holds("\"message\"")) {
    return {"a JSON error message that was saved instead of the file",
            "Open the file's address in a browser: it may need a login or no longer exist."};
  }
  if (holds("\"architectures\"") || holds("\"model_type\"")) {
    return {"a Hugging Face configuration",
            "Export the model: optimum-cli export onnx --model … folder, then drop folder/model.onnx."};
  }
  return {"a JSON document", "Drop the .onnx file itself."};
}

}  // namespace

std::optional<Lookalike> sniff_text(std::string_view head) {
  const std::string_view text = after_space(head);
  if (text.empty()) {
    if (is_text(head)) return Lookalike{"a blank text file", "Download it again."};
    return std::nullopt;
  }
  if (text.substr(0, 23) == "version https://git-lfs") return git_lfs(text);
  const std::string small = lower(text);
  const auto holds = [&](const char* part) { return small.find(part) != std::string::npos; };
  const auto begins = [&](const char* part) { return small.rfind(part, 0) == 0; };
  if (begins("<!doctype html") || begins("<html") || (begins("<") && is_text(head) && holds("<head"))) {
    return Lookalike{"a web page that was saved instead of the file",
                     "Use the page's download link (on GitHub: “Download raw file”)."};
  }
  if (holds("<net name=") || (begins("<?xml") && holds("<net "))) {
    return Lookalike{"an OpenVINO model (.xml)",
                     "Drop the ONNX file that it was converted from, or export the original model."};
  }
  if (begins("<?xml")) return Lookalike{"an XML document", "Drop the .onnx file itself."};
  if (!is_text(head)) return std::nullopt;
  if (begins("{") || begins("[")) return json(small);
  if (begins("7767517")) return Lookalike{"an NCNN model (.param)", "Export the original model to ONNX."};
  if (begins("ir_version") || holds("opset_import {")) {
    return Lookalike{
        "an ONNX model written as protobuf text",
        "Convert it to the binary form: onnx.save(google.protobuf.text_format.Parse(text, onnx.ModelProto()), "
        "'model.onnx')."};
  }
  if (holds("layer {") || holds("layer{") || begins("name:")) {
    return Lookalike{"a network description in text form (Caffe?)", "Convert the original model to ONNX."};
  }
  return Lookalike{"a text file", "Drop the .onnx file itself."};
}

}  // namespace whichchip::model
