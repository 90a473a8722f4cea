#include "model/text_model.h"

#include <algorithm>
#include <exception>
#include <span>
#include <string>

#include "onnx/defs/parser.h"

#include "core/error.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kLongestText = std::int64_t{1} << 24;
constexpr int kDeepest = 64;

[[noreturn]] void refuse(const std::string& what) {
  throw core::Error(core::ErrorCode::bad_model, "damaged ONNX text: " + what, {},
                    "Convert it to the binary form: onnx.save(onnx.parser.parse_model(text), 'model.onnx').");
}

// Brackets outside of quotes.
int nesting(std::string_view text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      if (c == '(' || c == '{' || c == '[') deepest = std::max(deepest, ++depth);
      if (c == ')' || c == '}' || c == ']') --depth;
    }
  }
  return deepest;
}

// The parser's message, which says line and column, in one line.
std::string reason(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  const std::string text = clean_text(std::string_view(message).substr(0, 300));
  return text.empty() ? "the parser stopped" : text;
}

}  // namespace

bool is_text_model(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '<') return false;
  const std::size_t key = head.find_first_not_of(" \t\r\n", begin + 1);
  return key != std::string_view::npos &&
         (head.substr(key).starts_with("ir_version") || head.substr(key).starts_with("opset_import"));
}

void read_text_model(ByteSource& source, onnx::ModelProto& model) {
  if (source.size() > kLongestText) refuse("it is larger than 16 MiB");
  std::string text(static_cast<std::size_t>(source.size()), '\0');
  text.resize(source.read_at(0, std::as_writable_bytes(std::span(text.data(), text.size()))));
  if (nesting(text) > kDeepest) refuse("it nests more than " + std::to_string(kDeepest) + " deep");
  try {
    const auto status = onnx::OnnxParser::Parse(model, text.c_str());
    if (!status.IsOK()) refuse(reason(status.ErrorMessage()));
  } catch (const core::Error&) {
    throw;
  } catch (const std::exception& error) {  // a number out of range, for one
    refuse(reason(error.what()));
  }
}

}  // namespace whichchip::model
