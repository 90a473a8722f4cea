// Order and structure of nodes, without recursion on how deep their subgraphs nest.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "onnx/onnx_pb.h"

namespace whichchip::model {

using NodeList = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

// Calls `visit` with each node of the list and of all graphs nested in it.
void for_each_node(const NodeList& nodes, const std::function<void(const onnx::NodeProto&)>& visit);

// Whether `known` holds for every name that the node reads from around it, for itself or for a graph nested in it.
bool reads_only(const onnx::NodeProto& node, const std::function<bool(std::string_view)>& known);

// Indices of the nodes so that each comes after those whose outputs it (or a graph nested in it) reads; the file's own
// order wherever that is possible. Throws core::Error (bad_model) for a cycle, named by its nodes, or a name defined
// twice.
std::vector<int> topological_order(const NodeList& nodes);

// "Conv 'layer1/conv'", or "Conv #12" when it has no name.
std::string label(const onnx::NodeProto& node);

}  // namespace whichchip::model
