// Between ONNX's tensor messages and our own: types, dimensions, and the values of small tensors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "onnx/onnx_pb.h"

#include "model/graph.h"

namespace whichchip::model {

// Values of larger tensors are never kept: no shape depends on them in practice.
inline constexpr std::int64_t kMostValues = 1024;

DataType data_type(int number);
// Whether values of this type are kept as integers (else as reals, if at all).
bool holds_integers(DataType type);

// Product of dimensions, saturating; kUnknown when one is unknown.
std::int64_t element_count(const std::vector<std::int64_t>& dims);
// "[1, 3, ?, 224]"
std::string to_text(const std::vector<std::int64_t>& dims);
// Whether each dimension and their product stay within what can be reasoned about without overflow.
bool is_sane(const std::vector<std::int64_t>& dims);

// Type, dims and, when small and present, values.
AttributeTensor read_tensor(const onnx::TensorProto& proto);
// Fills an empty message with the values, for the ONNX library's inference functions; false when they are not known or
// their type has no message form.
bool write_tensor(const Tensor& tensor, onnx::TensorProto& proto);

double half_to_double(std::uint16_t bits);
double float_to_double(std::uint32_t bits);

}  // namespace whichchip::model
