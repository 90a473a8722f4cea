// Peak activation memory: which buffers live at which step of a schedule. Internal to workload/.
//
// A buffer lives from the subgraph that writes it first to the last one that reads it; graph inputs from the start,
// graph outputs to the end. Views and parts of a concatenation share a buffer. A result takes over a dying operand of
// the same size that it reads element by element. The lower bound is the largest single step: what one subgraph reads
// and writes. The arena is one block that holds them all at fixed offsets.
#pragma once

#include "workload/lowering.h"

namespace whichchip::workload {

// `buffers` maps a tensor to the tensor that stands for its buffer. Sets the peak, arena and live fields of the
// partition.
void measure_peak(const Lowered& lowered, const std::vector<int>& buffers, Partition& partition);

}  // namespace whichchip::workload
