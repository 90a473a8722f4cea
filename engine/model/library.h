// The ONNX library's shape inference, one node at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "onnx/defs/schema.h"

#include "model/graph.h"
#include "model/operation.h"

namespace whichchip::model {

// Types that are no tensor (sequences, maps, optionals), beside Graph::tensors; null for tensors.
using CompoundTypes = std::vector<std::shared_ptr<const onnx::TypeProto>>;

// What inference says about one output.
struct InferredOutput {
  DataType type = DataType::undefined;
  bool has_rank = false;
  std::vector<std::int64_t> dims;
  std::shared_ptr<const onnx::TypeProto> compound;
};

// The operator's schema at the operation's opset; the newest for a newer opset; null when the library has none.
const onnx::OpSchema* find_schema(const Operation& operation);
// The schema itself, or the next newer one that can infer: those of the first opsets cannot. Null when none can.
const onnx::OpSchema* with_inference(const onnx::OpSchema* schema);
// The newest opset of ai.onnx that the library knows.
int newest_known_opset();

// Throws std::exception with the library's reason. The operation must have passed validate().
std::vector<InferredOutput> infer_with_library(const Operation& operation, const onnx::OpSchema& schema,
                                               const std::vector<Tensor>& tensors, const CompoundTypes& compounds);

// A declared type in our own terms; dimensions that are no numbers stay unknown.
InferredOutput read_type(const onnx::TypeProto& type);
onnx::TypeProto write_type(const Tensor& tensor);

}  // namespace whichchip::model
