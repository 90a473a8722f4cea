// The part of the walk that deals with tensors: which payloads stay, which are left out and remembered by offset and
// length.
#include <algorithm>
#include <string>

#include "core/integer.h"
#include "model/skeleton.h"
#include "model/walk.h"

namespace whichchip::model {
namespace {

void append_varint(std::string& text, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>((value & 0x7f) | 0x80));
  text.push_back(static_cast<char>(value));
}

void append_string(std::string& text, char tag, const std::string& value) {
  text.push_back(tag);
  append_varint(text, value.size());
  text += value;
}

// TensorProto.external_data: field 13 of {key = 1, value = 2}.
void append_external_entry(std::string& text, const std::string& key, const std::string& value) {
  std::string entry;
  append_string(entry, '\x0a', key);
  append_string(entry, '\x12', value);
  append_string(text, '\x6a', entry);
}

constexpr int kMostSizeWarnings = 10;

}  // namespace

void Walk::payload(const Tag& tag, const Field& rule) {
  std::int64_t length = 0;
  switch (tag.type) {
    case WireType::varint:
      length = 1;
      break;
    case WireType::fixed64:
      length = 8;
      break;
    case WireType::fixed32:
      length = 4;
      break;
    default:
      length = read_length(tag);
      break;
  }
  const bool raw = rule.treatment == Treatment::raw_data;
  if (raw) tensor_.raw_bytes = length;
  if (core::saturating_add(tensor_.inlined, length) <= options_.inline_tensor_bytes &&
      tensor_.elided_offset == kUnknown) {
    tensor_.inlined += length;
    put_tag(tag);
    if (tag.type == WireType::varint) {
      put_varint(read_varint("a value"));
    } else {
      if (tag.type == WireType::bytes) put_varint(static_cast<std::uint64_t>(length));
      window_.append_to(skeleton, length);
    }
    return;
  }
  if (tensor_.elided_offset == kUnknown) tensor_.elided_offset = window_.position();
  tensor_.elided_bytes = core::saturating_add(tensor_.elided_bytes, length);
  if (tag.type == WireType::varint)
    read_varint("a value");
  else
    window_.skip(length);
}

void Walk::add_dimension(std::int64_t dimension) {
  if (dimension < 0 || tensor_.elements == kUnknown)
    tensor_.elements = kUnknown;
  else
    tensor_.elements = core::saturating_multiply(tensor_.elements, dimension);
}

void Walk::note_dims(const Tag& tag) {
  put_tag(tag);
  if (tag.type == WireType::varint) {
    const std::uint64_t value = read_varint("a dimension");
    put_varint(value);
    add_dimension(static_cast<std::int64_t>(value));
    return;
  }
  const std::int64_t end = read_length(tag) + window_.position();
  put_varint(static_cast<std::uint64_t>(end - window_.position()));
  while (window_.position() < end) {
    const std::int64_t begin = window_.position();
    const std::uint64_t value = read_varint("a dimension");
    if (window_.position() > end) corrupt(begin, "holds a dimension that crosses the end of the list");
    const auto width = static_cast<std::size_t>(window_.position() - begin);
    // The list's length stands already, so a varint with leading zeros must keep its width.
    for (std::size_t i = 0; i < width; ++i) {
      const auto more = static_cast<std::uint64_t>(i + 1 < width ? 0x80 : 0);
      skeleton.push_back(static_cast<char>(((value >> (7 * i)) & 0x7f) | more));
    }
    add_dimension(static_cast<std::int64_t>(value));
  }
}

void Walk::finish_tensor() {
  const bool elided = tensor_.elided_offset != kUnknown;
  const bool sized = tensor_.raw_bytes != kUnknown && tensor_.elements != kUnknown && bits(tensor_.type) > 0;
  if (sized && !tensor_.external) {
    const std::int64_t expected = storage_bytes(tensor_.elements, tensor_.type);
    if (expected != tensor_.raw_bytes) warn_size(expected);
  }
  if (!elided || tensor_.external) return;
  append_external_entry(skeleton, kElidedKey, "1");
  append_external_entry(skeleton, "offset", std::to_string(tensor_.elided_offset));
  append_external_entry(skeleton, "length", std::to_string(tensor_.elided_bytes));
  skeleton += "\x70\x01";  // data_location = EXTERNAL
}

void Walk::warn_size(std::int64_t expected) {
  if (++size_warnings_ > kMostSizeWarnings) return;
  warnings.push_back({"tensor-size",
                      "A tensor holds " + std::to_string(tensor_.raw_bytes) +
                          " bytes where its dimensions and type ask for " + std::to_string(expected) +
                          "; the dimensions are believed.",
                      tensor_.name});
}

}  // namespace whichchip::model
