// What the dimensions of a model's inputs are, by their names and by where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "onnx/onnx_pb.h"

namespace whichchip::model {

enum class DimensionRole : std::uint8_t {
  batch,
  sequence,
  past,
  total,
  depth,
  height,
  width,
  channels,
  features,
  frames,
  samples,
  other
};

// Names that say nothing: blanks, and the numbers of exporters that know no better ("unk__17").
bool is_nameless(const std::string& text);
bool is_numbered(const std::string& text);
// Whether the file says how long this dimension is.
bool is_fixed(const onnx::ValueInfoProto& input, int axis);

DimensionRole role_of_name(const std::string& name);
DimensionRole role_of_place(const onnx::ValueInfoProto& input, std::size_t axis);
// Whether the user's key stands for the role whatever the model calls the symbol.
bool names_role(const std::string& key, DimensionRole role);
// What a dimension without a name is called: "height", or after its input and axis.
std::string name_of_place(const onnx::ValueInfoProto& input, std::size_t axis, DimensionRole role);

}  // namespace whichchip::model
