#include "model/walk.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/integer.h"
#include "model/skeleton.h"

namespace whichchip::model {
namespace {

constexpr int kDeepestGraph = 64;  // the protobuf parser and its destructors recurse, on a small stack in the browser
constexpr int kDeepestType = 32;
constexpr std::size_t kLongestNameShown = 200;
constexpr int kPaddedLength = 5;  // bytes kept free for a message's length, as a varint with leading zeros
constexpr std::int64_t kLongestBlob = std::int64_t{1} << 16;
constexpr std::size_t kLargestSkeleton = std::size_t{1} << 30;

bool is_type(Message message) {
  return message == Message::type || message == Message::sequence_type || message == Message::map_type ||
         message == Message::optional_type;
}

// The bytes are not a serialised model; becomes a core::Error unless the model before them is complete.
struct Damage {
  std::int64_t offset;
  std::string what;
};

std::string byte_at(std::int64_t offset) { return "byte " + std::to_string(offset); }

}  // namespace

void Walk::run() {
  stack_.push_back({Message::model, window_.size(), 0, 0, 0, false});
  try {
    while (!stack_.empty()) {
      if (window_.position() == stack_.back().end) {
        close();
      } else {
        step();
        if (window_.position() > stack_.back().end)
          corrupt(window_.position(), "holds a value that crosses the end of its message");
      }
    }
  } catch (const Truncated& end) {
    if (!salvage(end.offset)) truncated(end.offset);
  } catch (const Damage& damage) {
    if (!ignore_trailing_bytes(damage.offset)) report(damage.offset, damage.what);
  }
}

void Walk::step() {
  const Frame frame = stack_.back();
  partial_tag_ = skeleton.size();
  const Tag tag = read_tag();
  const Field rule = field(frame.message, tag.number);
  check(tag, rule);
  switch (rule.treatment) {
    case Treatment::drop:
      skip_value(tag);
      break;
    case Treatment::copy:
      if (frame.message == Message::model && tag.number == 1) saw_version_ = true;
      if (frame.message == Message::tensor && tag.number == 14) tensor_.external = *window_.peek(1) == 1;
      copy_value(tag);
      break;
    case Treatment::empty:
      put_tag(tag);
      put_varint(0);
      window_.skip(read_length(tag));
      break;
    case Treatment::blob:
      blob(tag);
      break;
    case Treatment::descend:
      open(tag, rule.child);
      break;
    case Treatment::payload:
    case Treatment::raw_data:
      payload(tag, rule);
      break;
    case Treatment::dims:
      note_dims(tag);
      break;
    case Treatment::data_type: {
      put_tag(tag);
      const std::uint64_t type = read_varint("a data type");
      put_varint(type);
      tensor_.type = static_cast<DataType>(type < 256 ? type : 0);
      break;
    }
    case Treatment::tensor_name: {
      put_tag(tag);
      const std::size_t length = copy_bytes(tag);
      tensor_.name = skeleton.substr(skeleton.size() - length, kLongestNameShown);
      break;
    }
  }
  check_size(0, tag.offset);
}

Walk::Tag Walk::read_tag() {
  const std::int64_t offset = window_.position();
  const std::uint64_t raw = read_varint("a field");
  const std::uint64_t number = raw >> 3;
  if (number == 0 || number >= (std::uint64_t{1} << 29))
    corrupt(offset, "announces the impossible field number " + std::to_string(number));
  return {static_cast<std::uint32_t>(number), static_cast<WireType>(raw & 7), offset};
}

std::uint64_t Walk::read_varint(const char* what) {
  const std::int64_t offset = window_.position();
  const std::int64_t left = stack_.back().end - offset;
  const std::uint8_t* bytes = nullptr;
  const std::size_t available = window_.peek_some(10, bytes);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    if (static_cast<std::int64_t>(i) >= left && stack_.size() > 1)
      corrupt(offset, std::string("holds ") + what + " that crosses the end of its " + name(stack_.back().message));
    if (i >= available) throw Truncated{window_.size()};
    value |= static_cast<std::uint64_t>(bytes[i] & 0x7f) << (7 * i);
    if ((bytes[i] & 0x80) == 0) {
      window_.advance(i + 1);
      return value;
    }
  }
  corrupt(offset, std::string("holds ") + what + " whose number is longer than 64 bits");
}

std::int64_t Walk::read_length(const Tag& tag) {
  const std::uint64_t length = read_varint("a length");
  const std::int64_t left = stack_.back().end - window_.position();
  if (length <= static_cast<std::uint64_t>(left)) return static_cast<std::int64_t>(length);
  // Only the file's own end can be cut off; a nested message that is too long for its parent is damage.
  if (stack_.size() == 1 && length < (std::uint64_t{1} << 46)) return static_cast<std::int64_t>(length);
  corrupt(tag.offset,
          "announces " + std::to_string(length) + " bytes where only " + std::to_string(left) + " are left");
}

void Walk::check(const Tag& tag, const Field& rule) const {
  const auto type = static_cast<unsigned>(tag.type);
  if (type == 3 || type == 4)
    corrupt(tag.offset, "opens a group (wire type " + std::to_string(type) + "), which ONNX never uses");
  if (type > 5) corrupt(tag.offset, "has wire type " + std::to_string(type) + ", which does not exist");
  if (!rule.defined || tag.type == rule.type || (rule.repeated_scalar && tag.type == WireType::bytes)) return;
  corrupt(tag.offset, "has field " + std::to_string(tag.number) + " of a " + name(stack_.back().message) +
                          " with wire type " + std::to_string(type) + " instead of " +
                          std::to_string(static_cast<unsigned>(rule.type)));
}

void Walk::skip_value(const Tag& tag) {
  switch (tag.type) {
    case WireType::varint:
      read_varint("a value");
      break;
    case WireType::fixed64:
      window_.skip(8);
      break;
    case WireType::fixed32:
      window_.skip(4);
      break;
    default:
      window_.skip(read_length(tag));
      break;
  }
}

void Walk::copy_value(const Tag& tag) {
  put_tag(tag);
  switch (tag.type) {
    case WireType::varint:
      put_varint(read_varint("a value"));
      break;
    case WireType::fixed64:
      window_.append_to(skeleton, 8);
      break;
    case WireType::fixed32:
      window_.append_to(skeleton, 4);
      break;
    default:
      copy_bytes(tag);
      break;
  }
}

std::size_t Walk::copy_bytes(const Tag& tag) {
  const std::int64_t length = read_length(tag);
  if (window_.position() + length > window_.size()) throw Truncated{window_.size()};
  check_size(static_cast<std::size_t>(length), tag.offset);
  put_varint(static_cast<std::uint64_t>(length));
  window_.append_to(skeleton, length);
  return static_cast<std::size_t>(length);
}

void Walk::check_size(std::size_t more, std::int64_t offset) const {
  if (skeleton.size() + more <= kLargestSkeleton) return;
  throw core::Error(core::ErrorCode::bad_model, "the graph part of the model is larger than 1 GiB", byte_at(offset));
}

void Walk::blob(const Tag& tag) {
  const std::int64_t length = read_length(tag);
  const bool kept = length <= kLongestBlob;
  put_tag(tag);
  put_varint(kept ? static_cast<std::uint64_t>(length) : 0);
  if (kept)
    window_.append_to(skeleton, length);
  else
    window_.skip(length);
}

void Walk::open(const Tag& tag, Message child) {
  const std::size_t field_start = skeleton.size();
  const bool is_output = stack_.size() == 2 && stack_.back().message == Message::graph && tag.number == 12;
  if (stack_.size() == 2 && stack_.back().message == Message::graph)
    in_weights_ = nodes_ > 0 && (child == Message::tensor || (in_weights_ && child != Message::node));
  const std::int64_t length = read_length(tag);
  put_tag(tag);
  stack_.push_back({child, window_.position() + length, tag.offset, field_start, skeleton.size(), is_output});
  skeleton.append(kPaddedLength, '\0');
  if (child == Message::tensor) tensor_ = {};
  if (child == Message::graph && ++graph_depth_ > kDeepestGraph) too_deep("graphs", kDeepestGraph, tag.offset);
  if (is_type(child) && ++type_depth_ > kDeepestType) too_deep("types", kDeepestType, tag.offset);
}

void Walk::too_deep(const std::string& what, int deepest, std::int64_t offset) const {
  throw core::Error(
      core::ErrorCode::bad_model, "the model nests " + what + " more than " + std::to_string(deepest) + " deep",
      byte_at(offset),
      "Exporters nest a handful: export the model again, with fewer If, Loop and Scan inside one another.");
}

void Walk::close() {
  const Frame frame = stack_.back();
  if (frame.message == Message::tensor) finish_tensor();
  stack_.pop_back();
  if (stack_.empty()) return;
  std::size_t length = skeleton.size() - frame.length_at - kPaddedLength;
  for (int i = 0; i < kPaddedLength; ++i, length >>= 7) {
    const auto more = static_cast<std::size_t>(i + 1 < kPaddedLength ? 0x80 : 0);
    skeleton[frame.length_at + static_cast<std::size_t>(i)] = static_cast<char>((length & 0x7f) | more);
  }
  if (frame.message == Message::graph) --graph_depth_;
  if (is_type(frame.message)) --type_depth_;
  if (frame.message == Message::node) ++nodes_;
  if (frame.is_output) saw_output_ = true;
  if (frame.message == Message::graph && stack_.size() == 1) graph_closed_ = true;
}

void Walk::put_varint(std::uint64_t value) {
  while (value >= 0x80) {
    skeleton.push_back(static_cast<char>((value & 0x7f) | 0x80));
    value >>= 7;
  }
  skeleton.push_back(static_cast<char>(value));
}

void Walk::put_tag(const Tag& tag) {
  put_varint((std::uint64_t{tag.number} << 3) | static_cast<std::uint64_t>(tag.type));
}

// What survives when the file ends early: the graph up to the last complete part, if its operators are complete, as
// they are when its weights (which protobuf writes behind them) or its outputs were reached.
bool Walk::salvage(std::int64_t offset) {
  if ((!saw_output_ && !in_weights_) || nodes_ == 0) return false;
  const std::string where = path();
  const bool tensor_usable = stack_.size() == 3 && stack_.back().message == Message::tensor &&
                             tensor_.elided_offset != kUnknown && !tensor_.name.empty();
  // Within the graph its last, incomplete part goes; behind the graph, the incomplete part of the model.
  const std::size_t whole = !graph_closed_ && stack_.size() >= 2 ? 2 : 1;
  if (!tensor_usable && stack_.size() > whole) {
    skeleton.resize(stack_[whole].field_start);
    stack_.resize(whole);
  }
  if (!tensor_usable) skeleton.resize(std::min(skeleton.size(), partial_tag_));
  while (!stack_.empty()) close();
  salvaged = true;
  warnings.push_back({"truncated-file",
                      "The file ends at byte " + std::to_string(offset) + ", inside " + where +
                          "; what stands before it was analysed.",
                      byte_at(offset)});
  return true;
}

bool Walk::ignore_trailing_bytes(std::int64_t offset) {
  if (!graph_closed_ || nodes_ == 0 || stack_.size() != 1) return false;
  skeleton.resize(std::min(skeleton.size(), partial_tag_));
  salvaged = true;
  warnings.push_back({"trailing-bytes",
                      "From byte " + std::to_string(offset) +
                          " on the file is not ONNX; the model before it is complete and was analysed.",
                      byte_at(offset)});
  return true;
}

// "graph > initializer 'fc.weight'": where the walk stands.
std::string Walk::path() const {
  std::string text;
  for (std::size_t i = 1; i < stack_.size(); ++i) {
    if (!text.empty()) text += " > ";
    text += name(stack_[i].message);
  }
  if (!stack_.empty() && stack_.back().message == Message::tensor && !tensor_.name.empty())
    text += " '" + tensor_.name + "'";
  return text.empty() ? "the model's header" : text;
}

void Walk::corrupt(std::int64_t offset, const std::string& what) const { throw Damage{offset, what}; }

void Walk::report(std::int64_t offset, const std::string& what) const {
  const bool credible = nodes_ > 0;
  throw core::Error(core::ErrorCode::bad_model,
                    (credible ? "damaged ONNX file: in " + path() + ", " : std::string("not an ONNX file: ")) +
                        byte_at(offset) + " " + what,
                    byte_at(offset),
                    credible ? "Download or export the model again."
                             : "If this is a weights file (.data, .bin), drop the .onnx file that goes with it.");
}

void Walk::truncated(std::int64_t offset) const {
  if (nodes_ == 0 && (!saw_version_ || stack_.size() < 2))
    report(0, "begins a message that does not end within the file");
  const std::int64_t missing = (stack_.size() > 1 ? stack_[1].end : window_.size()) - offset;
  std::string message = "the file is truncated: it ends at byte " + std::to_string(offset) + ", inside " + path();
  if (missing > 0) message += "; at least " + std::to_string(missing) + " bytes are missing";
  throw core::Error(core::ErrorCode::bad_model, message, byte_at(offset),
                    nodes_ > 0 ? "Download it again: " + std::to_string(nodes_) +
                                     " operators were read, but the description of inputs and outputs is missing."
                               : "Download it again.");
}

}  // namespace whichchip::model
