// Operators that the user has read as others, and which of them the model needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "onnx/onnx_pb.h"

#include "model/operation.h"
#include "model/resolve.h"
#include "model/warnings.h"

namespace whichchip::model {

class StandInTable {
 public:
  explicit StandInTable(const StandIns& stand_ins);

  // What the node is read as; null for one that is read as it is written.
  const OperatorName* find(const onnx::NodeProto& node);
  // Says how many nodes are read as what. Throws core::Error (bad_usage) for a stand-in that no node needs.
  void tell(Warnings& warnings) const;

 private:
  struct Entry {
    std::string given;     // as the user wrote it
    OperatorName written;  // in the file
    bool any_domain = false;
    OperatorName read_as;
    std::int64_t nodes = 0;
  };
  std::vector<Entry> entries_;
};

// "com.example.Frobnicate", as the file names a node's operator.
std::string written_name(const onnx::NodeProto& node);

}  // namespace whichchip::model
