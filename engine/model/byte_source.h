// Random access to the bytes of a model, wherever they live: a file, memory, or a browser `File`.
//
// The reader asks for small ranges and never for weights, so an implementation should serve a range without
// touching the rest of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace whichchip::model {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::int64_t size() const = 0;
  // Fills `destination` from `offset` and returns the number of bytes read: fewer only at the end of the source.
  // Throws core::Error (bad_model) when the medium fails.
  virtual std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) = 0;
};

// A view: the bytes must outlive the source.
std::unique_ptr<ByteSource> memory_source(std::span<const std::byte> bytes);
// Positioned reads of a file. Throws core::Error (bad_model) when it cannot be opened.
std::unique_ptr<ByteSource> file_source(const std::string& path);

}  // namespace whichchip::model
