// A model whose free dimensions are not bound yet: what sweeps and searches over the batch need, where one workload is
// not enough. The face that read the model provides it (it holds the skeleton); the batch, the dimensions and the phase
// of the request are what it binds, and the same request gives the same workload.
#pragma once

#include <functional>

#include "analysis/request.h"
#include "workload/workload.h"

namespace whichchip::analysis {

// Throws core::Error (bad_model) when the graph does not resolve so.
using OpenModel = std::function<workload::Workload(const Request&)>;

// The same, resolving what a request binds only once: for searches that ask for the same batches again and again.
OpenModel remembering(OpenModel model);

}  // namespace whichchip::analysis
