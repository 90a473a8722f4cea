// What "parameters" means, because exporters change the count: elements of distinct weights that something uses, with
// the running statistics of BatchNormalization and all other constants apart.
//
// Counted: floating weights of more than one element in the file (initialisers and Constant nodes, or ConstantOfShape
// nodes of a fixed shape that stand for them), integer weights of quantised products and of DequantizeLinear. Shared
// weights count once. Counted apart: running statistics of BatchNormalization, single numbers, large integer and
// boolean constants. Not counted: scales and zero points, small integers (shapes, axes), tensors that are filled before
// the run.
#pragma once

#include "workload/lowering.h"

namespace whichchip::workload {

ParameterCount count_parameters(const Lowered& lowered);

}  // namespace whichchip::workload
