// Opens what people have: an .onnx file, or one inside a .zip, .tar, .gz or .tar.gz, in place.
//
// Guarantee: as reader.h. An entry that its archive stores uncompressed is read where it lies, without its weights; a
// compressed one is inflated as a stream, up to 4 GiB, in bounded memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/byte_source.h"
#include "model/reader.h"

namespace whichchip::model {

struct PackedModel {
  std::string name;  // its path in the archive
  std::int64_t bytes = 0;
};

// The models inside an archive, in its order; empty when the source is no archive or holds none.
// Throws core::Error (bad_model) when the archive is damaged.
std::vector<PackedModel> list_packed_models(ByteSource& source);

struct OpenedModel {
  Skeleton skeleton;
  std::string member;  // its path in the archive; empty when the source is the model itself
};

// `member` says which of several models is meant, by its path or the unambiguous end of one; empty for the only one.
// Throws core::Error (bad_model) as the reader does, and when the choice is not clear; then the message lists the
// models.
OpenedModel open_model(ByteSource& source, std::string_view member = {}, const ReadOptions& options = {});

}  // namespace whichchip::model
