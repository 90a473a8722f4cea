#include "model/graph.h"

#include "core/integer.h"

namespace whichchip::model {

const char* name(Phase phase) { return phase == Phase::decode ? "decode" : "prefill"; }

std::int64_t Tensor::elements() const {
  if (!has_rank) return kUnknown;
  std::int64_t count = 1;
  for (const std::int64_t dimension : dims) {
    if (dimension < 0) return kUnknown;
    count = core::saturating_multiply(count, dimension);
  }
  return count;
}

}  // namespace whichchip::model
