// Where a model says that its weights lie. Their content is never read: only names and sizes are compared.
#pragma once

#include <vector>

#include "onnx/onnx_pb.h"

#include "model/graph.h"
#include "model/reader.h"

namespace whichchip::model {

// What is wrong with the external data of the model's weights: a location that leads out of the model's folder, a
// length that contradicts the shape, or a neighbour that is too small. `bytes_of` is asked only for harmless locations;
// it may be empty, and gives nothing for a file that is not there, which is no fault.
std::vector<Warning> check_external_data(const onnx::ModelProto& model, const NeighbourBytes& bytes_of);

}  // namespace whichchip::model
