// The ONNX library's shape inference, one node at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "onnx/defs/schema.h"

#include "model/graph.h"
#include "model/operation.h"

namespace whichchip::model {

// So many tensors of one shape, one behind the other in a sequence.
struct SequenceRun {
  std::int64_t count = 0;
  std::vector<std::int64_t> dims;
};

// A type that is no tensor: a sequence, a map, an optional.
struct Compound {
  onnx::TypeProto type;
  std::optional<std::vector<SequenceRun>> runs;  // what a sequence (in an optional, too) holds, where that is known
  std::optional<bool> filled;                    // whether an optional holds anything, where that is known
};

// Beside Graph::tensors; null for tensors.
using CompoundTypes = std::vector<std::shared_ptr<const Compound>>;

// What inference says about one output.
struct InferredOutput {
  DataType type = DataType::undefined;
  bool has_rank = false;
  std::vector<std::int64_t> dims;
  std::shared_ptr<const Compound> compound;
  TensorValue value{};  // where the shapes alone say it
};

// What the library has for an operator, as it is asked for. Looking it up takes the library as long as inferring a
// shape, so that it is remembered.
class SchemaTable {
 public:
  // At the operation's opset; the newest for a newer opset; null when the library has none.
  const onnx::OpSchema* find(const Operation& operation);

 private:
  std::map<std::tuple<std::string, std::string, int>, const onnx::OpSchema*, std::less<>>
      found_;  // type, domain, opset
};

// The schema itself, or the next newer one that can infer: those of the first opsets cannot. Null when none can.
const onnx::OpSchema* with_inference(const onnx::OpSchema* schema);
// The newest opset of ai.onnx that the library knows.
int newest_known_opset();

// Throws std::exception with the library's reason. The operation must have passed validate().
std::vector<InferredOutput> infer_with_library(const Operation& operation, const onnx::OpSchema& schema,
                                               const std::vector<Tensor>& tensors, const CompoundTypes& compounds);

// A declared type in our own terms; dimensions that are no numbers stay unknown.
InferredOutput read_type(const onnx::TypeProto& type);

}  // namespace whichchip::model
