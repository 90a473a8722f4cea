#include "model/wire.h"

namespace whichchip::model {
namespace {

constexpr Field scalar(Treatment treatment = Treatment::copy) {
  return {.treatment = treatment, .type = WireType::varint, .defined = true};
}
constexpr Field numbers(WireType type, Treatment treatment = Treatment::copy) {
  return {.treatment = treatment, .type = type, .repeated_scalar = true, .defined = true};
}
constexpr Field bytes(Treatment treatment = Treatment::copy) {
  return {.treatment = treatment, .type = WireType::bytes, .defined = true};
}
constexpr Field nested(Message child) {
  return {.treatment = Treatment::descend, .type = WireType::bytes, .defined = true, .child = child};
}
constexpr Field kUnknownField{};

Field model_field(std::uint32_t number) {
  switch (number) {
    case 1:
    case 5:
      return scalar();  // ir_version, model_version
    case 2:
    case 3:
    case 4:
    case 8:
      return bytes();  // producer, domain, opset_import
    case 6:
    case 14:
      return bytes(Treatment::drop);  // doc_string, metadata_props
    case 7:
      return nested(Message::graph);
    case 20:
      return bytes(Treatment::empty);  // training_info
    case 25:
      return nested(Message::function);
    default:
      return kUnknownField;
  }
}

Field graph_field(std::uint32_t number) {
  switch (number) {
    case 1:
      return nested(Message::node);
    case 2:
      return bytes();
    case 5:
      return nested(Message::tensor);
    case 10:
    case 14:
    case 16:
      return bytes(Treatment::drop);  // doc_string, quantization_annotation, metadata
    case 11:
    case 12:
    case 13:
      return nested(Message::value_info);
    case 15:
      return nested(Message::sparse_tensor);
    default:
      return kUnknownField;
  }
}

Field node_field(std::uint32_t number) {
  switch (number) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 7:
    case 8:
      return bytes();
    case 5:
      return nested(Message::attribute);
    case 6:
    case 9:
      return bytes(Treatment::drop);
    default:
      return kUnknownField;
  }
}

Field attribute_field(std::uint32_t number) {
  switch (number) {
    case 1:
    case 21:
      return bytes();
    case 2:
      return {.treatment = Treatment::copy, .type = WireType::fixed32, .defined = true};
    case 3:
    case 20:
      return scalar();
    case 4:
    case 9:
      return bytes(Treatment::blob);
    case 5:
    case 10:
      return nested(Message::tensor);
    case 6:
    case 11:
      return nested(Message::graph);
    case 7:
      return numbers(WireType::fixed32);
    case 8:
      return numbers(WireType::varint);
    case 13:
      return bytes(Treatment::drop);
    case 14:
    case 15:
      return nested(Message::type);
    case 22:
    case 23:
      return nested(Message::sparse_tensor);
    default:
      return kUnknownField;
  }
}

Field tensor_field(std::uint32_t number) {
  switch (number) {
    case 1:
      return numbers(WireType::varint, Treatment::dims);
    case 2:
      return scalar(Treatment::data_type);
    case 3:
    case 12:
    case 16:
      return bytes(Treatment::drop);
    case 4:
      return numbers(WireType::fixed32, Treatment::payload);
    case 5:
    case 7:
    case 11:
      return numbers(WireType::varint, Treatment::payload);
    case 6:
      return bytes(Treatment::payload);
    case 8:
      return bytes(Treatment::tensor_name);
    case 9:
      return bytes(Treatment::raw_data);
    case 10:
      return numbers(WireType::fixed64, Treatment::payload);
    case 13:
      return bytes();
    case 14:
      return scalar();
    default:
      return kUnknownField;
  }
}

Field sparse_tensor_field(std::uint32_t number) {
  switch (number) {
    case 1:
    case 2:
      return nested(Message::tensor);
    case 3:
      return numbers(WireType::varint);
    default:
      return kUnknownField;
  }
}

Field function_field(std::uint32_t number) {
  switch (number) {
    case 1:
    case 4:
    case 5:
    case 6:
    case 9:
    case 10:
    case 13:
      return bytes();
    case 7:
      return nested(Message::node);
    case 8:
    case 14:
      return bytes(Treatment::drop);
    case 11:
      return nested(Message::attribute);
    case 12:
      return nested(Message::value_info);
    default:
      return kUnknownField;
  }
}

Field value_info_field(std::uint32_t number) {
  switch (number) {
    case 1:
      return bytes();
    case 2:
      return nested(Message::type);
    case 3:
    case 4:
      return bytes(Treatment::drop);
    default:
      return kUnknownField;
  }
}

Field type_field(std::uint32_t number) {
  switch (number) {
    case 1:
    case 7:
    case 8:
      return bytes();  // tensor, opaque, sparse tensor: flat
    case 4:
      return nested(Message::sequence_type);
    case 5:
      return nested(Message::map_type);
    case 6:
      return bytes(Treatment::drop);
    case 9:
      return nested(Message::optional_type);
    default:
      return kUnknownField;
  }
}

Field map_type_field(std::uint32_t number) {
  if (number == 1) return scalar();
  return number == 2 ? nested(Message::type) : kUnknownField;
}

}  // namespace

const char* name(Message message) {
  switch (message) {
    case Message::model:
      return "model";
    case Message::graph:
      return "graph";
    case Message::node:
      return "node";
    case Message::attribute:
      return "attribute";
    case Message::tensor:
      return "tensor";
    case Message::sparse_tensor:
      return "sparse tensor";
    case Message::function:
      return "function";
    case Message::value_info:
      return "value description";
    case Message::type:
    case Message::sequence_type:
    case Message::map_type:
    case Message::optional_type:
      return "type";
  }
  return "message";
}

Field field(Message message, std::uint32_t number) {
  switch (message) {
    case Message::model:
      return model_field(number);
    case Message::graph:
      return graph_field(number);
    case Message::node:
      return node_field(number);
    case Message::attribute:
      return attribute_field(number);
    case Message::tensor:
      return tensor_field(number);
    case Message::sparse_tensor:
      return sparse_tensor_field(number);
    case Message::function:
      return function_field(number);
    case Message::value_info:
      return value_info_field(number);
    case Message::type:
      return type_field(number);
    case Message::map_type:
      return map_type_field(number);
    case Message::sequence_type:
    case Message::optional_type:
      return number == 1 ? nested(Message::type) : kUnknownField;
  }
  return kUnknownField;
}

}  // namespace whichchip::model
