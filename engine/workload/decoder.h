// Finds what a generating model keeps from run to run. Internal to workload/.
//
// Evidence, in this order: operators that take a past and give a present state (attention of any domain, TensorScatter,
// linear attention); a fed tensor that a Concat prolongs into a result of the model; fed tensors called past…; results
// called present… of a model that takes no past.
#pragma once

#include <optional>

#include "workload/lowering.h"

namespace whichchip::workload {

// `batch` is the number of sequences.
std::optional<Decoder> find_decoder(const Lowered& lowered, std::int64_t batch);

// A Concat that prolongs a cache: operand 0 is fed and called past… or …cache….
bool prolongs_cache(const Lowered& lowered, int node);

}  // namespace whichchip::workload
