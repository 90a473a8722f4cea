// Element types of tensors; the numbers are those of ONNX's TensorProto.DataType.
#pragma once

#include <cstdint>
#include <string_view>

namespace whichchip::model {

enum class DataType : std::uint8_t {
  undefined = 0,
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  uint16 = 4,
  int16 = 5,
  int32 = 6,
  int64 = 7,
  string = 8,
  boolean = 9,
  float16 = 10,
  float64 = 11,
  uint32 = 12,
  uint64 = 13,
  complex64 = 14,
  complex128 = 15,
  bfloat16 = 16,
  float8e4m3fn = 17,
  float8e4m3fnuz = 18,
  float8e5m2 = 19,
  float8e5m2fnuz = 20,
  uint4 = 21,
  int4 = 22,
  float4e2m1 = 23,
  float8e8m0 = 24,
  uint2 = 25,
  int2 = 26,
};

// Bits of one element; 0 for string and undefined, whose size is not known.
int bits(DataType type);
// ONNX's spelling: "float", "float16", "int8", …; "undefined" for a number that ONNX does not define.
std::string_view name(DataType type);
bool is_floating(DataType type);
bool is_integer(DataType type);
// Bytes of `elements` packed elements, rounded up per tensor (int4 packs two to a byte); saturates.
std::int64_t storage_bytes(std::int64_t elements, DataType type);

}  // namespace whichchip::model
