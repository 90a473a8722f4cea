// What a Skeleton's handle holds. Internal to model/: no other module sees the ONNX library.
#pragma once

#include <vector>

#include "google/protobuf/arena.h"
#include "onnx/onnx_pb.h"

#include "model/graph.h"

namespace whichchip::model {

// Key of the external_data entry that marks a payload left out of this very file, beside "offset" and "length".
inline constexpr char kElidedKey[] = "whichchip.elided";

struct SkeletonContents {
  // Its messages live and die together: an arena spares an allocation and a destructor for each.
  google::protobuf::Arena arena;
  onnx::ModelProto& model = *google::protobuf::Arena::CreateMessage<onnx::ModelProto>(&arena);
  std::vector<Warning> warnings;
  bool salvaged = false;  // the end of the file is missing: opsets or functions may be, too
};

}  // namespace whichchip::model
