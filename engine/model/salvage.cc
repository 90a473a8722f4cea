#include "model/salvage.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "model/text.h"
#include "model/topology.h"

namespace whichchip::model {
namespace {

using Names = std::unordered_set<std::string_view>;
using Weights = std::unordered_map<std::string_view, const onnx::TensorProto*>;

std::int64_t attribute(const onnx::NodeProto& node, std::string_view name, std::int64_t fallback) {
  for (const auto& candidate : node.attribute()) {
    if (candidate.name() == name) return candidate.i();
  }
  return fallback;
}

onnx::TensorShapeProto& tensor_of(onnx::ValueInfoProto& input, int type) {
  auto* tensor = input.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  return *tensor->mutable_shape();
}

// (batch, channels, spatial…) for a weight (out, channels ÷ groups, kernel…).
std::string make_image(const onnx::NodeProto& convolution, const onnx::TensorProto& weight,
                       onnx::ValueInfoProto& input) {
  constexpr int kRank = 4;  // of a picture; lengths and volumes have no usual size
  constexpr std::int64_t kMost = 1 << 20;
  const std::int64_t groups = attribute(convolution, "group", 1);
  if (weight.dims_size() != kRank || weight.dims(1) < 1 || weight.dims(1) > kMost || groups < 1 || groups > kMost)
    return {};
  const std::int64_t channels = weight.dims(1) * groups;
  auto& shape = tensor_of(input, weight.data_type());
  shape.add_dim()->set_dim_param("batch");
  shape.add_dim()->set_dim_value(channels);
  shape.add_dim()->set_dim_param("height");
  shape.add_dim()->set_dim_param("width");
  return "an image of " + std::to_string(channels) + " channels, as its first convolution needs";
}

std::string make_tokens(onnx::ValueInfoProto& input) {
  auto& shape = tensor_of(input, onnx::TensorProto::INT64);
  shape.add_dim()->set_dim_param("batch");
  shape.add_dim()->set_dim_param("sequence_length");
  return "token numbers, which it looks up in a table";
}

// Why the input has the shape that it was given; empty when its first reader does not tell one.
std::string describe(const onnx::NodeProto& reader, std::size_t operand, const Weights& weights,
                     onnx::ValueInfoProto& input) {
  const auto weight = [&](int i) -> const onnx::TensorProto* {
    const auto found = i < reader.input_size() ? weights.find(reader.input(i)) : weights.end();
    return found == weights.end() ? nullptr : found->second;
  };
  if (reader.op_type() == "Gather" && operand == 1 && weight(0) != nullptr) return make_tokens(input);
  if (reader.op_type() == "Conv" && operand == 0 && weight(1) != nullptr) return make_image(reader, *weight(1), input);
  return {};
}

}  // namespace

std::vector<Warning> restore_interface(onnx::GraphProto& graph) {
  Names given, read, operand;  // `operand`: read as anything but data or rows of a table, as a missing weight may be
  Weights weights;
  for (const auto& weight : graph.initializer()) {
    given.insert(weight.name());
    weights.emplace(weight.name(), &weight);
  }
  for (const auto& weight : graph.sparse_initializer()) given.insert(weight.values().name());
  for (const auto& node : graph.node()) given.insert(node.output().begin(), node.output().end());
  const auto looks_up = [&](const onnx::NodeProto& node) {
    return node.op_type() == "Gather" && node.input_size() == 2 && weights.contains(node.input(0));
  };
  // Graphs inside read from outside, too; what they define themselves is never asked for.
  for_each_node(graph.node(), [&](const onnx::NodeProto& node) {
    read.insert(node.input().begin(), node.input().end());
    for (int i = 1; i < node.input_size() && !looks_up(node); ++i) operand.insert(node.input(i));
  });
  const bool no_inputs = graph.input_size() == 0, no_outputs = graph.output_size() == 0;
  std::vector<Warning> warnings;
  Names added;
  for (const auto& node : graph.node()) {
    const int data = looks_up(node) ? 1 : 0;
    const std::string_view name = node.input_size() > data ? std::string_view(node.input(data)) : std::string_view();
    if (no_inputs && !name.empty() && !given.contains(name) && !operand.contains(name) && added.insert(name).second) {
      auto& input = *graph.add_input();
      input.set_name(std::string(name));
      const std::string why = describe(node, static_cast<std::size_t>(data), weights, input);
      const std::string shown = clean_text(name);
      if (!why.empty())
        warnings.push_back({"input-assumed",
                            "What the file says of the input '" + shown + "' is missing; it is taken as " + why + ".",
                            shown});
    }
    for (const auto& output : node.output()) {
      if (no_outputs && !output.empty() && !read.contains(output)) graph.add_output()->set_name(output);
    }
  }
  return warnings;
}

}  // namespace whichchip::model
