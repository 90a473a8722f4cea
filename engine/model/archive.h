// The files inside an archive, by its directory: zip (also zip64) and tar (ustar, GNU and pax names).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/byte_source.h"

namespace whichchip::model {

struct ArchiveEntry {
  std::string name;         // as the archive spells it: untrusted
  std::int64_t offset = 0;  // of its data
  std::int64_t packed_bytes = 0;
  std::int64_t bytes = 0;
  int method = 0;  // zip's number: 0 stored, 8 deflated
  bool encrypted = false;
};

// Both are empty when the source is no such archive and throw core::Error (bad_model) when it is one with a damaged
// directory. Folders and links are left out.
std::optional<std::vector<ArchiveEntry>> read_zip_directory(ByteSource& source);
std::optional<std::vector<ArchiveEntry>> read_tar_directory(ByteSource& source);

// Where the data of a zip's entry begins, which only the header in front of it tells. Throws core::Error (bad_model).
std::int64_t zip_data_offset(ByteSource& source, const ArchiveEntry& entry);

}  // namespace whichchip::model
