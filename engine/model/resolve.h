// Skeleton → Graph: symbols bound, functions inlined, shapes and small values inferred.
//
// Shapes come from the ONNX library's operator schemas, run node by node in topological order, with the values of small
// tensors (shapes, axes, scales) propagated by us. Attributes are validated before the library sees them, so that a
// hostile graph cannot stop the process. A node whose shapes cannot be inferred is kept, with `failure` set.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "model/graph.h"
#include "model/reader.h"

namespace whichchip::model {

// Symbol → value, matched case-insensitively. "batch" also binds an unnamed first dimension of an input.
using DimensionBindings = std::map<std::string, std::int64_t>;

// Operators that the user has read as others: "com.example.Frobnicate" → "Gelu". The first may be a type alone, which
// then means every domain.
using StandIns = std::map<std::string, std::string>;

// Whether a symbol of this name is the batch, which "batch" binds: "batch_size", "N".
bool names_batch(const std::string& symbol);

// `defaults` are what a known model's own symbols are when nobody binds them, by their exact names; names that the
// model does not have are passed over. `phase` chooses the defaults of a language model's lengths; what is bound
// explicitly wins.
//   prefill: the whole prompt is new (128 tokens unless `defaults` say), nothing is past
//   decode:  one token is new, the prompt is past
// `stand_ins`: shapes and costs are those of the operator that stands in, but for shapes that the file declares.
// Throws core::Error: bad_usage for a binding that names no symbol (the message lists the symbols) or is below 1 (0 is
// allowed for past lengths), for the decode phase of a model that keeps no past, and for a stand-in that no node needs;
// bad_model for a cycle, a missing
// graph or a duplicate definition.
Graph resolve(const Skeleton& skeleton, const DimensionBindings& bindings = {}, const DimensionBindings& defaults = {},
              Phase phase = Phase::prefill, const StandIns& stand_ins = {});

}  // namespace whichchip::model
