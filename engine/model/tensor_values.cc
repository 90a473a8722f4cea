#include "model/tensor_values.h"

#include <bit>
#include <cstring>
#include <string_view>

#include "core/integer.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kLargestDimension = std::int64_t{1} << 40;
constexpr std::int64_t kMostElements = std::int64_t{1} << 52;
constexpr std::size_t kHighestRank = 256;

std::uint64_t little_endian(std::string_view bytes, std::size_t offset, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  }
  return value;
}

std::int64_t sign_extend(std::uint64_t value, int width) {
  const int unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

bool is_signed(DataType type) {
  return type == DataType::int8 || type == DataType::int16 || type == DataType::int32 || type == DataType::int64 ||
         type == DataType::int4 || type == DataType::int2;
}

bool is_readable_real(DataType type) {
  return type == DataType::float32 || type == DataType::float64 || type == DataType::float16 ||
         type == DataType::bfloat16;
}

double decode_real(std::uint64_t pattern, DataType type) {
  switch (type) {
    case DataType::float32:
      return float_to_double(static_cast<std::uint32_t>(pattern));
    case DataType::float64:
      return std::bit_cast<double>(pattern);
    case DataType::float16:
      return half_to_double(static_cast<std::uint16_t>(pattern));
    default:
      return float_to_double(static_cast<std::uint32_t>(pattern) << 16);  // bfloat16
  }
}

void push(TensorValue& value, std::uint64_t pattern, DataType type) {
  if (is_readable_real(type))
    value.reals.push_back(decode_real(pattern, type));
  else
    value.integers.push_back(is_signed(type) ? sign_extend(pattern, bits(type)) : static_cast<std::int64_t>(pattern));
}

bool read_raw(const std::string& raw, std::int64_t count, DataType type, TensorValue& value) {
  if (static_cast<std::int64_t>(raw.size()) != storage_bytes(count, type)) return false;
  const auto width = static_cast<std::size_t>(bits(type));
  for (std::int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (width >= 8) {
      push(value, little_endian(raw, index * width / 8, width / 8), type);
    } else {
      const std::uint64_t byte = little_endian(raw, index * width / 8, 1);
      push(value, (byte >> (index * width % 8)) & ((std::uint64_t{1} << width) - 1), type);
    }
  }
  return true;
}

template <typename List>
bool read_list(const List& list, std::int64_t count, DataType type, TensorValue& value) {
  if (list.size() != count) return false;
  for (const auto element : list) {
    if (is_readable_real(type) && type != DataType::float16 && type != DataType::bfloat16) {
      value.reals.push_back(static_cast<double>(element));
    } else {
      push(value, static_cast<std::uint64_t>(static_cast<std::int64_t>(element)), type);
    }
  }
  return true;
}

bool read_typed(const onnx::TensorProto& proto, std::int64_t count, DataType type, TensorValue& value) {
  switch (type) {
    case DataType::float32:
      return read_list(proto.float_data(), count, type, value);
    case DataType::float64:
      return read_list(proto.double_data(), count, type, value);
    case DataType::int64:
      return read_list(proto.int64_data(), count, type, value);
    case DataType::uint32:
    case DataType::uint64:
      return read_list(proto.uint64_data(), count, type, value);
    default:
      return bits(type) >= 8 && read_list(proto.int32_data(), count, type, value);
  }
}

}  // namespace

double float_to_double(std::uint32_t pattern) { return static_cast<double>(std::bit_cast<float>(pattern)); }

double half_to_double(std::uint16_t pattern) {
  const std::uint32_t sign = static_cast<std::uint32_t>(pattern & 0x8000) << 16;
  const std::uint32_t exponent = (pattern >> 10) & 0x1f;
  const std::uint32_t fraction = pattern & 0x3ff;
  if (exponent == 0x1f) return float_to_double(sign | 0x7f800000 | (fraction << 13));
  if (exponent != 0) return float_to_double(sign | ((exponent + 112) << 23) | (fraction << 13));
  const double magnitude = static_cast<double>(fraction) / 16777216.0;  // subnormal: fraction · 2^-24
  return sign != 0 ? -magnitude : magnitude;
}

DataType data_type(int number) {
  constexpr int kLast = static_cast<int>(DataType::int2);
  return number > 0 && number <= kLast ? static_cast<DataType>(number) : DataType::undefined;
}

bool holds_integers(DataType type) { return is_integer(type) || type == DataType::boolean; }

std::int64_t element_count(const std::vector<std::int64_t>& dims) {
  std::int64_t count = 1;
  for (const std::int64_t dimension : dims) {
    if (dimension < 0) return kUnknown;
    count = core::saturating_multiply(count, dimension);
  }
  return count;
}

std::string to_text(const std::vector<std::int64_t>& dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ", ";
    text += dims[i] < 0 ? "?" : std::to_string(dims[i]);
  }
  return text + "]";
}

bool is_sane(const std::vector<std::int64_t>& dims) {
  if (dims.size() > kHighestRank) return false;
  std::int64_t count = 1;
  for (const std::int64_t dimension : dims) {
    if (dimension > kLargestDimension) return false;
    if (dimension > 0) count = core::saturating_multiply(count, dimension);
  }
  return count <= kMostElements;
}

AttributeTensor read_tensor(const onnx::TensorProto& proto) {
  AttributeTensor result;
  result.type = data_type(proto.data_type());
  result.dims.assign(proto.dims().begin(), proto.dims().end());
  const std::int64_t count = element_count(result.dims);
  const bool readable = holds_integers(result.type) || is_readable_real(result.type);
  if (count < 0 || count > kMostValues || !readable || proto.data_location() == onnx::TensorProto::EXTERNAL)
    return result;
  result.value.known = proto.has_raw_data() ? read_raw(proto.raw_data(), count, result.type, result.value)
                                            : read_typed(proto, count, result.type, result.value);
  if (!result.value.known) result.value = {};
  return result;
}

bool write_tensor(const Tensor& tensor, onnx::TensorProto& proto) {
  if (!tensor.value.known) return false;
  proto.set_data_type(static_cast<int>(tensor.type));
  for (const std::int64_t dimension : tensor.dims) proto.add_dims(dimension);
  switch (tensor.type) {
    case DataType::float32:
      for (const double value : tensor.value.reals) proto.add_float_data(static_cast<float>(value));
      return true;
    case DataType::float64:
      for (const double value : tensor.value.reals) proto.add_double_data(value);
      return true;
    case DataType::int64:
      for (const std::int64_t value : tensor.value.integers) proto.add_int64_data(value);
      return true;
    case DataType::uint64:
    case DataType::uint32:
      for (const std::int64_t value : tensor.value.integers) proto.add_uint64_data(static_cast<std::uint64_t>(value));
      return true;
    case DataType::int32:
    case DataType::int16:
    case DataType::int8:
    case DataType::uint16:
    case DataType::uint8:
    case DataType::boolean:
      for (const std::int64_t value : tensor.value.integers) proto.add_int32_data(static_cast<std::int32_t>(value));
      return true;
    default:
      return false;
  }
}

}  // namespace whichchip::model
