// Reads an ONNX file without reading its weights.
//
// Guarantee: any byte sequence gives either a Skeleton or one core::Error (bad_model) that says what and where. Memory
// and time are bounded by the graph part of the file, never by its weights; nothing recurses on the input's depth.
//
// The skeleton is the same model with the payload of every tensor above `inline_tensor_bytes` left out: such a tensor
// keeps its name, type, dims, and the offset and length that its payload has in the file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/byte_source.h"

namespace whichchip::model {

// Size of a file that lies beside the model, by its path relative to the model's folder; empty when it is not there.
using NeighbourBytes = std::function<std::optional<std::int64_t>(const std::string& location)>;

struct ReadOptions {
  // Payloads up to this size stay in the skeleton, because shapes may depend on their values.
  std::int64_t inline_tensor_bytes = 8192;
  // Called now and then with the offset reached; returning false stops the reading with an error "cancelled".
  std::function<bool(std::int64_t offset, std::int64_t size)> progress;
  // Lets files with external weights be compared with what the model says of them; they are never opened. May be empty.
  NeighbourBytes neighbour_bytes;
};

struct ReadStatistics {
  std::int64_t file_bytes = 0;
  std::int64_t bytes_read = 0;
  std::int64_t reads = 0;
};

struct SkeletonContents;  // holds the ONNX library's message; defined inside model/

// A cheap handle to an immutable model without weights.
struct Skeleton {
  std::shared_ptr<const SkeletonContents> contents;
  ReadStatistics statistics;
};

Skeleton read_skeleton(ByteSource& source, const ReadOptions& options = {});

}  // namespace whichchip::model
