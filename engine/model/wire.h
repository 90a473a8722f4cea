// The part of onnx.proto that the walk must understand: which fields nest, which hold payloads, which nobody reads.
#pragma once

#include <cstdint>

namespace whichchip::model {

enum class WireType : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, start_group = 3, end_group = 4, fixed32 = 5 };

enum class Message : std::uint8_t {
  model,
  graph,
  node,
  attribute,
  tensor,
  sparse_tensor,
  function,
  value_info,
  type,
  sequence_type,
  map_type,
  optional_type,
};
const char* name(Message message);

enum class Treatment : std::uint8_t {
  copy,     // into the skeleton as it stands
  drop,     // skipped: documentation, metadata, fields of newer versions
  empty,    // kept as an empty message, which tells that it was there
  blob,     // copied when small, else left empty
  descend,  // a nested message
  payload,  // a tensor's elements
  dims,
  data_type,
  tensor_name,
  raw_data,  // copied, and noted for the tensor at hand
};

struct Field {
  Treatment treatment = Treatment::drop;
  WireType type = WireType::bytes;  // as the format defines it; repeated scalars may also come packed in bytes
  bool repeated_scalar = false;
  bool defined = false;            // false: unknown to us, of any type
  Message child = Message::model;  // for `descend`
};

Field field(Message message, std::uint32_t number);

}  // namespace whichchip::model
