// From the model that was read to the work that it asks for.
//
// A model whose free dimensions are not bound yet: what sweeps and searches over the batch need, where one workload is
// not enough. The face that read the model provides it (it holds the skeleton); the batch, the dimensions and the phase
// of the request are what it binds, and the same request gives the same workload.
#pragma once

#include <functional>

#include "analysis/request.h"
#include "model/graph.h"
#include "model/reader.h"
#include "model/resolve.h"
#include "workload/workload.h"

namespace whichchip::analysis {

// Binds the model as the request says, `defaults` before those that go with names. Where the user feeds the condition
// of an If (a decoder with and without its cache in one file), a warning says what the branch that is not taken would
// cost. Throws core::Error as model::resolve does.
model::Graph resolve(const model::Skeleton& skeleton, const Request& request, const model::DimensionBindings& defaults);

// Throws core::Error (bad_model) when the graph does not resolve so.
using OpenModel = std::function<workload::Workload(const Request&)>;

// The same, resolving what a request binds only once: for searches that ask for the same batches again and again.
OpenModel remembering(OpenModel model);

}  // namespace whichchip::analysis
