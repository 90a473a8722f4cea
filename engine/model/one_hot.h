// Follows one-hot tensors through a graph. Exports of mixtures of experts choose the rows of each expert by a one-hot
// encoding of the router's choice; how many rows one expert gets depends on the data, but all of them together do not.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/graph.h"
#include "model/operation.h"

namespace whichchip::model {

class OneHotTensors {
 public:
  // Call for every operation once the shapes of its outputs are known.
  void follow(const Operation& operation, const std::vector<Tensor>& tensors);
  // One element in so many is not zero, in the tensor as a whole and on the average in its parts; 1 where nothing is
  // known.
  std::int64_t one_in(int tensor) const;

 private:
  std::unordered_map<int, std::int64_t> one_in_;
};

}  // namespace whichchip::model
