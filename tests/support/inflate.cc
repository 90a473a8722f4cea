#include "support/inflate.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "model/data_type.h"

namespace whichchip::tests {
namespace {

void fill(onnx::TensorProto& tensor) {
  if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return;
  std::int64_t elements = 1;
  for (const std::int64_t dim : tensor.dims()) elements *= dim;
  const auto size =
      static_cast<std::size_t>(model::storage_bytes(elements, static_cast<model::DataType>(tensor.data_type())));
  tensor.clear_external_data();
  tensor.clear_data_location();
  std::string& raw = *tensor.mutable_raw_data();
  raw.resize(size);
  // Bytes that would mislead a reader that does not skip them: they look like tags and lengths.
  for (std::size_t i = 0; i < size; ++i) raw[i] = static_cast<char>(0x0a + (i * 7) % 0x70);
}

void fill(onnx::GraphProto& graph) {
  for (auto& tensor : *graph.mutable_initializer()) fill(tensor);
  for (auto& node : *graph.mutable_node()) {
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_t()) fill(*attribute.mutable_t());
      if (attribute.has_g()) fill(*attribute.mutable_g());
    }
  }
}

}  // namespace

void inflate(onnx::ModelProto& model) { fill(*model.mutable_graph()); }

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void inflate(const std::string& from_path, const std::string& to_path) {
  onnx::ModelProto model;
  if (!model.ParseFromString(read_file(from_path))) throw std::runtime_error(from_path + " is no ONNX model");
  inflate(model);
  std::ofstream file(to_path, std::ios::binary);
  if (!file || !model.SerializeToOstream(&file)) throw std::runtime_error("cannot write " + to_path);
}

}  // namespace whichchip::tests
