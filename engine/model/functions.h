// The functions that a model brings along, checked before any of them is expanded.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "onnx/onnx_pb.h"

namespace whichchip::model {

class FunctionTable {
 public:
  // Throws core::Error (bad_model) when a function calls itself, directly or not, or when expanding all calls would
  // give more nodes than anyone can have meant.
  explicit FunctionTable(const onnx::ModelProto& model);

  // The function that the node calls; null when it calls none.
  const onnx::FunctionProto* find(const onnx::NodeProto& node) const;
  bool empty() const { return functions_.empty(); }

 private:
  void order_calls(const onnx::FunctionProto& root);
  void count(const onnx::FunctionProto& function);

  std::unordered_map<std::string, const onnx::FunctionProto*> functions_;
  std::unordered_map<const onnx::FunctionProto*, std::int64_t> expanded_;  // nodes after expansion, saturating
};

}  // namespace whichchip::model
