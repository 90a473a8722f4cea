// Graph → operators with their costs, before any fusion. Internal to workload/.
//
// `operators` and `tensors` stand in the graph's order, one to one. Views are resolved here once: `storage` maps a
// tensor to the tensor whose bytes it is, so that everything behind this step sees data flow without reshapes.
#pragma once

#include <map>
#include <vector>

#include "model/graph.h"
#include "workload/workload.h"

namespace whichchip::workload {

struct Lowered {
  const model::Graph* graph = nullptr;
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  std::vector<int> storage;                  // tensor → the tensor that holds its bytes
  std::vector<char> is_static;               // known before the run, or from shapes alone: no data flows through it
  std::vector<char> escapes;                 // by storage tensor: a graph output reads it
  std::map<int, model::TensorList> sources;  // folded weight → the stored weights it is made of, the data first
};

Lowered lower(const model::Graph& graph);

// The stored weights that a weight operand stands for.
model::TensorList stored_weights(const Lowered& lowered, int tensor);

}  // namespace whichchip::workload
