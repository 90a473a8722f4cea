// Computes the values of small tensors that are known before the model runs: shapes, axes, masks.
#pragma once

#include <vector>

#include "model/graph.h"
#include "model/operation.h"

namespace whichchip::model {

// Fills `value` of the operation's outputs, whose types and dims are already inferred, wherever the values of its
// inputs are known and the operator is one we can compute. Never fails: what it cannot compute stays unknown.
void evaluate(const Operation& operation, std::vector<Tensor>& tensors);

}  // namespace whichchip::model
