#include "model/salvage.h"

#include <string_view>
#include <unordered_set>

#include "model/topology.h"

namespace whichchip::model {

void restore_interface(onnx::GraphProto& graph) {
  std::unordered_set<std::string_view> given, read, operand;  // `operand`: read as anything but the first
  for (const auto& weight : graph.initializer()) given.insert(weight.name());
  for (const auto& weight : graph.sparse_initializer()) given.insert(weight.values().name());
  for (const auto& node : graph.node()) given.insert(node.output().begin(), node.output().end());
  // Graphs inside read from outside, too; what they define themselves is never asked for.
  for_each_node(graph.node(), [&](const onnx::NodeProto& node) {
    read.insert(node.input().begin(), node.input().end());
    for (int i = 1; i < node.input_size(); ++i) operand.insert(node.input(i));
  });
  const bool no_inputs = graph.input_size() == 0, no_outputs = graph.output_size() == 0;
  std::unordered_set<std::string_view> added;
  for (const auto& node : graph.node()) {
    const std::string_view first = node.input_size() > 0 ? std::string_view(node.input(0)) : std::string_view();
    if (no_inputs && !first.empty() && !given.contains(first) && !operand.contains(first) && added.insert(first).second)
      graph.add_input()->set_name(std::string(first));
    for (const auto& output : node.output()) {
      if (no_outputs && !output.empty() && !read.contains(output)) graph.add_output()->set_name(output);
    }
  }
}

}  // namespace whichchip::model
